import react from "@vitejs/plugin-react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, isRunnableDevEnvironment, type Plugin } from "vite";
import { compressedFiles } from "./scripts/compressed-files.mjs";
import type * as ServiceModule from "./src/service/create-service.ts";
import type * as ServerModule from "./src/service/http/server.ts";

type CreateService = typeof ServiceModule.createService;
type Listener = ReturnType<typeof ServerModule.createListener>;

const ofService = /^\/(?:api(?:[/?]|$)|healthz$|readyz$|metrics$)/;

/** Answers /api in the development server. The service's modules load through Vite, so an edit applies to the next request. */
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
 * Puts styles before scripts and gives scripts low priority, so that the page paints text before the program runs (Lighthouse's
 * phone: 1.2 s instead of 2.0). Points the early request for the configuration to the API, where that is on another host.
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
  // React has it since version 18; the router asks for the stand-in.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  // By default every page is searched for dependencies, also those of the benchmark, whose own are not installed.
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
    // Each import would list the files to load beside it: 3 kB of the first route, for one round trip when a page is first opened.
    modulePreload: false,
    // The list's styles are 4 kB of 18: in a file of their own they are found only when its code runs, which waits for them.
    cssCodeSplit: false,
    // The CSP allows fonts and styles from our own address only, so nothing is inlined as a data: address.
    // Not "assets", where the pages of the assets are.
    assetsDir: "code",
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 3 },
            // Everything main.tsx imports statically, in one file: by itself the bundler makes one for each set of pages that share modules.
            { name: "main", test: /[\\/]src[\\/]dashboard[\\/]main\.tsx$/, priority: 2 },
            // Otherwise the list is forty files, which come one after another in three rounds. "list" is what table and cards share.
            {
              name: "list",
              test: /[\\/](?:use-market-list|market-cells|hero|action-buttons|rate-bar|strikes|inline-icons|markets-tabs|summary)\.tsx$/,
              priority: 1,
            },
            // Six small parts that load beside the list's first rows. Six requests would hold up the list's own files.
            {
              name: "small-parts",
              test: /[\\/](?:problem|list-problem|page-problem|copy-button|chip-tooltip|restore-focus)\.tsx$/,
            },
            { name: "table", test: /[\\/](?:markets-table|markets-toolbar|filter-panel)\.tsx$/ },
            { name: "cards", test: /[\\/](?:market-cards|phone-toolbar)\.tsx$/ },
          ],
        },
      },
    },
  },
});
