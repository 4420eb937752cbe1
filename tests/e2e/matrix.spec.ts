// Tokens against providers, worked out again from the API, and each cell a way to the markets it counts.
import type { Locator, Page } from "@playwright/test";
import * as z from "zod";
import { readAllMarkets, type ApiMarket } from "./api.ts";
import { judge } from "./axe.ts";
import { percent } from "./figures.ts";
import {
  closedGate,
  complete,
  isLaterPage,
  listenToCharts,
  listenToRequests,
  openComplete,
  parameters,
  rowCount,
} from "./markets.ts";
import { expect, test } from "./story.ts";
import { capacityLeft, leftToBorrow } from "../fixtures/own-figures.ts";

const matrix = (page: Page): Locator => page.getByRole("table", { name: "Matrix" });

const deposited = (market: ApiMarket): string | null | undefined => market.token?.address;
const tokenSchema = z.looseObject({ address: z.string() });
const borrowed = (market: ApiMarket): string | null | undefined =>
  tokenSchema.safeParse(market["borrowToken"]).data?.address ?? deposited(market);

interface Measure {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** The mint that the rate is for: of a pair, what is deposited or what is borrowed. */
  readonly mint: (market: ApiMarket) => string | null | undefined;
  readonly rate: (market: ApiMarket) => number | null | undefined;
  /** Whether a new deposit or loan gets the rate. */
  readonly open: (market: ApiMarket) => boolean;
  readonly better: "highest" | "lowest";
}

const bestOf = { highest: Math.max, lowest: Math.min };

const measures: readonly Measure[] = [
  {
    name: "Deposit APY",
    parameters: {},
    mint: deposited,
    rate: (market) => market.depositApy,
    open: (market) => isLarge(market) && capacityLeft(market) !== 0,
    better: "highest",
  },
  {
    name: "Base APY",
    parameters: { rate: "base" },
    mint: deposited,
    rate: (market) => market.baseDepositApy,
    open: (market) => isLarge(market) && capacityLeft(market) !== 0,
    better: "highest",
  },
  {
    name: "Borrow APY",
    parameters: { rate: "borrow" },
    mint: borrowed,
    rate: (market) => market.borrowApy,
    open: (market) => isLarge(market) && lends(market),
    better: "lowest",
  },
];

const isLarge = ({ totalDepositUsd }: ApiMarket): boolean => (totalDepositUsd ?? 0) >= 100_000;

/** Whether something can be borrowed, and something leads there. */
function lends(market: ApiMarket): boolean {
  const untouched = market.totalBorrow === 0 && Math.abs(market.borrowApy ?? 0) < 0.0005;
  const linked = typeof market.websiteUrl === "string" || Object.keys(market.actions ?? {}).length > 0;
  return !untouched && linked && market.maxBorrow !== 0 && leftToBorrow(market) !== 0;
}

const isFaulty = ({ productName }: ApiMarket): boolean =>
  productName?.startsWith("Faulty on purpose") === true;

/** By mint: the rate of each provider, by its name, of the markets in doubt or of the others. */
function expectedRates(
  all: readonly ApiMarket[],
  { mint: mintOf, rate, open, better }: Measure,
  faulty = false,
): Map<string, Map<string, number>> {
  const markets = all.filter((market) => open(market) && isFaulty(market) === faulty);
  const rates = new Map<string, Map<string, number>>();
  for (const market of markets) {
    const mint = mintOf(market);
    const value = rate(market);
    if (typeof mint !== "string" || typeof value !== "number") continue;
    const line = rates.get(mint) ?? new Map<string, number>();
    const provider = market.provider.name ?? market.provider.id;
    const held = line.get(provider);
    line.set(provider, held === undefined ? value : bestOf[better](held, value));
    rates.set(mint, line);
  }
  return rates;
}

const gapTable = (page: Page): Locator => page.getByRole("table", { name: "Rate gaps" });
const rateShown = (page: Page, name: string): Locator =>
  page.getByRole("radiogroup", { name: "Rate shown" }).getByText(name, { exact: true });

test("best of each row and spread match the API for each rate, which lives in the address, and cells and gaps lead to their markets", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, { type: "lending,yield" });
  await openComplete(page, `${demo.url}/?type=lending,yield,loop`);
  const charts = listenToCharts(page);
  const asked = listenToRequests(page);
  await page.getByRole("link", { name: "Matrix" }).click();
  await expect(matrix(page).getByRole("row").nth(5)).toBeVisible();
  await complete(page);
  expect(
    asked.map((request) => request.url()),
    "what the list holds is not asked for again",
  ).toEqual([]);
  await judge(page, "the matrix");
  for (const measure of measures)
    await test.step(measure.name, async () => {
      const expected = expectedRates(markets, measure);
      const inDoubt = expectedRates(markets, measure, true);
      await rateShown(page, measure.name).click();
      await expect(page.getByText(`provider's ${measure.better} ${measure.name}`)).toBeVisible();
      const { type: _type, ...own } = parameters(page);
      expect(own).toEqual(measure.parameters);
      const all = page.getByRole("button", { name: /^Show all \d+, Matrix$/ });
      if (await all.isVisible()) await all.click();
      const shown = await matrix(page).evaluate((element) => {
        const rows = [...element.querySelectorAll("tr")];
        const providers = [...(rows[0]?.children ?? [])].slice(1, -1).map((head) => head.textContent);
        return rows
          .slice(1)
          .filter((row) => row.querySelector("th") !== null)
          .map((row) => ({
            mint: row.querySelector("th [title]")?.getAttribute("title") ?? "",
            cells: [...row.children]
              .slice(1, -1)
              .map((cell, index) => [providers[index] ?? "", cell.textContent] as const),
            spread: row.lastElementChild?.textContent,
          }));
      });
      expect(shown.map(({ mint }) => mint).toSorted()).toEqual(
        [...new Set([...expected.keys(), ...inDoubt.keys()])].toSorted(),
      );
      for (const { mint, cells, spread } of shown) {
        const rates = expected.get(mint) ?? new Map<string, number>();
        const values = [...rates.values()];
        const best =
          values.length === 0
            ? Number.NaN
            : values.reduce((held, value) => bestOf[measure.better](held, value));
        const differ = Math.max(...values) > Math.min(...values);
        for (const [provider, text] of cells) {
          const value = rates.get(provider) ?? inDoubt.get(mint)?.get(provider);
          // A rate next to nothing is the best of nothing.
          const crowned = rates.has(provider) && value === best && Math.abs(best) >= 0.0005;
          const mark = differ && crowned ? "✓" : "";
          expect(text, `${mint} at ${provider}`).toBe(value === undefined ? "—" : `${mark}${percent(value)}`);
        }
        const distance = percent(Math.max(...values) - Math.min(...values)).replace("%", "pp");
        expect(spread, mint).toBe(values.length > 1 ? distance : "—");
      }
    });
  await page.goBack();
  await expect(page.getByText(/provider's highest Base APY/)).toBeVisible();
  expect(await charts()).toBe(false);

  await test.step("a cell filters the list to the markets it counts", async () => {
    // Its markets are pairs: a list filtered to a token shows those that take it and those that lend it.
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

  await test.step("rate gaps are shown at my size too, which each rate keeps, and lead to both markets", async () => {
    await expect(gapTable(page).getByRole("columnheader")).toHaveCount(9);
    await page.getByRole("textbox", { name: "My size" }).fill("50000");
    await expect.poll(() => parameters(page)).toMatchObject({ rate: "base", size: "50000" });
    await expect(gapTable(page).getByRole("columnheader", { name: "Deposit $50k" })).toBeVisible();
    await judge(page.getByRole("region", { name: "Rate gaps", exact: true }), "rate gaps at a size");
    await rateShown(page, "Borrow APY").click();
    await expect.poll(() => parameters(page)).toMatchObject({ rate: "borrow", size: "50000" });
    const line = gapTable(page).getByRole("row", { name: /^USDC/ });
    await expect(line.getByRole("link")).toHaveCount(2);
    const rate = await line.getByRole("cell").nth(3).innerText();
    await line.getByRole("link").first().click();
    await expect(page.getByRole("textbox", { name: "Deposit in USD" })).toHaveValue("50,000");
    await expect(page.getByRole("region", { name: "All facts" })).toContainText(rate);
  });
});

test("loading, provisional gaps while pages are missing, and no gap each have a text", async ({
  demo,
  page,
}) => {
  const first = closedGate();
  const later = closedGate();
  // Nothing is published of what borrowing costs.
  const market = { type: "lending", provider: { id: "kamino" }, depositApy: 0.05, baseDepositApy: 0.05 };
  await page.route("**/api/v0/markets?**", async (route) => {
    await first.pass();
    if (!isLaterPage(new URL(route.request().url())))
      return route.fulfill({ json: { markets: [{ ...market, id: "a" }], cursor: "next" } });
    await later.pass();
    return route.fulfill({ json: { markets: [{ ...market, id: "b" }], cursor: null } });
  });
  await page.goto(`${demo.url}/matrix`);
  await expect(page.getByText("Loading the rates…")).toBeVisible();
  first.open();
  const gaps = page.getByRole("region", { name: "Rate gaps" });
  await expect(gaps.getByText("No gap among the markets so far.")).toBeVisible();
  await expect(gaps.getByText(/Provisional until every page is loaded/)).toBeVisible();
  later.open();
  await complete(page);
  await expect(
    gaps.getByText("No token costs less to borrow in one market than it earns in another."),
  ).toBeVisible();
  await expect(gaps.getByText(/Provisional/)).toHaveCount(0);
});

test("on a phone the tokens stay in sight while the rates scroll @phone", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?size=50000`);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("menuitem", { name: "Matrix" }).click();
  await expect(gapTable(page)).toBeVisible();
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

    const gaps = page.getByRole("region", { name: "Rate gaps, table" });
    await gaps.evaluate((element) => element.scrollTo(0, 0));
    await gaps.scrollIntoViewIfNeeded();
    // What decides is seen before anything is moved.
    for (const name of ["Gap", "Gap then"])
      await expect(gapTable(page).getByRole("columnheader", { name, exact: true })).toBeInViewport({
        ratio: 1,
      });
    await gapTable(page).getByRole("columnheader", { name: "Base borrow then" }).scrollIntoViewIfNeeded();
    const token = gapTable(page).getByRole("rowheader").first();
    await expect(token).toBeInViewport();
    const [from, at] = [await gaps.boundingBox(), await token.boundingBox()];
    expect(Math.abs((at?.x ?? 0) - (from?.x ?? 0))).toBeLessThan(3);
  }
});
