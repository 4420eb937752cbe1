// Tokens: found in spite of a slip, judged as the list of markets judges them, and opened with their prices and markets.
import * as z from "zod";
import type { Locator, Page } from "@playwright/test";
import type { Program } from "../fixtures/program.ts";
import { askApi, readAllMarkets, type ApiMarket } from "./api.ts";
import { judge } from "./axe.ts";
import { percent } from "./figures.ts";
import { chooseOfChart, complete, openComplete, overflow, rowCount, search, visit } from "./markets.ts";
import { expect, test } from "./story.ts";

const jito = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
const jitoPage = `/assets/solana:${jito}`;

const list = (page: Page): Locator => page.getByRole("table", { name: "Assets", exact: true });
const line = (page: Page, symbol: string): Locator =>
  list(page).locator("tbody tr", { has: page.locator("th", { hasText: symbol }) });
const panel = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });
const figure = (page: Page, name: string): Locator =>
  page.locator("dl[aria-label='Main figures'] > div").filter({ has: page.getByText(name, { exact: true }) });

const catalogueSchema = z.looseObject({
  assets: z.array(z.looseObject({ address: z.string(), symbol: z.string(), priceUsd: z.number() })),
  cursor: z.string().nullish(),
});

async function readCatalogue(program: Program): Promise<z.infer<typeof catalogueSchema>["assets"]> {
  const answer = await askApi(program, "/v0/assets?limit=200");
  const { assets, cursor } = catalogueSchema.parse(await answer.json());
  expect(cursor ?? null).toBeNull();
  return assets;
}

const takes = (market: ApiMarket, mint: string): boolean =>
  market.token?.address === mint || market.tokenA?.address === mint;
const highest = (rates: readonly (number | null | undefined)[]): number =>
  Math.max(...rates.filter((rate) => typeof rate === "number"));

test("an asset is found in spite of a slip, and its page says what it costs and where it earns", async ({
  demo,
  page,
}) => {
  const catalogue = await readCatalogue(demo);
  const markets = await readAllMarkets(demo, { type: "lending,yield,loop" });
  const own = markets.filter((market) => takes(market, jito));
  const earn = own.filter(({ type }) => type !== "loop");
  const price = catalogue.find(({ address }) => address === jito)?.priceUsd ?? Number.NaN;

  await test.step("every token stands in the list with what its markets pay", async () => {
    await openComplete(page, `${demo.url}/assets`);
    await expect(page.getByRole("heading", { level: 1, name: "Assets" })).toBeVisible();
    await expect(list(page)).toHaveAttribute("aria-rowcount", String(catalogue.length + 1));
    const cells = line(page, "JitoSOL").getByRole("cell");
    await expect(cells.nth(0)).toHaveText(`$${price.toFixed(2)}`);
    await expect(cells.nth(2)).toHaveText(String(own.length));
    await expect(cells.nth(3)).toContainText(percent(highest(earn.map(({ depositApy }) => depositApy))));
  });

  await test.step("a tag and a word with a slip narrow it, and a row opens its token", async () => {
    await page.getByRole("button", { name: /^Liquid staking/ }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("jitosl");
    await expect(page.getByText(/^Showing results for/)).toContainText("JitoSOL");
    await expect(list(page).getByRole("row")).toHaveCount(2);
    await expect(page).toHaveURL(/q=jitosl/);
    await judge(page, "the list of assets");
    await line(page, "JitoSOL").getByRole("cell").nth(2).click();
    await expect(page).toHaveURL(new RegExp(`${jitoPage}\\?tag=liquid-staking`));
    await expect(page.getByRole("heading", { level: 1, name: "JitoSOL" })).toBeFocused();
  });

  await test.step("its page says price, best rates and what providers make of the price", async () => {
    await expect(figure(page, "Price")).toContainText(`$${price.toFixed(2)}`);
    await expect(figure(page, "Best to earn")).toContainText(
      percent(highest(earn.map(({ depositApy }) => depositApy))),
    );
    await page.getByRole("textbox", { name: "My size" }).fill("25000");
    await expect(figure(page, "Best to earn")).toContainText("a year on $25,000");
    await expect(
      page.getByRole("table", { name: "Earn", exact: true }).getByRole("columnheader", { name: "On $25k" }),
    ).toBeVisible();
    const names = panel(page, "Implied price by provider").getByRole("rowheader");
    await expect(names).toHaveCount(new Set(earn.map(({ provider }) => provider.id)).size);
    await expect(
      panel(page, "Earn")
        .getByRole("link", { name: /^Deposit, JitoSOL/ })
        .first(),
    ).toHaveAttribute("rel", /noopener/);
    await judge(page, "the page of an asset");
  });

  await test.step("its past is a chart and the same points as a table", async () => {
    const past = panel(page, "Price");
    await past.getByRole("radio", { name: "30d" }).check({ force: true });
    await past.getByRole("radio", { name: "SOL" }).check({ force: true });
    await expect(past.getByRole("application", { name: /Price of JitoSOL in SOL/ })).toBeVisible();
    await chooseOfChart(past, "Show points as a table");
    await expect(past.getByRole("table").getByRole("row").nth(1)).toContainText(/Now.*1\.\d{4} SOL/);
    await expect(page).toHaveURL(/range=30d/);
    await expect(page).toHaveURL(/unit=sol/);
  });

  await test.step("on a phone it is the same facts in one column, and the list is cards", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(panel(page, "Earn").getByRole("listitem").first()).toBeVisible();
    expect(await overflow(page, 390)).toBe(0);
    await judge(page, "the page of an asset on a phone");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Assets" }).click();
    const cards = page.getByRole("list", { name: "Assets", exact: true }).getByRole("listitem");
    await expect(cards.first()).toContainText("Best to earn");
    expect(await overflow(page, 390)).toBe(0);
    // A few cards, for axe visits every element.
    await visit(page, "/assets?q=jito");
    await expect(cards).not.toHaveCount(0);
    await judge(page, "the list of assets on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("what it counts is what the list shows", async () => {
    await visit(page, jitoPage);
    await page.getByRole("link", { name: `Show ${String(own.length)} in the list` }).click();
    await complete(page);
    await expect.poll(async () => rowCount(page)).toBe(own.length);
  });

  await test.step("the search of the list leads back to its page", async () => {
    await visit(page, "/");
    await search(page).fill("jitosol");
    await page.getByRole("link", { name: "open asset JitoSOL" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "JitoSOL" })).toBeFocused();
    await expect(page).toHaveURL(new RegExp(`${jitoPage}$`));
  });
});

test("missing assets are named, and the rest is shown", async ({ demo, noise, page }) => {
  noise.expect(/400/);
  noise.expect(/404/);
  // Nothing that may be there a moment later: then it would be asked for again without a request.
  await page.route("**/api/v0/assets?*", async (route) =>
    route.fulfill({ status: 400, contentType: "application/json", body: '{"message":"Down for a moment."}' }),
  );
  await openComplete(page, `${demo.url}/assets`);
  await expect(page.getByRole("alert")).toContainText("Down for a moment.");
  await expect(line(page, "JitoSOL")).toContainText("of its deposits");
  await page.unroute("**/api/v0/assets?*");
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(line(page, "JitoSOL")).toContainText("Jito Staked SOL");
  await expect(page.getByRole("alert")).toHaveCount(0);

  // A bare mint is an address too, but there is no token of this one.
  await visit(page, "/assets/Zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz");
  await expect(page.getByRole("heading", { name: "There is no such asset" })).toBeVisible();
  await visit(page, `/assets/${jito}`);
  await expect(page.getByRole("heading", { level: 1, name: "JitoSOL" })).toBeVisible();
});
