// Runs every property test with ten times as many new cases as npm test, and prints their seed:
//   npm run fuzz                       a new seed
//   PROPERTY_SEED=123 npm run fuzz     the same cases again
//   npm run fuzz -- src/finance        only the tests of a folder
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "..");
const asked = process.argv.slice(2);

const files = ["src", "tests"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .filter((path) => readFileSync(join(root, path), "utf8").includes('from "fast-check"'))
  .filter((path) => asked.length === 0 || asked.some((part) => path.includes(part)));
if (files.length === 0) {
  console.error(`There are no property tests in ${asked.join(", ")}.`);
  process.exit(2);
}

const seed = process.env["PROPERTY_SEED"] ?? String(randomInt(2 ** 31));
console.log(`${String(files.length)} files with property tests, seed ${seed}`);
const { status } = spawnSync(
  join(root, "node_modules", ".bin", "vitest"),
  // Ten times as many cases may take ten times as long.
  ["run", "--testTimeout=600000", ...files],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PROPERTY_SEED: seed, PROPERTY_FACTOR: "10" },
  },
);
console.log(
  status === 0 ? `passed with seed ${seed}` : `PROPERTY_SEED=${seed} npm run fuzz repeats the same cases`,
);
process.exit(status ?? 1);
