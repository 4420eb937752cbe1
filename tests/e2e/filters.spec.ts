// What a person asks for travels as the service's parameters and stands in the URL, and nowhere else.
import type { Page } from "@playwright/test";
import { ratedTypes, readAllMarkets, type ApiMarket } from "./api.ts";
import { judge } from "./axe.ts";
import {
  closedGate,
  complete,
  filters,
  firstIds,
  listenToRequests,
  openComplete,
  option,
  parameters,
  queryOf,
  rowAt,
  rowCount,
  search,
  table,
} from "./markets.ts";
import { expect, test } from "./story.ts";

/** Does something and gives the query of the request that follows, and the parameters that stand in the URL then. */
async function after(
  page: Page,
  act: () => Promise<void>,
): Promise<{ request: Record<string, string>; url: Record<string, string> }> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === "/api/v0/markets");
  await act();
  const request = queryOf(await asked);
  await complete(page);
  return { request, url: parameters(page) };
}

test("a type is a request parameter and stands in the URL; the default stands nowhere", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  expect(parameters(page)).toEqual({});
  const fewer = await after(page, () => option(page, "Type", "Loop").uncheck());
  expect(fewer.request).toEqual({ type: "lending,yield" });
  expect(fewer.url).toEqual({ type: "lending,yield" });
  await option(page, "Type", "Loop").check();
  await complete(page);
  expect(parameters(page)).toEqual({});
});

test("all five types send no type at all", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  const { request } = await after(page, () => page.getByRole("tab", { name: /^All\b/ }).click());
  expect(request).toEqual({});
  for (const name of ["Lending", "Yield", "Loop", "Perpetual", "Prediction"])
    await expect(option(page, "Type", name)).toBeChecked();
  expect(await rowCount(page)).toBe((await readAllMarkets(demo, {})).length);
});

test("a provider is a request parameter and stands in the URL", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  const { request, url } = await after(page, () => option(page, "Provider", "Kamino").check());
  expect(request).toEqual({ type: "lending,yield,loop", provider: "kamino" });
  expect(url).toEqual({ provider: "kamino" });
  const kamino = await readAllMarkets(demo, request);
  await expect.poll(() => rowCount(page)).toBe(kamino.length);
});

test("a prediction status is a request parameter and stands in the URL", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?view=prediction`);
  const { request, url } = await after(page, () => option(page, "Prediction status", "Settled").check());
  expect(request["type"]).toBe("prediction");
  expect(JSON.parse(request["filters"] ?? "")).toEqual({ prediction: { status: ["open", "settled"] } });
  expect(url["status"]).toBe("open,settled");
  await expect.poll(() => rowCount(page)).toBe((await readAllMarkets(demo, request)).length);
});

test("an asset is found by symbol and is a request parameter", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, { type: "lending,yield,loop" });
  const usdc = markets.find((market) => market.token?.symbol === "USDC")?.token?.address ?? "";
  await openComplete(page, demo.url);
  const { request, url } = await after(page, async () => {
    await page.getByRole("combobox", { name: "Asset" }).fill("USDC");
    await page
      .getByRole("option", { name: /^USDC\b/ })
      .first()
      .click();
  });
  expect(request).toEqual({ type: "lending,yield,loop", asset: usdc });
  expect(url).toEqual({ asset: usdc });
  await expect.poll(() => rowCount(page)).toBe((await readAllMarkets(demo, request)).length);
});

test("an asset together with prediction explains itself and asks for the types that have assets", async ({
  demo,
  page,
}) => {
  const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
  const requests = listenToRequests(page);
  await openComplete(page, `${demo.url}/?view=all&asset=${mint}`);
  expect(queryOf(requests[0])).toEqual({ type: "lending,yield,loop,perpetual", asset: mint });
  await expect(filters(page).getByText(/prediction markets have no asset/i)).toBeVisible();
});

test("a family of assets is one click", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  const { request } = await after(page, () =>
    filters(page)
      .getByRole("button", { name: /^Stable/ })
      .click(),
  );
  expect((request["asset"] ?? "").split(",").length).toBeGreaterThan(3);
  expect(request["asset"]).toContain("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
});

test("search narrows what is loaded, asks nothing, and is replaced in the history", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  const before = await page.evaluate(() => history.length);
  const requests = listenToRequests(page);
  await search(page).pressSequentially("jitosol");
  await expect.poll(() => parameters(page)).toEqual({ q: "jitosol" });
  const all = await readAllMarkets(demo, { type: "lending,yield,loop" });
  await expect.poll(() => rowCount(page)).toBeLessThan(all.length / 2);
  expect(await rowCount(page)).toBeGreaterThan(0);
  expect(requests).toEqual([]);
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);
});

test("reload restores every filter", async ({ demo, page }) => {
  await openComplete(
    page,
    `${demo.url}/?type=lending,yield&provider=kamino&q=usd&minDeposits=1000000&minApy=2&rewards=1&size=250000&basis=base`,
  );
  const restored = async (): Promise<void> => {
    await expect(option(page, "Type", "Loop")).not.toBeChecked();
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
});

test("Back and Forward restore what was chosen", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await option(page, "Type", "Loop").uncheck();
  await option(page, "Provider", "Kamino").check();
  await expect.poll(() => parameters(page)).toEqual({ type: "lending,yield", provider: "kamino" });
  await page.goBack();
  await expect.poll(() => parameters(page)).toEqual({ type: "lending,yield" });
  await expect(option(page, "Provider", "Kamino")).not.toBeChecked();
  await page.goBack();
  await expect(option(page, "Type", "Loop")).toBeChecked();
  expect(parameters(page)).toEqual({});
  await page.goForward();
  await expect(option(page, "Type", "Loop")).not.toBeChecked();
});

test("junk in the URL is dropped value by value, and what is not known stays", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?type=yield,nonsense&minApy=abc&sort=-nothing&utm_source=mail`);
  await expect(option(page, "Type", "Yield")).toBeChecked();
  await expect(option(page, "Type", "Lending")).not.toBeChecked();
  await option(page, "Provider", "Kamino").check();
  await expect
    .poll(() => parameters(page))
    .toEqual({ type: "yield", provider: "kamino", utm_source: "mail" });
});

test("chips name what is active and take it away one by one", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?provider=kamino&minDeposits=1000000&q=usd`);
  const crosses = page.getByRole("button", { name: /^Remove filter / });
  await expect(crosses).toHaveCount(3);
  await page.getByRole("button", { name: /^Remove filter Deposits/ }).click();
  await expect.poll(() => parameters(page)).toEqual({ provider: "kamino", q: "usd" });
  await expect(crosses).toHaveCount(2);
});

test("Clear filters leaves order, columns and size alone", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?provider=kamino&minApy=3&size=1000&sort=totalDepositUsd`);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect.poll(() => parameters(page)).toEqual({ size: "1000", sort: "totalDepositUsd" });
});

test("every option shows how many of the loaded markets it concerns", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, { type: "lending,yield,loop" });
  await openComplete(page, demo.url);
  const count = (wanted: (market: (typeof markets)[number]) => boolean): string =>
    String(markets.filter(wanted).length);
  await expect(page.getByRole("group", { name: "Type" })).toContainText(
    new RegExp(`Lending\\s*${count((market) => market.type === "lending")}`),
  );
  await expect(page.getByRole("group", { name: "Provider" })).toContainText(
    new RegExp(`Kamino\\s*${count((market) => market.provider.id === "kamino")}`),
  );
});

test("unknown values fail a minimum and are counted", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, { type: "lending,yield,loop" });
  const known = markets.filter((market) => (market.totalDepositUsd ?? -1) >= 1_000_000);
  const unknown = markets.filter((market) => typeof market.totalDepositUsd !== "number");
  await openComplete(page, demo.url);
  await page.getByRole("textbox", { name: "Minimum deposits" }).fill("1000000");
  await expect.poll(() => rowCount(page)).toBe(known.length);
  expect(unknown.length).toBeGreaterThan(0);
  await expect(
    page.getByText(new RegExp(`${unknown.length} with unknown deposits hidden`)).first(),
  ).toBeVisible();
});

test("nothing found names the filter that hides the most and lifts it with one click", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?minApy=900&provider=kamino`);
  await expect(page.getByRole("heading", { name: /No market/i })).toBeVisible();
  await expect(page.getByText(/hides \d+/).first()).toBeVisible();
  await page
    .getByRole("button", { name: /^Lift Minimum APY/ })
    .first()
    .click();
  await expect.poll(() => parameters(page)).toEqual({ provider: "kamino" });
  expect(await rowCount(page)).toBeGreaterThan(0);
});

test("a search whose matches are filtered away says so and offers them", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?minDeposits=900000000000&q=jitosol`);
  const offer = page.getByText(/\d+ match(?:es)? (?:is|are )?hidden by filters/i).first();
  await expect(offer).toBeVisible();
});

test("choosing a part of what is loaded answers before the exact request does", async ({ demo, page }) => {
  const yields = await readAllMarkets(demo, { type: "yield" });
  await openComplete(page, demo.url);
  const gate = closedGate();
  await page.route("**/api/v0/markets?**", async (route) => {
    await gate.pass();
    await route.continue();
  });
  await option(page, "Type", "Loop").uncheck();
  await option(page, "Type", "Lending").uncheck();
  await expect.poll(() => rowCount(page)).toBe(yields.length);
  await expect(table(page).getByRole("row").nth(1)).toBeVisible();
  gate.open();
  await complete(page);
  expect(await rowCount(page)).toBe(yields.length);
});

test("a token is left out without asking the service again, and the chip brings it back", async ({
  demo,
  page,
}) => {
  const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
  const markets = await readAllMarkets(demo, ratedTypes);
  // Every token a market is about stands in it somewhere; what its rewards are paid in is another matter.
  const holds = markets.filter((market) => JSON.stringify({ ...market, rewards: [] }).includes(usdc));
  await openComplete(page, demo.url);
  const requests = listenToRequests(page);
  await page.getByRole("combobox", { name: "Without" }).fill("usdc");
  await page.getByRole("option", { name: /^USDC/ }).first().click();
  await expect.poll(() => rowCount(page)).toBe(markets.length - holds.length);
  expect(parameters(page)).toEqual({ without: usdc });
  expect(requests).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Remove.*Without/ }).click();
  await expect.poll(() => rowCount(page)).toBe(markets.length);
});

/** The tokens a market is about: one, a pair, or what is lent against what. */
function mintsOf(market: ApiMarket): readonly string[] {
  return [market.token, market.tokenA, market.tokenB, Reflect.get(market, "borrowToken")].flatMap((token) =>
    token === undefined || token === null ? [] : [String(Reflect.get(Object(token), "address"))],
  );
}

test("bounds that few need fold out, hide what is unknown, and are there again after a reload", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  await openComplete(page, demo.url);
  const maximum = filters(page).getByRole("textbox", { name: "Maximum APY" });
  await expect(maximum).toBeHidden();
  await filters(page).getByText("More ranges").click();
  await maximum.fill("6");
  const under = markets.filter(({ depositApy }) => typeof depositApy === "number" && depositApy <= 0.06);
  await expect.poll(() => rowCount(page)).toBe(under.length);
  await filters(page).getByRole("textbox", { name: "Minimum LTV" }).fill("80");
  const both = under.filter(({ maxLtv }) => typeof maxLtv === "number" && maxLtv >= 0.8);
  await expect.poll(() => rowCount(page)).toBe(both.length);
  expect(parameters(page)).toEqual({ maxApy: "6", minLtv: "80" });
  await expect(page.getByText("with unknown LTV hidden")).toBeVisible();
  await page.reload();
  await complete(page);
  await expect(maximum).toHaveValue("6");
  expect(await rowCount(page)).toBe(both.length);
  await filters(page).getByRole("textbox", { name: "Minimum available" }).fill("much");
  await expect(filters(page).getByText("Write dollars as 250000, 250k or 1.5m.")).toBeVisible();
  await judge(page, "more ranges");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => rowCount(page)).toBe(markets.length);
});

test("a pair of tokens, all providers but one, and small markets that are hidden while a larger one is left", async ({
  demo,
  page,
}) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const large = markets.filter(({ totalDepositUsd }) => (totalDepositUsd ?? 0) >= 100_000);
  await openComplete(page, demo.url);
  await filters(page).getByRole("checkbox", { name: "Hide small markets", exact: true }).check();
  await expect.poll(() => rowCount(page)).toBe(large.length);

  const requests = listenToRequests(page);
  await filters(page)
    .getByRole("radiogroup", { name: "Show ticked providers" })
    .getByRole("radio", { name: "All but" })
    .check({ force: true });
  await option(page, "Provider", "Kamino").check();
  await expect
    .poll(() => rowCount(page))
    .toBe(large.filter(({ provider }) => provider.id !== "kamino").length);
  expect(parameters(page)).toEqual({ notProvider: "kamino", hideSmall: "1" });
  expect(requests).toEqual([]);
  await page.getByRole("button", { name: "Remove filter Not from Kamino" }).click();

  // Loops do not tell their deposits, so none of them is known to be large.
  await after(page, () => page.getByRole("tab", { name: /^Loop\b/ }).click());
  const loops = markets.filter(({ type }) => type === "loop");
  await expect.poll(() => rowCount(page)).toBe(loops.length);
  await expect(
    page.getByRole("button", { name: "Remove filter Hide small markets none larger, so shown" }),
  ).toBeVisible();

  const jlp = "27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4";
  const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
  await openComplete(page, `${demo.url}/?asset=${jlp},${usdc}&match=all`);
  const pairs = markets.filter((market) => [jlp, usdc].every((mint) => mintsOf(market).includes(mint)));
  expect(pairs.length).toBeGreaterThan(0);
  expect(await rowCount(page)).toBe(pairs.length);
  const match = filters(page).getByRole("radiogroup", { name: "Asset match" });
  await match.getByRole("radio", { name: "Only" }).check({ force: true });
  expect(parameters(page)).toMatchObject({ match: "only" });
  const onlyThose = markets.filter((market) =>
    mintsOf(market).every((mint) => mint === jlp || mint === usdc),
  );
  await expect.poll(() => rowCount(page)).toBe(onlyThose.length);
});

test("a view gets a name, is kept in this browser, and comes back with one click", async ({ demo, page }) => {
  await openComplete(page, `${demo.url}/?type=yield&minDeposits=1000000&sort=-totalDepositUsd`);
  const saved = page.getByRole("button", { name: "Saved views" });
  await saved.click();
  const panel = page.getByRole("dialog", { name: "Saved views" });
  await panel.getByRole("textbox", { name: "Name for what is shown now" }).fill("Large yield");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("link", { name: "Large yield" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await openComplete(page, demo.url);
  await saved.click();
  await panel.getByRole("link", { name: "Large yield" }).click();
  await complete(page);
  await expect(panel).toBeHidden();
  expect(parameters(page)).toEqual({ type: "yield", minDeposits: "1000000", sort: "-totalDepositUsd" });
  await expect(option(page, "Type", "Yield")).toBeChecked();
  await saved.click();
  await panel.getByRole("button", { name: "Forget Large yield" }).click();
  await expect(panel.getByText("Nothing is saved yet.")).toBeVisible();
  // Others are ready to be taken, and show every filter they are made of.
  await panel
    .getByRole("list", { name: "Ready views" })
    .getByRole("link", { name: "Pegged loops: SOL" })
    .click();
  await complete(page);
  expect(parameters(page)).toMatchObject({ view: "loop", match: "only" });
  await expect(
    page.getByRole("button", { name: "Remove filter Asset SOL and staking tokens" }),
  ).toBeVisible();
  await expect(rowAt(page, 1).getByRole("link").first()).toHaveText(/SOL|INF/);
});

test("starred markets become a list with a name, which later stars do not change", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  const star = (place: number): Promise<void> =>
    rowAt(page, place)
      .getByRole("button", { name: /^Star / })
      .click();
  const ids = (await firstIds(page, 2)).toSorted();
  await star(1);
  await star(2);
  await page.getByRole("button", { name: "Saved views" }).click();
  const panel = page.getByRole("dialog", { name: "Saved views" });
  await panel.getByRole("checkbox", { name: /^Only the 2 starred now/ }).check();
  await panel.getByRole("textbox", { name: "Name for what is shown now" }).fill("Mine");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await page.keyboard.press("Escape");
  await star(3);
  await page.getByRole("button", { name: "Saved views" }).click();
  await panel.getByRole("link", { name: "Mine" }).click();
  await expect.poll(() => rowCount(page)).toBe(2);
  expect((await firstIds(page, 2)).toSorted()).toEqual(ids);
  await page.getByRole("button", { name: /^Remove.*Chosen markets/ }).click();
  await expect.poll(() => rowCount(page)).toBeGreaterThan(2);
});
