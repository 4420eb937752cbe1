// The page of a market: opened from the list, and from a shared link. every-figure.test.tsx covers its figures.
import type { Locator, Page } from "@playwright/test";
import { readAllMarkets, type ApiMarket } from "./api.ts";
import { judgeOpened } from "./axe.ts";
import {
  cards,
  chooseOfChart,
  idOf,
  listenToCharts,
  listenToRequests,
  openComplete,
  parameters,
  region,
  rowAt,
  table,
  visit,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";
import type { Served } from "../fixtures/program.ts";

// Stops the browser's clock at the demo's time, so that "the last 180 days" are the same days for both.
test.beforeEach(async ({ page }) =>
  page.addInitScript((fixed) => {
    const now = (): number => fixed;
    globalThis.Date = new Proxy(Date, {
      construct: (target, values) => Reflect.construct(target, values.length === 0 ? [fixed] : values),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });
  }, Date.parse("2026-10-01T00:05:00Z")),
);

const address = (program: Served, market: ApiMarket): string =>
  `${program.url}/markets/${encodeURIComponent(market.id)}`;
const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });
const breadcrumb = (page: Page): Locator =>
  page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link");

/** A lending market with rewards, LTV and a limit. */
const fullLending = async (demo: Served): Promise<ApiMarket> =>
  firstOf(demo, "lending", ({ rewards, maxLtv, maxDeposit }) =>
    Boolean(rewards?.length && maxLtv && maxDeposit),
  );

async function firstOf(
  demo: Served,
  type: string,
  fits: (market: ApiMarket) => boolean = () => true,
): Promise<ApiMarket> {
  const found = (await readAllMarkets(demo, { type })).find(fits);
  if (found === undefined) throw new Error(`The demo has no such ${type} market.`);
  return found;
}

test("a market opens from the list at once, and Back leads to the same place", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?size=250000&provider=kamino`);
  const scroll = page.getByRole("region", { name: "Markets, scrollable" });
  await scroll.evaluate((element) => element.scrollTo(0, 900));
  await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(900);
  const row = rowAt(page, 30);
  const id = await idOf(row);
  const requests = listenToRequests(page);
  await row.getByRole("link").first().click();

  await expect(page).toHaveURL(`${demo.url}/markets/${encodeURIComponent(id)}?size=250000&provider=kamino`);
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle(/ · Yieldboard$/);
  await expect(region(page, "All facts")).toBeAttached();
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
  await expect.poll(() => parameters(page)).toEqual({ size: "250000", provider: "kamino" });
  // The page also requests all deposits, to compare the market with them.
  const urls = requests.map((request) => request.url());
  expect(urls.filter((url) => new URL(url).searchParams.has("provider"))).toEqual([]);

  await test.step("Markets leads back to the list as it was left, and My size is kept on other pages", async () => {
    const pages = page.getByRole("navigation", { name: "Main" });
    await pages.getByRole("link", { name: "Compare", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Compare" })).toBeVisible();
    await expect.poll(() => parameters(page)).toEqual({ size: "250000", provider: "kamino" });
    await pages.getByRole("link", { name: "Markets", exact: true }).click();
    await expect(table(page)).toBeVisible();
    await expect.poll(() => scroll.evaluate((element) => element.scrollTop)).toBe(900);
    await expect.poll(() => parameters(page)).toEqual({ size: "250000", provider: "kamino" });
  });

  await test.step("a market keeps its place in a list ordered by its history", async () => {
    await visitComplete(page, "/?provider=kamino&sort=-low90d");
    // The list is sorted once it has the histories.
    await expect(rowAt(page, 1).locator('[data-column="low90d"]')).toContainText("%");
    await rowAt(page, 3).getByRole("link").first().click();
    await expect(page.getByText(/^3 of \d+$/)).toBeVisible();
  });

  await test.step("the main action stays in view on a low screen", async () => {
    await page.setViewportSize({ width: 1440, height: 480 });
    await expect(region(page, "My size").getByRole("link", { name: /^Deposit/ })).toBeInViewport();
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
  await expect.poll(inView).not.toBe("");
  const href = await inView();
  const link = page.locator(`a[href="${href}"]`).first();
  const top = async (): Promise<number> => Math.round((await link.boundingBox())?.y ?? 0);
  const before = await top();
  const requests = listenToRequests(page);
  await link.tap();
  await expect(heading(page)).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  // The main action stays within reach, however far the user scrolls.
  await page.evaluate(() => window.scrollTo(0, 2000));
  await expect(page.getByRole("link", { name: /^Deposit,/ })).toBeInViewport();
  await page.goBack();
  await expect(cards(page).first()).toBeAttached();
  await expect(link).toBeFocused();
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
  expect(requests).toHaveLength(0);

  await test.step("the page's breadcrumb does the same without adding a history entry", async () => {
    const steps = await page.evaluate(() => history.length);
    await link.tap();
    await expect(heading(page)).toBeFocused();
    await breadcrumb(page).tap();
    await expect(link).toBeFocused();
    expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(4);
    expect(await page.evaluate(() => history.length)).toBe(steps);
  });

  await test.step("the bar never covers the focus, even in a low window", async () => {
    await page.setViewportSize({ width: 720, height: 450 });
    await heading(page).focus();
    expect(await hiddenStops(page)).toEqual([]);
  });

  await test.step("the bar shows the borrow APY at my size, and hides while the on-screen keyboard is open", async () => {
    const { id } = await fullLending(demo);
    await visit(page, `/markets/${encodeURIComponent(id)}?view=borrow&size=50000`);
    await page.setViewportSize({ width: 390, height: 420 });
    const bar = page.locator(".action-bar");
    await expect(bar).toContainText(/%.*Rate at \$50k/);
    await page.getByRole("textbox", { name: /^Loan/ }).focus();
    await expect(bar).toBeHidden();
  });
});

/** Moves through the page with Tab, and returns the stops that the bar covers completely. */
async function hiddenStops(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (let stop = 0; stop < 200; stop += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body || focused.closest("main") === null) return "left";
      const bar = document.querySelector(".action-bar");
      if (bar?.checkVisibility() !== true || bar.contains(focused)) return "";
      const { top, bottom } = focused.getBoundingClientRect();
      const isSeen = top < bar.getBoundingClientRect().top && bottom > 0;
      return isSeen ? "" : (focused.getAttribute("aria-label") ?? focused.textContent);
    });
    if (name === "left") return hidden;
    if (name !== "") hidden.push(name);
  }
  return hidden;
}

test("a failed history and failed code each say so, and can be retried", async ({ demo, noise, page }) => {
  noise.expect(/Failed to load resource/);
  noise.expect(/failed request|dynamically imported module/);
  const market = await fullLending(demo);
  await page.route("**/api/v0/markets/history?**", async (route) =>
    route.fulfill({ status: 400, json: { statusCode: 400, message: "Not today.", error: "Bad Request" } }),
  );
  const code = /time-plot-[\w-]+\.js$/;
  await page.route(code, async (route) => route.abort("connectionfailed"));

  await page.goto(address(demo, market));
  const panel = region(page, "Deposit APY");
  await expect(panel.getByRole("heading", { name: "The history could not be loaded" })).toBeVisible();
  await page.unroute("**/api/v0/markets/history?**");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByRole("heading", { name: "The chart could not be drawn" })).toBeVisible();
  await chooseOfChart(panel, "Show as table");
  await expect(panel.getByRole("table", { name: "Points of the chart" })).toBeVisible();
  await page.unroute(code);
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.locator("svg.recharts-surface").first()).toBeVisible();
});

test("a prediction and a perpetual fetch no charts", async ({ demo, page }) => {
  const charts = listenToCharts(page);
  await page.goto(address(demo, await firstOf(demo, "prediction")));
  await expect(region(page, "Break-even odds")).toContainText("Days left");
  await test.step("a prediction leads to the other outcomes of its event", async () => {
    const outcomes = region(page, "Outcomes");
    const shown = outcomes.locator("a[aria-current]");
    const other = outcomes.locator("a:not([aria-current])").first();
    const name = await other.innerText();
    await expect(shown).not.toHaveText(name);
    await other.click();
    await expect(shown).toHaveText(name);
    await expect(page.locator("dl[aria-label='Main figures']")).toContainText(`Chance of “${name}”`);
  });
  await visit(page, `/markets/${encodeURIComponent((await firstOf(demo, "perpetual")).id)}`);
  await expect(page.getByText("No rate history: no funding rate published.")).toBeVisible();
  await expect(region(page, "Liquidity for the position")).toContainText(/Long: \$.* of liquidity/);
  expect(await charts()).toBe(false);
});

test("history is charted, and range and size are in the URL", async ({ demo, page }) => {
  const market = await fullLending(demo);
  const charts = listenToCharts(page);
  const daily = page.waitForRequest(/history.*resolution=1d/);
  await page.goto(address(demo, market));
  await daily;
  const panel = region(page, "Deposit APY");
  await expect(panel.locator("svg.recharts-surface").first()).toBeVisible();
  expect(await charts()).toBe(true);
  await panel
    .locator("dl > div")
    .filter({ hasText: /^Earned over 180 days.*APY$/ })
    .hover();
  await expect(page.getByRole("tooltip")).toContainText("Coverage");

  await test.step("my size is in the URL", async () => {
    await region(page, "My size").getByRole("button", { name: "$1M", exact: true }).click();
    await expect.poll(() => parameters(page)["size"]).toBe("1000000");
    await expect(page.locator("dl[aria-label='Main figures']")).toContainText("Deposit APY at $1M");
    await judgeOpened(page, "the page of a lending market");
  });

  await test.step("raw JSON is the market as it was sent", async () => {
    expect(JSON.parse(await page.locator("pre").innerText())).toEqual(market);
  });

  await chooseOfChart(panel, "Show as table");
  await expect(panel.getByRole("table").getByRole("row").nth(1)).toContainText("Now");

  await test.step("the keyboard moves through the chart's points, and all values are shown and announced", async () => {
    await page.getByRole("application").first().focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(panel.locator(".recharts-tooltip-wrapper").first()).toContainText(
      /2026.*Deposit APY.*Deposits/s,
    );
    await expect(
      page.getByRole("status").filter({ hasText: /2026, Deposit APY .*, Deposits / }),
    ).toBeAttached();
  });

  await test.step("a range is in the URL and requests its own resolution", async () => {
    const hourly = page.waitForRequest(/resolution=1h/);
    await page.getByRole("radiogroup", { name: "Range" }).getByText("7d", { exact: true }).click();
    await hourly;
    await expect.poll(() => parameters(page)["range"]).toBe("7d");
  });
});
