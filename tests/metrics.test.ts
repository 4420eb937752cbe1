// Checks docs/metrics.md: fails for a formula that it does not explain, or that no page uses.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeFiles, codeOf, root } from "./fixtures/source-files.ts";

const text = readFileSync(join(root, "docs/metrics.md"), "utf8");

/** These compute no figure. */
const tools = new Set(["finance/group-by.ts"]);
const formulas = codeFiles
  .filter((path) => path.startsWith("finance/") && !tools.has(path))
  .map((path) => ({
    file: basename(path),
    names: [...codeOf(path).matchAll(/^export function (\w+)/gm)].flatMap(([, name]) => name ?? []),
  }));

/** The code of some folders as one text. */
const codeIn = (folders: RegExp): string =>
  codeFiles
    .filter((path) => folders.test(path))
    .map(codeOf)
    .join("\n");

function calls(code: string, name: string): number {
  return code.split(new RegExp(`\\b${name}\\(`)).length - 1;
}

describe("docs/metrics.md", () => {
  it("has a section for every file of formulas", () => {
    const missing = formulas.filter(({ file }) => !new RegExp(`^## .*\`${file}\``, "m").test(text));
    expect(missing).toEqual([]);
  });

  it("mentions every formula", () => {
    const missing = formulas.flatMap(({ names }) => names).filter((name) => !text.includes(`\`${name}\``));
    expect(missing).toEqual([]);
  });

  it("mentions no formula that is never displayed", () => {
    // Includes the service, which computes some figures from its record.
    const shown = codeIn(/^(?:dashboard|domain|service\/record)\//);
    const core = codeIn(/^finance\//);
    // A formula must be called by a page, or by another formula.
    const idle = formulas
      .flatMap(({ names }) => names)
      .filter((name) => calls(shown, name) === 0 && calls(core, name) < 2);
    expect(idle).toEqual([]);
  });
});
