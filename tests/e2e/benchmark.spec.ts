// Every rate against one market that the reader chose.
import type { Locator, Page } from "@playwright/test";
import { orderedIds, plainTypes, readShownMarkets } from "./api.ts";
import { judge } from "./axe.ts";
import {
  cards,
  cell,
  header,
  headerButton,
  idOf,
  openComplete,
  parameters,
  rowAt,
  visit,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const chip = (page: Page): Locator => page.getByRole("button", { name: /^Benchmark .+/ });

async function textOf(page: Page, place: number, column: string): Promise<string> {
  return (await cell(page, rowAt(page, place), column)).innerText();
}

async function pressUntilFocused(page: Page, key: string, wanted: Locator): Promise<void> {
  const isFocused = async (): Promise<boolean> =>
    wanted.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 20 && !(await isFocused()); presses += 1) await page.keyboard.press(key);
  await expect(wanted).toBeFocused();
}

test("a benchmark is chosen by keyboard, measured against and drawn", async ({ demo, page }) => {
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
  expect(decodeURIComponent(parameters(page)["vs"] ?? "")).toBe(id);
  await expect(header(page, "vs benchmark")).toBeVisible();
  const rate = ((benchmark?.depositApy ?? 0) * 100).toFixed(2);
  await expect(chip(page)).toContainText(rate);

  expect(await textOf(page, 1, "vs benchmark")).toBe("benchmark");
  expect(await textOf(page, 2, "vs benchmark")).toMatch(/^[+−]\d+\.\d\d ?pp$/);

  await test.step("removing the benchmark removes its column and order, and Back restores both", async () => {
    await headerButton(page, "vs benchmark").click();
    await expect(header(page, "vs benchmark")).toHaveAttribute("aria-sort", "descending");
    // The same is taken from every rate.
    const [highest] = orderedIds(markets, "depositApy", "descending");
    await expect.poll(() => idOf(rowAt(page, 1))).toBe(highest);
    await page.getByRole("button", { name: /^Stop using as benchmark/ }).click();
    await expect(chip(page)).toHaveCount(0);
    await expect(header(page, "vs benchmark")).toHaveCount(0);
    await page.goBack();
    await expect(chip(page)).toBeVisible();
    await expect(header(page, "vs benchmark")).toBeVisible();
  });

  await test.step("the chart of another market draws it", async () => {
    const other = markets.find((market) => market.id !== id && market.token?.symbol === "USDC");
    const path = `/markets/${encodeURIComponent(other?.id ?? "")}`;
    await visit(page, `${path}?vs=${encodeURIComponent(parameters(page)["vs"] ?? "")}`);
    await expect(page.locator("svg").getByText(`benchmark\u00A0${rate}\u00A0%`)).toBeVisible();
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
});

test("cards show the spread to the benchmark @phone", async ({ demo, page }) => {
  const markets = await readShownMarkets(demo, plainTypes);
  const benchmark = markets.find(({ type, token }) => type === "lending" && token?.symbol === "USDC");
  const vs = encodeURIComponent(encodeURIComponent(benchmark?.id ?? ""));
  await openComplete(page, `${demo.url}/?vs=${vs}`);
  await expect(chip(page)).toContainText(((benchmark?.depositApy ?? 0) * 100).toFixed(2));
  await expect(cards(page).first()).toContainText(/vs benchmark\s*[+−]\d+\.\d\d\s*pp/);
  await judge(cards(page).first(), "a card against a benchmark");
  await page.getByRole("button", { name: /^Stop using as benchmark/ }).tap();
  await expect(cards(page).first()).not.toContainText("vs benchmark");
  await page.getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("dialog", { name: "This list" }).getByRole("button", { name: "Benchmark" }).tap();
  await page.getByRole("button", { name: /^Use .+ as benchmark$/ }).tap();
  await expect.poll(() => parameters(page)["vs"]).toMatch(/\.lending\./);
});
