import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRow } from "../../../../tests/fixtures/market-rows.ts";
import { near } from "../../../../tests/fixtures/quantities.ts";
import { positionRow, sentMarket, someWallet } from "../../../../tests/fixtures/positions.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";
import { usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { PositionRow } from "../../../domain/position/position-row.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { effectiveRate } from "../../../domain/market/row-values.ts";
import { loansOf } from "../loans.ts";
import { movesOf } from "./moves.ts";
import { defaultLimits, minGain, minImprovement, type MoveLimits } from "./move-limits.ts";

type Sent = Readonly<Record<string, unknown>>;
const usdc = { address: "USDCmint", symbol: "USDC" };
const atOwn = (name: string): Sent => ({ id: name, provider: { id: name, name } });
const rates = (apy: number): Sent => ({ depositApy: apy, baseDepositApy: apy });
const totals = (deposits: number, lent: number): Sent => ({
  totalDeposit: deposits,
  totalDepositUsd: deposits,
  totalBorrow: lent,
  totalBorrowUsd: lent,
});

/** A pool of this many millions, half lent out, at its own provider. */
function sized(id: string, apy: number, millions: number, more: Sent = {}): MarketRow {
  const deposits = millions * 1e6;
  const own = { ...atOwn(id), token: usdc, ...rates(apy), ...totals(deposits, deposits / 2) };
  return readRow(
    sentMarket({ ...own, maxDeposit: deposits * 2, borrowApy: 0.3, baseBorrowApy: 0.3, ...more }),
  );
}
const solToken = { address: "So11111111111111111111111111111111111111112", symbol: "SOL" };
const sol = readRow(sentMarket({ id: "sol", token: solToken, totalDeposit: 1e6, totalDepositUsd: 1e8 }));
/** A deposit of this many dollars at 5 %, in its own market. */
const mine = (id: string, amountUsd: number | null, change: Sent = {}): PositionRow => {
  const market = sentMarket({ ...atOwn(id), token: usdc, ...change });
  return positionRow({ id, amount: amountUsd, amountUsd, market });
};

/** A loan of this many dollars, in its own market. */
const debt = (id: string, amountUsd: number, borrowApy: number | null, change: Sent = {}): PositionRow => {
  const market = sentMarket({ ...atOwn(id), token: usdc, borrowApy, baseBorrowApy: borrowApy, ...change });
  return positionRow({ id, side: "borrow", amount: amountUsd, amountUsd, market });
};

/** Limits so high that none applies. */
const free = { poolShare: 1, providerShare: 1, exitCover: 1 } as const;

function plan(
  rows: readonly PositionRow[],
  markets: readonly MarketRow[],
  limits: MoveLimits = free,
  basis: ApyBasis = "base",
) {
  return movesOf(rows, loansOf(rows), [...markets, sol], { basis, limits, prices: undefined });
}
const moved = (of: ReturnType<typeof plan>) =>
  of.moves.map(
    ({ from, to, loan, amount }) => `${from.id} → ${(loan ?? to).id} ${String(Math.round(amount))}`,
  );
const kept = (of: ReturnType<typeof plan>) =>
  of.keeps.map(({ row, amount, reason }) => [row.id, Math.round(amount ?? Number.NaN), reason.kind]);

describe("moves", () => {
  it("go to the market that pays most, largest gain first, with the rate and gain at that amount", () => {
    const markets = [sized("good", 0.07, 1000), sized("best", 0.09, 1000)];
    const of = plan([mine("b", 5000), mine("a", 10_000)], markets);
    expect(moved(of)).toEqual(["a → best 10000", "b → best 5000"]);
    const [move] = of.moves;
    expect(move?.apyThen).toBeCloseTo(0.09, 4);
    expect(of.gain).toBeCloseTo(15_000 * ((move?.apyThen ?? 0) - 0.05), 6);
    // Each has two transactions and a token account: 0.00225 SOL at $100.
    expect(of.networkFees).toBeCloseTo(2 * 0.224928, 6);
  });

  it("ignore rewards of a new market unless requested, and always count those earned today", () => {
    const rewards = [{ type: "deposit", apy: 0.05 }];
    const rewarded = sized("rewarded", 0.09, 1000, { baseDepositApy: 0.04, rewards });
    expect(moved(plan([mine("a", 10_000)], [rewarded]))).toEqual([]);
    const of = plan([mine("a", 10_000)], [rewarded], free, "total");
    expect(moved(of)).toEqual(["a → rewarded 10000"]);
    expect(of.moves[0]?.rewards).toBeCloseTo(0.05, 4);
    const now = mine("a", 10_000, { depositApy: 0.09, baseDepositApy: 0.02 });
    expect(moved(plan([now], [sized("base", 0.07, 1000)]))).toEqual([]);
  });

  it("respect the limits per provider, leave a multiple of each deposit withdrawable, and keep the rest", () => {
    const at = { provider: { id: "one", name: "One" } };
    const two = [sized("x", 0.09, 1000, at), sized("y", 0.08, 1000, at)];
    const of = plan([mine("a", 100_000)], two, defaultLimits);
    expect(moved(of)).toEqual(["a → x 40000"]);
    expect(kept(of)).toEqual([["a", 60_000, "limits"]]);
    const tight = sized("tight", 0.09, 1, totals(1e6, 7.5e5));
    // The user's own money in that market counts.
    const there = positionRow({ id: "b", amountUsd: 15_000, market: { ...tight.raw } });
    const covered = plan([mine("a", 100_000), there], [tight], { ...free, exitCover: 5 });
    expect(moved(covered)).toEqual(["a → tight 35000"]);
    const calm = sized("calm", 0.09, 1);
    const already = positionRow({ id: "b", amountUsd: 15_000, market: { ...calm.raw } });
    const shared = plan([mine("a", 100_000), already], [calm], { ...free, poolShare: 0.1 });
    expect(moved(shared)).toEqual(["a → calm 85000"]);
  });

  it.each([
    ["the liquidity is unknown", { totalBorrow: null, totalBorrowUsd: null }],
    ["the market is full", { maxDeposit: 1e9 }],
    ["nearly all is lent out", totals(1e9, 9.1e8)],
  ])("never go where %s", (_why, market) => {
    const of = plan([mine("a", 10_000)], [sized("m", 0.09, 1000, market)]);
    expect(moved(of)).toEqual([]);
    expect(kept(of)).toEqual([["a", 10_000, "limits"]]);
  });

  it("never deposit where a wallet owes the token, but where it owes another one", () => {
    const owed = sized("owed", 0.09, 1000, { borrowApy: null });
    const owing = (token: Sent) => positionRow({ id: "d", side: "borrow", token, market: { ...owed.raw } });
    const of = plan([mine("a", 10_000), owing(usdc)], [owed]);
    expect(moved(of)).toEqual([]);
    expect(kept(of)).toEqual([["a", 10_000, "limits"]]);
    expect(moved(plan([mine("a", 10_000), owing(solToken)], [owed]))).toEqual(["a → owed 10000"]);
  });

  it("repay a loan of the token before they deposit what earns less, once", () => {
    const rows = [mine("a", 30_000), debt("loan", 12_000, 0.1)];
    const of = plan(rows, [sized("best", 0.09, 1000)]);
    expect(moved(of)).toEqual(["a → best 18000", "a → loan 12000"]);
    expect(of.moves[1]).toMatchObject({ apyThen: 0.1, gain: near(600), share: 1 });
    expect(moved(plan([mine("a", 3000), debt("loan", 12_000, 0.1)], []))).toEqual(["a → loan 3000"]);
    // Less than a quarter point, or ten dollars a year.
    expect(moved(plan([mine("a", 30_000), debt("loan", 12_000, 0.052)], []))).toEqual([]);
    expect(moved(plan([mine("a", 30_000), debt("loan", 190, 0.1)], []))).toEqual([]);
  });

  it("count what a loan costs today, rewards included, and leave it alone if that is unknown", () => {
    const rewarded = debt("loan", 12_000, 0.04, { baseBorrowApy: 0.09 });
    expect(moved(plan([mine("a", 30_000), rewarded], []))).toEqual([]);
    const unknown = debt("loan", 12_000, null);
    const losing = mine("a", 30_000, rates(-0.05));
    expect(moved(plan([losing, unknown], []))).toEqual([]);
  });

  it("never use a market whose figures contradict each other", () => {
    const wrong = { liquidationLtv: 1.1 };
    expect(moved(plan([mine("a", 10_000)], [sized("wrong", 0.09, 1000, wrong)]))).toEqual([]);
    expect(moved(plan([mine("a", 10_000), debt("loan", 12_000, 0.1, wrong)], []))).toEqual([]);
  });

  it("repay a loan only with money of its own wallet", () => {
    const other = { ...mine("b", 10_000, rates(0.01)), wallet: "other" };
    const of = plan([mine("a", 10_000), other, debt("loan", 15_000, 0.1)], []);
    expect(moved(of)).toEqual(["a → loan 10000"]);
    expect(kept(of)).toEqual([["b", 10_000, "best"]]);
  });

  it("take only what can be withdrawn from a market, once for all deposits in it", () => {
    const lent = sentMarket({ id: "lent", token: usdc, ...totals(1e6, 985_000) });
    const rows = ["a", "b"].map((id) => positionRow({ id, amountUsd: 10_000, market: lent }));
    const of = plan(rows, [sized("best", 0.09, 1000)]);
    expect(moved(of)).toEqual(["a → best 10000", "b → best 5000"]);
    expect(kept(of)).toEqual([["b", 5000, "stuck"]]);
  });

  it("need a gain of a quarter point and ten dollars a year", () => {
    expect(kept(plan([mine("a", 1e6)], [sized("close", 0.052, 1000)]))).toEqual([["a", 1e6, "best"]]);
    expect(moved(plan([mine("a", 200)], [sized("best", 0.09, 1000)]))).toEqual([]);
  });

  it("leave out collateral, and positions without a value, a rate or a token", () => {
    const market = sentMarket({ maxLtv: 0.8, liquidationLtv: 0.85 });
    const rows = [
      positionRow({ id: "c", bundleId: "b", ltv: 40, market }),
      positionRow({ id: "d", bundleId: "b", side: "borrow", amountUsd: 40 }),
      mine("value", null),
      positionRow({ id: "owed", side: "borrow", amountUsd: null }),
      mine("rate", 100, { depositApy: null }),
      mine("dust", 0.5),
    ];
    const of = plan(rows, [sized("best", 0.09, 1000)]);
    expect(moved(of)).toEqual([]);
    // The largest deposit first, unknown last.
    expect(of.keeps.map(({ row, reason }) => [row.id, reason])).toEqual([
      ["c", { kind: "loan", near: false, free: 0.5 }],
      ["rate", { kind: "unknown", what: "rate" }],
      ["value", { kind: "unknown", what: "value" }],
    ]);
  });

  it("gain less by what they dilute own money already in the market", () => {
    const market = sized("pool", 0.09, 1);
    const there = positionRow({ id: "there", amountUsd: 100_000, market: { ...market.raw } });
    const alone = plan([mine("a", 50_000)], [market]);
    const beside = plan([mine("a", 50_000), there], [market]);
    const { amount = 0, apyThen = 0 } = beside.moves[0] ?? {};
    const lost = 100_000 * (0.09 - (effectiveRate(market, usd(amount), "base")?.low ?? 0));
    expect(amount).toBeLessThan(alone.moves[0]?.amount ?? 0);
    expect(beside.gain).toBeCloseTo(amount * (apyThen - 0.05) - lost, 6);
    // The pool's deposits already include the $100,000, which take no new capacity under its cap.
    expect(beside.moves[0]).toMatchObject({ moved: amount, held: 100_000 + amount });
    expect(beside.moves[0]?.share).toBeCloseTo((100_000 + amount) / (1e6 + amount), 12);
  });
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const someTarget = fc.record({
  apy: fc.integer({ min: 40, max: 150 }),
  deposits: fc.integer({ min: 200_000, max: 5_000_000 }),
  free: fc.integer({ min: 10, max: 100 }),
  left: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
  provider: fc.constantFrom("p", "q", "r"),
});
const someTargets = fc.array(someTarget, { minLength: 1, maxLength: 3 }).map((all) =>
  all.map(({ apy, deposits, free: share, left, provider }, at) =>
    sized(`target-${String(at)}`, apy / 1000, 1, {
      provider: { id: provider, name: provider },
      ...totals(deposits, (deposits * (100 - share)) / 100),
      maxDeposit: left === undefined ? null : deposits + left,
      // A known borrow APY might contradict the deposit APY, which would exclude the market.
      borrowApy: null,
      baseBorrowApy: null,
    }),
  ),
);
const someLimits = fc.constantFrom(free, defaultLimits);
const someDeposit = fc.record({
  size: fc.integer({ min: 10_000, max: 400_000 }),
  apy: fc.integer({ min: 0, max: 80 }),
  provider: fc.constantFrom("p", "q", "s"),
  wallet: fc.constantFrom(someWallet, "other"),
});
const someDeposits = fc.array(someDeposit, { minLength: 1, maxLength: 2 }).map((all) =>
  all.map(({ size, apy, provider: id, wallet }, at) => ({
    ...mine(`mine-${String(at)}`, size, { provider: { id, name: id }, ...rates(apy / 1000) }),
    wallet,
  })),
);

const someLoan = fc
  .record({ owed: fc.integer({ min: 1000, max: 300_000 }), apy: fc.integer({ min: 20, max: 150 }) })
  .map(({ owed, apy }) => debt("loan", owed, apy / 1000));
const someLoans = fc.array(someLoan, { maxLength: 1 });

/** Dollars moved from each deposit into each target, and then into each loan. */
type Way = readonly (readonly number[])[];
/** What these moves gain in a year, computed independently; undefined if they exceed a limit. */
function addedBy(
  way: Way,
  rows: readonly PositionRow[],
  targets: readonly MarketRow[],
  loans: readonly PositionRow[],
  limits: MoveLimits,
) {
  const sizes = rows.map(({ netUsd }) => Number(netUsd));
  const into = [...targets, ...loans].map((_, at) => sum(way.map((from) => from[at] ?? 0)));
  const repaid = into.slice(targets.length);
  const isRefused = loans.some(
    ({ debtsUsd, wallet }, at) =>
      (repaid[at] ?? 0) > Number(debtsUsd) + 1e-6 ||
      rows.some((row, from) => row.wallet !== wallet && (way[from]?.[targets.length + at] ?? 0) > 0),
  );
  const isOver = targets.some((market, at) => {
    const [amount = 0, deposits] = [into[at], Number(market.totalDepositUsd)];
    const left = market.maxDeposit === undefined ? Infinity : market.maxDeposit - deposits;
    const exit = deposits - Number(market.totalBorrowUsd);
    const used = 1 - exit / deposits;
    // Above 80 % a deposit may move utilization by at most 0.2 points: used · a / (deposits + a).
    const calm = used <= 0.8 ? Infinity : (0.002 * deposits) / (used - 0.002);
    return amount > Math.min(left, deposits * limits.poolShare, exit / limits.exitCover, calm) + 1e-6;
  });
  const left = sizes.map((size, at) => size - sum(way[at] ?? []));
  const isConcentrated = ["p", "q", "r", "s"].some((provider) => {
    const own = (amounts: readonly number[]): number =>
      sum(rows.map(({ market }, at) => (market.providerId === provider ? (amounts[at] ?? 0) : 0)));
    const came = sum(targets.map((market, at) => (market.providerId === provider ? (into[at] ?? 0) : 0)));
    return own(left) + came > Math.max(limits.providerShare * sum(sizes), own(sizes)) + 1e-6;
  });
  const isTooMuch = left.some((rest) => rest < -1e-6);
  if (isOver || isConcentrated || isTooMuch || isRefused) return undefined;
  const saved = sum(loans.map(({ market }, at) => (repaid[at] ?? 0) * Number(market.borrowApy)));
  const earned = sum(
    targets.map((market, at) => {
      const amount = into[at] ?? 0;
      return amount === 0 ? 0 : amount * (effectiveRate(market, usd(amount), "base")?.low ?? Number.NaN);
    }),
  );
  const given = sum(rows.map(({ market }, at) => sum(way[at] ?? []) * Number(market.depositApy)));
  return { gain: earned + saved - given, moved: sum(into) };
}

const worth = (one: ReturnType<typeof addedBy>): number =>
  one === undefined ? Number.NEGATIVE_INFINITY : one.gain - minImprovement * one.moved;

it("moves stay within every limit, never lose and match the best split into quarters", () => {
  fc.assert(
    fc.property(someTargets, someDeposits, someLoans, someLimits, (targets, rows, loans, limits) => {
      const of = plan([...rows, ...loans], targets, limits);
      const ids = [...targets, ...loans].map(({ id }) => id);
      const way = rows.map((row) =>
        ids.map((id) =>
          sum(
            of.moves.flatMap(({ from, to, loan, amount }) =>
              from === row && (loan ?? to).id === id ? amount : [],
            ),
          ),
        ),
      );
      const addedIn = (one: Way) => addedBy(one, rows, targets, loans, limits);
      const added = addedIn(way);
      expect(added).toBeDefined();
      expect(of.gain).toBeGreaterThanOrEqual(0);
      expect(of.gain).toBeCloseTo(added?.gain ?? Number.NaN, 6);
      for (const { gain } of of.moves) expect(gain).toBeGreaterThan(0);

      // Splits every deposit into quarters that stay or go to one of the targets.
      const splits = (parts: number, left: number): number[][] =>
        parts === 0
          ? [[]]
          : Array.from({ length: left + 1 }, (_, own) => own).flatMap((own) =>
              splits(parts - 1, left - own).map((others) => [own].concat(others)),
            );
      let ways: (readonly number[][])[] = [[]];
      for (const { netUsd } of rows)
        ways = ways.flatMap((before) =>
          splits(ids.length, 4).map((split) =>
            before.concat([split.map((quarters) => (quarters * Number(netUsd)) / 4)]),
          ),
        );
      const best = Math.max(...ways.map((one) => worth(addedIn(one))));
      // Moves that gain less than ten dollars are left out, at most one for each deposit and target.
      const tolerance = minGain * (rows.length + ids.length) + best * 0.005;
      expect(worth(added)).toBeGreaterThanOrEqual(best - tolerance);
    }),
    runs(60),
  );
});
