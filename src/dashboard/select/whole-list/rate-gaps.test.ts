import { capacityLeft } from "../../../finance/pool.ts";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, near, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { isFull, loanRate, loanCapacity, sizeEffect } from "../../../domain/market/row-values.ts";
import { failedCheckKind } from "../../../domain/market/assess/checks.ts";
import { toRateGaps as rateGaps, type RateGap } from "./rate-gaps.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";

const toRateGaps = (rows: readonly MarketRow[], size: Usd | undefined): readonly RateGap[] =>
  rateGaps(rows, size, undefined);
/** The gap that decides between pairs of markets. */
const judgedOf = ({ borrow, lend }: RateGap): number =>
  lend.judged === undefined ? -Infinity : lend.judged - borrow.rate;
const usdc = rowToken("USDC");
const sol = rowToken("SOL");

const lending = (id: string, figures: Parameters<typeof poolRow>[1], fields: Partial<MarketRow> = {}) =>
  poolRow(id, figures, {
    tokens: [usdc],
    productName: id,
    borrowApy: undefined,
    depositApy: undefined,
    websiteUrl: "https://kamino.com/",
    ...fields,
  });
const cheap = lending("cheap", { deposits: 1e6, lent: 9e5, borrowApy: 0.03 });
/** $10M with $4M lent out at 3 %, and a borrow cap above the liquidity. */
const deep = lending("deep", { deposits: 10e6, lent: 4e6, borrowLeft: 16e6, borrowApy: 0.03 });
const good = marketRow({
  id: "good",
  type: "yield",
  tokens: [usdc],
  baseDepositApy: fraction(0.08),
  depositApy: fraction(0.2),
  totalDepositUsd: dollars(1e7),
  totalDeposit: tokens(1e7),
});
/** Markets whose rates, sizes and limits are near the thresholds. */
const someMarkets = fc
  .array(
    fc.record({
      type: fc.constantFrom("lending", "lending", "yield", "loop"),
      tokens: fc.constantFrom([usdc], [sol], [sol, usdc], [rowToken("USDC", "another-mint")], []),
      deposits: fc.constantFrom(5e4, 1e6, 1e8),
      share: fc.constantFrom(0, 0.4, 0.8, 0.95, 1),
      left: fc.constantFrom(undefined, 0, 5e4, 1e9),
      borrowLeft: fc.constantFrom(undefined, 0, 9999, 10_000, 1e9),
      apy: fc.constantFrom(0, 0.04, 0.08, 0.3),
      borrowApy: fc.constantFrom(-0.01, 0, 0.03, 0.05, 0.09),
      unknown: fc.subarray(["totalDepositUsd", "totalBorrowUsd", "baseDepositApy", "baseBorrowApy"], {
        maxLength: 2,
      }),
      websiteUrl: fc.constantFrom("https://kamino.com/", "https://kamino.com/", undefined),
    }),
    { maxLength: 9 },
  )
  .map((drawn) =>
    drawn.map(({ type, tokens: own, share, unknown, websiteUrl, ...figures }, at) => {
      const row = poolRow(`m${at}`, { ...figures, lent: figures.deposits * share });
      const { kind } = marketRow({ type });
      const gaps = Object.fromEntries(unknown.map((field) => [field, undefined]));
      return { ...row, type, kind, tokens: own, websiteUrl, ...gaps };
    }),
  );

const gapOf = (rows: readonly MarketRow[], size?: number): RateGap | undefined =>
  toRateGaps(rows, size === undefined ? undefined : dollars(size))[0];

const ofToken = (symbol: string, row: MarketRow): MarketRow => ({
  ...row,
  id: `${symbol} ${row.id}`,
  tokens: [rowToken(symbol)],
});

describe("rate gaps", () => {
  const place = { providerId: "kamino", productName: "Main Market" };
  const posted = (symbol: string, maxLtv: number, fields: Partial<MarketRow> = place): MarketRow =>
    lending(symbol, {}, { tokens: [rowToken(symbol)], maxLtv: fraction(maxLtv), ...fields });

  test("are named by their mint, too, if tokens share a symbol", () => {
    const other = { tokens: [rowToken("USDC", "AnotherMintOfThatName")] };
    const rows = [cheap, good, { ...cheap, id: "a", ...other }, { ...good, id: "b", ...other }];
    const names = toRateGaps(rows, undefined).map(({ symbol }) => symbol);
    expect(names.toSorted()).toEqual(["USDC Anot…Name", "USDC USDCmint"]);
  });

  test("are secured by a pair's own collateral, else by the best other one in the same market", () => {
    const pair = lending(
      "pair",
      { borrowApy: 0.01, lent: 1e6, borrowLeft: 2e6 },
      { tokens: [sol, usdc], maxLtv: fraction(0.75) },
    );
    expect(gapOf([pair, good])?.borrow.collateral).toMatchObject({ symbol: "SOL", maxLtv: 0.75 });
    const own = { ...cheap, ...place, maxLtv: fraction(0.95) };
    const rows = [own, posted("SOL", 0.7), posted("JLP", 0.8), posted("ETH", 0.9, {}), good];
    expect(gapOf(rows)?.borrow.collateral).toMatchObject({ symbol: "JLP", maxLtv: 0.8 });
    expect(gapOf([own, good])?.borrow.collateral).toBeUndefined();
    const cheaper = { ...cheap, id: "cheaper", baseBorrowApy: fraction(0.01) };
    expect(gapOf([cheaper, own, posted("SOL", 0.7), good])?.borrow.row.id).toBe("cheap");
    // Of JLP no more can be deposited.
    const full = { ...posted("JLP", 0.8), totalDeposit: tokens(5), maxDeposit: tokens(5) };
    expect(gapOf([own, posted("SOL", 0.7), full, good])?.borrow.collateral?.symbol).toBe("SOL");
    expect(gapOf([own, full, good])).toBeUndefined();
  });

  test("state the return on own money by what a dollar of collateral can borrow, at the size if set", () => {
    const secured = [{ ...deep, ...place }, posted("SOL", 0.7)];
    const gap = gapOf([...secured, good]);
    expect(gap?.onCollateral).toBeCloseTo((gap?.gap ?? Number.NaN) * 0.7, 12);
    const sized = gapOf([...secured, good], 2e5);
    expect(sized?.mine?.gapHigh).toBeLessThan(sized?.gap ?? 0);
    expect(sized?.onCollateral).toBeCloseTo((sized?.mine?.gapHigh ?? Number.NaN) * 0.7, 12);
    // Unknown without a known collateral or gap.
    expect(gapOf([deep, good])?.onCollateral).toBeUndefined();
    expect(gapOf([...secured, { ...good, totalDepositUsd: undefined }], 2e5)?.onCollateral).toBeUndefined();
  });

  test("at my size state the shortfall and the range of the gap", () => {
    const lend = { ...good, maxDeposit: tokens(1.015e7) };
    // The loan takes 40 % to 42 %.
    expect(gapOf([deep, lend], 2e5)?.mine).toMatchObject({
      borrowable: true,
      borrowShortBy: 0,
      fits: false,
      depositShortBy: near(5e4),
      utilization: near(0.42),
    });
    expect(gapOf([deep, lend], 9e6)?.mine).toMatchObject({
      borrowable: false,
      borrowShortBy: 3e6,
      utilization: undefined,
      gapLow: undefined,
    });
    expect(gapOf([cheap, lend], 1e5)?.mine?.borrowable).toBeUndefined();
  });

  test("at my size: those that certainly remain come first, then possible ones, then closed ones", () => {
    const gaps = toRateGaps(
      [
        deep,
        good,
        // BONK's loan may be past the kink, and too little SOL is left to borrow.
        ofToken("BONK", { ...deep, totalBorrowUsd: dollars(8e6) }),
        ofToken("BONK", { ...good, baseDepositApy: fraction(0.3) }),
        ofToken("SOL", { ...deep, maxBorrow: tokens(4e6 + 1) }),
        ofToken("SOL", { ...good, baseDepositApy: fraction(0.4) }),
      ],
      dollars(1e5),
    );
    expect(gaps.map(({ symbol }) => symbol)).toEqual(["USDC", "BONK", "SOL"]);
  });

  test("at my size: those that leave more come first", () => {
    const rows = [
      ofToken("SOL", deep),
      // My size is a quarter of the pool.
      ofToken("SOL", { ...good, baseDepositApy: fraction(0.1), totalDepositUsd: dollars(3e5) }),
      ofToken("USDC", deep),
      ofToken("USDC", { ...good, baseDepositApy: fraction(0.09) }),
    ];
    expect(toRateGaps(rows, dollars(1e5)).map(({ symbol }) => symbol)).toEqual(["USDC", "SOL"]);
  });

  test("without a size need $1M of deposits and $10k left to borrow, where unknown counts as less", () => {
    const loan = (borrowLeft: number): MarketRow => ({ ...deep, maxBorrow: tokens(4e6 + borrowLeft) });
    const unknown = { ...deep, totalDepositUsd: undefined, maxBorrow: undefined };
    expect(gapOf([loan(10_000), { ...good, totalDepositUsd: dollars(1e6) }])).toBeDefined();
    for (const pair of [
      [deep, { ...good, totalDepositUsd: dollars(999_999) }],
      [deep, { ...good, totalDepositUsd: undefined }],
      [loan(9999), good],
      [unknown, good],
    ]) {
      expect(gapOf(pair)).toBeUndefined();
      expect(gapOf(pair, 100)).toBeDefined();
    }
  });

  test("exclude rewards for borrowers, which are shown separately", () => {
    const paid = { ...deep, borrowApy: fraction(-0.03), rewards: [], rewardsGiven: false };
    const gap = gapOf([paid, good]);
    expect(gap).toMatchObject({ gap: near(0.05), borrow: { rate: 0.03, rewards: near(0.06) } });
    expect(gapOf([{ ...paid, baseBorrowApy: undefined }, good])).toBeUndefined();
  });

  test("of a pair, whose available liquidity is unknown, state only when it lends too little", () => {
    const pair = lending("pair", { lent: 1e6, borrowLeft: 2e6, borrowApy: 0.01 }, { tokens: [sol, usdc] });
    expect(gapOf([pair, good], 1e6)?.mine?.borrowable).toBeUndefined();
    expect(gapOf([pair, good], 3e6)?.mine).toMatchObject({ borrowable: false, borrowShortBy: 1e6 });
  });

  test("are the widest positive gap per token, once and in order, for any rows", () => {
    fc.assert(
      fc.property(someMarkets, fc.constantFrom(undefined, ...[100, 6e4, 3e6].map(dollars)), (rows, size) => {
        const gaps = toRateGaps(rows, size);
        const against = (row: MarketRow, left: number | undefined): number =>
          failedCheckKind(row, undefined) === "figures"
            ? 2
            : size !== undefined && (left ?? size) < size
              ? 1
              : 0;
        // Only a pair takes collateral here, its own.
        const lends = (row: MarketRow): boolean => {
          const { left } = loanCapacity(row);
          const isOpen =
            row.websiteUrl !== undefined && left !== 0 && !(row.tokens.length > 1 && isFull(row));
          return row.kind === "lending" && isOpen && (size !== undefined || (left ?? 0) >= 1e4);
        };
        const pairs = rows.filter((row) => row.baseBorrowApy !== undefined && lends(row));
        const secured = new Set(pairs.flatMap(({ tokens: [, debt] }) => debt?.address ?? []));
        const widest = new Map<string, { worst: number; judged: number; gap: number }>();
        for (const one of rows)
          for (const other of rows) {
            const debt = (one.tokens[1] ?? one.tokens[0])?.address;
            const gap = (other.baseDepositApy ?? Number.NaN) - (one.baseBorrowApy ?? Number.NaN);
            if (one.id === other.id || !lends(one) || !(gap > 0)) continue;
            if (one.tokens.length === 1 && secured.has(debt ?? "")) continue;
            if ((other.kind !== "lending" && other.kind !== "yield") || isFull(other)) continue;
            if (size === undefined && (other.totalDepositUsd ?? 0) < 1e6) continue;
            if (debt === undefined || debt !== other.tokens[0]?.address) continue;
            const worst = Math.max(against(one, loanCapacity(one).left), against(other, capacityLeft(other)));
            const left = size === undefined ? other.baseDepositApy : sizeEffect(other, size, "base")?.low;
            const judged = left === undefined ? -Infinity : left - (one.baseBorrowApy ?? Number.NaN);
            const best = widest.get(debt);
            const leads = judged > (best?.judged ?? -Infinity);
            if (best === undefined || worst < best.worst || (worst === best.worst && leads))
              widest.set(debt, { worst, judged, gap });
          }
        expect(new Map(gaps.map((gap) => [gap.address, judgedOf(gap)]))).toEqual(
          new Map([...widest].map(([debt, { judged }]) => [debt, judged])),
        );
        expect(gaps).toHaveLength(widest.size);
        expect(toRateGaps(rows.toReversed(), size)).toEqual(gaps);
        const places = gaps.map(({ address, gap, mine }) => {
          const worst = widest.get(address)?.worst ?? 0;
          const closed = worst === 1 || (mine?.gapHigh ?? 1) <= 0;
          const unknown = (mine?.gapLow ?? 0) <= 0;
          return [
            worst === 2 ? 3 : size === undefined ? 0 : closed ? 2 : unknown ? 1 : 0,
            0 - (mine?.gapLow ?? gap),
          ] as const;
        });
        expect(places).toEqual(places.toSorted(([a, gap], [b, other]) => a - b || gap - other));
        for (const { borrow, lend, mine } of gaps) {
          expect(borrow.row.id).not.toBe(lend.row.id);
          expect(mine === undefined).toBe(size === undefined);
          if (mine === undefined) continue;
          const effect = sizeEffect(lend.row, size, "base");
          const cost = loanRate(borrow.row, size, "base");
          const left = (rate: number | undefined): number | undefined =>
            effect?.low === undefined || rate === undefined ? undefined : effect.low - rate;
          expect([mine.lendRate, mine.borrowRate]).toEqual([effect?.low, cost]);
          expect([mine.gapLow, mine.gapHigh]).toEqual([left(cost?.high), left(cost?.low)]);
          expect(borrow.capacity.left === undefined && mine.borrowable !== undefined).toBe(false);
        }
      }),
      runs(300),
    );
  });
});
