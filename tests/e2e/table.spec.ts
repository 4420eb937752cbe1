// What a person decides by: views, columns, the rate's anatomy, the own size, stars.
import { judge } from "./axe.ts";
import { field, orderedIds, lateOrder, plainTypes, readAllMarkets, readShownMarkets } from "./api.ts";
import {
  cell,
  closedGate,
  dataStatus,
  firstIds,
  header,
  headerButton,
  idOf,
  isLaterPage,
  listenToRequests,
  openComplete,
  option,
  parameters,
  raiseRates,
  rowAt,
  rowCount,
  visitComplete,
} from "./markets.ts";
import { percent } from "./figures.ts";
import { expect, test } from "./story.ts";

const views = [
  ["Earn", {}, ["Lending", "Yield"], "Deposit APY"],
  ["Borrow", { view: "borrow", type: "lending" }, ["Lending"], "Borrow APY"],
  ["Loop", { view: "loop", type: "loop" }, ["Loop"], "Deposit APY"],
  ["Perpetual", { view: "perpetual", type: "perpetual" }, ["Perpetual"], "Long liquidity"],
  ["Prediction", { view: "prediction", type: "prediction" }, ["Prediction"], "Closes"],
] as const;

test("each view is a tab with its types, its order and its place in the URL, reached with the arrow keys", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?view=all`);
  for (const [name, url, types, column] of views) {
    const tab = page.getByRole("tab", { name: new RegExp(`^${name}\\b`) });
    await tab.click();
    await expect(tab).toHaveAttribute("aria-selected", "true");
    await expect.poll(() => parameters(page)).toEqual(url);
    for (const type of ["Lending", "Yield", "Loop", "Perpetual", "Prediction"])
      await expect(option(page, "Type", type)).toBeChecked({ checked: types.some((own) => own === type) });
    await expect(header(page, column)).toHaveAttribute("aria-sort", /ascending|descending/);
    await expect(rowAt(page, 1)).toBeVisible();
  }
  await page.getByRole("tab", { name: /^Earn\b/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: /^Borrow\b/ })).toBeFocused();
});

test("a row unfolds in place: by its button, by a key, wherever the table is scrolled to", async ({
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?type=lending&size=50000`);
  const unfold = rowAt(page, 3).getByRole("button", { name: /^Details of / });
  await expect(unfold).toHaveAttribute("aria-expanded", "false");
  await unfold.click();
  await expect(unfold).toHaveAttribute("aria-expanded", "true");
  await expect(unfold).toBeFocused();
  const details = page.locator(`#${await unfold.getAttribute("aria-controls")}`);
  const id = await idOf(rowAt(page, 3));
  await expect(details.getByRole("link", { name: "Open market" })).toHaveAttribute("data-id", id);
  await expect(details.getByRole("list", { name: "In short" }).getByRole("listitem").first()).toBeVisible();
  await judge(details, "a row unfolded");

  // Scrolled sideways it stays in sight; further down the rows stand where the scroll bar says.
  const scrolled = page.getByRole("region", { name: /Markets, scrollable/ });
  await scrolled.evaluate((element) => {
    element.scrollLeft = 300;
  });
  await expect(details.getByRole("list", { name: "In short" })).toBeInViewport();
  await scrolled.evaluate((element) => {
    element.scrollLeft = 0;
    element.scrollTop = 4_000;
  });
  await expect(details).toHaveCount(0);
  const gap = await page.evaluate(() => {
    const rows = [...document.querySelectorAll("[data-row]")].map((row) => row.getBoundingClientRect());
    return rows.some((row, at) => at > 0 && Math.abs(row.top - (rows[at - 1]?.bottom ?? 0)) > 1);
  });
  expect(gap).toBe(false);
  await page.keyboard.press("Home");
  await expect(rowAt(page, 1).getByRole("link").first()).toBeFocused();
  await expect(details).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(unfold).toHaveAttribute("aria-expanded", "false");
  await expect(rowAt(page, 2).getByRole("button", { name: /^Details of / })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
});

test("columns and density are chosen once and stand in the URL, which Copy link copies; a header explains its column", async ({
  context,
  demo,
  page,
}) => {
  await openComplete(page, `${demo.url}/?provider=kamino&sort=-totalDepositUsd`);
  const height = async (): Promise<number> => (await rowAt(page, 1).boundingBox())?.height ?? 0;
  expect(await height()).toBe(44);
  await headerButton(page, "90d low").hover();
  await expect(page.getByRole("tooltip")).toContainText("The lowest daily APY that depositors got");

  await page.getByRole("button", { name: "Columns" }).click();
  const choice = page.getByRole("checkbox", { name: "Base 30d", exact: true });
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expect(header(page, "Base 30d")).toHaveCount(0);
  await expect.poll(() => parameters(page)["cols"] ?? "").toMatch(/^market,.*actions$/);
  expect(parameters(page)["cols"]).not.toContain("baseDepositApy30d");
  await page.keyboard.press("Escape");

  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  expect(page.url()).toMatch(/\?provider=kamino&sort=-totalDepositUsd&cols=|cols=.*provider=kamino/);
  await page.goto(`${page.url()}&density=compact`);
  await expect(header(page, "Base 90d")).toBeVisible();
  await expect(header(page, "Base 30d")).toHaveCount(0);
  expect(await height()).toBe(32);
});

test("the rate's popover names each reward, what is left without them, and where the number comes from", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, plainTypes);
  const market = markets.find(
    (candidate) =>
      candidate.type === "lending" &&
      candidate.rewards?.some((reward) => reward.type === "deposit") === true &&
      typeof candidate.baseDepositApy90d === "number",
  );
  await openComplete(page, `${demo.url}/?q=${encodeURIComponent(market?.id ?? "")}`);
  const rate = (await cell(page, rowAt(page, 1), "Deposit APY")).getByRole("button");
  const popover = page.getByRole("dialog");
  await rate.click();
  await expect(popover).toBeVisible();
  for (const reward of market?.rewards?.filter((item) => item.type === "deposit") ?? []) {
    await expect(popover).toContainText(reward.token?.symbol ?? "");
    await expect(popover).toContainText(((reward.apy ?? 0) * 100).toFixed(2));
  }
  await expect(popover).toContainText(((market?.baseDepositApy ?? 0) * 100).toFixed(2));
  await expect(popover).toContainText("depositApy");
  await expect(popover).toContainText(String(market?.depositApy));
  await expect(popover).toContainText(/90d average|Steady 90d|Averages unknown/);
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
  await expect(rate).toBeFocused();

  await test.step("under the keyboard's focus and under the pointer", async () => {
    await page.keyboard.press("Enter");
    await expect(popover).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(popover).toBeHidden();
    await page.mouse.move(5, 5);
    await rate.hover();
    await expect(popover).toBeVisible();
    await page.mouse.move(5, 5);
    await expect(popover).toBeHidden();
  });
});

test("basis Base leads column, bar and order with the base rate; my size turns rates into a bracket, hides what has no room, and asks nothing", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, plainTypes);
  await openComplete(page, demo.url);
  const requests = listenToRequests(page);
  await page.getByRole("radiogroup", { name: "APY basis" }).getByText("Base", { exact: true }).click();
  await expect.poll(() => parameters(page)).toEqual({ basis: "base" });
  await expect(header(page, "Base APY")).toHaveAttribute("aria-sort", "descending");
  await expect
    .poll(() => firstIds(page, 8))
    .toEqual(orderedIds(markets, field("baseDepositApy"), "descending").slice(0, 8));

  const market = markets.find(
    (candidate) =>
      candidate.type === "lending" &&
      (candidate.totalDepositUsd ?? 0) > 1_000_000 &&
      (candidate.baseDepositApy ?? 0) > 0.01 &&
      (candidate.rewards ?? []).length === 0,
  );
  await visitComplete(page, `/?q=${encodeURIComponent(market?.id ?? "")}`);
  await page.getByRole("textbox", { name: "My size" }).fill("250000");
  await expect.poll(() => parameters(page)["size"]).toBe("250000");
  await expect(header(page, "At $250k")).toBeVisible();
  // k = S / (S + d): the base rate falls to between k² and k of what it is.
  const deposits = market?.totalDepositUsd ?? 0;
  const k = deposits / (deposits + 250_000);
  const base = market?.baseDepositApy ?? 0;
  const at = await cell(page, rowAt(page, 1), "At $250k");
  await expect(at).toContainText((base * k * k * 100).toFixed(2));
  await expect(at).toContainText((base * k * 100).toFixed(2));

  await visitComplete(page, "/?size=5000000");
  await expect.poll(() => rowCount(page)).toBe(markets.length);
  await page.getByRole("checkbox", { name: "Fits my size", exact: true }).check();
  await expect.poll(() => parameters(page)).toEqual({ size: "5000000", fits: "1" });
  await expect.poll(() => rowCount(page)).toBeLessThan(markets.length);
  expect(requests).toEqual([]);
});

test("rows do not move under the pointer while pages arrive", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, plainTypes);
  const order = lateOrder(markets, 5);
  const gate = closedGate();
  await page.route(isLaterPage, async (route) => {
    await gate.pass();
    await route.continue();
  });
  await page.goto(`${demo.url}/?sort=${order?.sort}`);
  await expect(rowAt(page, 5)).toBeVisible();
  await rowAt(page, 3).hover({ position: { x: 300, y: 10 } });
  await rowAt(page, 3).hover({ position: { x: 310, y: 16 } });
  const read = await firstIds(page, 8);
  gate.open();
  const offer = page.getByRole("button", { name: /Sort again/i });
  await expect(offer).toBeVisible();
  expect(await firstIds(page, 8)).toEqual(read);
  // It stays while the pointer comes for it.
  await offer.hover();
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await offer.click();
  await expect.poll(() => firstIds(page, 8)).toEqual(order?.ids);
});

test("the data status says counts, times and source; a refresh by hand shows the new figures in the same rows", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, { type: "yield" });
  await openComplete(page, `${demo.url}/?type=yield`);
  await dataStatus(page).click();
  const panel = page.getByRole("dialog", { name: "Data status" });
  await expect(panel).toContainText(/\d+ markets/);
  await expect(panel).toContainText(/Demo/i);
  const before = await rowAt(page, 1).innerText();
  await raiseRates(page);
  await panel.getByRole("button", { name: /^Refresh/ }).click();
  await expect.poll(() => rowAt(page, 1).innerText()).not.toBe(before);
  const [first] = await firstIds(page, 1);
  const quoted = markets.find(({ id }) => id === first)?.depositApy ?? Number.NaN;
  await expect(await cell(page, rowAt(page, 1), "Deposit APY")).toContainText(percent(quoted + 0.02));
  expect(await rowCount(page)).toBe(markets.length);
});
