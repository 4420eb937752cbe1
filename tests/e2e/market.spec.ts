// The page of one market: opened from the list and by a shared link, and its figures worked out again from the API's answers.
import type { Locator, Page } from "@playwright/test";
import { plainTypes, readAllMarkets, readHistory, type ApiMarket } from "./api.ts";
import { judgeOpened } from "./axe.ts";
import { dayMs, percent } from "./figures.ts";
import {
  cards,
  chooseOfChart,
  complete,
  idOf,
  listenToCharts,
  listenToRequests,
  openComplete,
  overflow,
  parameters,
  rowAt,
  stopClock,
  table,
  visit,
} from "./markets.ts";
import { expect, test } from "./story.ts";
import { frozenDemo, type Program } from "../fixtures/program.ts";
import { dollars, dollarsRange, leverageOf, rateRange, rateThen } from "../fixtures/own-figures.ts";

// The clocks of the demo and of the browser are stopped at this moment: then both mean the same by "the last 180 days".
const now = Date.parse("2026-10-01T00:05:00Z");

test.beforeEach(async ({ page }) => stopClock(page, now));

const address = (program: Program, market: ApiMarket): string =>
  `${program.url}/markets/${encodeURIComponent(market.id)}`;
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
  await page.getByRole("link", { name: /^Next market/ }).click();
  await expect(page.getByText(/^31 of \d+$/)).toBeVisible();
  await expect(heading(page)).toBeFocused();
  await page.getByRole("link", { name: /^Previous market/ }).click();
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

  await test.step("from another page Markets leads back to the list as it was left, and my size is known there", async () => {
    const pages = page.getByRole("navigation", { name: "Main" });
    await pages.getByRole("link", { name: "Compare", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
    expect(parameters(page)).toEqual({ size: "250000", provider: "kamino" });
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

  await test.step("so does the page's own way back, which adds no step to the history", async () => {
    const steps = await page.evaluate(() => history.length);
    await link.tap();
    await expect(heading(page)).toBeFocused();
    await breadcrumb(page).tap();
    await expect(link).toBeFocused();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => history.length)).toBe(steps);
  });

  const loops = await readAllMarkets(demo, { type: "loop" });
  const pages = [
    href,
    ...[true, false].map((named) => {
      const loop = loops.find((market) => namesLeverage(market) === named);
      expect(loop, `a loop, its leverage named: ${String(named)}`).toBeDefined();
      return `/markets/${encodeURIComponent(loop?.id ?? "")}`;
    }),
  ];
  for (const width of [390, 320])
    await test.step(`at ${String(width)} pixels no button of a market's page is narrower than its word, and the page does not scroll sideways`, async () => {
      await page.setViewportSize({ width, height: 844 });
      for (const path of pages) {
        await visit(page, path);
        await expect(page.getByRole("link", { name: /^Deposit,/ })).toBeInViewport();
        expect(await overflow(page, width), path).toBe(0);
        expect(await tooNarrow(page), path).toEqual([]);
      }
    });

  await test.step("the bar hides nothing that has the focus, on a low window either", async () => {
    await page.setViewportSize({ width: 720, height: 450 });
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

test("a list, a history and a chart's code that fail each say so, the rest of the page stays, and trying again repairs it", async ({
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

/** Days to a moment from where the demo's clock is frozen. */
function daysTo(seconds: number | null | undefined): number {
  return ((seconds ?? 0) * 1000 - Date.parse(frozenDemo.DEMO_TIME)) / dayMs;
}

test("a shared link finds a prediction, which needs a break-even probability, and a perpetual, which says whether my position fits", async ({
  demo,
  page,
}) => {
  const market = await firstOf(demo, "prediction", ({ yesAsk, yesBid, noAsk, closeTime }) =>
    [yesAsk, yesBid, noAsk, closeTime].every((value) => typeof value === "number"),
  );
  const charts = listenToCharts(page);
  await page.goto(address(demo, market));
  await expect(page.getByText(/^No rate history:/)).toBeVisible();
  await complete(page);
  expect(await charts()).toBe(false);
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

  const perpetual = await firstOf(
    demo,
    "perpetual",
    ({ liquidity }) => typeof liquidity?.longUsd === "number",
  );
  await visit(page, `/markets/${encodeURIComponent(perpetual.id)}`);
  await expect(page.getByText(/^No rate history:/)).toBeVisible();
  expect(await charts()).toBe(false);
  const depth = region(page, "Depth for my position");
  const long = perpetual.liquidity?.longUsd ?? 0;
  await depth.getByRole("textbox", { name: "Equity in USD" }).fill(String(Math.ceil(long / 1000) * 1000));
  await depth.getByRole("slider", { name: "Leverage" }).press("Home");
  await expect(valueOf(depth, "Position")).toHaveText(dollars(Math.ceil(long / 1000) * 1000) ?? "");
  // Without leverage the side lends nothing; at the maximum it lends more than it has.
  await expect(depth.getByText("nothing borrowed at 1 ×").first()).toBeVisible();
  await depth.getByRole("slider", { name: "Leverage" }).press("End");
  await expect(depth.getByText("Long doesn't fit")).toBeVisible();
  await depth.getByRole("textbox", { name: "Equity in USD" }).fill("100");
  await expect(depth.getByText("Long fits")).toBeVisible();
});

test("the past is drawn and worked out from the points of the API, my size thins the pool, a loan says its room, and a loop what its legs make", async ({
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
  // The clock of the demo is stopped at midnight, and the range ends there.
  const steps = Math.ceil((Date.parse(frozenDemo.DEMO_TIME) - Date.parse(startTime)) / dayMs);
  const mean = percent(rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
  await earned.hover();
  const rest = page.getByRole("tooltip");
  await expect(rest).toContainText(`Mean APY ${mean}, Growth in tokens ${Math.exp(logs / 365).toFixed(4)}`);
  await expect(rest).toContainText(`Coverage ${percent(rates.length / steps, 1)}`);

  await test.step("my size is the bracket that the pool leaves of the base plus diluted rewards", async () => {
    const sizePanel = region(page, "My size");
    await sizePanel.getByRole("button", { name: "$1M", exact: true }).click();
    await expect.poll(() => parameters(page)["size"]).toBe("1000000");
    const size = 1_000_000;
    const deposits = market.totalDepositUsd ?? 0;
    const { low, high } = rateThen(market, size) ?? { low: Number.NaN, high: Number.NaN };
    const tiles = page.locator("dl[aria-label='Main figures']");
    const atSize = rateRange(low, high) ?? "";
    await expect(valueOf(tiles, /^Deposit APY at \$1M/)).toHaveText(atSize);
    const inAYear = dollarsRange(size * low, size * high) ?? "";
    await expect(valueOf(sizePanel, "You would earn a year")).toHaveText(inAYear);
    const cover = (deposits - (market.totalBorrowUsd ?? 0)) / size;
    await expect(sizePanel.getByText(cover < 1 ? "Limited exit" : "Full exit now")).toBeVisible();
  });

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
    // The deposit is a stablecoin: what liquidates it is the debt's price.
    const rise = (market.liquidationLtv ?? 0) / ltv - 1;
    await expect(loan.getByText(`${percent(rise, 1)} above its price now`)).toBeVisible();
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await judgeOpened(page, "the page of a lending market");
  });

  await test.step("raw JSON is the market as it was sent", async () => {
    expect(JSON.parse(await page.locator("pre").innerText())).toEqual(market);
  });

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

  await test.step("a range is in the address and asks for its own resolution", async () => {
    const hourly = page.waitForRequest(/resolution=1h/);
    await page.getByRole("radiogroup", { name: "Range" }).getByText("7d", { exact: true }).click();
    await hourly;
    await expect.poll(() => parameters(page)["range"]).toBe("7d");
    await expect(page.getByText("hourly", { exact: true })).toBeVisible();
  });

  await test.step("what is typed is in the list as well", async () => {
    await region(page, "My size").getByRole("textbox", { name: "Deposit in USD" }).fill("250k");
    await expect.poll(() => parameters(page)["size"]).toBe("250000");
    await breadcrumb(page).click();
    await expect(page.getByRole("textbox", { name: "My size" })).toHaveValue("250,000");
  });

  await test.step("a loop starts at its quoted leverage, else halfway to its limit", async () => {
    const loop = await firstOf(demo, "loop");
    const limit = Math.min(loop.maxLeverage ?? Infinity, 1 / (1 - (loop.maxLtv ?? 0)));
    const leverage = leverageOf(loop) ?? 1 + (limit - 1) / 2;
    await visit(page, `/markets/${encodeURIComponent(loop.id)}?size=100000`);
    const calculator = region(page, "Loop calculator");
    await expect(calculator.getByRole("slider", { name: "Leverage" })).toHaveValue(
      new RegExp(`^${String(Math.round(leverage * 100) / 100)}`),
    );
    await calculator.getByRole("textbox", { name: "Supply yield" }).fill("7");
    await calculator.getByRole("textbox", { name: "Borrow cost" }).fill("5");
    const net = leverage * 0.07 - (leverage - 1) * 0.05;
    await expect(valueOf(calculator, "Net APY")).toHaveText(percent(net));
    const ltv = (leverage - 1) / leverage;
    await expect(valueOf(calculator, "LTV")).toHaveText(percent(ltv, 1));
    await expect(valueOf(calculator, "Drop to liquidation")).toHaveText(
      percent(1 - ltv / (loop.liquidationLtv ?? 1), 1),
    );
    await calculator.getByRole("slider", { name: "Leverage" }).press("End");
    await expect(valueOf(calculator, "Net APY")).toHaveText(percent(limit * 0.07 - (limit - 1) * 0.05));
    await expect(page.locator("svg.recharts-surface").first()).toBeVisible();
    await judgeOpened(page, "the page of a loop market");
  });
});
