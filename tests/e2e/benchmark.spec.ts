// Comparing every rate with a market that the user chose.
import type { Locator, Page } from "@playwright/test";
import { orderedIds, plainTypes, readShownMarkets } from "./api.ts";
import { judge } from "./axe.ts";
import {
  cell,
  header,
  headerButton,
  idOf,
  openComplete,
  parameters,
  rowAt,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const chip = (page: Page): Locator => page.getByRole("button", { name: /^Benchmark .+/ });

async function pressUntilFocused(page: Page, key: string, wanted: Locator): Promise<void> {
  const isFocused = async (): Promise<boolean> =>
    wanted.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 20 && !(await isFocused()); presses += 1) await page.keyboard.press(key);
  await expect(wanted).toBeFocused();
}

test("a benchmark is chosen by keyboard, compared with every rate and drawn", async ({ demo, page }) => {
  const markets = await readShownMarkets(demo, { ...plainTypes, provider: "kamino" });
  await openComplete(page, `${demo.url}/?provider=kamino&sort=-totalDepositUsd`);
  await expect(header(page, "vs benchmark")).toHaveCount(0);

  await test.step("from the popover", async () => {
    await page.keyboard.press("Home");
    await pressUntilFocused(page, "ArrowRight", rowAt(page, 1).locator("[data-side]").first());
    await page.keyboard.press("Enter");
    const use = page.getByRole("dialog").getByRole("button", { name: "Use as benchmark" });
    await expect(use).toBeVisible();
    await pressUntilFocused(page, "Tab", use);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Stop using as benchmark", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
  });
  const id = await idOf(rowAt(page, 1));
  const benchmark = markets.find((market) => market.id === id);
  await expect.poll(() => decodeURIComponent(parameters(page)["vs"] ?? "")).toBe(id);
  await expect(header(page, "vs benchmark")).toBeVisible();
  const rate = ((benchmark?.depositApy ?? 0) * 100).toFixed(2);
  await expect(chip(page)).toContainText(rate);

  await expect(await cell(page, rowAt(page, 1), "vs benchmark")).toHaveText("benchmark");
  await expect(await cell(page, rowAt(page, 2), "vs benchmark")).toHaveText(/^[+−]\d+\.\d\d\s?pp$/);

  await test.step("removing the benchmark removes its column and order, and Back restores both", async () => {
    await headerButton(page, "vs benchmark").click();
    await expect(header(page, "vs benchmark")).toHaveAttribute("aria-sort", "descending");
    // The same value is subtracted from every rate.
    const [highest] = orderedIds(markets, "depositApy", "descending");
    await expect.poll(() => idOf(rowAt(page, 1))).toBe(highest);
    await page.getByRole("button", { name: /^Stop using as benchmark/ }).click();
    await expect(chip(page)).toHaveCount(0);
    await expect(header(page, "vs benchmark")).toHaveCount(0);
    await page.goBack();
    await expect(chip(page)).toBeVisible();
    await expect(header(page, "vs benchmark")).toBeVisible();
  });

  await test.step("an unknown benchmark gives no figures, and the suggested one is a click away", async () => {
    await visitComplete(page, "/?vs=no-market&sort=-vsBenchmark");
    await expect(chip(page)).toContainText("not in this list");
    await chip(page).click();
    const panel = page.getByRole("dialog", { name: "Benchmark" });
    await panel.getByRole("button", { name: /^Use .+ as benchmark$/ }).click();
    await expect.poll(() => parameters(page)["vs"]).toMatch(/\.lending\./);
    await judge(panel, "benchmark panel");
  });

  await test.step("a market's chart has its line, even when the list's filters leave it out", async () => {
    const [other] = await readShownMarkets(demo, { ...plainTypes, provider: "marginfi" });
    await page.goto(`${demo.url}/markets/${other?.id ?? ""}?provider=marginfi&vs=${id}`);
    await expect(page.getByText(/^benchmark now, .+/)).toBeVisible();
  });
});
