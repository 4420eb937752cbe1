// Searches everything that is sent to browsers, including source maps, for secrets.
//   node scripts/secret-search.mjs <key>   a key that was in the environment during the build
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

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

const root = join(import.meta.dirname, "..");
const directory = join(root, "dist", "dashboard");
const buildValues = [...process.argv.slice(2), root];
const paths = readdirSync(directory, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** Contain the file and the rule, never the value. */
const findings = paths.flatMap((path) => {
  const text = readFileSync(path, "latin1");
  const rules = [
    ...serviceOnlyNames.filter((word) => text.includes(word)).map((word) => `the name ${word}`),
    ...secretShapes
      .filter((shape) => shape.test(text))
      .map((shape) => `something of the shape ${shape.source}`),
    ...buildValues.flatMap((value, index) =>
      text.includes(value) ? [`value ${index + 1} of the build's environment`] : [],
    ),
  ];
  return rules.map((rule) => `${relative(directory, path)}: ${rule}`);
});
for (const finding of findings) console.error(finding);
console.log(`Secrets in ${paths.length} files: ${findings.length}`);
if (findings.length > 0) process.exitCode = 1;
