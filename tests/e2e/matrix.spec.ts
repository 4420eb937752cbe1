// Tokens against providers. Each cell links to the markets that it counts. matrix.test.ts covers the cells.
import type { Locator, Page } from "@playwright/test";
import { judge } from "./axe.ts";
import { complete, listenToCharts, listenToRequests, openComplete, parameters, rowCount } from "./markets.ts";
import { expect, test } from "./story.ts";

const matrix = (page: Page): Locator => page.getByRole("table", { name: "Matrix" });

const gapTable = (page: Page): Locator => page.getByRole("table", { name: "Rate gaps" });
const rateShown = (page: Page, name: string): Locator =>
  page.getByRole("radiogroup", { name: "Rate shown" }).getByText(name, { exact: true });

test("each rate has its own URL, and cells and rate gaps lead to their markets", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?type=lending,yield,loop`);
  const charts = listenToCharts(page);
  const asked = listenToRequests(page);
  await page.getByRole("link", { name: "Matrix" }).click();
  await expect(matrix(page).getByRole("row").nth(5)).toBeVisible();
  await complete(page);
  expect(
    asked.map((request) => request.url()),
    "markets in the list are not requested again",
  ).toEqual([]);
  await judge(page, "the matrix");
  await test.step("the number of tokens is announced when it changes", async () => {
    const spoken = page.getByRole("status").filter({ hasText: /^\d+ tokens at / });
    const all = await spoken.innerText();
    await page.getByRole("radiogroup", { name: "Tokens shown" }).getByText("Stables").click();
    await expect(spoken).not.toHaveText(all);
    await page.goBack();
    await expect(spoken).toHaveText(all);
  });
  for (const [name, better, own] of [
    ["Deposit APY", "highest", undefined],
    ["Base APY", "highest", "base"],
    ["Borrow APY", "lowest", "borrow"],
  ] as const) {
    await rateShown(page, name).click();
    await expect(page.getByText(`provider's ${better} ${name}`)).toBeVisible();
    await expect.poll(() => parameters(page)["rate"]).toBe(own);
    // The best rate of a row is marked, and a spread has its unit.
    await expect(matrix(page).getByRole("row", { name: /^USDC/ })).toContainText(/✓\d+\.\d\d %.*pp$/);
  }
  await page.goBack();
  await expect(page.getByText(/provider's highest Base APY/)).toBeVisible();
  expect(await charts()).toBe(false);

  await test.step("a cell filters the list to the markets it counts", async () => {
    // Its markets are pairs: a list filtered by a token shows markets that take it and markets that lend it.
    const cell = matrix(page).getByRole("link", { name: /^USDC at Jupiter: / });
    const counted = Number(/show (\d+) market/.exec((await cell.getAttribute("aria-label")) ?? "")?.[1]);
    expect(counted).toBeGreaterThan(1);
    await cell.click();
    await complete(page);
    const { basis, provider, match } = parameters(page);
    expect({ basis, provider, match }).toEqual({ basis: "base", provider: "jupiter", match: "any" });
    await expect.poll(() => rowCount(page)).toBe(counted);
    await page.goBack();
    await expect(matrix(page)).toBeVisible();
  });

  await test.step("rate gaps are shown at my size too, and lead to both markets", async () => {
    await expect(gapTable(page).getByRole("columnheader")).toHaveCount(9);
    await page.getByRole("textbox", { name: "My size" }).fill("50000");
    await expect.poll(() => parameters(page)).toMatchObject({ rate: "base", size: "50000" });
    await expect(gapTable(page).getByRole("columnheader", { name: "Gap after loan" })).toBeVisible();
    await judge(page.getByRole("region", { name: "Rate gaps", exact: true }), "rate gaps at a size");
    const line = gapTable(page).getByRole("row", { name: /^USDC/ });
    await expect(line.getByRole("link")).toHaveCount(2);
    const [rate = "no rate"] = (await line.getByRole("cell").nth(2).innerText()).split("\n");
    for (const [width, size] of [
      [1200, "50000"],
      [1024, "50000"],
      [1024, ""],
      [768, ""],
      [1280, "50000"],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.getByRole("textbox", { name: "My size" }).fill(size);
      await expect.poll(() => parameters(page)["size"]).toBe(size === "" ? undefined : size);
      await expect(page.getByRole("region", { name: "Rate gaps", exact: true })).toBeVisible();
      // A table that scrolls sideways is a region, which the keyboard reaches.
      await expect(page.getByRole("region", { name: "Rate gaps, table" })).toHaveCount(0);
    }
    await line.getByRole("link").first().click();
    await expect(page.getByRole("textbox", { name: "Deposit in USD" })).toHaveValue("50,000");
    await expect(page.getByRole("region", { name: "All facts" })).toContainText(rate);
  });
});

test("on a phone the tokens stay in view while the rates scroll @phone", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?size=50000`);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("menuitem", { name: "Matrix" }).click();
  const gaps = page.getByRole("region", { name: "Rate gaps", exact: true });
  await expect(gaps.getByRole("list", { name: "Rate gaps" })).toBeVisible();
  await judge(page, "the matrix on a phone");
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate(() => scrollTo(0, 0));
    const region = page.getByRole("region", { name: "Matrix, table" });
    await region.evaluate((element) => element.scrollTo(element.scrollWidth, 400));
    const edge = await region.boundingBox();
    const rate = await matrix(page).locator("tbody th").nth(12).boundingBox();
    expect(Math.abs((rate?.x ?? 0) - (edge?.x ?? 0))).toBeLessThan(3);
    await expect(matrix(page).getByRole("columnheader", { name: "Spread" })).toBeInViewport();
  }
});
