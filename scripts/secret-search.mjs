// Searches everything that is sent to browsers, including source maps, for secrets.
//   node scripts/secret-search.mjs <key>   a key that was in the environment during the build
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Names that only the service may contain: a bundle with one of them includes the module that reads the environment.
 * Excludes the header in which browsers send their own key.
 */
const serviceOnlyNames = ["MARKETS_CLIENT_KEY", "MARKETS_BASE_URL", "CLIENT_KEYS", "DASHBOARD_SECRET"];

const secretShapes = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bAKIA[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  /\b[ps]k_(?:live|test|demo)\w*/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
];

/**
 * @param {string} directory the built dashboard
 * @param {readonly string[]} planted values that were in the environment during the build and must not be in the files
 * @returns {{ files: number, findings: string[] }} findings contain the file and the rule, never the value
 */
export function searchSecrets(directory, planted) {
  /** @type {string[]} */
  const findings = [];
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths) {
    const text = readFileSync(path, "latin1");
    const name = relative(directory, path);
    for (const word of serviceOnlyNames) if (text.includes(word)) findings.push(`${name}: the name ${word}`);
    for (const shape of secretShapes)
      if (shape.test(text)) findings.push(`${name}: something of the shape ${shape.source}`);
    planted.forEach((value, index) => {
      if (text.includes(value)) findings.push(`${name}: value ${index + 1} of the build's environment`);
    });
  }
  return { files: paths.length, findings };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const root = join(import.meta.dirname, "..");
  const { files, findings } = searchSecrets(join(root, "dist", "dashboard"), [
    ...process.argv.slice(2),
    root,
  ]);
  for (const finding of findings) console.error(finding);
  console.log(`Secrets in ${files} files: ${findings.length}`);
  if (findings.length > 0) process.exitCode = 1;
}
