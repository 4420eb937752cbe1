// The built dashboard. The list of files is made once at start, so a request can only ever name a file that is in it.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { LRUCache } from "lru-cache";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import { dashboardConfigElementId } from "../../../contract/routes.ts";
import { routeOf, shortcutOf } from "../../../contract/routes.ts";
import { tagOf } from "../../tag.ts";
import { EncodedBody, encodedAnswer } from "../encoded-bodies.ts";
import type { ServiceAnswer, ServiceRequest } from "../exchange.ts";

const contentTypes = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".map", "application/json; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".webp", "image/webp"],
  [".ico", "image/x-icon"],
  [".txt", "text/plain; charset=utf-8"],
  [".webmanifest", "application/manifest+json"],
  [".woff2", "font/woff2"],
]);
// These are compressed already.
const incompressible = new Set([".png", ".webp", ".woff2", ".ico"]);

// Vite writes a hash of the content into the name of everything below /code/.
const hashedFolder = "/code/";
const pagePath = "/index.html";
const yearInSeconds = 31_536_000;

interface StaticFiles {
  /** The answer to a GET outside /api; undefined when there is nothing to send. */
  answer(request: ServiceRequest): Promise<ServiceAnswer> | undefined;
}

/** What the build has compressed lies beside its file, under its name and one of these. */
const packedExtensions = { br: ".br", gzip: ".gz" } as const;

/**
 * Serves a folder of built files. An address that is none of them gets the dashboard's page when it is one of its routes,
 * or when a person opened it in the address bar (then with 404, so that the page can say so). A shortcut is sent on.
 * @param config written into the page, so that it can ask for markets before anything else has answered
 */
export function createStaticFiles(directory: string | undefined, config: DashboardConfig): StaticFiles {
  const files = directory === undefined ? new Map<string, string>() : listFiles(directory);
  const loaded = new LRUCache<string, Promise<EncodedBody>>({ max: 500 });

  const read = async (path: string): Promise<Buffer<ArrayBuffer> | undefined> => {
    const file = files.get(path);
    return file === undefined ? undefined : readFile(file);
  };

  const loadOnce = async (path: string): Promise<EncodedBody> => {
    const content = (await read(path)) ?? Buffer.alloc(0);
    if (path === pagePath) {
      const page = Buffer.from(withConfig(content.toString(), config));
      return new EncodedBody(page, tagOf(page));
    }
    const [br, gzip] = await Promise.all([
      read(path + packedExtensions.br),
      read(path + packedExtensions.gzip),
    ]);
    return new EncodedBody(content, tagOf(content), { br, gzip });
  };

  const load = (path: string): Promise<EncodedBody> => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    const loading = loadOnce(path);
    loaded.set(path, loading);
    loading.catch(() => loaded.delete(path));
    return loading;
  };

  const send = async (request: ServiceRequest, path: string, status: number): Promise<ServiceAnswer> => {
    const extension = extname(path);
    const body = await load(path);
    return encodedAnswer(
      incompressible.has(extension) ? withoutEncoding(request) : request,
      {
        tag: body.tag,
        contentType: contentTypes.get(extension) ?? "application/octet-stream",
        body: () => body,
      },
      {
        "cache-control": path.startsWith(hashedFolder)
          ? `public, max-age=${yearInSeconds}, immutable`
          : "no-cache",
      },
      status,
    );
  };

  // The first visitor need not wait for it either.
  if (files.has(pagePath))
    void load(pagePath).then(
      async (page) => Promise.all([page.bytes("br"), page.bytes("gzip")]),
      () => undefined,
    );

  return {
    answer(request) {
      const pathname = request.path;
      if (files.has(pathname) && !isPacked(pathname)) return send(request, pathname, 200);
      if (!files.has(pagePath)) return undefined;
      if (routeOf(pathname) !== undefined) return send(request, pagePath, 200);
      const elsewhere = shortcutOf(pathname, request.query);
      if (elsewhere !== undefined)
        return Promise.resolve({
          status: 302,
          headers: { location: elsewhere, "cache-control": "no-cache" },
        });
      const opened = request.header("accept")?.includes("text/html") === true;
      return opened && !pathname.startsWith(hashedFolder) ? send(request, pagePath, 404) : undefined;
    },
  };
}

function isPacked(path: string): boolean {
  return Object.values(packedExtensions).some((extension) => path.endsWith(extension));
}

/**
 * The page with the configuration in the place of its early request for it: data, which no browser runs, and in which nothing can
 * end the element. A page that was built to ask another address has no such place and stays as it is.
 */
function withConfig(page: string, config: DashboardConfig): string {
  const text = JSON.stringify(config).replaceAll("<", String.raw`\u003c`);
  const element = `<script type="application/json" id="${dashboardConfigElementId}">${text}</script>`;
  return page.replace(/<link\b[^>]*\shref="\/api\/dashboard"[^>]*>/, () => element);
}

function withoutEncoding(request: ServiceRequest): Pick<ServiceRequest, "header"> {
  return { header: (name) => (name === "accept-encoding" ? undefined : request.header(name)) };
}

function listFiles(directory: string): Map<string, string> {
  try {
    return new Map(
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => {
          const file = join(entry.parentPath, entry.name);
          return [file.slice(directory.length).split(sep).join("/").replace(/^\/?/, "/"), file];
        }),
    );
  } catch {
    // Not built: the API works without the dashboard, and the routes say what is missing.
    return new Map();
  }
}
