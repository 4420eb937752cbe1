import react from "@vitejs/plugin-react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, isRunnableDevEnvironment, type Plugin } from "vite";
import { compressedFiles } from "./scripts/compressed-files.mjs";
import type * as ServiceModule from "./src/service/create-service.ts";
import type * as ServerModule from "./src/service/http/server.ts";

type CreateService = typeof ServiceModule.createService;
type Listener = ReturnType<typeof ServerModule.createListener>;

const ofService = /^\/(?:api(?:[/?]|$)|healthz$|readyz$|metrics$)/;

/** Serves /api in development. Vite loads the service's modules, so an edit applies to the next request. */
function serviceInProcess(): Plugin {
  return {
    name: "yieldboard-service",
    apply: "serve",
    configureServer({ environments: { ssr }, middlewares }) {
      if (ssr === undefined || !isRunnableDevEnvironment(ssr))
        throw new Error("The development server cannot run the service: it has no runnable environment.");
      const { runner } = ssr;
      let running: { create: CreateService; service: ServiceModule.Service; listen: Listener } | undefined;
      const load = async (): Promise<Listener> => {
        const { createService } = await runner.import<typeof ServiceModule>("/src/service/create-service.ts");
        if (running?.create === createService) return running.listen;
        await running?.service.close();
        const { createListener } = await runner.import<typeof ServerModule>("/src/service/http/server.ts");
        const service = createService(process.env);
        const listen = createListener(service.app.fetch);
        running = { create: createService, service, listen };
        return listen;
      };
      middlewares.use((request, response, next) => {
        if (!ofService.test(request.url ?? "")) next();
        else void load().then((listen) => listen(request, response), next);
      });
    },
  };
}

/**
 * Puts styles before scripts and gives scripts low priority, so that the page paints text before code runs
 * (on Lighthouse's phone after 1.2 s instead of 2.0 s). Preloads the configuration from the API's host.
 */
function finishHead(): Plugin {
  let apiBase = "/api";
  return {
    name: "yieldboard-head",
    apply: "build",
    configResolved({ env }) {
      apiBase = String(env["VITE_API_BASE"] ?? apiBase).replace(/\/+$/, "");
    },
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
        const script = '<script type="module"';
        return styles
          .reduce((page, style) => page.replace(style, ""), html)
          .replace(script, () => `${styles.join("\n    ")}\n    ${script}`)
          .replaceAll(script, `${script} fetchpriority="low"`)
          .replace('href="/api/dashboard"', () => `href="${apiBase}/dashboard"`);
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), tailwindcss(), serviceInProcess(), finishHead(), compressedFiles()],
  // The router imports this shim of a hook that React has included since version 18.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  // By default Vite scans every HTML file, including the benchmark's, whose dependencies are not installed.
  optimizeDeps: { entries: "index.html" },
  server: {
    host: process.env["HOST"] ?? "127.0.0.1",
    port: Number(process.env["PORT"] ?? 4173),
    strictPort: true,
  },
  build: {
    outDir: "dist/dashboard",
    license: { fileName: "third-party-notices.md" },
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    // Preloading would add 3 kB of file names to the first route, and save one round trip per page.
    modulePreload: false,
    // A separate file for the list's styles (4 of 18 kB) would load late and delay the list.
    cssCodeSplit: false,
    // Not "assets", because /assets is a page.
    assetsDir: "code",
    // The CSP allows fonts and styles only from our own origin, not from data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
            // All static imports of main.tsx. By default, every set of pages that share modules gets a file.
            { name: "main", test: /[\\/]src[\\/]dashboard[\\/]main\.tsx$/, priority: 2 },
            // What table and cards share. Otherwise the list is forty files that load in three rounds.
            {
              name: "list",
              test: /[\\/](?:use-market-list|market-cells|hero|action-buttons|rate-bar|row-outcomes|inline-icons|markets-tabs|summary)\.tsx$/,
              priority: 1,
            },
            // Load along with the first rows. Separate requests would delay the list's files.
            {
              name: "small-parts",
              test: /[\\/](?:problem|list-problem|page-problem|copy-button|restore-focus)\.tsx$/,
            },
            { name: "table", test: /[\\/](?:markets-table|markets-toolbar|filter-panel)\.tsx$/ },
            // Loads after a pause in typing. Separate files would load in four rounds, during the next key.
            { name: "asset-suggestion", test: /[\\/]asset-suggestion\.tsx$/ },
            { name: "cards", test: /[\\/](?:market-cards|phone-toolbar)\.tsx$/ },
          ],
        },
      },
    },
  },
});
