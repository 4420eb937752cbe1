import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { DashboardConfig } from "../../../contract/dashboard-config.ts";
import { dashboardConfigElementId, routeOf, shortcutOf } from "../../../contract/routes.ts";
import { respond, contentResponse } from "../responses.ts";
import { CompressedBody } from "../compressed-bodies.ts";
import type { ServiceContext, ServiceEnv } from "../context.ts";
import { withFixedHeaders } from "../fixed-headers.ts";

const revalidated = { "cache-control": "no-cache" } as const;
/** For files below /code/, whose names contain a hash of their content. */
const immutable = "public, max-age=31536000, immutable";
/** The build writes compressed files beside the originals. */
const compressedName = /\.(?:br|gz)$/;

/** Unknown paths get the page with status 404, which shows an error. Without a built directory only the API works. */
export function createDashboardFiles(
  directory: string | undefined,
  config: DashboardConfig,
): Hono<ServiceEnv> {
  const page = directory === undefined ? undefined : readPage(directory, config);
  const files = new Hono<ServiceEnv>();
  if (directory === undefined || page === undefined) return files.all("/*", notFound);

  const serve = serveStatic<ServiceEnv>({ root: directory, precompressed: true });
  const file = async (c: ServiceContext, cacheControl: string): Promise<Response | undefined> => {
    if (compressedName.test(c.req.path)) return undefined;
    // serveStatic answers invalid ranges with 206 and ignores If-Range. Nothing needs parts of these small files.
    c.req.raw.headers.delete("range");
    const found = await serve(c, async () => {});
    if (!(found instanceof Response)) return undefined;
    const modified = found.headers.get("last-modified");
    found.headers.set("cache-control", cacheControl);
    // serveStatic sets it only for the compressed form.
    found.headers.set("vary", "Accept-Encoding");
    if (modified === null || modified !== c.req.header("if-modified-since"))
      return withFixedHeaders(c, found);
    // Hono's etag() would read the whole file into memory.
    await found.body?.cancel();
    return respond(c, null, { "cache-control": cacheControl, vary: "Accept-Encoding" }, 304);
  };
  const sendPage = (c: ServiceContext, status: 200 | 404 = 200): Promise<Response> =>
    contentResponse(
      c,
      { tag: page.tag, contentType: "text/html; charset=utf-8", body: () => page },
      revalidated,
      status,
    );

  files.all("/code/*", async (c) => (await file(c, immutable)) ?? notFound(c));
  files.all("/*", async (c) => {
    const { path } = c.req;
    if (path === "/index.html" || routeOf(path) !== undefined) return sendPage(c);
    const shortcut = shortcutOf(path, new URL(c.req.url).search.slice(1));
    if (shortcut !== undefined) return respond(c, null, { location: shortcut, ...revalidated }, 302);
    const found = await file(c, revalidated["cache-control"]);
    if (found !== undefined) return found;
    return c.req.header("accept")?.includes("text/html") === true ? sendPage(c, 404) : notFound(c);
  });
  return files;
}

const notFound = (c: ServiceContext): Response =>
  respond(c, "Not found.\n", { "content-type": "text/plain; charset=utf-8" }, 404);

/** Replaces the page's early request for its configuration by inline JSON, escaped so that it cannot run. */
function readPage(directory: string, config: DashboardConfig): CompressedBody | undefined {
  const file = join(directory, "index.html");
  if (!existsSync(file)) return undefined;
  const html = readFileSync(file, "utf8");
  const text = JSON.stringify(config).replaceAll("<", String.raw`\u003c`);
  const element = `<script type="application/json" id="${dashboardConfigElementId}">${text}</script>`;
  return new CompressedBody(
    Buffer.from(html.replace(/<link\b[^>]*\shref="\/api\/dashboard"[^>]*>/, () => element)),
  );
}
