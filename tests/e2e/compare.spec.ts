// Markets side by side: picked in the list, compared by what the API says of them, and worked out again here.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { oneOfEachType, plainTypes, readAllMarkets, readHistory, type ApiMarket } from "./api.ts";
import { judge, judgeOpened } from "./axe.ts";
import { dayMs, percent } from "./figures.ts";
import {
  cards,
  chooseOfChart,
  closedGate,
  countShifts,
  idOf,
  listenToCharts,
  listenToRequests,
  openComplete,
  parameters,
  rowAt,
  visit,
} from "./markets.ts";
import { expect, test } from "./story.ts";
import { rateRange, rateThen } from "../fixtures/own-figures.ts";
import type { Program } from "../fixtures/program.ts";

/** The demo's clock is stopped at this moment. */
const now = Date.parse("2026-10-01T00:00:00Z");

const comparison = (page: Page): Locator => page.getByRole("table", { name: "Comparison" });
const tray = (page: Page): Locator => page.getByRole("region", { name: "Compare", exact: true });
const chart = (page: Page): Locator => page.locator("svg.recharts-surface").first();

/** What the markets say to one fact, in their order: all the words of each cell. */
async function fact(page: Page, name: string): Promise<string[]> {
  const row = comparison(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  await expect(row).toHaveCount(1);
  return (await row.getByRole("cell").allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim());
}

function address(program: Program, markets: readonly { readonly id: string }[], more = ""): string {
  return `${program.url}/compare?ids=${markets.map(({ id }) => encodeURIComponent(id)).join(",")}${more}`;
}

async function openComparison(
  page: Page,
  program: Program,
  markets: readonly { readonly id: string }[],
  more = "",
): Promise<void> {
  await page.goto(address(program, markets, more));
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(markets.length);
}

/** A vault, a vault with rewards, and a lending pool: three rates that differ. */
async function three(demo: Program): Promise<[ApiMarket, ApiMarket, ApiMarket]> {
  const markets = await readAllMarkets(demo, plainTypes);
  const dollars = markets.filter(
    ({ id, token, depositApy, baseDepositApy, totalDepositUsd }) =>
      token?.symbol === "USDC" &&
      typeof baseDepositApy === "number" &&
      (depositApy ?? 0) > 0.01 &&
      (totalDepositUsd ?? 0) > 1e6 &&
      // Searched for by its id, it must be the only one found.
      markets.filter((other) => other.id.startsWith(id)).length === 1,
  );
  const vault = dollars.find(({ type, rewards }) => type === "yield" && (rewards?.length ?? 0) === 0);
  const rewarded = dollars.find((market) => market.type === "yield" && (market.rewards?.length ?? 0) > 0);
  const pool = dollars.find(
    ({ type, rewards, maxLtv }) => type === "lending" && (rewards?.length ?? 0) === 0 && (maxLtv ?? 0) > 0,
  );
  if (vault === undefined || rewarded === undefined || pool === undefined)
    throw new Error("The demo lacks the markets this story is about.");
  return [vault, rewarded, pool];
}

/** Whether a request asks for markets of every type. */
const isWider = (url: URL): boolean => url.pathname === "/api/v0/markets" && !url.searchParams.has("type");

/** Presses what saves a file, and gives the file. */
async function save(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent("download");
  if (name === "Export") await page.getByRole("button", { name, exact: true }).click();
  else await chooseOfChart(page, name);
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("markets picked with the box and with x are compared without a request for a list", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const first = await idOf(rowAt(page, 1));
  const second = await idOf(rowAt(page, 2));
  await rowAt(page, 1)
    .getByRole("checkbox", { name: /^Compare / })
    .click();
  await expect(tray(page).getByRole("button", { name: "Compare 1" })).toBeDisabled();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(tray(page)).toContainText("2 of 8");
  const requests = listenToRequests(page);
  await tray(page).getByRole("link", { name: "Compare 2" }).click();
  await expect(page).toHaveURL(address(demo, [{ id: first }, { id: second }]));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Compare 2 markets/);
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
  expect(requests.map((request) => request.url())).toEqual([]);

  await test.step("nothing picked and an unknown market are said, and every market can be added by searching", async () => {
    const [vault, rewarded, pool] = await three(demo);
    await visit(page, "/compare");
    await expect(page.getByText("Pick two or more markets")).toBeVisible();
    await judge(page, "nothing to compare");
    await visit(page, `/compare?ids=${encodeURIComponent(vault.id)},gone.1`);
    await expect(page.getByText("The service lists no market gone.1.")).toBeVisible({ timeout: 30_000 });
    await page.getByRole("button", { name: "Remove it" }).click();
    await expect(page).toHaveURL(address(demo, [vault]));
    await expect(page.getByText("Add one more market to compare it with")).toBeVisible();
    const field = page.getByRole("combobox", { name: "Markets to compare" });
    const add = async (market: ApiMarket): Promise<void> => {
      await field.fill(market.id);
      await expect(page.getByRole("option")).toHaveCount(1);
      await page.keyboard.press("Enter");
    };
    await add(rewarded);
    await expect(page.getByRole("columnheader", { name: /^B, / })).toBeVisible();
    // With something to compare the field is asked for, and what is typed goes into it.
    await page.getByRole("button", { name: "Add market" }).click();
    await expect(field).toBeFocused();
    await add(pool);
    await expect(page.getByRole("columnheader", { name: /^C, / })).toBeVisible();
    await expect(page).toHaveURL(address(demo, [vault, rewarded, pool]));
  });
});

/** The rate of a size of 250,000 in parts, each of which thins its own pool, as the page writes it. */
function blended(weights: readonly (readonly [ApiMarket, number])[]): string {
  const whole = weights.reduce((sum, [, part]) => sum + part, 0);
  const [low, high] = (["low", "high"] as const).map((end) =>
    weights.reduce((sum, [market, part]) => {
      const apy = rateThen(market, (250_000 * part) / whole)?.[end] ?? Number.NaN;
      return sum + (part / whole) * apy;
    }, 0),
  );
  return rateRange(low, high) ?? "";
}

test("the past is drawn, worked out, given as a table and saved; measure, range, differences, my size and a split live in the address", async ({
  demo,
  page,
}) => {
  const markets = await three(demo);
  const [vault, rewarded] = markets;
  const charts = listenToCharts(page);
  await openComparison(page, demo, markets);
  await expect(chart(page)).toBeVisible();
  expect(await charts()).toBe(true);
  // Each line ends in the letter that heads its column.
  await expect(
    chart(page)
      .locator("text")
      .filter({ hasText: /^[ABC]$/ }),
  ).toHaveText(["A", "B", "C"]);

  const results = page.getByRole("table", { name: "Realised yields" });
  for (const [index, market] of markets.entries()) {
    const points = await readHistory(demo, {
      marketIds: market.id,
      startTime: new Date(now - 90 * dayMs).toISOString(),
      resolution: "1d",
    });
    const rates = points.flatMap(({ depositApy }) => depositApy ?? []);
    const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    const logarithm = rates.reduce((sum, rate) => sum + Math.log(1 + rate), 0);
    const cells = await results
      .getByRole("row")
      .nth(index + 1)
      .getByRole("cell")
      .allInnerTexts();
    expect(cells.slice(0, 3)).toEqual([
      percent(Math.exp(logarithm / rates.length) - 1),
      percent(mean),
      Math.exp(logarithm / 365).toFixed(4),
    ]);
    if (index === 0) await chooseOfChart(page, "Show points as a table");
    const newest = page.getByRole("region", { name: "Points of the chart" }).locator("tbody tr").first();
    // The table is drawn when its frame has opened.
    await expect(newest).toBeVisible();
    // The last point is now, with the rate of the table.
    await expect(newest).toContainText("Now");
    expect((await newest.getByRole("cell").allInnerTexts())[index]).toBe(percent(market.depositApy));
  }

  await test.step("saved as CSV and PNG", async () => {
    const facts = (await save(page, "Export")).bytes.toString("utf8").split("\r\n");
    expect(facts.find((line) => line.startsWith("Rate,Deposit APY,"))).toBe(
      `Rate,Deposit APY,rate,${markets.map(({ depositApy }) => String(depositApy)).join(",")}`,
    );
    const points = await save(page, "Save points as CSV");
    expect(points.name).toBe("yieldboard-compare-90d.csv");
    expect(points.bytes.toString("utf8").trim().split("\r\n")).toHaveLength(92);
    const picture = await save(page, "Save chart as PNG");
    expect(picture.bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  });

  const history = page.getByRole("region", { name: "Deposit APY", exact: true });
  await history.getByText("Growth in tokens", { exact: true }).first().click();
  await expect.poll(() => parameters(page)["measure"]).toBe("growth");
  await expect(page.getByRole("heading", { name: "Growth in tokens" })).toBeVisible();
  await page.getByText("30d", { exact: true }).first().click();
  await expect.poll(() => parameters(page)["range"]).toBe("30d");
  await page.goBack();
  await expect.poll(() => parameters(page)["range"]).toBe(undefined);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Deposit APY", exact: true })).toBeVisible();

  await page.getByRole("checkbox", { name: "Differences only" }).check();
  await expect.poll(() => parameters(page)["diff"]).toBe("1");
  await page.getByRole("textbox", { name: "My size" }).fill("250k");
  await expect.poll(() => parameters(page)["size"]).toBe("250000");
  await expect(page.getByRole("region", { name: "In one sentence" })).toContainText(/^At \$250k, /);
  await test.step("on a tablet three markets fit beside each other, with all their actions", async () => {
    await page.setViewportSize({ width: 768, height: 1180 });
    const hidden = await comparison(page).evaluate((table) => {
      const frame = table.closest("section");
      const edge = frame?.getBoundingClientRect().right ?? 0;
      return [...table.querySelectorAll("a, button")]
        .filter((control) => control.getBoundingClientRect().right > edge)
        .map((control) => control.getAttribute("aria-label") ?? control.textContent);
    });
    expect(hidden).toEqual([]);
    expect(
      await comparison(page).evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0)),
    ).toBeLessThanOrEqual(0);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  const sized = await fact(page, "APY at my size");
  const panel = page.getByRole("region", { name: "Split my money" });
  const parts = panel.getByRole("textbox", { name: /^Part of [ABC], USDC, / });
  await expect(parts).toHaveCount(3);
  // Until someone enters a part, each market has the same.
  for (const index of [0, 1, 2]) await expect(parts.nth(index)).toHaveValue("33.33");
  await parts.nth(2).fill("0");
  await parts.nth(0).fill("50.5");
  await page.keyboard.press("Tab");
  await expect(parts.nth(1)).toBeFocused();
  await page.keyboard.type("40");
  const sentence = `Blended APY ${blended([
    [vault, 50.5],
    [rewarded, 40],
  ])}, $`;
  await expect(panel).toContainText(sentence);
  await expect.poll(() => parameters(page)["split"]).toBe("50.5,40,0");

  await page.reload();
  await expect(panel).toContainText(sentence);
  expect(await fact(page, "APY at my size")).toEqual(sized);
  await expect(page.getByRole("checkbox", { name: "Differences only" })).toBeChecked();
});

test("one market of every type: what does not apply is an em dash, and a market without a rate is named", async ({
  demo,
  page,
}) => {
  const markets = await oneOfEachType(demo);
  const shifts = await countShifts(page);
  // Three types come with a list that is asked for only once the first one lacks them, and here it comes late.
  const wider = closedGate();
  await page.route(isWider, async (route) => {
    await wider.pass();
    await route.continue();
  });
  await page.goto(address(demo, markets, "&size=250000"));
  await expect(page.getByText("Loading 3 markets…")).toBeVisible();
  wider.open();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(5);
  await expect(chart(page)).toBeVisible();
  expect(await shifts(), "what is found late moves nothing").toBeLessThanOrEqual(0.02);
  expect(await fact(page, "Type")).toEqual(["Lending", "Yield", "Loop", "Perpetual", "Prediction"]);
  await page.getByRole("button", { name: /^Show \d+ facts of one market$/ }).click();
  const deposit = await fact(page, "Deposit APY");
  expect(deposit.slice(3)).toEqual(["—", "—"]);
  expect((await fact(page, "Long liquidity")).slice(0, 3)).toEqual(Array(3).fill("—"));
  await judgeOpened(page, "markets of every type compared");
  await expect(page.getByText(/^Not shown: markets/)).toContainText("Perpetual");
  await expect(
    chart(page)
      .locator("text")
      .filter({ hasText: /^[A-E]$/ }),
  ).toHaveCount(3);
});

test("on a phone markets are picked on cards and compared on cards to swipe @phone", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const ids: string[] = [];
  for (const index of [0, 1]) {
    ids.push(await idOf(cards(page).nth(index)));
    await cards(page)
      .nth(index)
      .getByRole("checkbox", { name: /^Compare / })
      .tap();
  }
  await tray(page).getByRole("link", { name: "Compare 2" }).tap();
  await expect(page).toHaveURL(
    address(
      demo,
      ids.map((id) => ({ id })),
    ),
  );
  const list = page.getByRole("list", { name: "Comparison" });
  const items = list.locator("> li");
  await expect(items).toHaveCount(2);
  const market = (await readAllMarkets(demo, plainTypes)).find(({ id }) => id === ids[1]);
  await expect(items.nth(1)).not.toBeInViewport({ ratio: 0.5 });
  await page.getByRole("button", { name: /^B, show / }).tap();
  await expect(items.nth(1)).toBeInViewport({ ratio: 0.2 });
  await expect.poll(() => list.evaluate((element) => element.scrollLeft)).toBeGreaterThan(200);
  await expect(
    items
      .nth(1)
      .locator("dt", { hasText: /^Deposit APY$/ })
      .locator("xpath=../dd"),
  ).toContainText(percent(market?.depositApy));
  await expect(chart(page)).toBeVisible();
  await judgeOpened(page, "markets compared on a phone");
});
