// Checks what documents mention: moved files, renamed identifiers and broken links fail.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

const places: readonly string[] = ["src", "tests", "scripts", "deploy", "docs", "public"];
const files = new Set([
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : [])),
  ...places.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, withFileTypes: true }).flatMap((entry) =>
      // The benchmark installs its peers here.
      entry.isFile() && !entry.parentPath.includes("node_modules")
        ? join(entry.parentPath, entry.name).slice(root.length + 1)
        : [],
    ),
  ),
]);
const folders = new Set<string>();
for (const file of files)
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) folders.add(folder);

/** Excludes superseded decisions, which may name code that no longer exists. */
const documents = [...files]
  .filter((file) => file.endsWith(".md"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
  .filter(({ text }) => !/^Superseded by /m.test(text));

function namedIn(pattern: RegExp): readonly { readonly file: string; readonly named: string }[] {
  return documents.flatMap(({ file, text }) =>
    [...text.replaceAll(/```[^]*?```/g, "").matchAll(pattern)].map(([, named = ""]) => ({ file, named })),
  );
}

test("every link between documents leads to an existing file and heading", () => {
  const lost = namedIn(/\]\(([^)\s]+)\)/g).filter(({ file, named }) => {
    if (/^https?:/.test(named)) return false;
    const [path = "", anchor] = named.split("#");
    const place = normalize(join(dirname(file), path === "" ? join("..", file) : path));
    if (folders.has(place)) return false;
    if (!files.has(place)) return true;
    if (anchor === undefined) return false;
    const headings = [...readFileSync(join(root, place), "utf8").matchAll(/^#+ (.+)$/gm)];
    return !headings.some(([, heading = ""]) => slugOf(heading) === anchor);
  });
  expect(lost).toEqual([]);
});

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

test("every source file that a document names exists", () => {
  const names = new Set([...files].map((file) => basename(file)));
  const lost = namedIn(/`(\w[\w./-]*[/-][\w.-]+\.(?:tsx?|mjs|css))`/g).filter(({ named }) =>
    named.includes("/")
      ? !["", "src", "src/dashboard", "src/service"].some((from) => files.has(join(from, named)))
      : !names.has(named),
  );
  expect(lost).toEqual([]);
});

test("every identifier in the glossary of numbers exists", () => {
  const words = new Set(
    [...files]
      .filter((file) => /^src\/.*\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(join(root, file), "utf8").match(/\w+/g) ?? []),
  );
  const lost = namedIn(/`([a-z]+[A-Z]\w*)`/g).filter(
    ({ file, named }) => file === "docs/metrics.md" && !words.has(named),
  );
  expect(lost).toEqual([]);
});

test("ARCHITECTURE.md mentions every folder of src, service and dashboard", () => {
  const house = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
  const inside = [...folders].filter((folder) => /^src\/(?:(?:service|dashboard)\/)?[\w-]+$/.test(folder));
  expect(inside.filter((folder) => !new RegExp(`\\b${basename(folder)}/`).test(house))).toEqual([]);
});
