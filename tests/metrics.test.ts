// Holds docs/metrics.md: a formula that is added without being explained there, or that no page shows, fails.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const folder = join(root, "src/finance");
const text = readFileSync(join(root, "docs/metrics.md"), "utf8");

const formulas = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith(".ts") && !name.endsWith(".test.ts") && name !== "multiple.ts")
  .map(({ name: file, parentPath }) => ({
    file,
    names: [...readFileSync(join(parentPath, file), "utf8").matchAll(/^export function (\w+)/gm)].flatMap(
      ([, name]) => name ?? [],
    ),
  }));

/** The code of a folder without its tests, as one text. */
function codeOf(place: string): string {
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name), "utf8"))
    .join("\n");
}

function calls(code: string, name: string): number {
  return code.split(new RegExp(`\\b${name}\\(`)).length - 1;
}

describe("the glossary of numbers", () => {
  it("has a section that names every file of formulas", () => {
    const missing = formulas.filter(({ file }) => !new RegExp(`^## .*\`${file}\``, "m").test(text));
    expect(missing).toEqual([]);
  });

  it("names every formula", () => {
    const missing = formulas.flatMap(({ names }) => names).filter((name) => !text.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it("has no formula that nothing shows", () => {
    // What the service has recorded is worked out there, and answered.
    const shown = ["dashboard", "domain", "service/record"].map((path) => codeOf(`src/${path}`)).join("");
    const core = codeOf("src/finance");
    // A formula is called by a page, or by another formula besides its own declaration.
    const idle = formulas
      .flatMap(({ names }) => names)
      .filter((name) => calls(shown, name) === 0 && calls(core, name) < 2);
    expect(idle).toEqual([]);
  });
});
