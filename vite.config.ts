import { join } from "node:path";
import react from "@vitejs/plugin-react";
import tailwindcss from "@tailwindcss/vite";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import {
  defineConfig,
  isRunnableDevEnvironment,
  type Connect,
  type HtmlTagDescriptor,
  type Plugin,
  type Rolldown,
} from "vite";
import { compressedFiles } from "./scripts/compressed-files.mjs";
import { thirdPartyNotices } from "./scripts/third-party-notices.mjs";
import { HeaderPicture } from "./src/dashboard/pages/frame/header-bar.tsx";
import { ListPicture } from "./src/dashboard/list/list-picture.tsx";
import { phoneQuery } from "./src/dashboard/ui/page/media-query.ts";
import type * as ServiceModule from "./src/service/create-service.ts";
import type * as ServerModule from "./src/service/http/server.ts";

type CreateService = typeof ServiceModule.createService;
type Listener = ReturnType<typeof ServerModule.createListener>;

/**
 * Answers /api in the development server's own process, so that one command runs both programs. The service's modules are
 * loaded through Vite: an edit applies to the next request, and the source is made anew with them.
 */
function serviceInProcess(): Plugin {
  return {
    name: "yieldboard-service",
    apply: "serve",
    configureServer(server) {
      const environment = server.environments["ssr"];
      if (environment === undefined || !isRunnableDevEnvironment(environment))
        throw new Error("The development server cannot run the service: it has no runnable environment.");
      let held:
        | {
            readonly create: CreateService;
            readonly service: ServiceModule.Service;
            readonly listen: Listener;
          }
        | undefined;

      const load = async (): Promise<Listener> => {
        const { createService } = await environment.runner.import<typeof ServiceModule>(
          "/src/service/create-service.ts",
        );
        if (held?.create === createService) return held.listen;
        await held?.service.close();
        const { createListener } = await environment.runner.import<typeof ServerModule>(
          "/src/service/http/server.ts",
        );
        const service = createService(process.env);
        const listen = createListener(service.app);
        held = { create: createService, service, listen };
        return listen;
      };

      const answer = async (
        ...[request, response, next]: Parameters<Connect.NextHandleFunction>
      ): Promise<void> => {
        try {
          const listen = await load();
          listen(request, response);
        } catch (error) {
          next(error);
        }
      };

      server.middlewares.use((request, response, next) => {
        if (!/^\/(?:api(?:[/?]|$)|healthz$|readyz$|metrics$)/.test(request.url ?? "")) {
          next();
          return;
        }
        void answer(request, response, next);
      });
    },
  };
}

/** Draws what never changes into the page, so that it is seen before the program has come. React takes it away with its first drawing. */
function pictureBeforeProgram(): Plugin {
  const root = '<div id="root">';
  const picture = [HeaderPicture, ListPicture]
    .map((part) => renderToStaticMarkup(createElement(part)))
    .join("");
  return {
    name: "yieldboard-picture-before-program",
    transformIndexHtml: (html) => html.replace(root, root + picture),
  };
}

/** Points the page's early request at the service, where that is built to be somewhere else. */
function preloadFromService(): Plugin {
  let base = "/api";
  return {
    name: "yieldboard-preload",
    apply: "build",
    configResolved(config) {
      base = String(config.env["VITE_API_BASE"] ?? base).replace(/\/+$/, "");
    },
    transformIndexHtml: (html) => html.replace('href="/api/dashboard"', `href="${base}/dashboard"`),
  };
}

const dashboard = join(import.meta.dirname, "src", "dashboard");
const reaches = new Map<string, ReadonlySet<string>>();

/** Everything a module imports statically, directly or not, and itself. Walked once: the bundler asks for each of its modules. */
function reach(start: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const known = reaches.get(start);
  if (known !== undefined) return known;
  if (context.getModuleInfo(start) === null) throw new Error(`${start} is not in the program: see fileOf.`);
  const found = new Set([start]);
  for (const module of found)
    for (const imported of context.getModuleInfo(module)?.importedIds ?? []) found.add(imported);
  reaches.set(start, found);
  return found;
}

/** What is drawn beside the first page of markets: on every screen, on a wide one, and on a phone. */
const everywhere = [
  "actions/action-buttons.tsx",
  "list/chips/chip-row.tsx",
  "pages/frame/desktop-tools.tsx",
  "pages/frame/page-problem.tsx",
  "pages/status/data-status.tsx",
  "pages/status/list-problem.tsx",
  // A wide screen's alone, but too little for a file.
  "ui/page/skippable-region.tsx",
];
const wide = [
  "list/table/markets-table.tsx",
  "list/panel/filter-panel.tsx",
  "pages/markets/question.tsx",
  "pages/markets/tools/markets-toolbar.tsx",
];
const phoneBars = ["pages/markets/tools/phone-toolbar.tsx", "pages/markets/tools/phone-tools.tsx"];
const phone = ["list/cards/market-cards.tsx", ...phoneBars];
/** Beside the table; a phone has both in sheets. */
const tools = ["list/panel/filter-panel.tsx", "pages/markets/tools/markets-toolbar.tsx"];

/**
 * The file a module travels in, where the bundler's own choice would be one small file for each set of parts that share it:
 * `first` without which nothing is drawn, `list` beside the first page of markets on any screen, `phone` for the bars over
 * cards, `tools` for the filters and the toolbar. The rest is its own choice.
 */
function fileOf(id: string, context: Rolldown.ChunkingContext): string | null {
  // Each icon is a module of its own behind one index: reached is not used.
  if (id.includes("/icons/")) return null;
  const reached = (starts: readonly string[]): boolean =>
    starts.some((start) => reach(join(dashboard, start), context).has(id));
  if (reached(["main.tsx"])) return "first";
  if (reached(everywhere) || (reached(wide) && reached(phone))) return "list";
  if (reached(phoneBars)) return "phone";
  return reached(tools) ? "tools" : null;
}

/** Files whose functions are nearly all called until the first rows stand. */
const drawnFirst: ReadonlySet<string> = new Set([
  "start",
  "first",
  "list",
  "phone",
  "tools",
  "markets-table",
  "market-cards",
]);

/**
 * Has Chromium compile their functions beside the page, while they load, instead of each within the page at its first call: an
 * eighth of what the page does until the first rows. The comment counts only in a file's first line, above what Vite puts there.
 */
function compileWhileLoading(): Plugin {
  return {
    name: "yieldboard-compile-while-loading",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const missing = new Set(drawnFirst);
        for (const file of Object.values(bundle)) {
          if (file.type !== "chunk" || !drawnFirst.has(file.name)) continue;
          missing.delete(file.name);
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
          const map = bundle[`${file.fileName}.map`];
          if (map?.type === "asset") map.source = String(map.source).replace('"mappings":"', '"mappings":";');
        }
        if (missing.size > 0) this.error(`No file is called ${[...missing].join(", ")}: see drawnFirst.`);
      },
    },
  };
}

/**
 * Asks for what is needed soon along with the page, where a browser would find it in one script after another: the program, and
 * what its first page of markets is drawn with. The latter carries the width of screen it is for.
 */
function preloadCode(): Plugin {
  return {
    name: "yieldboard-preload-code",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? [file] : []));
        const linksTo = (
          starts: readonly string[],
          media: Readonly<Record<string, string>>,
          known: (file: string) => boolean,
        ): { readonly files: readonly string[]; readonly tags: HtmlTagDescriptor[] } => {
          const reached = new Set(
            chunks.filter(({ moduleIds }) =>
              starts.some((start) => moduleIds.includes(join(dashboard, start))),
            ),
          );
          for (const { imports } of reached)
            for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk);
          // No styles: a browser complains of those that a page other than the list does not use.
          const files = [...reached].map(({ fileName }) => fileName).filter((file) => !known(file));
          const tags = files.map((file) => ({
            tag: "link",
            injectTo: "head" as const,
            attrs: {
              rel: "modulepreload",
              crossorigin: true,
              // The header is painted without them: what that takes comes first.
              fetchpriority: "low",
              ...media,
              href: `/${file}`,
            },
          }));
          return { files, tags };
        };
        const program = linksTo(["main.tsx"], {}, (file) => html.includes(file));
        const known = (file: string): boolean => html.includes(file) || program.files.includes(file);
        return [
          ...program.tags,
          ...linksTo([...everywhere, ...wide], { media: `not all and ${phoneQuery}` }, known).tags,
          ...linksTo([...everywhere, ...phone], { media: phoneQuery }, known).tags,
        ];
      },
    },
  };
}

/** What asks for the first page of markets has a file of its own, which is there long before the rest. */
function startFile(id: string, context: Rolldown.ChunkingContext): string | null {
  return reach(join(dashboard, "start.ts"), context).has(id) ? "start" : null;
}

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    serviceInProcess(),
    pictureBeforeProgram(),
    preloadFromService(),
    preloadCode(),
    compileWhileLoading(),
    thirdPartyNotices(["tailwindcss", "@fontsource-variable/inter"]),
    compressedFiles(),
  ],
  // React has it since version 18; the router asks for the stand-in.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  server: {
    host: process.env["HOST"] ?? "127.0.0.1",
    port: Number(process.env["PORT"] ?? 4173),
    strictPort: true,
  },
  build: {
    outDir: "dist/dashboard",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    // Browsers that know the rest of what is used here know it; for others it only saves time.
    modulePreload: { polyfill: false },
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
            // A file of its own, so that start.ts does not wait for it.
            { name: "schemas", test: /[\\/]node_modules[\\/]zod[\\/]/, priority: 3 },
            { name: startFile, debugName: "startFile", priority: 2 },
            { name: fileOf, debugName: "fileOf", priority: 1 },
          ],
        },
      },
    },
  },
});
