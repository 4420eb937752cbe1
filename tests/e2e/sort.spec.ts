// The order is chosen at the headers, over the whole list, and stands in the address.
import type { Page } from "@playwright/test";
import { field, orderedIds, plainTypes, readShownMarkets, type ApiMarket, type MarketValue } from "./api.ts";
import { firstIds, header, headerButton, openComplete, parameters, visitComplete } from "./markets.ts";
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

test("a header orders the whole list both ways and says so; the order survives a reload, the view's own is in no URL", async ({
  demo,
  page,
}) => {
  const markets = await readShownMarkets(demo, plainTypes);
  await openComplete(page, demo.url);
  await expect(header(page, "Deposit APY")).toHaveAttribute("aria-sort", "descending");
  for (const [name, value] of [
    ["Max LTV", field("maxLtv")],
    ["Deposits", field("totalDepositUsd")],
  ] as const)
    for (const direction of ["ascending", "descending"] as const) {
      await sortBy(page, name, direction);
      await expectOrder(page, markets, value, direction);
    }
  await expect(
    page.getByRole("status").filter({ hasText: /Deposits.*(?:descending|highest)/i }),
  ).toBeAttached();
  expect(parameters(page)).toEqual({ sort: "-totalDepositUsd" });
  await page.reload();
  await expect(header(page, "Deposits")).toHaveAttribute("aria-sort", "descending");
  await sortBy(page, "Deposit APY", "descending");
  await expect.poll(() => parameters(page)).toEqual({});

  await test.step("with Shift a header adds a second key", async () => {
    await visitComplete(page, "/?sort=type");
    await headerButton(page, "Deposits").click({ modifiers: ["Shift"] });
    await expect.poll(() => parameters(page)).toEqual({ sort: "type,-totalDepositUsd" });
    const lending = markets.filter((market) => market.type === "lending");
    await expectOrder(page, lending, field("totalDepositUsd"), "descending");
  });

  await test.step("what is worked out orders by what the API's own numbers give", async () => {
    await visitComplete(page, "/?sort=-rewardApy");
    await expect
      .poll(async () => (await firstIds(page, 3)).toSorted())
      .toEqual(orderedIds(markets, rewards, "descending").slice(0, 3).toSorted());
    await visitComplete(page, "/?sort=-utilization");
    await expect
      .poll(() => firstIds(page, 3))
      .toEqual(orderedIds(markets, utilization, "descending").slice(0, 3));
  });
});
