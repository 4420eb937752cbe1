// Checks a page or a part: with axe, that figures have a help text, and the contrast of colors in light and dark.
// States of the list are checked in accessibility.spec.ts, others by the stories that reach them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { faintTexts } from "./contrast.ts";
import { expect } from "./story.ts";

const axe = readFileSync(
  join(import.meta.dirname, "..", "..", "node_modules", "axe-core", "axe.min.js"),
  "utf8",
);

const rules = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  rules: {
    // Off by default, because it is experimental.
    "label-content-name-mismatch": { enabled: true },
    // `faintTexts` checks this in both themes.
    "color-contrast": { enabled: false },
  },
};

/** What axe finds within an element: rule, count and the first offender. */
async function objections(place: Locator, covered: string | undefined): Promise<string[]> {
  const page = place.page();
  // Evaluated instead of added as a script, because the page's CSP rightly forbids that.
  if (!(await page.evaluate(() => Reflect.has(globalThis, "axe")))) await page.evaluate(axe);
  const found: unknown = await place.evaluate(
    async (element, [chosen, hidden]) => {
      const runner: unknown = Reflect.get(globalThis, "axe");
      const run: unknown = Reflect.get(Object(runner), "run");
      if (typeof run !== "function") return ["axe is not there"];
      const results: unknown = await Reflect.apply(run, runner, [
        { include: [element], ...(hidden === undefined ? {} : { exclude: [hidden] }) },
        // Passed rules need not be listed.
        { ...chosen, resultTypes: ["violations"] },
      ]);
      const violations: unknown = Reflect.get(Object(results), "violations");
      return Array.isArray(violations)
        ? violations.map(
            ({ id, nodes }) =>
              `${id} × ${nodes.length}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`,
          )
        : ["axe gave no result"];
    },
    [rules, covered] as const,
  );
  return Array.isArray(found) ? found.map(String) : ["axe gave no result"];
}

/**
 * Figures in tables, tiles and chips that have no help text. In a table, heads of columns or rows explain their
 * figures; in cards, the labels of the first card. Popovers explain themselves.
 */
const unexplained = (place: Locator, covered: string | undefined): Promise<string[]> =>
  place.evaluate((element, hidden) => {
    const explained = "[aria-description], [data-column], [data-tip]";
    const figure = /^[−+~<>≥≤]?\s?[−+]?\$?\d/;
    const isExplained = (part: Element | null | undefined): boolean =>
      part !== null &&
      part !== undefined &&
      (part.matches(explained) || part.querySelector(explained) !== null);
    const all = (selector: string): HTMLElement[] =>
      [...element.querySelectorAll<HTMLElement>(selector)].filter(
        (part) =>
          part.checkVisibility() &&
          part.closest("[role=dialog]") === null &&
          (hidden === undefined || part.closest(hidden) === null),
      );
    const cells = all("table tbody td, table tfoot td").filter((cell) => {
      const isName = ["left", "start"].includes(getComputedStyle(cell).textAlign);
      if (isName || !figure.test(cell.innerText.trim()) || cell.querySelector("input") !== null) return false;
      const row = cell.closest("tr");
      const at = [...(row?.children ?? [])].indexOf(cell);
      const head = cell.closest("table")?.querySelectorAll("thead th")[at];
      return !isExplained(head) && !isExplained(row?.querySelector("th")) && !isExplained(cell);
    });
    const values = all("dl dd").filter(
      (value) => figure.test(value.innerText.trim()) && !isExplained(value.parentElement),
    );
    const chips = all('ul[aria-label="Summary"] > li').filter((chip) => !isExplained(chip));
    return [...cells, ...values, ...chips].map(
      (part) =>
        `${part.closest("table")?.getAttribute("aria-label") ?? ""} ${part.parentElement?.innerText ?? ""}`,
    );
  }, covered);

/** Switches the page to the other theme. */
const changeTheme = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset["theme"] = dataset["theme"] === "dark" ? "light" : "dark";
  });

/** Waits until color transitions end: in between, colors are neither light nor dark. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });

/**
 * Checks what is shown with axe, and its colors in both themes. The other theme stays on.
 * @param place the page, or a part if the rest was checked before: something that opens over a list does not change
 * the list
 * @param covered selector of what lies under something open; its visible part is not checked now
 */
export async function judge(place: Page | Locator, name: string, covered?: string): Promise<void> {
  const [page, part] = "page" in place ? [place.page(), place] : [place, place.locator(":root")];
  await painted(page);
  expect.soft(await objections(part, covered), name).toEqual([]);
  expect.soft(await unexplained(part, covered), `${name}: figures without a tooltip`).toEqual([]);
  expect.soft(await faintTexts(part, covered), name).toEqual([]);
  await changeTheme(page);
  await painted(page);
  expect.soft(await faintTexts(part, covered), `${name}, in the other theme`).toEqual([]);
}

/** Checks a page after opening everything in it that can be opened in place. */
export async function judgeOpened(page: Page, name: string): Promise<void> {
  await page.locator("main details").evaluateAll((all) => {
    for (const part of all) part.setAttribute("open", "");
  });
  await judge(page, name);
}
