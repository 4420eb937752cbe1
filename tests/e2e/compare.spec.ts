// Markets side by side: picked in the list, compared by what the API says of them, and worked out again here.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { plainTypes, readAllMarkets, readHistory, type ApiMarket } from "./api.ts";
import { judge, judgeOpened } from "./axe.ts";
import { dayMs, percent } from "./figures.ts";
import {
  cards,
  chooseOfChart,
  closedGate,
  complete,
  countShifts,
  idOf,
  listenToCharts,
  listenToRequests,
  openComplete,
  parameters,
  rowAt,
  visit,
} from "./markets.ts";
import { baseThen } from "./pools.ts";
import { expect, test } from "./story.ts";
import type { Program } from "../fixtures/program.ts";

/** The demo stands still at this moment. */
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

async function factNames(page: Page): Promise<string[]> {
  return comparison(page).locator("th[scope=row]").allInnerTexts();
}

/** A cell without what is remarked on its value. */
function valueOnly(cell: string): string {
  const value = cell.replace(
    / (?:best|worst|−[\d.]+ pp|[−+]\$[\d.]+|paid in|steady|rising|fading|spiking|unknown exit).*$/,
    "",
  );
  // Two that say nothing say the same.
  return value === "—" ? "" : value;
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

/** One market of every type. */
async function everyType(demo: Program): Promise<ApiMarket[]> {
  const found = await Promise.all(
    ["lending", "yield", "loop", "perpetual", "prediction"].map(
      async (type) =>
        (await readAllMarkets(demo, { type })).find(
          (market) => type === "perpetual" || type === "prediction" || typeof market.depositApy === "number",
        ) ?? [],
    ),
  );
  expect(found.flat()).toHaveLength(5);
  return found.flat();
}

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

  await page.reload();
  await expect(page.getByRole("button", { name: /^Remove / })).toHaveCount(2);
  await page.goBack();
  await complete(page);
  await expect(rowAt(page, 1).getByRole("checkbox", { name: /^Compare / })).toBeChecked();
});

/** The rate of a size of 250,000 in parts, each of which thins its own pool, as the page writes it. */
function blended(weights: readonly (readonly [ApiMarket, number])[]): string {
  const whole = weights.reduce((sum, [, part]) => sum + part, 0);
  const [low, high] = (["low", "high"] as const).map((end) =>
    weights.reduce((sum, [market, part]) => {
      const money = (250_000 * part) / whole;
      const deposits = market.totalDepositUsd ?? Number.NaN;
      const rewards = (market.depositApy ?? Number.NaN) - (market.baseDepositApy ?? Number.NaN);
      const left = deposits / (deposits + money);
      return sum + (part / whole) * (baseThen(market, money)[end] + left * rewards);
    }, 0),
  );
  return percent(low) === percent(high) ? percent(low) : `${percent(low).slice(0, -2)}–${percent(high)}`;
}

test("differences alone, my size and a split entered by the person are kept in the address; a part that cannot be read is explained", async ({
  demo,
  page,
}) => {
  const [vault, rewarded, pool] = await three(demo);
  await openComparison(page, demo, [vault, rewarded, pool]);
  await test.step("differences only", async () => {
    const rows = await comparison(page)
      .getByRole("row")
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.innerText)));
    const told = rows.filter((cells) => cells.length === 3);
    const all = await factNames(page);
    expect(told).toHaveLength(all.length);
    const differing = all.filter(
      (_, index) =>
        new Set(told[index]?.map((cell) => valueOnly(cell.replaceAll(/\s+/g, " ").trim()))).size > 1,
    );
    expect(differing.length).toBeGreaterThan(3);
    await page.getByRole("checkbox", { name: "Differences only" }).check();
    await expect.poll(() => parameters(page)["diff"]).toBe("1");
    expect(await factNames(page)).toEqual(differing);
  });
  await page.getByRole("textbox", { name: "My size" }).fill("250k");
  await expect.poll(() => parameters(page)["size"]).toBe("250000");
  await expect(page.getByRole("region", { name: "In one sentence" })).toContainText(/^At \$250k, /);
  for (const width of [820, 768])
    await test.step(`on a tablet ${String(width)} px wide three markets fit beside each other, with all their actions`, async () => {
      await page.setViewportSize({ width, height: 1180 });
      const hidden = await comparison(page).evaluate((table) => {
        const frame = table.closest("section");
        const edge = frame?.getBoundingClientRect().right ?? 0;
        return [...table.querySelectorAll("a, button")]
          .filter((control) => control.getBoundingClientRect().right > edge)
          .map((control) => control.getAttribute("aria-label") ?? control.textContent);
      });
      expect(hidden).toEqual([]);
      expect(
        await comparison(page).evaluate(
          (table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
        ),
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

  await parts.nth(2).fill("-3");
  await expect(parts.nth(2)).toHaveAccessibleDescription("A part cannot be below zero.");
  await expect(parts.nth(2)).toHaveAttribute("aria-invalid", "true");
  await expect(panel).toContainText(sentence);

  await page.reload();
  await expect(panel).toContainText(sentence);
  expect(await fact(page, "APY at my size")).toEqual(sized);
  await expect(page.getByRole("checkbox", { name: "Differences only" })).toBeChecked();
  // Each part stays with its market when another leaves.
  await page
    .getByRole("columnheader")
    .getByRole("button", { name: /^Remove / })
    .first()
    .click();
  await expect(parts).toHaveCount(2);
  await expect(
    page
      .getByRole("columnheader")
      .getByRole("button", { name: /^Remove / })
      .first(),
  ).toBeFocused();
  await expect(parts.nth(0)).toHaveValue("40");
  await parts.nth(1).fill("");
  await expect(panel).toContainText(`Blended APY ${blended([[rewarded, 40]])}, $`);
});

test("the past is drawn, worked out, given as a table and saved; measure and range live in the address", async ({
  demo,
  page,
}) => {
  const markets = await three(demo);
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
    expect(facts[0]).toBe(["group", "fact", "unit", ...markets.map(({ id }) => id)].join(","));
    expect(facts.find((line) => line.startsWith("Rate,Deposit APY,"))).toBe(
      `Rate,Deposit APY,rate,${markets.map(({ depositApy }) => String(depositApy)).join(",")}`,
    );
    const points = await save(page, "Save points as CSV");
    expect(points.name).toBe("yieldboard-compare-90d.csv");
    const lines = points.bytes.toString("utf8").trim().split("\r\n");
    expect(lines).toHaveLength(92);
    for (const { id } of markets) expect(lines[0]).toContain(id);
    const picture = await save(page, "Save chart as PNG");
    expect(picture.bytes.subarray(1, 4).toString("latin1")).toBe("PNG");
  });

  const history = page.getByRole("region", { name: "Deposit APY", exact: true });
  await history.getByText("Growth in tokens", { exact: true }).first().click();
  await expect.poll(() => parameters(page)["measure"]).toBe("growth");
  await expect(page.getByRole("heading", { name: "Growth in tokens" })).toBeVisible();
  await page.getByText("30d", { exact: true }).first().click();
  await expect.poll(() => parameters(page)["range"]).toBe("30d");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Growth in tokens" })).toBeVisible();
  await page.goBack();
  await expect.poll(() => parameters(page)["range"]).toBe(undefined);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Deposit APY", exact: true })).toBeVisible();
});

test("one market of every type: what does not apply is an em dash, and a market without a rate is named", async ({
  demo,
  page,
}) => {
  const markets = await everyType(demo);
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
  expect(await factNames(page)).not.toContain("Long liquidity");
  await page.getByRole("button", { name: /^Show \d+ facts of one market$/ }).click();
  const deposit = await fact(page, "Deposit APY");
  expect(deposit.slice(3)).toEqual(["—", "—"]);
  expect((await fact(page, "Long liquidity")).slice(0, 3)).toEqual(Array(3).fill("—"));
  expect((await fact(page, "Status")).slice(0, 4)).toEqual(Array(4).fill("—"));
  await expect(chart(page)).toBeVisible();
  await judgeOpened(page, "markets of every type compared");
  await expect(page.getByText(/^Not shown: markets/)).toContainText("Perpetual");
  await expect(
    chart(page)
      .locator("text")
      .filter({ hasText: /^[A-E]$/ }),
  ).toHaveCount(3);
  // Letters of lines and columns agree also when a market without a line leaves.
  await page
    .getByRole("columnheader", { name: /^D, / })
    .getByRole("button", { name: /^Remove / })
    .click();
  await expect(comparison(page).getByRole("columnheader", { name: /^D, / })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: /^E, / })).toHaveCount(0);
  expect(parameters(page)["ids"]?.split(",")).toEqual(
    markets.filter(({ type }) => type !== "perpetual").map(({ id }) => id),
  );
  // A market without a rate makes a split with it one without a rate.
  await page.getByRole("textbox", { name: /^Part of D, / }).fill("10");
  await expect(page.getByRole("region", { name: "Split my money" })).toContainText("has no rate");
});

test("what a token earns by itself is counted without a loop in the comparison", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const compared = ["JitoSOL", "SOL"].flatMap((symbol) =>
    markets.filter(({ type, token }) => type === "lending" && token?.symbol === symbol).slice(0, 1),
  );
  await openComparison(page, demo, compared, "&size=1000000");
  const answer = page.getByRole("region", { name: "In one sentence" });
  await expect(answer).toContainText(
    /JitoSOL earns \d\.\d\d % by itself, as its loops imply, which is counted/,
  );
  await expect(answer).not.toContainText("unknown");
});

test("nothing picked and an unknown market are said, and every market can be added by searching", async ({
  demo,
  page,
}) => {
  const [vault, rewarded, pool] = await three(demo);
  await page.goto(`${demo.url}/compare`);
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

test("a list that fails is said, and a history that fails leaves the facts", async ({
  demo,
  noise,
  page,
}) => {
  noise.expect(/Failed to load resource/);
  const markets = await three(demo);
  const refuse = {
    status: 503,
    json: { statusCode: 503, message: "Not now.", error: "Service Unavailable" },
  };
  await page.route("**/api/v0/markets?**", async (route) => route.fulfill(refuse));
  await page.goto(address(demo, markets));
  await expect(page.getByRole("alert")).toBeVisible();
  await judge(page, "a comparison that failed");
  await page.unroute("**/api/v0/markets?**");

  const gate = closedGate();
  await page.route("**/api/v0/markets/history?**", async (route) => {
    await gate.pass();
    await route.fulfill({ ...refuse, status: 400 });
  });
  await page.goto(address(demo, markets));
  await expect(page.getByText("Loading the history…")).toBeVisible();
  gate.open();
  await expect(page.getByRole("alert")).toContainText("The history could not be loaded");
  expect(await fact(page, "Type")).toEqual(["Yield", "Yield", "Lending"]);
  await page.unroute("**/api/v0/markets/history?**");
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(chart(page)).toBeVisible();
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
