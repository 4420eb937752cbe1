import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { poolRow, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { TrendFigure } from "../../../domain/market/market-trends.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { effectiveRate, fitShortfall, poolAvailable } from "../../../domain/market/row-values.ts";
import { headingOf } from "./pick-words.ts";
import { answerPicks, type AnswerPick } from "./picks.ts";

/** A pool whose base rate is `apy`, with deposits and loans in dollars. */
function pool(id: string, apy: number, deposits: number, more: Partial<MarketRow> = {}): MarketRow {
  return poolRow(id, { apy, deposits, lent: 0, left: deposits }, { rewardsGiven: true, ...more });
}

function trend(low: number, high: number): TrendFigure {
  const [low90d, high90d, average] = [low, high, (low + high) / 2].map(fraction);
  return { low90d, high90d, average, daysAboveBase: undefined, apy: [], base: [] };
}

const lentOut = (share: number) => ({
  totalBorrow: tokens(1e6 * share),
  totalBorrowUsd: dollars(1e6 * share),
});

function context(trends: Readonly<Record<string, TrendFigure>> = {}, size = 250_000): SelectContext {
  return {
    size: dollars(size),
    basis: "total",
    benchmark: undefined,
    trends: new Map(Object.entries(trends)),
  };
}

const picked = (picks: readonly AnswerPick[]): readonly (string | undefined)[] =>
  picks.map(({ row }) => row?.id);
const open: ReadonlySet<string> = new Set();

describe("the picks", () => {
  test("are the highest lower bound with full exit, the steadiest over $20M and the largest", () => {
    const rows = [
      pool("thin", 0.1, 1e6, lentOut(0.9)),
      pool("high", 0.07, 4e7),
      pool("steady", 0.06, 3e7),
      pool("wild", 0.05, 5e7),
      pool("large", 0.04, 9e8),
    ];
    const trends = { steady: trend(0.058, 0.062), wild: trend(0.01, 0.09), large: trend(0.02, 0.06) };
    expect(picked(answerPicks(rows, context(trends), open))).toEqual(["high", "steady", "large"]);
  });

  test("show a market once and take the next one for the second rule, which its title says", () => {
    const rows = [pool("both", 0.07, 9e8), pool("next", 0.03, 5e7)];
    const picks = answerPicks(rows, context({ both: trend(0.06, 0.07), next: trend(0.01, 0.03) }), open);
    expect(picks.map((pick) => [headingOf(pick).title, pick.row?.id])).toEqual([
      ["Highest with full exit", "both"],
      ["Next steadiest over $20M", "next"],
      ["Next largest", undefined],
    ]);
    expect(headingOf({ id: "largest", isNext: true }).title).toBe("Next largest");
  });

  test("name the closest market when none meets the rule, for full exit the one that takes most of my size", () => {
    const rows = [pool("a", 0.07, 1e6, lentOut(0.9)), pool("b", 0.05, 1e6, lentOut(0.8))];
    const none = { row: undefined, closest: { id: "b" } };
    expect(answerPicks(rows, context({ a: trend(0.05, 0.06) }), open)).toMatchObject([
      none,
      { ...none, closest: { id: "a" } },
      { row: { id: "a" } },
    ]);
    const capped = [
      pool("little", 0.09, 5e6, { maxDeposit: tokens(5.1e6) }),
      pool("more", 0.02, 5e6, { maxDeposit: tokens(5.2e6) }),
    ];
    expect(answerPicks(capped, context(), open)[0]?.closest?.id).toBe("more");
    const more = { maxDeposit: tokens(5.24e6), liquidationLtv: fraction(1.2) };
    const contradictory = pool("doubtful", 0.09, 5e6, more);
    expect(answerPicks([...capped, contradictory], context(), open)[0]?.closest?.id).toBe("more");
  });

  test("name as the closest also a pool that is too small for my size, but no loop", () => {
    const small = pool("small", 0.05, 9e7, { maxDeposit: tokens(9.01e7) });
    const loop = pool("loop", 0.3, 9e8, { type: "loop", kind: "loop" });
    const of = context({ small: trend(0.04, 0.06), low: trend(0.04, 0.06), loop: trend(0.2, 0.3) });
    const closestIn = (rows: readonly MarketRow[]) =>
      answerPicks(rows, of, open).map(({ row, closest }) => [row?.id, closest?.id]);
    const low = pool("low", 0.05, 1e7, lentOut(0.9));
    expect(closestIn([small, low, loop])[1]).toEqual([undefined, "small"]);
    expect(closestIn([small, loop])[2]).toEqual([undefined, "small"]);
  });

  test("skip a rate under 0.5 % as the steadiest, however steady", () => {
    const trends = { flat: trend(0.001, 0.001), ok: trend(0.005, 0.006) };
    const rows = [pool("high", 0.08, 3e7), pool("flat", 0.0045, 9e7), pool("ok", 0.0055, 3e7)];
    expect(answerPicks(rows, context(trends), open)[1]?.row?.id).toBe("ok");
  });

  test("skip a market that reads as paying nothing, and name it as the closest only if no other is", () => {
    const nothing = [pool("zero", 0, 9e8), pool("dust", 0.000_04, 5e8)];
    expect(answerPicks(nothing, context(), open)).toMatchObject([
      { row: undefined, closest: { id: "zero" } },
      { row: undefined },
      { row: undefined, closest: { id: "zero" } },
    ]);
    const limited = pool("limited", 0.000_08, 3e7, { totalBorrowUsd: dollars(2.99e7) });
    const [highest, , largest] = answerPicks([...nothing, limited], context(), open);
    expect(highest).toMatchObject({ row: undefined, closest: { id: "limited" } });
    expect(largest?.row?.id).toBe("limited");
  });

  test("are open, take all of the size and are distinct", () => {
    fc.assert(
      fc.property(someRows(), fc.integer({ min: 1, max: 1e7 }), (rows, size) => {
        const blocked = new Set(rows.slice(0, 2).map(({ id }) => id));
        const of = context({}, size);
        const picks = answerPicks(rows, of, blocked);
        const shown = picks.flatMap(({ row }) => row ?? []);
        expect(new Set(shown).size).toBe(shown.length);
        for (const row of shown) {
          expect(blocked.has(row.id)).toBe(false);
          expect(fitShortfall(row, of.size, undefined) ?? 0).toBe(0);
        }
        const [highest] = picks;
        const low = highest?.row && effectiveRate(highest.row, of.size, "total")?.low;
        const exits = shown.filter(
          (row) => (poolAvailable(row) ?? -1) >= size && fitShortfall(row, of.size, undefined) === 0,
        );
        expect(highest?.row === undefined || exits[0] === highest.row).toBe(true);
        for (const row of exits)
          expect(effectiveRate(row, of.size, "total")?.low ?? 0).toBeLessThanOrEqual(low ?? Infinity);
      }),
    );
  });
});
