// Holds docs/metrics.md: a formula that is added without being explained there fails.
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

describe("the glossary of numbers", () => {
  it("has a section that names every file of formulas", () => {
    const missing = formulas.filter(({ file }) => !new RegExp(`^## .*\`${file}\``, "m").test(text));
    expect(missing).toEqual([]);
  });

  it("names every formula", () => {
    const missing = formulas.flatMap(({ names }) => names).filter((name) => !text.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });
});
