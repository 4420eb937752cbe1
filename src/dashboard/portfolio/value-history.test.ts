import { describe, expect, it } from "vitest";
import { positionRow, someWallet } from "../../../tests/fixtures/positions.ts";
import { dollars, near } from "../../../tests/fixtures/quantities.ts";
import { toPasts } from "../queries/positions.ts";
import { valueHistory } from "./value-history.ts";

const day = 86_400_000;
const first = Date.UTC(2026, 8, 27);
const at = first + 4 * day;

type Sent = readonly (readonly [amount: number | null, usd: number | null])[];

/** Amounts of a token worth $1. */
const each = (...amounts: readonly number[]): Sent => amounts.map((amount) => [amount, amount]);

const timeOf = (index: number): string => new Date(first + index * day).toISOString();

function past(id: string, points: Sent, type = "lending", from = 0) {
  const sent = points.map(([amount, amountUsd], index) => ({
    timestamp: timeOf(from + index),
    amount,
    amountUsd,
  }));
  return { id, type, history: sent };
}

const deposit = positionRow({ id: "a", amount: 100.4, amountUsd: 100.4 });
const debt = positionRow({ id: "b", side: "borrow", amount: 40, amountUsd: 40 });
const steady = each(100, 100.1, 100.2, 100.3);
const owed = each(40, 40, 40, 40);

/** The history up to the end of four days, or later. */
function history(
  positions: readonly ReturnType<typeof past>[],
  rows: Parameters<typeof valueHistory>[1],
  now: number,
  until = at,
) {
  const pasts = toPasts({ data: { positions: [...positions] } }, someWallet);
  return valueHistory(pasts, rows, { now: dollars(now), at: until });
}

/** One token supplied against 60 dollars. */
function perpetualLegs(supplied: number) {
  const legs = { amountTokenA: 1, amountTokenAUsd: supplied, amountTokenB: 60, amountTokenBUsd: 60 };
  return { amountUsd: supplied - 60, ...legs };
}

describe("the value of positions over time", () => {
  it("is assets minus debts each day, ends with the current value, and loses the interest of a debt", () => {
    const { times, total, change } = history([past("a", steady), past("b", owed)], [deposit, debt], 60.4);
    expect(times).toEqual([0, 1, 2, 3, 4].map((index) => first + index * day));
    expect(total.map((value) => Math.round((value ?? 0) * 10) / 10)).toEqual([60, 60.1, 60.2, 60.3, 60.4]);
    expect(change).toMatchObject({ earned: near(0.4), moved: 0, unknown: near(0) });
    const grown = positionRow({ id: "b", side: "borrow", amount: 40.4, amountUsd: 40.4 });
    const interest = history([past("b", each(40, 40.1, 40.2, 40.3))], [grown], -40.4).change;
    expect(interest).toMatchObject({ from: -40, earned: near(-0.4), unknown: near(0) });
  });

  it("has a gap on a day with a missing value", () => {
    const gap = owed.with(1, [40, null]);
    const { total, gapDays } = history([past("a", steady), past("b", gap)], [deposit, debt], 60.4);
    expect(total[1]).toBeUndefined();
    expect(gapDays).toBe(1);
  });

  it("counts positions that were opened and closed as moved", () => {
    const gone = past("c", each(7, 7), "yield");
    const came = past("a", steady.slice(2), "lending", 2);
    const { total, change } = history([gone, came], [deposit], 100.4);
    expect(total[0]).toBe(7);
    // Both happen on the third day: one position appears, and the other is gone.
    const moves = [{ time: first + 2 * day, usd: near(100.2 - 7) }];
    expect(change).toMatchObject({ moved: near(100.2 - 7), earned: near(0.2), moves });
  });

  it("counts a perpetual's last step as prices and interest, by its two legs", () => {
    const daily = [100, 98, 96, 94].map((supplied, index) =>
      Object.assign(perpetualLegs(supplied), { timestamp: timeOf(index) }),
    );
    const pasts = toPasts(
      { data: { positions: [{ id: "p", type: "perpetual", history: daily }] } },
      someWallet,
    );
    const now = positionRow({ id: "p", type: "perpetual", side: "long", ...perpetualLegs(84) });
    const { change } = valueHistory(pasts, [now], { now: dollars(24), at });
    expect(change).toMatchObject({ from: 40, now: 24, moved: 0, prices: near(-16), unknown: near(0) });
  });

  it("shows when money moved, and dates moves since the last day as now", () => {
    const less = positionRow({ id: "a", amount: 120.2, amountUsd: 120.2 });
    const { change } = history([past("a", each(100, 100.1, 150.1, 150.2))], [less], 120.2);
    expect(change?.moves).toMatchObject([
      { time: first + 2 * day, usd: near(50, 0) },
      { time: at, usd: near(-30, 0) },
    ]);
    const sum = change?.moves.reduce((all, { usd }) => all + usd, 0);
    expect(change?.moved).toBeCloseTo(sum ?? Number.NaN, 9);
  });

  it("counts claimable rewards as earned from their first day, and as moved when claimed", () => {
    const waiting = past("r", each(1, 2, 0.1), "reward", 1);
    const reward = positionRow({ id: "r", type: "reward", side: undefined, amount: 0.5, amountUsd: 0.5 });
    const { change } = history([past("a", steady), waiting], [deposit, reward], 100.9);
    expect(change).toMatchObject({ earned: near(0.4 + 1 + 1 + 0.4), unknown: near(0) });
    expect(change?.moves).toMatchObject([{ usd: near(-1.9, 2) }]);
  });

  it("leaves claimable rewards of positions, which no history has, out of the line and the unknown part", () => {
    const pasts = toPasts({ data: { positions: [past("a", steady)] } }, someWallet);
    const { change, total } = valueHistory(pasts, [deposit], { now: dollars(103.4), at, claimable: 3 });
    expect(total.at(-1)).toBeCloseTo(100.4, 9);
    expect(change).toMatchObject({ earned: near(0.4), claimable: 3, unknown: near(0) });
  });

  it("leaves out a closed loan, whose side is unknown", () => {
    const { leftOut, total } = history([past("a", steady), past("gone", owed)], [deposit], 100.4);
    expect([leftOut, total[0]]).toEqual([1, 100]);
  });

  it("is not joined to the current value when it ended long before", () => {
    const { total } = history([past("a", steady)], [deposit], 100.4, at + 10 * day);
    expect(total).toHaveLength(15);
    expect(total.slice(4, -1).every((value) => value === undefined)).toBe(true);
  });
});
