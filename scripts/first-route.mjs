// Computes what a browser loads on "/" before a click, from the built page, and compares it with the budget.
//   node scripts/first-route.mjs   fails if the budget is exceeded
import { readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { parseSync } from "vite";

/**
 * Budget of first-route JavaScript in bytes after gzip -9: the page's scripts and all their static imports,
 * which must load before anything is rendered.
 */
const firstRouteBudget = 160_000;

const directory = join(import.meta.dirname, "..", "dist", "dashboard");
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

/** The gzip bytes of each script of index.html and of all their static imports. @type {Map<string, number>} */
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

let total = 0;
for (const [path, gzipBytes] of [...sizes].toSorted(([, a], [, b]) => b - a)) {
  total += gzipBytes;
  console.log(`${String(gzipBytes).padStart(8)}  ${path}`);
}
console.log(`First-route JavaScript: ${total} bytes gz of ${firstRouteBudget}`);
if (total > firstRouteBudget) process.exitCode = 1;

/**
 * @param {string} tag
 * @param {string} name
 */
function attribute(tag, name) {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
}
