// Computes what a browser loads on "/" before a click, from the built page, and compares it with the budgets.
//   node scripts/first-route.mjs   fails if a budget is exceeded
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { parseSync } from "vite";

/**
 * Budget of first-route JavaScript in bytes after gzip -9: the page's scripts and all their static imports,
 * which must load before anything is rendered.
 */
export const firstRouteBudget = 160_000;

/**
 * Budget of all code that loads until the page is quiet, in bytes after gzip -9: the first route; table or
 * cards and filters, with the first page of markets; and the line about excluded markets, after the last
 * page. Excludes code that is prefetched for offline use once the list is complete and the browser idle,
 * because browsers that save data skip it.
 */
export const quietPageBudget = 227_000;

/**
 * @typedef {object} FirstRouteFile
 * @property {string} path relative to the built dashboard
 * @property {number} gzipBytes
 */

/**
 * The scripts of index.html, with all their static imports.
 * @param {string} directory the built dashboard, with index.html
 * @returns {FirstRouteFile[]} largest first
 */
export function firstRouteScripts(directory) {
  const html = readFileSync(join(directory, "index.html"), "utf8");
  /** @type {string[]} */
  const waiting = [];
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const source = tag.startsWith("<script")
      ? attribute(tag, "src")
      : attribute(tag, "rel") === "modulepreload"
        ? attribute(tag, "href")
        : undefined;
    if (source !== undefined) waiting.push(source.replace(/^\//, ""));
  }
  if (waiting.length === 0) throw new Error(`${join(directory, "index.html")} contains no script.`);

  /** @type {Map<string, number>} */
  const sizes = new Map();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (sizes.has(path)) continue;
    const code = readFileSync(join(directory, path), "utf8");
    sizes.set(path, gzipSync(code, { level: 9 }).length);
    const { module } = parseSync(path, code);
    const requests = [
      ...module.staticImports.map((found) => found.moduleRequest.value),
      ...module.staticExports.flatMap((found) => found.entries.map((entry) => entry.moduleRequest?.value)),
    ];
    for (const request of requests)
      if (request !== undefined)
        waiting.push(request.startsWith("/") ? request.slice(1) : posix.join(dirname(path), request));
  }
  return [...sizes]
    .map(([path, gzipBytes]) => ({ path, gzipBytes }))
    .toSorted((a, b) => b.gzipBytes - a.gzipBytes);
}

/**
 * @param {string} tag
 * @param {string} name
 */
function attribute(tag, name) {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const files = firstRouteScripts(join(import.meta.dirname, "..", "dist", "dashboard"));
  const total = files.reduce((sum, file) => sum + file.gzipBytes, 0);
  for (const { path, gzipBytes } of files) console.log(`${String(gzipBytes).padStart(8)}  ${path}`);
  console.log(`First-route JavaScript: ${total} bytes gz of ${firstRouteBudget}`);
  if (total > firstRouteBudget) process.exitCode = 1;
}
