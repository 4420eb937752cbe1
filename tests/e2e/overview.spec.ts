// The whole market in figures: worked out again from the API, over the markets that the list shows, and followed back there.
import type { Locator, Page } from "@playwright/test";
import * as z from "zod";
import { plainTypes, readAllMarkets, type ApiMarket } from "./api.ts";
import { judge } from "./axe.ts";
import { percent } from "./figures.ts";
import {
  closedGate,
  complete,
  isLaterPage,
  openComplete,
  parameters,
  rowCount,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

const figures = (page: Page, name: string): Locator => page.getByRole("table", { name, exact: true });
const line = (page: Page, table: string, name: string): Locator =>
  figures(page, table)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });
async function showFigures(page: Page, of: string): Promise<void> {
  await page.getByText(`Show figures of ${of}`).click();
}
const sizes = (page: Page): Locator => page.getByRole("slider", { name: "Markets by size of deposits" });

const known = (values: readonly (number | null | undefined)[]): number[] =>
  values.filter((value) => typeof value === "number");

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  return below + ((sorted[Math.ceil(place)] ?? below) - below) * (place - Math.floor(place));
}

const tokenSchema = z.looseObject({ address: z.string(), symbol: z.string() });
function tokensOf(market: ApiMarket): { address: string; symbol: string }[] {
  const sides = [market.token ?? market.tokenA, market["borrowToken"] ?? market.tokenB];
  const tokens = sides.flatMap((side) => tokenSchema.safeParse(side).data ?? []);
  return tokens.filter(({ address }, at) => tokens.findIndex((token) => token.address === address) === at);
}
const assetOf = (market: ApiMarket): string =>
  tokensOf(market)
    .map(({ symbol }) => symbol)
    .toSorted()
    .join(" / ");

/** Deposits that are collateral alone have no rate: such a market is in no figure of many. */
function pays(market: ApiMarket): boolean {
  if (market.type !== "lending") return true;
  if (tokensOf(market).length === 1) return (market.totalBorrowUsd ?? market.totalBorrow) !== 0;
  const { depositApy, baseDepositApy30d, baseDepositApy90d, baseDepositApy180d } = market;
  return known([depositApy, baseDepositApy30d, baseDepositApy90d, baseDepositApy180d]).some(
    (apy) => apy !== 0,
  );
}

function weighted(markets: readonly ApiMarket[]): number | undefined {
  const both = markets.filter(
    (market) => pays(market) && typeof market.depositApy === "number" && (market.totalDepositUsd ?? 0) > 0,
  );
  const deposits = both.reduce((sum, market) => sum + (market.totalDepositUsd ?? 0), 0);
  const earned = both.reduce(
    (sum, market) => sum + (market.totalDepositUsd ?? 0) * (market.depositApy ?? 0),
    0,
  );
  return both.length === 0 ? undefined : earned / deposits;
}

function bases(market: ApiMarket): number[] | undefined {
  const given = known([
    market.baseDepositApy180d,
    market.baseDepositApy90d,
    market.baseDepositApy30d,
    market.baseDepositApy,
  ]);
  const [d180 = 0, d90 = 0, d30 = 0, now = 0] = given;
  if (given.length < 4) return undefined;
  return [(180 * d180 - 90 * d90) / 90, (90 * d90 - 30 * d30) / 60, d30, now];
}

test("every figure is that of the API's markets, and a market that does not publish it is left out", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, plainTypes);
  await openComplete(page, `${demo.url}/overview?small=1`);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByText("Deposit APY, weighted by deposits").locator("..")).toContainText(
    percent(weighted(markets)),
  );
  await showFigures(page, "rates by asset");
  await page.getByRole("button", { name: /^Show all \d+/ }).click();
  const rows = await figures(page, "Rates by asset")
    .locator("tr[data-row]")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const groups = new Map<string, ApiMarket[]>();
  for (const market of markets) {
    const asset = assetOf(market);
    groups.set(asset, [...(groups.get(asset) ?? []), market]);
  }
  expect(rows.map(([name = ""]) => name).toSorted()).toEqual([...groups.keys()].toSorted());
  for (const [name = "", average, median, count] of rows) {
    const own = groups.get(name) ?? [];
    const rates = known(own.filter(pays).map(({ depositApy }) => depositApy));
    expect([average, median, count], name).toEqual([
      percent(weighted(own)),
      percent(quantile(rates, 0.5)),
      String(own.length),
    ]);
  }
  const sums = rows.map(([name = ""]) =>
    known((groups.get(name) ?? []).map(({ totalDepositUsd }) => totalDepositUsd)).reduce((a, b) => a + b, 0),
  );
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));

  // The same markets in every stretch of time.
  await showFigures(page, "base rates over time");
  const past = markets.filter(pays).flatMap((market) => {
    const rates = bases(market);
    return rates === undefined ? [] : [rates];
  });
  const cells = await line(
    page,
    "Base rates over time",
    `All markets: show ${markets.length} markets in the list`,
  )
    .getByRole("cell")
    .allInnerTexts();
  expect(cells.slice(0, 5)).toEqual([
    `${past.length} of ${markets.length}`,
    ...[0, 1, 2, 3].map((at) =>
      percent(
        quantile(
          past.map((rates) => rates[at] ?? Number.NaN),
          0.5,
        ),
      ),
    ),
  ]);

  const whole = known(markets.map(({ totalDepositUsd }) => totalDepositUsd)).reduce((a, b) => a + b, 0);
  await showFigures(page, "deposits by provider");
  const shares = await figures(page, "Deposits by provider")
    .locator("tr[data-row]")
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  for (const [name, share, , count, unpublished] of shares) {
    const own = markets.filter(({ provider }) => (provider.name ?? provider.id) === name);
    const published = known(own.map(({ totalDepositUsd }) => totalDepositUsd));
    const sum = published.reduce((a, b) => a + b, 0);
    expect([share, count, unpublished], name).toEqual([
      percent(sum / whole, 1),
      String(own.length),
      String(own.length - published.length),
    ]);
  }
  await judge(page, "the overview");

  await test.step("arrow keys go through the dots by size, and Enter opens one", async () => {
    const dots = markets
      .filter(
        (market) =>
          pays(market) && typeof market.depositApy === "number" && (market.totalDepositUsd ?? 0) > 0,
      )
      .toSorted((a, b) => (b.totalDepositUsd ?? 0) - (a.totalDepositUsd ?? 0));
    const said = (at: number): RegExp =>
      new RegExp(
        `: ${percent(dots[at]?.depositApy ?? undefined)} on .*, ${dots.length - at} of ${dots.length} by size$`,
      );
    await sizes(page).focus();
    await expect(sizes(page)).toHaveAttribute("aria-valuetext", said(0));
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(sizes(page)).toHaveAttribute("aria-valuetext", said(2));
    await judge(page.locator("figure", { has: page.locator("a") }), "a dot that is pointed at");
    await page.keyboard.press("Enter");
    const opened = async (): Promise<string> =>
      decodeURIComponent(/\/markets\/([^?]+)/.exec(page.url())?.[1] ?? "");
    await expect.poll(opened).toBe(dots[2]?.id);
  });

  await test.step("the list's filters hold, and each group leads to the list of exactly its markets", async () => {
    await visitComplete(page, "/?minDeposits=1000000");
    await page.getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeFocused();
    expect(parameters(page)).toEqual({ minDeposits: "1000000" });
    await expect(page.getByRole("button", { name: /^Remove filter Deposits/ })).toBeVisible();
    const followed = [
      ["Rates by asset", /^USDC: /],
      ["Deposits by asset family", /^Mixed pairs: /],
    ] as const;
    for (const [table, name] of followed) {
      await showFigures(page, table.toLowerCase());
      const link = figures(page, table).getByRole("link", { name });
      const counted = Number(/show (\d+) markets?/.exec((await link.getAttribute("aria-label")) ?? "")?.[1]);
      expect(counted).toBeGreaterThan(0);
      await link.click();
      await complete(page);
      await expect.poll(() => rowCount(page)).toBe(counted);
      await page.goBack();
      await expect(sizes(page)).toBeAttached();
    }
  });
});

test("loading, a missing page and no market are said", async ({ demo, noise, page }) => {
  noise.expect(/Failed to load resource/);
  const first = closedGate();
  const later = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await first.pass();
    if (!isLaterPage(new URL(route.request().url()))) return route.continue();
    await later.pass();
    return route.fulfill({ status: 400, json: { statusCode: 400, message: "No.", error: "Bad Request" } });
  });
  await page.goto(`${demo.url}/overview`);
  await expect(page.getByText("Loading the markets…")).toBeVisible();
  first.open();
  await expect(page.getByText("200 markets so far")).toBeVisible();
  await expect(page.getByText("provisional until every page is loaded")).toBeVisible();
  later.open();
  await expect(page.getByText("provisional: page 2 is missing")).toBeVisible();
  await expect(sizes(page)).toBeAttached();

  await page.unroute("**/api/v0/markets?**");
  await openComplete(page, `${demo.url}/overview?minApy=90000`);
  await expect(page.getByRole("heading", { name: "No market passes this filter" })).toBeVisible();
  await judge(page, "an overview of nothing");

  // Loops publish neither deposits nor a base rate: nothing is drawn, and nothing is zero.
  await visitComplete(page, "/overview?view=loop&by=type");
  await expect(page.getByText(/^No market here has both a rate and deposits\./)).toBeVisible();
  await expect(page.getByText(/^No market here publishes a base rate/)).toBeVisible();
  await expect(page.getByText("Deposits unknown for every market here.")).toBeVisible();
  await expect(figures(page, "Rates by type").getByRole("cell", { name: "—", exact: true })).toHaveCount(2);
});

test("on a phone a second touch opens a dot @phone", async ({ demo, page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await openComplete(page, `${demo.url}/overview?type=lending`);
  await showFigures(page, "rates by asset");
  await judge(page, "the overview on a phone");
  await sizes(page).focus();
  const ring = page.locator("figure a");
  await ring.scrollIntoViewIfNeeded();
  const place = await ring.boundingBox();
  if (place === null) throw new Error("No dot is pointed at.");
  await page.getByRole("heading", { level: 2, name: "Rate against size" }).click();
  await expect(ring).toHaveCount(0);
  const touch = async (): Promise<void> =>
    page.touchscreen.tap(place.x + place.width / 2, place.y + place.height / 2);
  await touch();
  await expect(ring).toHaveCount(1);
  await expect(page).toHaveURL(/\/overview/);
  await touch();
  await expect(page).toHaveURL(/\/markets\//);
});
