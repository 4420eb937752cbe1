// Every column orders the whole list; what is missing comes last in both directions.
import type { Page } from "@playwright/test";
import { field, orderedIds, ratedTypes, readAllMarkets, type ApiMarket, type MarketValue } from "./api.ts";
import { firstIds, header, headerButton, openComplete, parameters, rowAt, table } from "./markets.ts";
import { expect, test } from "./story.ts";

const rewards: MarketValue = (market) => {
  if (market.type === "loop") return undefined;
  const paid = market.rewards?.filter((reward) => reward.type === "deposit");
  if (paid !== undefined) return paid.reduce((sum, reward) => sum + (reward.apy ?? 0), 0);
  return typeof market.depositApy === "number" && typeof market.baseDepositApy === "number"
    ? market.depositApy - market.baseDepositApy
    : undefined;
};

const utilization: MarketValue = ({ totalDepositUsd, totalBorrowUsd }) =>
  typeof totalDepositUsd === "number" && typeof totalBorrowUsd === "number" && totalDepositUsd > 0
    ? totalBorrowUsd / totalDepositUsd
    : undefined;

const columns: readonly (readonly [name: string, value: MarketValue])[] = [
  ["Deposit APY", field("depositApy")],
  ["Base APY", field("baseDepositApy")],
  ["30d", field("baseDepositApy30d")],
  ["90d", field("baseDepositApy90d")],
  ["180d", field("baseDepositApy180d")],
  ["Borrow APY", field("borrowApy")],
  ["Deposits", field("totalDepositUsd")],
  ["Borrows", field("totalBorrowUsd")],
  ["Max LTV", field("maxLtv")],
  ["Liq. LTV", field("liquidationLtv")],
];

/** Clicks a header until it says the wanted direction. */
async function sortBy(page: Page, name: string, direction: "ascending" | "descending"): Promise<void> {
  for (let click = 0; click < 2; click += 1) {
    if ((await header(page, name).getAttribute("aria-sort")) === direction) return;
    await headerButton(page, name).click();
    await expect(header(page, name)).toHaveAttribute("aria-sort", /ascending|descending/);
  }
  await expect(header(page, name)).toHaveAttribute("aria-sort", direction);
}

async function expectOrder(
  page: Page,
  markets: readonly ApiMarket[],
  value: MarketValue,
  direction: "ascending" | "descending",
): Promise<void> {
  await expect.poll(() => firstIds(page, 8)).toEqual(orderedIds(markets, value, direction).slice(0, 8));
}

test("every column orders the whole list both ways", async ({ demo, page }) => {
  test.slow();
  const markets = await readAllMarkets(demo, ratedTypes);
  await openComplete(page, demo.url);
  for (const [name, value] of columns)
    await test.step(name, async () => {
      for (const direction of ["descending", "ascending"] as const) {
        await sortBy(page, name, direction);
        await expectOrder(page, markets, value, direction);
      }
    });
});

test("what is missing comes last in both directions", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  const missing = markets.filter((market) => typeof market.borrowApy !== "number").length;
  expect(missing).toBeGreaterThan(0);
  for (const sort of ["borrowApy", "-borrowApy"]) {
    await openComplete(page, `${demo.url}/?sort=${sort}`);
    const direction = sort.startsWith("-") ? "descending" : "ascending";
    const order = orderedIds(markets, field("borrowApy"), direction);
    expect(await firstIds(page, 5)).toEqual(order.slice(0, 5));
    await table(page).hover();
    const last = rowAt(page, order.length);
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 4_000);
        return last.count();
      })
      .toBe(1);
    await expect(last.getByText("—").first()).toBeVisible();
  }
});

test("rewards and utilization order by what the API's own numbers give", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  await openComplete(page, `${demo.url}/?sort=-rewardApy`);
  const best = orderedIds(markets, rewards, "descending");
  expect((await firstIds(page, 3)).toSorted()).toEqual(best.slice(0, 3).toSorted());
  await openComplete(page, `${demo.url}/?sort=-utilization`);
  expect(await firstIds(page, 3)).toEqual(orderedIds(markets, utilization, "descending").slice(0, 3));
});

test("the order stands in the URL, survives a reload, and the view's own order stands nowhere", async ({
  demo,
  page,
}) => {
  await openComplete(page, demo.url);
  await expect(header(page, "Deposit APY")).toHaveAttribute("aria-sort", "descending");
  await sortBy(page, "Deposits", "descending");
  await expect.poll(() => parameters(page)).toEqual({ sort: "-totalDepositUsd" });
  await page.reload();
  await expect(header(page, "Deposits")).toHaveAttribute("aria-sort", "descending");
  await sortBy(page, "Deposit APY", "descending");
  await expect.poll(() => parameters(page)["sort"] ?? "-depositApy").toBe("-depositApy");
});

test("shift-click adds a second key", async ({ demo, page }) => {
  const markets = await readAllMarkets(demo, ratedTypes);
  await openComplete(page, `${demo.url}/?sort=type`);
  await headerButton(page, "Deposits").click({ modifiers: ["Shift"] });
  await expect.poll(() => parameters(page)["sort"]).toMatch(/^type,-?totalDepositUsd$/);
  const descending = parameters(page)["sort"] === "type,-totalDepositUsd";
  const lending = markets.filter((market) => market.type === "lending");
  const order = orderedIds(lending, field("totalDepositUsd"), descending ? "descending" : "ascending");
  await expect.poll(() => firstIds(page, 5)).toEqual(order.slice(0, 5));
});

test("a new order is said politely", async ({ demo, page }) => {
  await openComplete(page, demo.url);
  await headerButton(page, "Deposits").click();
  await expect(
    page.getByRole("status").filter({ hasText: /Deposits.*(?:descending|ascending|highest|lowest)/i }),
  ).toBeAttached();
});
