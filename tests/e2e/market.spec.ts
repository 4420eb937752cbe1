// The page of one market: opened from the list and by a shared link, and its figures worked out again from the API's answers.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { plainTypes, readAllMarkets, readHistory, type ApiMarket } from "./api.ts";
import { judgeOpened } from "./axe.ts";
import { dayMs, percent } from "./figures.ts";
import {
  cards,
  chooseOfChart,
  complete,
  few,
  idOf,
  listenToCharts,
  listenToRequests,
  openComplete,
  overflow,
  parameters,
  rowAt,
  standStill,
  table,
  visit,
} from "./markets.ts";
import { baseThen } from "./pools.ts";
import { expect, test } from "./story.ts";
import { frozenDemo, type Program } from "../fixtures/program.ts";
import { leverageOf } from "../fixtures/own-figures.ts";

// The demo stands still at this moment, and so does the browser: then both mean the same by "the last 180 days".
const now = Date.parse("2026-10-01T00:05:00Z");

test.beforeEach(async ({ page }) => standStill(page, now));

const dollars = (value: number): string =>
  `$${value.toLocaleString("en-US", value < 99.995 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 0 })}`;
const range = (low: string, high: string): string => {
  if (low === high) return low;
  return low.endsWith(" %") ? `${low.slice(0, -2)}–${high}` : `${low}–${high.replace("$", "")}`;
};

const address = (program: Program, market: ApiMarket, search = ""): string =>
  `${program.url}/markets/${encodeURIComponent(market.id)}${search}`;
const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });
const breadcrumb = (page: Page): Locator =>
  page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");
const region = (page: Page, name: string): Locator => page.getByRole("region", { name, exact: true });

/** The value beside a name in a list of facts or results. */
const valueOf = (place: Locator, label: string | RegExp): Locator =>
  place
    .locator("dt")
    .filter({ hasText: typeof label === "string" ? new RegExp(`^${label}`) : label })
    .first()
    .locator("xpath=following-sibling::dd[1]");

/** A lending market with rewards, LTV and a limit: it has every field there is. */
async function fullLending(demo: Program): Promise<ApiMarket> {
  const found = (await readAllMarkets(demo, plainTypes)).find(
    (market) =>
      market.type === "lending" &&
      (market.rewards?.length ?? 0) > 0 &&
      (market.maxLtv ?? 0) > 0 &&
      typeof market.maxDeposit === "number" &&
      typeof market.baseDepositApy180d === "number",
  );
  if (found === undefined) throw new Error("The demo has no such market.");
  return found;
}

async function firstOf(
  demo: Program,
  type: string,
  fits: (market: ApiMarket) => boolean = () => true,
): Promise<ApiMarket> {
  const found = (await readAllMarkets(demo, { type })).find(fits);
  if (found === undefined) throw new Error(`The demo has no such ${type} market.`);
  return found;
}

test("opening a market from the list shows its facts at once, and Back leads to the same place", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?size=250000&provider=kamino`);
  const scroll = page.getByRole("region", { name: "Markets, scrollable" });
  await scroll.evaluate((element) => element.scrollTo(0, 900));
  await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(900);
  const row = rowAt(page, 30);
  const id = await idOf(row);
  const requests = listenToRequests(page);
  await row.getByRole("link").first().click();

  const market = (await readAllMarkets(demo, plainTypes)).find((candidate) => candidate.id === id);
  await expect(page).toHaveURL(`${demo.url}/markets/${encodeURIComponent(id)}?size=250000&provider=kamino`);
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(/ · Yieldboard$/);
  await expect(valueOf(region(page, "All facts"), "Deposit APY")).toHaveText(percent(market?.depositApy));
  await expect(page.getByText(/^30 of \d+$/)).toBeVisible();
  await expect(
    page
      .getByRole("img", { name: /Deposit APY/ })
      .or(page.locator("svg.recharts-surface"))
      .first(),
  ).toBeVisible();

  await page.goBack();
  await expect(table(page)).toBeVisible();
  await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(900);
  await expect(rowAt(page, 30).getByRole("link").first()).toBeFocused();
  expect(parameters(page)).toEqual({ size: "250000", provider: "kamino" });
  expect(requests.map((request) => request.url())).toEqual([]);

  await test.step("from every page Markets leads back to the list as it was left, and my size is known there", async () => {
    const pages = page.getByRole("navigation", { name: "Main" });
    for (const name of ["Compare", "Matrix", "Overview"]) {
      await pages.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      expect(parameters(page)).toEqual({ size: "250000", provider: "kamino" });
    }
    await pages.getByRole("link", { name: "Markets", exact: true }).click();
    await expect(table(page)).toBeVisible();
    await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(900);
    expect(parameters(page)).toEqual({ size: "250000", provider: "kamino" });
  });
});

test("on a phone a card leads to its market and Back to the card @phone", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await page.evaluate(() => window.scrollTo(0, 2400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2000);
  const inView = async (): Promise<string> =>
    cards(page).evaluateAll((items) => {
      const seen = items.find((item) => item.getBoundingClientRect().top > 100);
      return seen?.querySelector("a")?.getAttribute("href") ?? "";
    });
  const href = await inView();
  const link = page.locator(`a[href="${href}"]`).first();
  const top = async (): Promise<number> => Math.round((await link.boundingBox())?.y ?? 0);
  const before = await top();
  const requests = listenToRequests(page);
  await link.tap();
  await expect(heading(page)).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  // However far down the page one reads, what it is for stays under the thumb.
  await page.evaluate(() => window.scrollTo(0, 2000));
  await expect(page.getByRole("link", { name: /^Deposit,/ })).toBeInViewport();
  await page.goBack();
  await expect(cards(page).first()).toBeAttached();
  await expect(link).toBeFocused();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
  expect(requests).toHaveLength(0);

  await test.step("so do the page's own way back, which adds no step to the history, and that from a page that was opened elsewhere", async () => {
    const steps = await page.evaluate(() => history.length);
    await link.tap();
    await expect(heading(page)).toBeFocused();
    await breadcrumb(page).tap();
    await expect(link).toBeFocused();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => history.length)).toBe(steps);
    await visit(page, href);
    await expect(heading(page)).toBeFocused();
    await breadcrumb(page).tap();
    await expect(link).toBeFocused();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
  });

  await test.step("its heading tells it from the other markets of its token", async () => {
    await link.tap();
    await expect(heading(page)).toHaveAccessibleName(/^.+ in .+$/);
    await expect(page).toHaveTitle(`${await heading(page).innerText()} · Yieldboard`);
  });

  const loops = await readAllMarkets(demo, { type: "loop" });
  const pages = [
    await page.evaluate(() => location.pathname + location.search),
    ...[true, false].map((named) => {
      const loop = loops.find((market) => namesLeverage(market) === named);
      expect(loop, `a loop, its leverage named: ${String(named)}`).toBeDefined();
      return `/markets/${encodeURIComponent(loop?.id ?? "")}`;
    }),
  ];
  for (const width of [390, 360, 320])
    await test.step(`at ${String(width)} pixels no button of a market's page is narrower than its word, and the page does not scroll sideways`, async () => {
      await page.setViewportSize({ width, height: 844 });
      for (const path of pages) {
        await visit(page, path);
        await expect(page.getByRole("link", { name: /^Deposit,/ })).toBeInViewport();
        expect(await overflow(page, width), path).toBe(0);
        expect(await tooNarrow(page), path).toEqual([]);
      }
    });

  for (const [width, height] of [
    [390, 844],
    [720, 450],
  ] as const)
    await test.step(`the bar hides nothing that has the focus at ${String(width)} × ${String(height)}`, async () => {
      await page.setViewportSize({ width, height });
      await heading(page).focus();
      expect(await hiddenStops(page)).toEqual([]);
    });
});

const namesLeverage = ({ additionalData }: ApiMarket): boolean =>
  JSON.stringify(additionalData ?? {}).includes('"leverage"');

/** Buttons and links that look like one whose word does not fit. */
const tooNarrow = (page: Page): Promise<string[]> =>
  page
    .locator("main :is(button, .action-bar a)")
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && button.scrollWidth > button.clientWidth)
        .map((button) => `${button.textContent}: ${button.scrollWidth} in ${button.clientWidth}`),
    );

/** Goes through the page by Tab; what of its stops lies completely under the bar. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < 200; stop += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body || focused.closest("main") === null) return "left";
      const bar = document.querySelector(".action-bar");
      if (bar === null || bar.contains(focused)) return "";
      const { top, bottom } = focused.getBoundingClientRect();
      const isSeen = top < bar.getBoundingClientRect().top && bottom > 0;
      return isSeen ? "" : (focused.getAttribute("aria-label") ?? focused.textContent);
    });
    if (name === "left") return hidden;
    if (name !== "") hidden.push(name);
  }
  return hidden;
}

test("along the list with next and previous and back to it, and by the breadcrumb with its filters, without the chart's range", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?view=loop`);
  const [first, second] = [await idOf(rowAt(page, 1)), await idOf(rowAt(page, 2))];
  await rowAt(page, 1).getByRole("link").first().click();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  await expect(page.getByRole("link", { name: /^Previous market/ })).toHaveCount(0);
  await page.getByRole("link", { name: /^Next market/ }).click();
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/markets/${second.replaceAll(".", "\\.")}\\?view=loop$`));
  await expect(heading(page)).toBeFocused();
  await page.getByRole("link", { name: /^Previous market/ }).click();
  await expect(page).toHaveURL(new RegExp(`/markets/${first.replaceAll(".", "\\.")}\\?view=loop$`));
  await page.goBack();
  await expect(page).toHaveURL(`${demo.url}/?view=loop`);

  const market = await fullLending(demo);
  await visit(page, `/markets/${encodeURIComponent(market.id)}?provider=kamino&range=30d`);
  await breadcrumb(page).click();
  await expect(page).toHaveURL(`${demo.url}/?provider=kamino`);

  await test.step("a market that is nowhere has a screen of its own", async () => {
    await visit(page, `/markets/${encodeURIComponent("no/such?market#100%")}`);
    await expect(heading(page)).toHaveText("There is no such market", { timeout: 30_000 });
    await expect(page.getByText("no/such?market#100%", { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(/not found/);
    await page.getByRole("link", { name: "Show all markets" }).click();
    await expect(page).toHaveURL(`${demo.url}/`);
  });
});

test("a list, a history and a chart's code that fail each say so, the rest of the page stands, and trying again mends it", async ({
  demo,
  noise,
  page,
}) => {
  noise.expect(/Failed to load resource/);
  noise.expect(/failed request|dynamically imported module/);
  const market = await fullLending(demo);
  await page.route("**/api/v0/markets?**", async (route) =>
    route.fulfill({
      status: 401,
      json: { statusCode: 401, message: "The key is not accepted.", error: "Unauthorized" },
    }),
  );
  await page.route("**/api/v0/markets/history?**", async (route) =>
    route.fulfill({ status: 400, json: { statusCode: 400, message: "Not today.", error: "Bad Request" } }),
  );
  const code = /time-plot-[\w-]+\.js$/;
  await page.route(code, async (route) => route.abort("connectionfailed"));

  await page.goto(address(demo, market));
  await expect(page.getByRole("alert")).toContainText("The service refused our key");
  await page.unroute("**/api/v0/markets?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(valueOf(region(page, "All facts"), "Deposit APY")).toHaveText(percent(market.depositApy));

  const panel = region(page, "Deposit APY");
  await expect(panel.getByRole("heading", { name: "The history could not be loaded" })).toBeVisible();
  await page.unroute("**/api/v0/markets/history?**");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("heading", { name: "The chart could not be drawn" })).toBeVisible();
  await chooseOfChart(panel, "Show points as a table");
  await expect(panel.getByRole("table", { name: "Points of the chart" })).toBeVisible();
  await page.unroute(code);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.locator("svg.recharts-surface").first()).toBeVisible();
});

test("my size is the bracket that the pool leaves of the base plus diluted rewards, a loan says its room, and both are in the list as well", async ({
  demo,
  page,
}) => {
  const market = await fullLending(demo);
  await page.goto(address(demo, market));
  const panel = region(page, "My size");
  await panel.getByRole("button", { name: "$1M", exact: true }).click();
  await expect.poll(() => parameters(page)["size"]).toBe("1000000");
  const size = 1_000_000;
  const deposits = market.totalDepositUsd ?? 0;
  const k = deposits / (deposits + size);
  const rewards = (market.rewards ?? [])
    .filter(({ type }) => type === "deposit")
    .reduce((sum, { apy }) => sum + (apy ?? 0), 0);
  const base = baseThen(market, size);
  const [low, high] = [base.low + k * rewards, base.high + k * rewards];
  const tiles = page.locator("dl[aria-label='Main figures']");
  await expect(valueOf(tiles, /^Deposit APY at \$1M/)).toHaveText(range(percent(low), percent(high)));
  const over = (days: number): string => {
    const earned = (apy: number): string =>
      dollars(size * ((1 + apy) ** (days / 365) - 1 + (k * rewards * days) / 365));
    return range(earned(base.low), earned(base.high));
  };
  await expect(valueOf(panel, "Per day")).toHaveText(over(1));
  await expect(valueOf(panel, "Per month")).toHaveText(over(365 / 12));
  await expect(valueOf(panel, "You would earn a year")).toHaveText(over(365));
  await expect(valueOf(panel, "Share of pool")).toHaveText(percent(1 - k));
  const cover = (deposits - (market.totalBorrowUsd ?? 0)) / size;
  await expect(panel.getByText(cover < 1 ? "Limited exit" : "Full exit now")).toBeVisible();

  await test.step("a loan against a deposit: room, health and what liquidates it", async () => {
    const loan = region(page, "Borrow against it");
    const price = (market.totalDepositUsd ?? 0) / (market.totalDeposit ?? 1);
    await loan.getByRole("textbox", { name: /^Collateral in / }).fill("10000");
    const room = 10_000 * price * (market.maxLtv ?? 0);
    await expect(loan.getByText(/limited by max LTV\./)).toBeVisible();
    const amount = Number(
      (await loan.getByRole("textbox", { name: "Loan in USD" }).inputValue()).replaceAll(",", ""),
    );
    expect(amount).toBeCloseTo(room / 2, 1);
    await expect(valueOf(loan, "LTV")).toHaveText(percent((market.maxLtv ?? 0) / 2, 1));
    const ltv = (market.maxLtv ?? 0) / 2;
    await expect(valueOf(loan, "Health")).toHaveText(`${((market.liquidationLtv ?? 0) / ltv).toFixed(1)} ×`);
    const drop = percent(1 - ltv / (market.liquidationLtv ?? 1), 1);
    await expect(loan.getByText(new RegExp(`^At 50 % of the limit .+ can drop ${drop}`))).toBeVisible();
    // The deposit is a stablecoin: what liquidates it is the debt's price.
    const rise = (market.liquidationLtv ?? 0) / ltv - 1;
    await expect(loan.getByText(`${percent(rise, 1)} above its price now`)).toBeVisible();
    await expect(valueOf(loan, "Penalty at liquidation")).toHaveText(
      dollars((room / 2) * (market.liquidationPenalty ?? 0)),
    );
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await judgeOpened(page, "the page of a lending market");
  });

  await test.step("raw JSON is the market as it was sent", async () => {
    expect(JSON.parse(await page.locator("pre").innerText())).toEqual(market);
  });

  await test.step("added to compare and starred", async () => {
    await page.getByRole("button", { name: "Add to compare" }).click();
    await expect(page.getByRole("button", { name: "In compare" })).toHaveAttribute("aria-pressed", "true");
    const star = page.getByRole("button", { name: /^Star / });
    await star.click();
    await expect(star).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByRole("link", { name: /Compare 1/ })).toBeVisible();
  });

  await test.step("axe has nothing to object to on a vault's page", async () => {
    const vault = await firstOf(demo, "yield");
    await visit(page, `/markets/${encodeURIComponent(vault.id)}?size=250000`);
    await expect(valueOf(region(page, "All facts"), "Market id")).toContainText(vault.id);
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await judgeOpened(page, "the page of a yield market");
    await page.goBack();
  });

  await test.step("what is typed is in the list as well", async () => {
    await panel.getByRole("textbox", { name: "Deposit in USD" }).fill("250k");
    await expect.poll(() => parameters(page)["size"]).toBe("250000");
    await breadcrumb(page).click();
    await expect(page.getByRole("textbox", { name: "My size" })).toHaveValue("250,000");
  });
});

test("a loop at its quoted leverage, else halfway to its limit, worked out from its legs, which are read from the lending markets", async ({
  demo,
  page,
}) => {
  const market = await firstOf(demo, "loop");
  const limit = Math.min(market.maxLeverage ?? Infinity, 1 / (1 - (market.maxLtv ?? 0)));
  const leverage = leverageOf(market) ?? 1 + (limit - 1) / 2;
  await page.goto(address(demo, market, "?size=100000"));
  const panel = region(page, "Loop calculator");
  await expect(panel.getByRole("slider", { name: "Leverage" })).toHaveValue(
    new RegExp(`^${String(Math.round(leverage * 100) / 100)}`),
  );
  await panel.getByRole("textbox", { name: "Supply yield" }).fill("7");
  await panel.getByRole("textbox", { name: "Borrow cost" }).fill("5");
  const net = leverage * 0.07 - (leverage - 1) * 0.05;
  await expect(valueOf(panel, "Net APY")).toHaveText(percent(net));
  const ltv = (leverage - 1) / leverage;
  await expect(valueOf(panel, "LTV")).toHaveText(percent(ltv, 1));
  await expect(valueOf(panel, "Drop to liquidation")).toHaveText(
    percent(1 - ltv / (market.liquidationLtv ?? 1), 1),
  );
  await expect(valueOf(panel, "Break-even borrow APY")).toHaveText(
    percent((0.07 * leverage) / (leverage - 1)),
  );
  await expect(valueOf(panel, "Loss at liquidation")).toHaveText(
    percent(leverage * (1 - ltv / (market.liquidationLtv ?? 1)), 1),
  );
  await expect(valueOf(panel, "Supplied")).toHaveText(dollars(100_000 * leverage));
  const leverages = region(page, "Leverage compared").first().getByRole("table");
  await expect(leverages.getByRole("row", { name: /maximum/ })).toContainText(
    percent(limit * 0.07 - (limit - 1) * 0.05),
  );
  await panel.getByRole("slider", { name: "Leverage" }).press("End");
  await expect(valueOf(panel, "Net APY")).toHaveText(percent(limit * 0.07 - (limit - 1) * 0.05));
  await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
  await judgeOpened(page, "the page of a loop market");

  await test.step("a list that holds none of the legs gets them beside it", async () => {
    const requests = listenToRequests(page);
    await openComplete(page, address(demo, market, "?view=loop"));
    await expect(panel.getByText(/Borrow cost: borrow APY of /)).toBeVisible();
    await expect(panel.getByText("Enter supply yield and borrow cost.")).toHaveCount(0);
    const types = requests.map((request) => new URL(request.url()).searchParams.get("type"));
    expect(types).toContain("lending");
  });
});

/** Opens a market without a history of rates by a link whose list asks for other types. */
async function openShared(page: Page, link: string): Promise<void> {
  const charts = listenToCharts(page);
  await page.goto(link);
  await expect(region(page, "All facts")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^No rate history:/)).toBeVisible();
  await complete(page);
  expect(await charts()).toBe(false);
}

/** Days to a moment from where the demo's clock is frozen. */
function daysTo(seconds: number | null | undefined): number {
  return ((seconds ?? 0) * 1000 - Date.parse(frozenDemo.DEMO_TIME)) / dayMs;
}

test("a shared link finds a prediction, which needs a break-even probability", async ({ demo, page }) => {
  const market = await firstOf(demo, "prediction", ({ yesAsk, yesBid, noAsk, closeTime }) =>
    [yesAsk, yesBid, noAsk, closeTime].every((value) => typeof value === "number"),
  );
  await openShared(page, address(demo, market));
  const panel = region(page, "Break-even odds");
  await panel.getByRole("textbox", { name: "Alternative yield" }).fill("8");
  // The demo's clock is frozen weeks from the browser's: what is left is counted from the demo's.
  const days = ((market.expirationTime ?? market.closeTime ?? 0) * 1000 - now) / dayMs;
  const left = daysTo(market.expirationTime ?? market.closeTime);
  await expect(valueOf(panel, "Days left")).toContainText(
    left < 100 ? String(Math.round(left * 10) / 10) : left < 730 ? String(Math.round(left)) : "years",
  );
  const closes = `It closes in ${String(Math.floor(daysTo(market.closeTime)))} day`;
  await region(page, "All facts").locator("summary").first().click();
  await expect(page.getByText(closes).first()).toBeVisible();
  const needed = (market.yesAsk ?? 0) * 1.08 ** (days / 365);
  await expect(valueOf(panel, "Break-even probability")).toHaveText(
    needed > 1 ? "Never: above 100 %" : percent(needed, 1),
  );
  await expect(valueOf(panel, "Spread").first()).toHaveText(
    `$${((market.yesAsk ?? 0) - (market.yesBid ?? 0)).toFixed(4).replace(/0{1,2}$/, "")}`,
  );
  await expect(valueOf(panel, "Mid price")).toHaveText(
    `$${(((market.yesAsk ?? 0) + (market.yesBid ?? 0)) / 2).toFixed(3).replace(/0$/, "")}`,
  );
  await judgeOpened(page, "the page of a prediction market");
});

test("a shared link finds a perpetual, which says whether my position fits on each side", async ({
  demo,
  page,
}) => {
  const market = await firstOf(demo, "perpetual", ({ liquidity }) => typeof liquidity?.longUsd === "number");
  await openShared(page, address(demo, market));
  const panel = region(page, "Depth for my position");
  const long = market.liquidity?.longUsd ?? 0;
  await panel.getByRole("textbox", { name: "Equity in USD" }).fill(String(Math.ceil(long / 1000) * 1000));
  await panel.getByRole("slider", { name: "Leverage" }).press("Home");
  await expect(valueOf(panel, "Position")).toHaveText(dollars(Math.ceil(long / 1000) * 1000));
  // Without leverage the side lends nothing; at the maximum it lends more than it has.
  await expect(panel.getByText("nothing borrowed at 1 ×").first()).toBeVisible();
  await panel.getByRole("slider", { name: "Leverage" }).press("End");
  await expect(panel.getByText("Long doesn't fit")).toBeVisible();
  await panel.getByRole("textbox", { name: "Equity in USD" }).fill("100");
  await expect(panel.getByText("Long fits")).toBeVisible();
  await judgeOpened(page, "the page of a perpetual market");
});

test("the past is drawn, and what it has paid is worked out from the points of the API", async ({
  demo,
  page,
}) => {
  const market = await fullLending(demo);
  // Another question is that of the year for the sentences under the strip.
  const startTime = new Date(Math.floor((now - 180 * dayMs) / dayMs) * dayMs).toISOString();
  const asked = page.waitForRequest((request) => {
    const { pathname, searchParams } = new URL(request.url());
    return pathname.endsWith("/markets/history") && searchParams.get("startTime") === startTime;
  });
  const charts = listenToCharts(page);
  await page.goto(address(demo, market));
  const query = new URL((await asked).url()).searchParams;
  expect(query.get("marketIds")).toBe(market.id);
  expect(query.get("resolution")).toBe("1d");

  const points = await readHistory(demo, { marketIds: market.id, startTime, resolution: "1d" });
  const rates = points.flatMap(({ depositApy }) => (depositApy === undefined ? [] : [depositApy]));
  const logs = rates.reduce((sum, rate) => sum + Math.log(1 + rate), 0);
  const panel = region(page, "Deposit APY");
  await expect(panel.locator("svg.recharts-surface").first()).toBeVisible();
  expect(await charts()).toBe(true);
  const earned = panel.locator("dl > div").filter({ hasText: "Earned over 180 days" });
  await expect(earned).toContainText(percent(Math.exp(logs / rates.length) - 1));
  const atBase = rates.filter((rate) => rate >= (market.baseDepositApy ?? 0)).length / rates.length;
  await expect(valueOf(panel, "At or above today's base on")).toHaveText(`${percent(atBase, 1)} of days`);
  // The clock of the demo stands still at midnight, and the range ends there.
  const steps = Math.ceil((Date.parse(frozenDemo.DEMO_TIME) - Date.parse(startTime)) / dayMs);
  const mean = percent(rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
  await earned.hover();
  const rest = page.getByRole("tooltip");
  await expect(rest).toContainText(`Mean APY ${mean}, Growth in tokens ${Math.exp(logs / 365).toFixed(4)}`);
  await expect(rest).toContainText(`Coverage ${percent(rates.length / steps, 1)}`);

  await chooseOfChart(panel, "Show points as a table");
  const rows = panel.getByRole("table").getByRole("row");
  const last = points.at(-1);
  // The head, then now, then the newest point of the past.
  await expect(rows.nth(1)).toContainText(percent(market.depositApy));
  await expect(rows.nth(2)).toContainText(
    last?.depositApy === undefined ? "no data" : percent(last.depositApy),
  );

  await test.step("the chart answers the keyboard with every value of a point, also read aloud", async () => {
    const chart = page.getByRole("application").first();
    await chart.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const tip = region(page, "Deposit APY").locator(".recharts-tooltip-wrapper").first();
    await expect(tip).toContainText("Deposit APY");
    await expect(tip).toContainText("Deposits");
    await expect(tip).toContainText("2026");
    await expect(
      page.getByRole("status").filter({ hasText: /2026, Deposit APY .*, Deposits / }),
    ).toBeAttached();
  });
});

test("a range is in the address, asks for its own resolution, is no step for Back, and is saved as CSV and PNG", async ({
  demo,
  page,
}) => {
  const market = await fullLending(demo);
  await openComplete(page, few(demo));
  await visit(page, `/markets/${encodeURIComponent(market.id)}`);
  const asked = page.waitForRequest(/resolution=1h/);
  await page.getByRole("radiogroup", { name: "Range" }).getByText("7d", { exact: true }).click();
  await asked;
  await expect.poll(() => parameters(page)).toEqual({ range: "7d" });
  await expect(page.getByText("hourly", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("radio", { name: "7d" })).toBeChecked();
  await page.getByRole("radiogroup", { name: "Range" }).getByText("180d", { exact: true }).click();
  await expect(page).toHaveURL(address(demo, market));
  await page.goBack();
  await expect(page).toHaveURL(few(demo));

  await visit(page, `/markets/${encodeURIComponent(market.id)}?range=90d`);
  const panel = region(page, "Deposit APY");
  await expect(panel.locator("svg.recharts-surface").first()).toBeVisible();
  const saved = page.waitForEvent("download");
  await chooseOfChart(panel, "Save points as CSV");
  const csv = await saved;
  expect(csv.suggestedFilename()).toMatch(/-90d\.csv$/);
  const lines = (await readFile(await csv.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines[0]).toMatch(/^time \(UTC\),depositApy \(fraction per year\)/);
  expect(lines.at(-1)).toContain(`,${market.depositApy ?? ""},`);
  expect(lines.at(-1)).toContain(`,now,${market.id},`);
  const drawn = page.waitForEvent("download");
  await chooseOfChart(panel, "Save chart as PNG");
  const png = await readFile(await (await drawn).path());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.length).toBeGreaterThan(5000);
});
