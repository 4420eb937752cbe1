// What a person asks for travels as the service's parameters and stands in the URL, and nowhere else.
import type { Page } from "@playwright/test";
import * as z from "zod";
import {
  field,
  orderedIds,
  plainTypes,
  isShown,
  readAllMarkets,
  readShownMarkets,
  type ApiMarket,
} from "./api.ts";
import { judge } from "./axe.ts";
import { percent } from "./figures.ts";
import {
  cell,
  closedGate,
  complete,
  filters,
  firstIds,
  idOf,
  asksForList,
  listenToRequests,
  openComplete,
  option,
  parameters,
  queryOf,
  rowAt,
  rowCount,
  search,
  table,
  visit,
  visitComplete,
} from "./markets.ts";
import { expect, test } from "./story.ts";

/** Does something and gives the query of the request that follows, and the parameters that stand in the URL then. */
async function after(
  page: Page,
  act: () => Promise<void>,
): Promise<{ request: Record<string, string>; url: Record<string, string> }> {
  const asked = page.waitForRequest(asksForList);
  await act();
  const request = queryOf(await asked);
  await complete(page);
  return { request, url: parameters(page) };
}

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

test("types, providers, assets and statuses are request parameters and stand in the URL; the default stands nowhere", async ({
  demo,
  page,
}) => {
  const readCount = async (query: Record<string, string>): Promise<number> =>
    (await readShownMarkets(demo, query)).length;
  /** Until nothing is chosen any more and the whole list is there: options are made from what is shown. */
  const nothingChosen = async (): Promise<void> => {
    await expect.poll(() => parameters(page)).toEqual({});
    // Where chips go the list moves under the pointer, and rows that are pointed at let new ones among them wait.
    await page.mouse.move(5, 5);
    await expect.poll(() => rowCount(page)).toBe(await readCount(plainTypes));
    await complete(page);
  };
  await openComplete(page, demo.url);
  await nothingChosen();

  await test.step("types", async () => {
    const { request, url } = await after(page, () => option(page, "Type", "Loop").check());
    expect(request).toEqual({ type: "lending,yield,loop" });
    expect(url).toEqual({ type: "lending,yield,loop" });
    await option(page, "Type", "Loop").uncheck();
    await nothingChosen();
  });

  await test.step("a provider", async () => {
    const { request, url } = await after(page, () => option(page, "Provider", "Kamino").check());
    expect(request).toEqual({ ...plainTypes, provider: "kamino" });
    expect(url).toEqual({ provider: "kamino" });
    await expect.poll(() => rowCount(page)).toBe(await readCount(request));
    await option(page, "Provider", "Kamino").uncheck();
    await nothingChosen();
  });

  await test.step("an asset, found by its symbol", async () => {
    const { request, url } = await after(page, async () => {
      await page.getByRole("combobox", { name: "Asset" }).fill("USDC");
      await page
        .getByRole("option", { name: /^USDC\b/ })
        .first()
        .click();
    });
    expect(request).toEqual({ ...plainTypes, asset: usdc });
    expect(url).toEqual({ asset: usdc });
    // The service knows no sides; what is not deposited stays out here.
    const holding = await readShownMarkets(demo, request);
    const ofDeposits = holding.filter((market) => mintsOf(market)[0] === usdc);
    expect(ofDeposits.length).toBeLessThan(holding.length);
    await expect.poll(() => rowCount(page)).toBe(ofDeposits.length);
    await page.keyboard.press("Escape");
    await filters(page).getByText("More filters").click();
    await filters(page).getByRole("checkbox", { name: "Also as debt" }).check();
    await expect.poll(() => rowCount(page)).toBe(holding.length);
    expect(parameters(page)).toEqual({ asset: usdc, match: "any" });
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await nothingChosen();
  });

  await test.step("a family of assets is one choice and one word, and a token of it narrows it", async () => {
    await page.getByRole("combobox", { name: "Asset" }).click();
    const { request, url } = await after(page, () =>
      page
        .getByRole("option", { name: /^Stable/ })
        .first()
        .click(),
    );
    expect((request["asset"] ?? "").split(",").length).toBeGreaterThan(3);
    expect(request["asset"]).toContain(usdc);
    expect(url).toEqual({ asset: "stables" });
    const wanted = new Set(request["asset"]?.split(","));
    const stable = (await readShownMarkets(demo, request)).filter((market) =>
      mintsOf(market).every((mint) => wanted.has(mint)),
    );
    await expect.poll(() => rowCount(page)).toBe(stable.length);
    await page.getByRole("combobox", { name: "Asset" }).fill("usdc");
    await page.keyboard.press("Enter");
    await expect.poll(() => parameters(page)).toEqual({ asset: usdc });
    // The fields above the list say what I hold, so there is no chip.
    await expect(page.getByRole("combobox", { name: "I hold" })).toHaveValue("USDC");
    await visit(page, "/");
    await nothingChosen();
  });

  await test.step("all five types send no type at all", async () => {
    const { request } = await after(page, () => page.getByRole("tab", { name: /^All\b/ }).click());
    expect(request).toEqual({});
    for (const name of ["Lending", "Yield", "Loop", "Perpetual", "Prediction"])
      await expect(option(page, "Type", name)).toBeChecked();
    await expect.poll(() => rowCount(page)).toBe(await readCount({}));
  });

  await test.step("an asset together with prediction explains itself and asks for the types that have assets", async () => {
    // The legs of loops are asked for beside the list.
    const asked = page.waitForRequest((request) => queryOf(request)["asset"] === usdc);
    await visit(page, `/?view=all&asset=${usdc}`);
    expect(queryOf(await asked)).toEqual({ type: "lending,yield,loop,perpetual", asset: usdc });
    await expect(filters(page).getByText(/prediction markets have no asset/i)).toBeVisible();
  });

  await test.step("a prediction status", async () => {
    // Ungrouped: a row for each market.
    await visitComplete(page, "/?view=prediction&outcomes=all");
    const asked = page.waitForRequest((sent) => asksForList(sent) && "filters" in queryOf(sent));
    await option(page, "Prediction status", "Settled").check();
    const request = queryOf(await asked);
    expect(request["type"]).toBe("prediction");
    expect(JSON.parse(request["filters"] ?? "")).toEqual({ prediction: { status: ["open", "settled"] } });
    await expect.poll(() => parameters(page)["status"]).toBe("open,settled");
    await expect.poll(() => rowCount(page)).toBe(await readCount(request));
  });
});

test("search narrows what is loaded, finds rows outside the window, asks nothing, and is replaced in the history", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, plainTypes);
  const lowest = orderedIds(markets, field("depositApy"), "descending").at(-1) ?? "";
  await openComplete(page, demo.url);
  const before = await page.evaluate(() => history.length);
  const requests = listenToRequests(page);
  await search(page).pressSequentially("jitosol");
  await expect.poll(() => parameters(page)).toEqual({ q: "jitosol" });
  await expect.poll(() => rowCount(page)).toBeLessThan(markets.length / 2);
  expect(await rowCount(page)).toBeGreaterThan(0);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);

  await search(page).fill("");
  await expect.poll(() => rowCount(page)).toBe(markets.length);
  const address = `/markets/${encodeURIComponent(lowest)}`;
  await expect(table(page).locator(`a[href^="${address}"]`)).toHaveCount(0);
  await search(page).fill(lowest);
  await expect.poll(() => rowCount(page)).toBe(1);
  expect(await idOf(rowAt(page, 1))).toBe(lowest);
  await expect(table(page).locator(`a[href^="${address}"]`).first()).toBeVisible();

  await search(page).fill("kamno jitosl");
  await page.getByRole("button", { name: "Did you mean Kamino JitoSOL?" }).click();
  await expect(search(page)).toHaveValue("Kamino JitoSOL");
  await expect.poll(() => rowCount(page)).toBeGreaterThan(0);
  await search(page).fill("stablecoin");
  await expect.poll(() => rowCount(page)).toBeGreaterThan(10);
  expect(requests).toEqual([]);

  await visit(page, "/?minDeposits=900000000000&q=jitosol");
  await expect(page.getByText(/\d+ match(?:es)? (?:is|are )?hidden by filters/i).first()).toBeVisible();
});

test("reload, Back and Forward restore what was chosen; junk is dropped value by value, and what is not known stays", async ({
  demo,
  page,
}) => {
  await openComplete(
    page,
    `${demo.url}/?type=yield&provider=kamino&q=usd&minDeposits=1000000&minApy=2&rewards=1&size=250000&basis=base`,
  );
  const restored = async (): Promise<void> => {
    await expect(option(page, "Type", "Lending")).not.toBeChecked();
    await expect(option(page, "Type", "Yield")).toBeChecked();
    await expect(option(page, "Provider", "Kamino")).toBeChecked();
    await expect(search(page)).toHaveValue("usd");
    await expect(page.getByRole("textbox", { name: "Minimum deposits" })).toHaveValue(/^1,?000,?000$/);
    await expect(page.getByRole("textbox", { name: "Minimum APY" })).toHaveValue("2");
    await expect(page.getByRole("checkbox", { name: "Only with rewards", exact: true })).toBeChecked();
    await expect(page.getByRole("textbox", { name: "My size" })).toHaveValue(/^250,?000$/);
    await expect(
      page.getByRole("radiogroup", { name: "APY basis" }).getByRole("radio", { name: "Base" }),
    ).toBeChecked();
  };
  await restored();
  const rows = await rowCount(page);
  const url = page.url();
  await page.reload();
  await complete(page);
  await restored();
  expect(page.url()).toBe(url);
  expect(await rowCount(page)).toBe(rows);

  await test.step("Back and Forward", async () => {
    await visitComplete(page, "/");
    await option(page, "Type", "Lending").uncheck();
    await option(page, "Provider", "Kamino").check();
    await expect.poll(() => parameters(page)).toEqual({ type: "yield", provider: "kamino" });
    await page.goBack();
    await expect.poll(() => parameters(page)).toEqual({ type: "yield" });
    await expect(option(page, "Provider", "Kamino")).not.toBeChecked();
    await page.goBack();
    await expect(option(page, "Type", "Lending")).toBeChecked();
    expect(parameters(page)).toEqual({});
    await page.goForward();
    await expect(option(page, "Type", "Lending")).not.toBeChecked();
  });

  await test.step("junk", async () => {
    await visitComplete(page, "/?type=yield,nonsense&minApy=abc&sort=-nothing&utm_source=mail");
    await expect(option(page, "Type", "Yield")).toBeChecked();
    await expect(option(page, "Type", "Lending")).not.toBeChecked();
    await option(page, "Provider", "Kamino").check();
    await expect
      .poll(() => parameters(page))
      .toEqual({ type: "yield", provider: "kamino", utm_source: "mail" });
  });
});

test("chips take filters away one by one, Clear filters all of them and nothing else, and nothing found lifts the one that hides the most", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?provider=kamino&minDeposits=1000000&q=usd`);
  const crosses = page.getByRole("button", { name: /^Remove filter (?!Small markets)/ });
  await expect(crosses).toHaveCount(3);
  await page.getByRole("button", { name: /^Remove filter Deposits/ }).click();
  await expect.poll(() => parameters(page)).toEqual({ provider: "kamino", q: "usd" });
  await expect(crosses).toHaveCount(2);

  await visitComplete(page, "/?provider=kamino&minApy=3&size=1000&sort=totalDepositUsd");
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect.poll(() => parameters(page)).toEqual({ size: "1000", sort: "totalDepositUsd" });

  await visit(page, "/?minApy=900&provider=kamino");
  await expect(page.getByRole("heading", { name: /No market/i })).toBeVisible();
  await expect(page.getByText(/hides \d+/).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Remove Minimum APY/ })
    .first()
    .click();
  await expect.poll(() => parameters(page)).toEqual({ provider: "kamino" });
  expect(await rowCount(page)).toBe(
    (await readShownMarkets(demo, { ...plainTypes, provider: "kamino" })).length,
  );

  await test.step("chips that do not fit are counted, and take more lines on request", async () => {
    const bounds = "minDeposits=1&maxDeposits=100000000000&minApy=-5&maxApy=900&maxUtilization=100";
    await visit(page, `/?provider=kamino&${bounds}&maxRewards=99&minAvailable=1`);
    await expect(crosses).toHaveCount(8);
    const more = page.getByRole("button", { name: /^\+\d more$/ });
    await more.click();
    for (const cross of await crosses.all()) await expect(cross).toBeInViewport({ ratio: 1 });
    await judge(crosses.first().locator("xpath=ancestor::div[1]"), "chips in several lines");
    await page.getByRole("button", { name: "Collapse" }).click();
    await expect(more).toBeVisible();
  });
});

test("choosing a part of what is loaded answers before the exact request does", async ({ demo, page }) => {
  const yields = await readShownMarkets(demo, { type: "yield" });
  await openComplete(page, demo.url);
  const gate = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await gate.pass();
    await route.continue();
  });
  await option(page, "Type", "Lending").uncheck();
  await expect.poll(() => rowCount(page)).toBe(yields.length);
  await expect(table(page).getByRole("row").nth(1)).toBeVisible();
  gate.open();
  await complete(page);
  expect(await rowCount(page)).toBe(yields.length);
});

/** The tokens a market is about: one, a pair, or what is lent against what. */
function mintsOf(market: ApiMarket): readonly string[] {
  return [market.token, market.tokenA, market.tokenB, Reflect.get(market, "borrowToken")].flatMap((token) =>
    token === undefined || token === null ? [] : [String(Reflect.get(Object(token), "address"))],
  );
}

test("every option says how many it concerns; a token left out and bounds hide what is unknown too, and ask nothing", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const count = (wanted: (market: ApiMarket) => boolean): number => markets.filter(wanted).length;
  await openComplete(page, `${demo.url}/?small=1`);
  const requests = listenToRequests(page);
  await expect(page.getByRole("group", { name: "Type" })).toContainText(
    new RegExp(`Lending\\s*${count(({ type }) => type === "lending")}`),
  );
  await expect(page.getByRole("group", { name: "Provider" })).toContainText(
    new RegExp(`Kamino\\s*${count(({ provider }) => provider.id === "kamino")}`),
  );

  await test.step("a token left out, which the chip brings back", async () => {
    // Every token a market is about stands in it somewhere; what its rewards are paid in is another matter.
    const holds = count((market) => JSON.stringify({ ...market, rewards: [] }).includes(usdc));
    await filters(page).getByText("More filters").click();
    await page.getByRole("combobox", { name: "Without" }).fill("usdc");
    await page.getByRole("option", { name: /^USDC/ }).first().click();
    await expect.poll(() => rowCount(page)).toBe(markets.length - holds);
    expect(parameters(page)).toEqual({ without: usdc, small: "1" });
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Remove.*Without/ }).click();
    await expect.poll(() => rowCount(page)).toBe(markets.length);
    await filters(page).getByText("More filters").click();
  });

  await test.step("a minimum of deposits, and how many of them are not known", async () => {
    await page.getByRole("textbox", { name: "Minimum deposits" }).fill("1000000");
    await expect
      .poll(() => rowCount(page))
      .toBe(count(({ totalDepositUsd }) => (totalDepositUsd ?? -1) >= 1_000_000));
    const unknown = count(({ totalDepositUsd }) => typeof totalDepositUsd !== "number");
    expect(unknown).toBeGreaterThan(0);
    await expect(page.getByText(`${unknown} hidden: missing data`).first()).toBeVisible();
    await page.getByRole("button", { name: /^Remove filter Deposits/ }).click();
  });

  await test.step("bounds that few need fold out, and are there again after a reload", async () => {
    const maximum = filters(page).getByRole("textbox", { name: "Maximum APY" });
    await expect(maximum).toBeHidden();
    await filters(page).getByText("More filters").click();
    await maximum.fill("6");
    const under = markets.filter(({ depositApy }) => typeof depositApy === "number" && depositApy <= 0.06);
    await expect.poll(() => rowCount(page)).toBe(under.length);
    await filters(page).getByRole("textbox", { name: "Minimum LTV" }).fill("80");
    const both = under.filter(({ maxLtv }) => typeof maxLtv === "number" && maxLtv >= 0.8);
    await expect.poll(() => rowCount(page)).toBe(both.length);
    await expect.poll(() => parameters(page)).toEqual({ maxApy: "6", minLtv: "80", small: "1" });
    await expect(page.getByText("hidden: missing data")).toBeVisible();
    expect(requests).toEqual([]);
    await page.reload();
    await complete(page);
    await expect(maximum).toHaveValue("6");
    expect(await rowCount(page)).toBe(both.length);
    await filters(page).getByRole("textbox", { name: "Minimum available" }).fill("much");
    await expect(filters(page).getByText("Write dollars as 250000, 250k or 1.5m.")).toBeVisible();
    await judge(filters(page), "more ranges");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => rowCount(page)).toBe(markets.filter(isShown).length);
  });
});

test("a pair of tokens, all providers but one, and small markets that are hidden while a larger one is left", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const large = markets.filter(isShown);
  await openComplete(page, demo.url);
  expect(large.length).toBeLessThan(markets.length);
  await expect.poll(() => rowCount(page)).toBe(large.length);
  await page.getByRole("button", { name: "Remove filter Small markets hidden" }).click();
  await expect.poll(() => rowCount(page)).toBe(markets.length);
  expect(parameters(page)).toEqual({ small: "1" });
  await filters(page).getByRole("checkbox", { name: "Hide small markets", exact: true }).check();
  await expect.poll(() => rowCount(page)).toBe(large.length);

  const requests = listenToRequests(page);
  await filters(page).getByText("More providers").click();
  await filters(page)
    .getByRole("radiogroup", { name: "Show selected providers" })
    .getByRole("radio", { name: "All but" })
    .check({ force: true });
  await option(page, "Provider", "Kamino").check();
  await expect
    .poll(() => rowCount(page))
    .toBe(large.filter(({ provider }) => provider.id !== "kamino").length);
  expect(parameters(page)).toEqual({ notProvider: "kamino" });
  expect(requests).toEqual([]);
  await page.getByRole("button", { name: "Remove filter Not from Kamino" }).click();

  // Loops publish no deposits, so none of them is small.
  await page.getByRole("tab", { name: /^Loop\b/ }).click();
  const loops = await readShownMarkets(demo, { type: "loop" });
  await expect.poll(() => rowCount(page)).toBe(loops.length);

  const jlp = "27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4";
  await visitComplete(page, `/?type=lending,yield,loop&asset=${jlp},${usdc}&match=all`);
  const pairs = [...large, ...loops].filter((market) =>
    [jlp, usdc].every((mint) => mintsOf(market).includes(mint)),
  );
  expect(pairs.length).toBeGreaterThan(0);
  await expect.poll(() => rowCount(page)).toBe(pairs.length);
  await visitComplete(page, `/?type=lending,yield,loop&asset=${jlp},${usdc}&match=only`);
  const onlyThose = [...large, ...loops].filter((market) =>
    mintsOf(market).every((mint) => mint === jlp || mint === usdc),
  );
  await expect.poll(() => rowCount(page)).toBe(onlyThose.length);
});

/** Where a market lends: loans there stand against what is deposited in the same place. */
function placeOf(market: ApiMarket): string {
  const { marketName } = z
    .looseObject({ marketName: z.string().nullish() })
    .parse(market["additionalData"] ?? {});
  return `${market.provider.id} ${marketName ?? market.productName ?? ""}`;
}

test("a loan is found by what is deposited and what is borrowed, on the terms of that deposit", async ({
  demo,
  page,
}) => {
  const sol = "So11111111111111111111111111111111111111112";
  const markets = await readShownMarkets(demo, { type: "lending" });
  const takes = new Map(
    markets.flatMap((market) =>
      mintsOf(market).join() === sol && (market.maxLtv ?? 0) > 0 ? [[placeOf(market), market.maxLtv]] : [],
    ),
  );
  await openComplete(page, `${demo.url}/?view=borrow`);
  const all = await rowCount(page);
  // The cheapest loan of all is in a market that nothing leads to.
  const linked = markets.filter(
    ({ actions, websiteUrl }) => typeof websiteUrl === "string" || Object.keys(actions ?? {}).length > 0,
  );
  expect(linked.length).toBeLessThan(markets.length);
  expect(linked.map(({ id }) => id)).toContain(await idOf(rowAt(page, 1)));
  const finder = page.getByRole("region", { name: "Find a loan" });
  // By name, and in spite of a slip, as the Asset filter finds it.
  await finder.getByRole("combobox", { name: "I have" }).fill("wrapped sol");
  await expect(page.getByRole("option").first()).toHaveText(/^SOL/);
  await page.keyboard.press("Enter");
  // No token is lent against itself.
  await finder.getByRole("combobox", { name: "I need" }).fill("sol");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(page.getByRole("option").filter({ hasText: /^SOL(?:Wrapped SOL|So11)/ })).toHaveCount(0);
  await finder.getByRole("combobox", { name: "I need" }).fill("usdcc");
  await expect(page.getByRole("option").first()).toHaveText(/^USDC/);
  await page.keyboard.press("Enter");
  await expect.poll(() => parameters(page)).toMatchObject({ view: "borrow", asset: usdc, collateral: sol });
  await complete(page);
  const wanted = markets.filter((market) => {
    const [first, second] = mintsOf(market);
    const lendable = market.maxBorrow !== 0 && market.totalBorrow !== 0;
    return second === usdc ? first === sol : first === usdc && takes.has(placeOf(market)) && lendable;
  });
  await expect.poll(() => rowCount(page)).toBe(wanted.length);
  expect(wanted.length).toBeGreaterThan(1);
  const cheapest = await idOf(rowAt(page, 1));
  expect(cheapest).toBe(orderedIds(wanted, field("borrowApy"), "ascending")[0]);
  const terms = wanted.find(({ id }) => id === cheapest);
  const ltv = terms === undefined ? undefined : (takes.get(placeOf(terms)) ?? terms.maxLtv);
  await expect(await cell(page, rowAt(page, 1), "LTV of SOL")).toHaveText(percent(ltv, 1));
  await expect(
    rowAt(page, 1)
      .getByRole("link", { name: /^(?:Deposit|Borrow),/ })
      .first(),
  ).toHaveText("Borrow");
  await judge(finder, "loans of USDC against SOL");

  await test.step("the page of a market opened from here is about my size as the loan alone", async () => {
    await page.goto(`${demo.url}/markets/${cheapest}?view=borrow&collateral=${sol}&size=50000`);
    await expect(page.getByRole("heading", { name: "Borrow USDC" })).toBeVisible();
    await expect(page.getByText("Max LTV of SOL", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "My size" })).toHaveCount(0);
  });

  await test.step("where nothing can be borrowed is left out, and said", async () => {
    await visitComplete(page, "/?view=borrow");
    await expect.poll(() => rowCount(page)).toBe(all);
    await page.getByRole("button", { name: /^Show \d+ unavailable to borrow/ }).click();
    await expect.poll(() => rowCount(page)).toBe(markets.length);
    expect(parameters(page)).toMatchObject({ view: "borrow", unborrowable: "1" });
  });
});

test("a view and starred markets get a name, are kept in this browser, and come back with one click", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?type=yield&minDeposits=1000000&sort=-totalDepositUsd`);
  const saved = page.getByRole("button", { name: "Saved views" });
  const panel = page.getByRole("dialog", { name: "Saved views" });
  const name = panel.getByRole("textbox", { name: "Name this view" });
  await saved.click();
  await expect(name).toBeFocused();
  await name.fill("Large yield");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("link", { name: "Large yield" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");

  const star = (place: number): ReturnType<typeof rowAt> =>
    rowAt(page, place).getByRole("button", { name: /^Star / });
  await openComplete(page, demo.url);
  const ids = (await firstIds(page, 2)).toSorted();
  await star(1).click();
  await star(2).click();
  await page.reload();
  await expect(star(2)).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("checkbox", { name: "Starred", exact: true }).check();
  await expect.poll(() => rowCount(page)).toBe(2);
  expect((await firstIds(page, 2)).toSorted()).toEqual(ids);
  expect(parameters(page)).toEqual({ starred: "1" });
  await page.getByRole("checkbox", { name: "Starred", exact: true }).uncheck();

  await test.step("the stars of now under a name, which later stars do not change", async () => {
    await saved.click();
    await panel.getByRole("checkbox", { name: /^Starred \(2\)/ }).check();
    await name.fill("Mine");
    await panel.getByRole("button", { name: "Save", exact: true }).click();
    await page.keyboard.press("Escape");
    await star(3).click();
    await saved.click();
    await panel.getByRole("link", { name: "Mine" }).click();
    await expect.poll(() => rowCount(page)).toBe(2);
    expect((await firstIds(page, 2)).toSorted()).toEqual(ids);
    await page.getByRole("button", { name: /^Remove.*Chosen markets/ }).click();
    await expect.poll(() => rowCount(page)).toBeGreaterThan(2);
  });

  await test.step("the view that was kept", async () => {
    await saved.click();
    await panel.getByRole("link", { name: "Large yield" }).click();
    await complete(page);
    await expect(panel).toBeHidden();
    expect(parameters(page)).toEqual({ type: "yield", minDeposits: "1000000", sort: "-totalDepositUsd" });
    await expect(option(page, "Type", "Yield")).toBeChecked();
    await saved.click();
    await panel.getByRole("button", { name: "Delete Large yield" }).click();
    await panel.getByRole("button", { name: "Delete Mine" }).click();
    await expect(panel.getByText("Nothing is saved yet.")).toBeVisible();
  });

  await test.step("others are ready to be taken, and show every filter they are made of", async () => {
    await panel
      .getByRole("list", { name: "Presets" })
      .getByRole("link", { name: "Staked-SOL loops" })
      .click();
    await complete(page);
    expect(parameters(page)).toMatchObject({ view: "loop", asset: "sol" });
    await expect(page.getByRole("combobox", { name: "I hold" })).toHaveValue("SOL and staking tokens");
    await expect(rowAt(page, 1).getByRole("link").first()).toHaveText(/SOL|INF/);
  });
});
