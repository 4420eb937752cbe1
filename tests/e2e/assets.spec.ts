// Assets: found despite a typo, checked like the list of markets, and opened with their prices and markets.
import type { Locator, Page } from "@playwright/test";
import { readAllMarkets, type ApiMarket } from "./api.ts";
import { judge } from "./axe.ts";
import {
  chooseOfChart,
  closedGate,
  complete,
  openComplete,
  overflow,
  region,
  search,
  visit,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const jito = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
const jitoPage = `/assets/solana:${jito}`;

const list = (page: Page): Locator => page.getByRole("table", { name: "Assets", exact: true });
const line = (page: Page, symbol: string): Locator =>
  list(page).locator("tbody tr", { has: page.locator("th", { hasText: symbol }) });
const takes = (market: ApiMarket): boolean =>
  market.token?.address === jito || market.tokenA?.address === jito;

test("an asset is found despite a typo, and its page says where it earns", async ({ demo, page }) => {
  const own = (await readAllMarkets(demo, { type: "lending,yield,loop" })).filter(takes);

  await test.step("the list has every token with the number and rates of its markets", async () => {
    const first = closedGate();
    await page.route("**/api/v0/*?*", async (route) => {
      await first.pass();
      await route.continue();
    });
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto(`${demo.url}/assets`);
    await expect(page.getByText("Loading assets…")).toBeVisible();
    const field = page.getByRole("searchbox", { name: "Search assets" });
    const place = await field.boundingBox();
    first.open();
    await complete(page);
    expect(await field.boundingBox(), "arriving tokens move nothing").toEqual(place);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole("heading", { level: 1, name: "Assets" })).toBeVisible();
    await expect(line(page, "JitoSOL").getByRole("cell").nth(2)).toHaveText(String(own.length));
  });

  await test.step("a tag and a misspelled search narrow the list, and Enter or a row opens the token", async () => {
    await page.getByRole("button", { name: /^Liquid staking/ }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("jitosl");
    await expect(page.getByText(/^Showing results for/)).toContainText("JitoSOL");
    await expect(list(page).getByRole("row")).toHaveCount(2);
    await expect(page).toHaveURL(/q=jitosl/);
    await judge(page, "the list of assets");
    await page.getByRole("searchbox", { name: "Search assets" }).press("Enter");
    await expect(page).toHaveURL(new RegExp(`${jitoPage}\\?`));
    await page.goBack();
    await line(page, "JitoSOL").getByRole("cell").nth(2).click();
    await expect(page).toHaveURL(new RegExp(`${jitoPage}\\?tag=liquid-staking`));
    await expect(page.getByRole("heading", { level: 1, name: "JitoSOL" })).toBeFocused();
  });

  await test.step("its page has My size, and its Deposit links open in a new tab", async () => {
    await page.getByRole("textbox", { name: "My size" }).fill("25000");
    await expect(page.locator("dl[aria-label='Main figures']")).toContainText("a year on $25,000");
    await expect(
      page.getByRole("table", { name: "Earn", exact: true }).getByRole("columnheader", { name: "On $25k" }),
    ).toBeVisible();
    await expect(
      region(page, "Earn")
        .getByRole("link", { name: /^Deposit, JitoSOL/ })
        .first(),
    ).toHaveAttribute("rel", /noopener/);
    await judge(page, "the page of an asset");
    await page.setViewportSize({ width: 1440, height: 500 });
    const first = region(page, "Earn").getByRole("row").nth(1).getByRole("link").first();
    const isCovered = await first.evaluate((link) => {
      const main = document.querySelector("main");
      main?.scrollBy(0, link.getBoundingClientRect().top - main.getBoundingClientRect().top);
      if (link instanceof HTMLElement) link.focus();
      const { x, y, width, height } = link.getBoundingClientRect();
      return !link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isCovered, "the table's head covers the focused link").toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("its price history is a chart, and a table with the same points", async () => {
    const past = region(page, "Price");
    await past.getByRole("radio", { name: "SOL" }).check({ force: true });
    await expect(past.getByRole("application", { name: /Price of JitoSOL in SOL/ })).toBeVisible();
    await chooseOfChart(past, "Show as table");
    await expect(past.getByRole("table").getByRole("row").nth(1)).toContainText(/Now.*1\.\d{4} SOL/);
    await expect(page).toHaveURL(/unit=sol/);
  });

  await test.step("on a phone the page has one column, and the list has cards", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(region(page, "Earn").getByRole("listitem").first()).toBeVisible();
    expect(await overflow(page, 390)).toBe(0);
    await judge(page, "the page of an asset on a phone");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Assets" }).click();
    const cards = page.getByRole("list", { name: "Assets", exact: true }).getByRole("listitem");
    await expect(cards.first()).toContainText("Best deposit");
    expect(await overflow(page, 390)).toBe(0);
    // Only a few cards, because axe visits every element.
    await visit(page, "/assets?q=jito");
    await expect(cards).not.toHaveCount(0);
    await judge(page, "the list of assets on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("the search in the list of markets leads to its page", async () => {
    await visit(page, "/");
    await search(page).fill("jitosol");
    await page.getByRole("link", { name: "open asset JitoSOL" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "JitoSOL" })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`${jitoPage}$`));
  });
});

test("assets that failed to load are reported, and the rest is shown", async ({ demo, noise, page }) => {
  noise.expect(/400/);
  // A status that is not retried: otherwise the page would request it again by itself.
  await page.route("**/api/v0/assets?*", async (route) =>
    route.fulfill({ status: 400, contentType: "application/json", body: '{"message":"Down for a moment."}' }),
  );
  await openComplete(page, `${demo.url}/assets`);
  await expect(page.getByRole("alert")).toContainText("Down for a moment.");
  await expect(line(page, "JitoSOL")).toContainText("implied by deposits");
  await page.unroute("**/api/v0/assets?*");
  await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
  await expect(line(page, "JitoSOL")).toContainText("Jito Staked SOL");
  await expect(page.getByRole("alert")).toHaveCount(0);
});
