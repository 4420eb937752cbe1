// Finds words that docs/glossary.md rejects, in code, comments, interface texts and documents:
//   node scripts/check-words.mjs              src, tests, scripts, docs and the documents at the root
//   node scripts/check-words.mjs src/finance  only these files and folders
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative } from "node:path";

const root = join(import.meta.dirname, "..");

/**
 * What is rejected, and what to write instead. Names in camel case are read as words: `isTold` contains "told".
 * @type {readonly (readonly [pattern: string, instead: string])[]}
 */
const rejected = [
  ["who(?:m|so)?ever", "the user, callers, or nothing"],
  ["nobody", "no one, no caller, never"],
  ["anew", "again"],
  ["so many", "the number"],
  ["those of", "name the thing"],
  ["there (?:is|are) none", "no …, or missing"],
  ["stands?(?! for| in\\b| out)", "is"],
  ["as it is", "unchanged, today"],
  ["of it", "its …, or name the thing"],
  ["held against", "compared with"],
  ["(?:un)?told", "shown, sent, published; omitted, unknown"],
  ["not (?:known|published)(?! by)", "unknown"],
  ["walk(?:s|ed|ing)?", "poll (the recorder), load (the list), iterate"],
  ["(?<!list-)discs?", "token icon"],
  ["deeds?", "action"],
  ["sober", "conservative"],
  ["shut", "closed"],
  ["rang|rung", "fired"],
  ["let go", "release"],
  ["hold tick", "the standard term"],
];

// A column's id in the URL and in saved views, and lines that say why they keep a word.
const allowed = /\bsober(?:Apy|-apy)\b|"sober"|\/\/ allowed-word: .*/g;

const pattern = new RegExp(`\\b(?:${rejected.map(([word]) => `(${word})`).join("|")})\\b`, "gi");

/** @param {string} path @returns {string[]} */
function filesIn(path) {
  if (statSync(path).isFile()) return [path];
  // The benchmark installs its peers in tests/bench.
  return readdirSync(path)
    .filter((name) => name !== "node_modules")
    .flatMap((name) => filesIn(join(path, name)));
}

const conflict = /^\W*?(?:<{7} |(?:> ?){7}|={7}\s*(?:\||$))/;
const given = process.argv.slice(2);
const paths =
  given.length > 0
    ? given
    : ["src", "tests", "scripts", "docs", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
const read = new Set([".ts", ".tsx", ".css", ".md", ".html", ".mjs"]);
let found = 0;
for (const file of paths.flatMap((path) => filesIn(join(root, path)))) {
  // These files list the rejected words.
  if (!read.has(extname(file)) || file.endsWith("glossary.md") || file === import.meta.filename) continue;
  const lines = readFileSync(file, "utf8").split("\n");
  for (const [index, line] of lines.entries()) {
    if (conflict.test(line)) {
      console.error(`${relative(root, file)}:${String(index + 1)}: a merge conflict is not resolved`);
      process.exitCode = 1;
    }
    const words = line.replaceAll(allowed, "").replaceAll(/([a-z\d])([A-Z])/g, "$1 $2");
    for (const match of words.matchAll(pattern)) {
      const [, instead] = rejected[match.slice(1).findIndex((part) => part !== undefined)] ?? [];
      console.error(`${relative(root, file)}:${String(index + 1)}: "${match[0]}" – write: ${instead ?? ""}`);
      found += 1;
    }
  }
}
if (found > 0) {
  console.error(`${String(found)} words that docs/glossary.md rejects`);
  process.exitCode = 1;
}
