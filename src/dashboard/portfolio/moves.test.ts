import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRow } from "../../../tests/fixtures/market-rows.ts";
import { positionRow, sentMarket } from "../../../tests/fixtures/positions.ts";
import { usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { sizeEffect } from "../market/row-values.ts";
import { loansOf } from "./loans.ts";
import { movesOf, movesTogether, type Horizon } from "./moves.ts";

const usdc = { address: "USDCmint", symbol: "USDC" };
function pool(change: Readonly<Record<string, unknown>>): MarketRow {
  return readRow(
    sentMarket({
      token: usdc,
      totalDeposit: 1e9,
      totalDepositUsd: 1e9,
      totalBorrow: 5e8,
      totalBorrowUsd: 5e8,
      maxDeposit: 2e9,
      borrowApy: 0.3,
      baseBorrowApy: 0.3,
      ...change,
    }),
  );
}
const sol = readRow(
  sentMarket({
    id: "sol",
    token: { address: "So11111111111111111111111111111111111111112", symbol: "SOL" },
    totalDeposit: 1e6,
    totalDepositUsd: 1e8,
  }),
);
const better = pool({ id: "better", depositApy: 0.07, baseDepositApy: 0.07 });
const best = pool({
  id: "best",
  depositApy: 0.09,
  baseDepositApy: 0.06,
  rewards: [{ type: "deposit", apy: 0.03 }],
});

const deposit = positionRow({ id: "mine", marketId: "mine", amount: 10_000, amountUsd: 10_000 });
const of = (markets: readonly MarketRow[], horizon: Horizon = "90d", rows = [deposit]) =>
  movesOf(rows, loansOf(rows), [...markets, sol], { horizon, basis: "total", prices: undefined });

/** Ten thousand of a million, of which so much is lent out. */
const lentOut = (borrowed: number) =>
  positionRow({
    id: "lent",
    amountUsd: 10_000,
    market: sentMarket({
      id: "mine",
      token: usdc,
      totalDeposit: 1e6,
      totalDepositUsd: 1e6,
      totalBorrow: borrowed,
      totalBorrowUsd: borrowed,
    }),
  });

describe("a move", () => {
  it("goes to what pays most for the same token and amount, and says what it brings and costs", () => {
    const [move] = of([better, best]);
    expect(move?.to?.market.id).toBe("best");
    // A pool of a billion is hardly thinned by ten thousand.
    expect(move?.to?.morePerYear).toBeCloseTo(10_000 * 0.04, 0);
    expect(move?.to?.costUsd).toBeCloseTo(0.224928, 9);
    expect(move?.to?.days).toBeLessThan(1);
    expect(movesTogether(of([better, best])).count).toBe(1);
  });

  it("leaves out what has no room, cannot be left, or contradicts itself", () => {
    const full = pool({ id: "full", depositApy: 0.2, baseDepositApy: 0.2, maxDeposit: 1e9 });
    const stuck = pool({
      id: "stuck",
      depositApy: 0.2,
      baseDepositApy: 0.2,
      totalBorrow: 1e9,
      totalBorrowUsd: 1e9,
    });
    const wrong = pool({ id: "wrong", depositApy: 0.2, baseDepositApy: 0.05 });
    const other = pool({ id: "other", depositApy: 0.2, token: { address: "PYUSDmint", symbol: "PYUSD" } });
    expect(of([full, stuck, wrong, other, better])[0]?.to?.market.id).toBe("better");
  });

  it("is none when nothing pays more, or only too late", () => {
    expect(of([pool({ id: "worse", depositApy: 0.04, baseDepositApy: 0.04 })])[0]).toMatchObject({
      to: undefined,
      stay: { kind: "best" },
    });
    const small = positionRow({ id: "small", marketId: "mine", amountUsd: 20 });
    const slightly = pool({ id: "slightly", depositApy: 0.06, baseDepositApy: 0.06 });
    expect(of([slightly], "90d", [small])[0]?.stay?.kind).toBe("late");
    expect(of([slightly], "any", [small])[0]?.to?.market.id).toBe("slightly");
  });

  it("is none while not the whole can leave", () => {
    expect(of([better], "90d", [lentOut(995_000)])[0]?.stay).toEqual({ kind: "stuck", free: 5000 });
    expect(of([better], "90d", [lentOut(990_000)])[0]?.to?.market.id).toBe("better");
  });

  it("is none for what backs a loan, and none can be stated without a value or a rate", () => {
    const rows = [
      positionRow({
        id: "c",
        bundleId: "b",
        ltv: 40,
        market: sentMarket({ maxLtv: 0.8, liquidationLtv: 0.85 }),
      }),
      positionRow({ id: "d", bundleId: "b", side: "borrow", amountUsd: 40 }),
      positionRow({ id: "v", amountUsd: null }),
      positionRow({ id: "r", market: sentMarket({ depositApy: null }) }),
      positionRow({ id: "dust", amountUsd: 0.5 }),
    ];
    const reasons = of([best], "90d", rows).map(({ row, stay }) => [row.id, stay?.kind]);
    expect(Object.fromEntries(reasons)).toEqual({ c: "loan", v: "unknown", r: "unknown" });
  });
});

const mine = (id: string, amountUsd: number) =>
  positionRow({ id, marketId: id, amount: amountUsd, amountUsd });

/** What a market with all of this in it adds in a year; undefined where it cannot all be there. */
function addedBy(market: MarketRow, inside: readonly { size: number; now: number }[]): number | undefined {
  const sum = usd(inside.reduce((all, { size }) => all + size, 0));
  const effect = sizeEffect(market, sum);
  if (effect?.low === undefined || effect.fits === false || (effect.exitCover ?? 1) < 1) return undefined;
  const low: number = effect.low;
  return inside.reduce((all, { size, now }) => all + size * (low - now), 0);
}

describe("moves together", () => {
  // Small enough that what moves there dilutes it.
  const tiny = pool({
    id: "tiny",
    depositApy: 0.12,
    baseDepositApy: 0.12,
    totalDeposit: 1e6,
    totalDepositUsd: 1e6,
    totalBorrow: 9.7e5,
    totalBorrowUsd: 9.7e5,
    maxDeposit: 2e6,
  });
  it("are judged with those before them made: a pool from which $30k can leave takes one deposit of $20k, not three", () => {
    const rows = ["a", "b", "c"].map((id) => mine(id, 20_000));
    const targets = of([tiny, better], "any", rows).map(({ to }) => to?.market.id);
    expect(targets.toSorted((one = "", other = "") => one.localeCompare(other))).toEqual([
      "better",
      "better",
      "tiny",
    ]);
  });

  it("leave only as much of a market as can leave it", () => {
    const [first] = [lentOut(985_000)];
    const again = { ...first, key: "again" };
    const stays = of([better], "any", [first, again]).map(({ to, stay }) => to?.market.id ?? stay);
    expect(stays).toEqual(["better", { kind: "stuck", free: 5000 }]);
  });

  it("say that those before leave too little, where nothing else pays more", () => {
    const rows = ["a", "b"].map((id) => mine(id, 20_000));
    expect(of([tiny], "any", rows).map(({ to, stay }) => to?.market.id ?? stay?.kind)).toEqual([
      "tiny",
      "taken",
    ]);
  });

  const someTarget = fc.record({
    apy: fc.integer({ min: 40, max: 200 }),
    deposits: fc.integer({ min: 20_000, max: 3_000_000 }),
    free: fc.integer({ min: 5, max: 100 }),
    room: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
    rewards: fc.integer({ min: 0, max: 50 }),
  });
  const someTargets = fc.array(someTarget, { minLength: 1, maxLength: 3 }).map((all) =>
    all.map(({ apy, deposits, free, room, rewards }, at) =>
      pool({
        id: `target-${String(at)}`,
        depositApy: (apy + rewards) / 1000,
        baseDepositApy: apy / 1000,
        rewards: [{ type: "deposit", apy: rewards / 1000 }],
        totalDeposit: deposits,
        totalDepositUsd: deposits,
        totalBorrow: (deposits * (100 - free)) / 100,
        totalBorrowUsd: (deposits * (100 - free)) / 100,
        maxDeposit: room === undefined ? null : deposits + room,
        borrowApy: 0.9,
        baseBorrowApy: 0.9,
      }),
    ),
  );
  const someDeposits = fc
    .array(fc.integer({ min: 100, max: 200_000 }), { minLength: 1, maxLength: 4 })
    .map((sizes) => sizes.map((size, at) => mine(`mine-${String(at)}`, size)));

  it("add up to what each market brings once, with all of them in it, and no more than can be reached", () => {
    fc.assert(
      fc.property(someTargets, someDeposits, (targets, rows) => {
        const moves = of(targets, "any", rows);
        const sum = movesTogether(moves).morePerYear ?? Number.NaN;
        const moneyOf = ({ size, apyNow }: (typeof moves)[number]): { size: number; now: number } => ({
          size: size ?? Number.NaN,
          now: apyNow ?? Number.NaN,
        });
        const once = targets.map((market) => {
          const inside = moves.filter(({ to }) => to?.market.id === market.id).map(moneyOf);
          return inside.length === 0 ? 0 : (addedBy(market, inside) ?? Number.NaN);
        });
        expect(sum).toBeCloseTo(
          once.reduce((all, one) => all + one, 0),
          6,
        );
        // Every deposit stays or goes to one of the targets: at most 4⁴ ways.
        let ways: (readonly number[])[] = [[]];
        for (const _ of rows)
          ways = ways.flatMap((way) => [-1, ...targets.keys()].map((to) => way.concat(to)));
        const reachable = ways.map((way) =>
          targets.reduce((all, market, at) => {
            const inside = moves.flatMap((move, index) => (way[index] === at ? [moneyOf(move)] : []));
            return all + (inside.length === 0 ? 0 : (addedBy(market, inside) ?? Number.NEGATIVE_INFINITY));
          }, 0),
        );
        expect(sum).toBeLessThanOrEqual(Math.max(...reachable) + 1e-6);
      }),
    );
  });
});
