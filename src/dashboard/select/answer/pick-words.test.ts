import { expect, test } from "vitest";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { jitoSol } from "../../../../tests/fixtures/mints.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { toTrends } from "../../../domain/market/market-trends.ts";
import { caveatOf, noPickText, reasonOf } from "./pick-words.ts";
import type { PickId } from "./picks.ts";

const context: SelectContext = { size: dollars(250_000), basis: "total", benchmark: undefined };

function pool(id: string, apy: number, fields: Partial<MarketRow> = {}): MarketRow {
  return poolRow(id, { apy, deposits: 1e9, lent: 0, left: 1e9 }, { rewardsGiven: true, ...fields });
}

const caveat = (apy: number, fields: Partial<MarketRow> = {}, size = context.size): string =>
  caveatOf({ id: "steadiest" }, pool("own", apy, fields), { ...context, size }, pool("highest", 0.05)).text;

test("a pick is below the highest, about the same where ranges overlap, and neither where it pays more", () => {
  expect(caveat(0.03)).toBe("About $5k a year below the highest");
  expect(caveat(0.05)).toBe("About the same as the highest");
  expect(caveat(0.06)).not.toMatch(/highest/);
});

test("at a small size, a pick with a lower rate is below the highest by points", () => {
  expect(caveat(0.03, {}, dollars(1))).toBe("2.00 pp below the highest");
});

test("a large share of the pool and an unknown exit come before how far a pick is below the highest", () => {
  expect(caveat(0.03, { totalDepositUsd: dollars(4e6) })).toBe("6 % of pool");
  expect(caveat(0.03, { maxDeposit: undefined })).toBe("Cap and averages unknown");
  expect(caveat(0.03, { maxDeposit: undefined, totalDepositUsd: dollars(4e6) })).toBe("6 % of pool");
});

function largestWords(deposits: number) {
  const row = pool("own", 0.03, { totalDepositUsd: dollars(deposits) });
  return [reasonOf({ id: "largest" }, row, context), caveatOf({ id: "largest" }, row, context, row).text];
}

test("the share of the pool is in the reason of the largest or, if large, its caveat", () => {
  expect(largestWords(6e6)).toEqual(["$6M deposited, 4.00 % is yours", "About the same as the highest"]);
  expect(largestWords(4e6)).toEqual(["$4M deposited", "6 % of pool"]);
});

test("a pick of a token that earns by being held is not compared with one of another token", () => {
  const staked = pool("own", 0.03, { tokens: [rowToken("JitoSOL", jitoSol)] });
  const { text } = caveatOf({ id: "steadiest" }, staked, context, pool("highest", 0.05));
  expect(text).not.toMatch(/highest/);
});

test("the highest pick of a token that earns by being held says that its APY leaves this out", () => {
  const staked = pool("own", 0.03, { tokens: [rowToken("JitoSOL", jitoSol)] });
  expect(caveatOf({ id: "highest" }, staked, context, staked).text).toBe("Token yield excluded (JitoSOL)");
});

test("the rewards of the steadiest pick are mentioned only in its reason", () => {
  const rewarded = pool("own", 0.06, { baseDepositApy: fraction(0.045), rewardsGiven: false });
  const pick = { id: "steadiest", row: rewarded } as const;
  expect(reasonOf(pick, rewarded, context)).toMatch(/, 25 % rewards$/);
  expect(caveatOf(pick, rewarded, context, undefined).text).not.toMatch(/rewards/);
});

test("the reason of the steadiest pick says if today's rate, or the APY after a deposit, is below its 90-day low", () => {
  const trend = { low90d: 0.031, high90d: 0.04, average: 0.035, daysAboveBase: undefined, apy: [], base: [] };
  const trends = toTrends([{ markets: [{ id: "own", ...trend }], cursor: null }]);
  const reason = (apy: number, size = context.size) =>
    reasonOf({ id: "steadiest" }, pool("own", apy), { ...context, size, trends });
  expect(reason(0.03)).toBe("3.10 % at worst in 90 days, lower today, no rewards");
  expect(reason(0.032)).toBe("3.10 % at worst in 90 days, no rewards");
  expect(reason(0.032, dollars(1e8))).toBe("3.10 % at worst in 90 days, before your deposit, no rewards");
});

test("an empty card names the whole rule, and another market only if one meets it", () => {
  const loaded = { ...context, trends: toTrends([]) };
  const none = { id: "steadiest", isNext: false, closest: undefined } as const;
  const steady = "has over $20M and 90 days of history, takes all of $250k and pays at least 0.5 %.";
  expect(noPickText(none, loaded, true)).toBe(`No market in this list ${steady}`);
  expect(noPickText({ ...none, isNext: true }, loaded, true)).toBe(`No other market in this list ${steady}`);
  // For lists of over 2,000 markets, no histories are read.
  expect(noPickText(none, context, true)).toMatch(/^90-day history not loaded\./);
});

function closestTo(id: PickId, apy: number, fields: Partial<MarketRow>): string {
  const closest = pool("a", apy, { productName: "Main Market", twin: "D6q6…gJ59", ...fields });
  const text = noPickText({ id, isNext: false, closest }, { ...context, trends: new Map() }, true);
  return text.replace(/^.*Closest: Main Market · D6q6…gJ59/, "");
}

test("an empty card names the closest market as its row does, with the first figure that is not enough", () => {
  const capped = { maxDeposit: tokens(1e9 + 1e5) };
  expect(closestTo("largest", 0.05, capped)).toBe(", $100k left under the cap.");
  expect(closestTo("highest", 0.05, capped)).toBe(", $100k left under the cap.");
  expect(closestTo("highest", 0.05, { totalBorrowUsd: dollars(999.9e6) })).toBe(", $100k withdrawable.");
  expect(closestTo("steadiest", 0.001, { totalDepositUsd: dollars(2e7) })).toBe(", $20M deposited.");
  expect(closestTo("steadiest", 0.001, capped)).toBe(", $100k left under the cap.");
  expect(closestTo("steadiest", 0.000_02, {})).toBe(", which pays < 0.01 %.");
});
