// Compresses built files once for browsers, so that the service does not compress them at its start.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const minBytesToCompress = 1024;

/**
 * Writes x.js.br and x.js.gz beside each script x.js of a build, and the same for styles and SVGs. Skips the page, which the
 * service modifies, and source maps, which are fetched only for debugging.
 * @returns {import("vite").Plugin}
 */
export function compressedFiles() {
  return {
    name: "yieldboard-compressed-files",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg)$/.test(name));
      await Promise.all(names.map(async (name) => compress(join(dir, name))));
    },
  };
}

/** @param {string} path */
async function compress(path) {
  const content = await readFile(path);
  if (content.length < minBytesToCompress) return;
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    promisify(brotliCompress)(content, best).then(async (packed) => writeFile(`${path}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then(async (packed) => writeFile(`${path}.gz`, packed)),
  ]);
}
