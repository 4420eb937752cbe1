import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, poolRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import type { Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { LoopCapacity, LoopCapacities } from "../../../domain/market/column.ts";
import { noOwnYields } from "../../../domain/market/loops/own-yield.ts";
import { bestSplit, equalSplit, partRate, placed, readPart, writePart, type SplitContext } from "./split.ts";

const vault = { type: "yield", kind: "yield", providerId: "jupiter", rewardsGiven: true } as const;
const pool = (apy: number, deposits: number, left?: number) =>
  poolRow("pool", { apy, deposits, left }, vault);

function caps(...known: readonly (readonly [id: string, left: LoopCapacity])[]): LoopCapacities {
  return { byLoop: new Map(known), rows: [], text: "" };
}
const context: SplitContext = { basis: "total", loops: caps(), ownYields: noOwnYields, prices: undefined };

const loop = readRow({ id: "loop", type: "loop", depositApy: 0.33, additionalData: { leverage: 2.4 } });
const open = (left: number): SplitContext => ({
  ...context,
  loops: caps(["loop", { left: dollars(left), closed: undefined }]),
});

/** What a split earns in a year, in US dollars. */
function worth(rows: readonly MarketRow[], size: Usd, parts: readonly number[], given: SplitContext): number {
  const amounts = placed(
    rows,
    rows.map((_, at) => dollars((size * (parts[at] ?? 0)) / 100)),
    given,
  );
  return amounts.reduce((sum, amount, at) => {
    const row = rows[at];
    const rate = row === undefined || amount === undefined ? undefined : partRate(row, amount, given);
    return sum + (amount ?? 0) * (rate?.low ?? 0);
  }, 0);
}

describe("a split", () => {
  test("starts with equal parts, each of which dilutes its own pool", () => {
    expect(equalSplit(3)).toEqual([33.33, 33.33, 33.33]);
    const half = partRate(pool(0.1, 1_000_000), dollars(1_000_000), context);
    expect(half?.high).toBeCloseTo(Math.expm1(Math.log1p(0.1) / 2), 6);
    expect(partRate(pool(0.1, 1_000_000), undefined, context)).toMatchObject({ low: 0.1, high: 0.1 });
  });

  test("earns most when the better pool is diluted down to the other", () => {
    const [small = 0, large = 0] =
      bestSplit([pool(0.1, 200_000), pool(0.06, 500_000_000)], dollars(1_000_000), context) ?? [];
    expect(small + large).toBe(100);
    expect(small).toBeGreaterThan(0);
    expect(large).toBeGreaterThan(small);
    expect(bestSplit([pool(0.1, 1e9), pool(0.01, 1e9)], dollars(1000), context)).toEqual([100, 0]);
  });

  test("has no best parts when fewer than two markets give a rate", () => {
    const rows = [pool(0.1, 1e6), marketRow({ type: "perpetual" })];
    expect(bestSplit(rows, dollars(1000), context)).toBeUndefined();
  });

  test("respects the capacity of a loop, puts nothing into a closed or unknown one, and leaves what fits nowhere", () => {
    const rows = [loop, pool(0.05, 1e9)];
    const size = dollars(25_000_000);
    // $1.8M of $25M is 7.2 %.
    expect(bestSplit(rows, size, open(1_800_000))).toEqual([7.2, 92.8]);
    const closed = caps(["loop", { left: dollars(0), closed: "borrowed" }]);
    expect(bestSplit(rows, size, { ...context, loops: closed })).toEqual([0, 100]);
    expect(bestSplit(rows, size, context)).toEqual([0, 100]);
    expect(bestSplit([loop, pool(0.05, 1e9, 2_000_000)], size, open(1_800_000))).toEqual([7.2, 8, 84.8]);
    expect(placed(rows, [size, size], { ...context, loops: closed })).toEqual([0, 25_000_000]);
    expect(placed(rows, [size, size], open(1_800_000))).toEqual([1_800_000, 25_000_000]);
  });

  test("puts nothing into a market whose figures contradict each other", () => {
    const rows = [{ ...pool(0.25, 1e9), baseDepositApy: fraction(0.02) }, pool(0.05, 1e9)];
    const size = dollars(1_000_000);
    expect(bestSplit(rows, size, context)).toEqual([0, 100]);
    expect(placed(rows, [size, size], context)).toEqual([0, size]);
  });

  test("has no rate for a pool of unknown size, and puts nothing into it", () => {
    const unsized = poolRow("unsized", { apy: 0.25 }, vault);
    expect(partRate(unsized, undefined, context)).toMatchObject({ low: 0.25, high: 0.25 });
    for (const amount of [0, 1000]) expect(partRate(unsized, dollars(amount), context)).toBeUndefined();
    expect(bestSplit([unsized, pool(0.05, 1e9)], dollars(1000), context)).toEqual([0, 100]);
  });

  test("leaves money that would only lower what the rest earns", () => {
    const rows = [pool(0.1, 500_000), pool(0.08, 500_000)];
    // At worst, $500,000 beside $500,000 earn a quarter of the rate, and $1,000,000 two ninths less.
    expect(bestSplit(rows, dollars(10_000_000), context)).toEqual([5, 5, 90]);
  });

  test("dilutes a pool of a few percent no further than it pays", () => {
    const rows = [pool(0.1, 300_000, 400_000), pool(0.05, 1e9)];
    expect(bestSplit(rows, dollars(10_000_000), context)).toEqual([1, 99]);
  });

  test("does not rank a token by half of its yield, and counts what loops imply", () => {
    const mint = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
    const jito = poolRow(
      "jito",
      { apy: 0.0002, deposits: 1e9 },
      { tokens: [rowToken("JitoSOL", mint)], rewardsGiven: true },
    );
    const rows = [jito, pool(0.04, 1e9)];
    expect(bestSplit(rows, dollars(1000), context)).toBeUndefined();
    const known = { ...context, ownYields: new Map([[mint, fraction(0.06)]]) };
    expect(bestSplit(rows, dollars(1000), known)).toEqual([100, 0]);
    expect(partRate(jito, undefined, known)).toMatchObject({ low: expect.closeTo(0.0602, 12) });
  });

  test("stays within every capacity, uses all the money and earns no less than equal parts", () => {
    const someMarket = fc
      .record({
        apy: fc.double({ min: 0, max: 0.5, noNaN: true }),
        deposits: fc.integer({ min: 10_000, max: 100_000_000 }),
        left: fc.option(fc.integer({ min: 0, max: 2_000_000 }), { nil: undefined }),
      })
      .map(({ apy, deposits, left }) => pool(apy, deposits, left));
    fc.assert(
      fc.property(
        fc.array(someMarket, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 0, max: 2_000_000 }),
        fc.integer({ min: 1000, max: 5_000_000 }).map(dollars),
        (pools, left, size) => {
          const rows = [loop, ...pools];
          const given = open(left);
          const parts = bestSplit(rows, size, given) ?? [];
          expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(100, 6);
          const wanted = rows.map((_, at) => dollars((size * (parts[at] ?? 0)) / 100));
          // Differences below a millionth of a dollar are rounding errors.
          for (const [at, amount] of placed(rows, wanted, given).entries())
            expect(amount).toBeCloseTo(wanted[at] ?? Number.NaN, 6);
          const best = worth(rows, size, parts, given);
          // Steps of a twentieth may miss the best split slightly, and parts are rounded down to 0.01 %.
          expect(best).toBeGreaterThanOrEqual(
            worth(rows, size, equalSplit(rows.length), given) * 0.9 - size * 0.0005,
          );
        },
      ),
    );
  });
});

test("a part round-trips", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (hundredths) => {
      const part = hundredths / 100;
      expect(readPart(writePart(part))).toEqual({ ok: true, value: part });
    }),
  );
});

test("an invalid part is rejected with an explanation, and decimals can be typed one character at a time", () => {
  expect(readPart("-1")).toEqual({ ok: false, message: "A part cannot be below zero." });
  const junk = ["abc", "1e3", "0x10", "1.234", "Infinity", "1234567890"];
  expect(junk.filter((text) => readPart(text).ok)).toEqual([]);
  expect(["1", "12", "12.", "12.5"].every((text) => readPart(text).ok)).toBe(true);
});
