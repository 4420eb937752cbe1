// Views, and a comparison of an export with the list. export-rows.test.ts covers a file's columns and order.
import type { Page } from "@playwright/test";
import * as z from "zod";
import { judge } from "./axe.ts";
import {
  cell,
  complete,
  few,
  header,
  openComplete,
  parameters,
  rowAt,
  rowCount,
  saved,
  table,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

/** Chooses a file as the export to compare with. */
async function compareWith(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  const waiting = page.waitForEvent("filechooser");
  await page.getByRole("menuitem", { name: /^Compare with an export/ }).click();
  const chooser = await waiting;
  await chooser.setFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
}

const apy = "depositApy (fraction per year)";
const fileSchema = z.looseObject({
  markets: z.array(z.looseObject({ id: z.string(), [apy]: z.number().nullable() })),
});

const views = [
  ["Earn", {}, "Deposit APY"],
  ["Borrow", { view: "borrow", type: "lending" }, "Borrow APY"],
  ["Loop", { view: "loop", type: "loop" }, "Deposit APY"],
  ["Perpetual", { view: "perpetual", type: "perpetual" }, "Long liquidity"],
  ["Prediction", { view: "prediction", type: "prediction" }, "Closes"],
] as const;

test("each view is a tab with its own order and URL", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?view=all`);
  for (const [view, url, column] of views)
    await test.step(view, async () => {
      const tab = page.getByRole("tab", { name: new RegExp(`^${view}\\b`) });
      await tab.click();
      await expect(tab).toHaveAttribute("aria-selected", "true");
      await expect.poll(() => parameters(page)).toEqual(url);
      await expect(header(page, column)).toHaveAttribute("aria-sort", /ascending|descending/);
      await complete(page);
      // The capacity of a loop is known once the lending markets are loaded.
      if (view === "Loop") await expect(table(page)).toContainText("$");
      // The last 90 days load after the list.
      if (view === "Earn" || view === "Loop")
        await expect(await cell(page, rowAt(page, 1), "90d low")).toContainText("%");
    });
  await test.step("outcomes that do not fit are hidden as a whole, and counted", async () => {
    const events = await table(page)
      .locator("[role=rowheader]:has(a[data-market])")
      .evaluateAll((names) =>
        names.map((name) => {
          const end = name.lastElementChild?.getBoundingClientRect().bottom ?? 0;
          const isIn = (element: Element): boolean => {
            const { top, width } = element.getBoundingClientRect();
            return width > 1 && top < end - 1;
          };
          const outcomes = [...name.querySelectorAll("a[data-market]")];
          const isCut = (outcome: Element): boolean =>
            isIn(outcome) && outcome.getBoundingClientRect().bottom > end + 1;
          const counts = [...name.querySelectorAll("span")].filter(
            (element) => /^\+\d+$/.test(element.textContent) && isIn(element),
          );
          return {
            cut: outcomes.filter(isCut).length,
            unseen: outcomes.filter((outcome) => !isIn(outcome)).length,
            counted: counts.reduce((sum, { textContent }) => sum + Number(textContent), 0),
          };
        }),
      );
    expect(events.some(({ unseen }) => unseen > 0)).toBe(true);
    for (const { cut, unseen, counted } of events) expect([cut, counted]).toEqual([0, unseen]);
  });
  await test.step("no outcome lies over the star and the details of its row", async () => {
    const covered = await table(page)
      .locator(".row-controls button")
      .evaluateAll((buttons) =>
        buttons.filter((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          const top = document.elementFromPoint(x + width / 2, y + height / 2);
          return (top?.closest("a[data-market]") ?? null) !== null;
        }),
      );
    expect(covered).toHaveLength(0);
  });
  await test.step("no column is cut off when a size is set, even with all types", async () => {
    await visitComplete(page, "/?view=all&size=250000");
    const region = page.locator(".markets-region");
    for (const width of [1280, 1440, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => region.evaluate((at) => at.scrollWidth - at.clientWidth)).toBe(0);
    }
  });
});

test("an export of another day is compared with the list", async ({ demo, page }) => {
  await openComplete(page, `${few(demo)}&small=1`);
  // Makes the file look like one of another day: two rates are lower, and two markets differ.
  await page.getByRole("button", { name: "Export" }).click();
  const text = await saved(page, () => page.getByRole("menuitem", { name: /^JSON/ }).click());
  const file = fileSchema.parse(JSON.parse(text.toString("utf8")));
  await expect.poll(() => rowCount(page)).toBe(file.markets.length);
  const [largest, smaller, ...others] = file.markets;
  if (largest !== undefined) largest[apy] = (largest[apy] ?? 0) - 0.03;
  if (smaller !== undefined) smaller[apy] = (smaller[apy] ?? 0) - 0.02;
  for (const [at, market] of others.slice(0, 2).entries()) market.id = `gone.${String(at)}`;

  await compareWith(page, "wrong.json", '{"markets":[{"id":"<img src=x onerror=alert(1)>"}]}');
  const refusal = page.getByRole("status").filter({ hasText: "Nothing was compared." });
  await expect(refusal).toContainText("not an export of this dashboard: export is missing");
  await judge(refusal, "refused export");
  await compareWith(page, "export.json", JSON.stringify(file));
  const comparison = page.getByRole("region", { name: "Since the export of 1 Oct 2026, 00:00 UTC" });
  await expect(comparison).toContainText("(Demo): 2 rates moved over 1 pp, 2 markets are new, 2 are gone");
  // If the input kept its value, a browser would not report choosing the same file again.
  await expect(page.locator("input[type=file]")).toHaveValue("");
  await comparison.getByRole("button", { name: "Show" }).click();
  const entry = comparison.getByRole("listitem").first();
  await expect(entry).toContainText(/\d %? ?→ \d/);
  await expect(entry.getByRole("link")).toHaveAttribute(
    "href",
    `/markets/${encodeURIComponent(largest?.id ?? "")}?provider=lulo&small=1`,
  );
  await judge(comparison, "comparison with an export");

  // After opening a market and going back, the comparison is still there, until it is dismissed.
  await entry.getByRole("link").click();
  await page.goBack();
  await comparison.getByRole("button", { name: "Dismiss" }).click();
  await expect(comparison).toHaveCount(0);
  await expect(rowAt(page, 1)).toBeVisible();
});
