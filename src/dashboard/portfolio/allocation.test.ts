import { expect, test } from "vitest";
import { readRow } from "../../../tests/fixtures/market-rows.ts";
import { positionRow, sentMarket } from "../../../tests/fixtures/positions.ts";
import { allocationWith } from "./allocation.ts";
import { claimsOf } from "./claims.ts";
import { movesOf } from "./moves/moves.ts";
import { defaultLimits } from "./moves/move-limits.ts";

const row = positionRow({ id: "a", amountUsd: 100_000, amount: 100_000 });
const rates = { depositApy: 0.09, baseDepositApy: 0.09, borrowApy: null, baseBorrowApy: null };
const totals = { totalDeposit: 1e8, totalDepositUsd: 1e8, totalBorrow: 0, totalBorrowUsd: 0 };
const provider = { id: "other", name: "Other" };
const better = readRow(sentMarket({ id: "better", type: "yield", provider, ...rates, ...totals }));
const { moves } = movesOf([row], [], [better], { basis: "base", limits: defaultLimits, prices: undefined });
const allocated = (by: "provider" | "token" | "type", isAfter: boolean) =>
  allocationWith(moves, [row], [], by, isAfter).map(({ label, worth, share, change, index }) => [
    label,
    worth.assets,
    share,
    change,
    index,
  ]);

test("groups keep their places while moves load, and a group that only moves add comes last", () => {
  const third = { id: "third", name: "Third" };
  const small = positionRow({
    id: "b",
    amountUsd: 1000,
    market: sentMarket({ id: "small", provider: third }),
  });
  const places = (isAfter: boolean) =>
    allocationWith(moves, [row, small], [], "provider", isAfter).map(({ label, index }) => [label, index]);
  expect(places(false)).toEqual([
    ["Kamino", 0],
    ["Third", 1],
  ]);
  expect(places(true)).toEqual([
    ["Kamino", 0],
    ["Other", 2],
    ["Third", 1],
  ]);
});

test("moves shift assets between providers and types, but not between tokens", () => {
  expect(allocated("provider", false)).toEqual([["Kamino", 100_000, 1, 0, 0]]);
  expect(allocated("provider", true)).toEqual([
    ["Kamino", 60_000, 0.6, -40_000, 0],
    ["Other", 40_000, 0.4, 40_000, 1],
  ]);
  expect(allocated("type", true).map(([label]) => label)).toEqual(["Lending", "Yield"]);
  expect(allocated("token", true)).toEqual([["USDC", 100_000, 1, 0, 0]]);
});

test("a repaid loan reduces assets and debts", () => {
  const market = sentMarket({ id: "owing", borrowApy: 0.12, baseBorrowApy: 0.12 });
  const loan = positionRow({ id: "d", side: "borrow", amountUsd: 20_000, market });
  const terms = { basis: "base", limits: defaultLimits, prices: undefined } as const;
  const plan = movesOf([row, loan], [], [], terms);
  const [all] = allocationWith(plan.moves, [row, loan], [], "token", true);
  expect(all).toMatchObject({ worth: { assets: 80_000, debts: 0 }, change: -20_000 });
});

test("all claimable rewards are one type, and the name of an unknown type is capitalized", () => {
  const earning = positionRow({ id: "e", rewards: [{ tokenAddress: "KMNO", amount: 10, amountUsd: 2 }] });
  const reward = positionRow({ id: "r", type: "reward", side: undefined, amountUsd: 5 });
  const staked = positionRow({ id: "s", type: "staking", amountUsd: 1 });
  const rows = [earning, reward, staked];
  expect(
    allocationWith([], rows, claimsOf(rows, []), "type", false).map(({ label, worth }) => [
      label,
      worth.assets,
    ]),
  ).toEqual([
    ["Lending", 100],
    ["Rewards", 7],
    ["Staking", 1],
  ]);
});
