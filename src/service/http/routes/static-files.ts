// The built dashboard. The list of files is made once at start, so a request can only ever name a file that is in it.
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { LRUCache } from "lru-cache";
import { routeOf } from "../../../contract/routes.ts";
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

// Vite writes a hash of the content into the name of everything below /assets/.
const hashedFolder = "/assets/";
const yearInSeconds = 31_536_000;

export interface StaticFiles {
  /** The answer to a GET outside /api; undefined when there is nothing to send. */
  answer(request: ServiceRequest): Promise<ServiceAnswer> | undefined;
}

/**
 * Serves a folder of built files. An address that is none of them gets the dashboard's page when it is one of its routes,
 * or when a person opened it in the address bar (then with 404, so that the page can say so).
 */
export function createStaticFiles(directory: string | undefined): StaticFiles {
  const files = directory === undefined ? new Map<string, string>() : listFiles(directory);
  const loaded = new LRUCache<string, Promise<EncodedBody>>({ max: 500 });

  const load = (path: string, file: string): Promise<EncodedBody> => {
    const known = loaded.get(path);
    if (known !== undefined) return known;
    // Files below /assets/ never change and are asked for by everybody: worth the slower, smaller compression.
    const reading = readFile(file).then(
      (content) => new EncodedBody(content, tagOf(content), path.startsWith(hashedFolder) ? 9 : 5),
    );
    loaded.set(path, reading);
    reading.catch(() => loaded.delete(path));
    return reading;
  };

  const send = async (
    request: ServiceRequest,
    path: string,
    file: string,
    status: number,
  ): Promise<ServiceAnswer> => {
    const extension = extname(path);
    const body = await load(path, file);
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

  return {
    answer(request) {
      const pathname = request.path;
      const file = files.get(pathname);
      if (file !== undefined) return send(request, pathname, file, 200);
      const page = files.get("/index.html");
      if (page === undefined) return undefined;
      if (routeOf(pathname) !== undefined) return send(request, "/index.html", page, 200);
      const opened = request.header("accept")?.includes("text/html") === true;
      return opened && !pathname.startsWith(hashedFolder)
        ? send(request, "/index.html", page, 404)
        : undefined;
    },
  };
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
