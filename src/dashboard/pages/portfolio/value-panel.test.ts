import { describe, expect, it } from "vitest";
import { dollars, moment } from "../../../../tests/fixtures/quantities.ts";
import { changeTexts, movedMarks, movesSeries } from "./value-panel.tsx";

const dayMs = 86_400_000;
const start = Number(moment("2026-01-01T00:00:00Z"));

/** The marks on a line of $1,000 over a hundred days. */
function marked(moves: Readonly<Record<number, number>>, phone = false) {
  const total = Array.from({ length: 100 }, () => 1000);
  const sent = Object.entries(moves).map(([day, value]) => ({
    time: start + Number(day) * dayMs,
    usd: dollars(value),
  }));
  return movedMarks(total, sent, phone).map(({ at, label }) => [(at - start) / dayMs, label]);
}

describe("moved money is marked on the value line", () => {
  it("from 1 % of the value, with its direction and amount", () => {
    expect(marked({ 3: 9, 10: 500, 20: -40 })).toEqual([
      [10, "▲ $500 moved in"],
      [20, "▼ $40.00 moved out"],
    ]);
  });

  it("at the six largest moves, three of them labelled, or one on a phone", () => {
    const many = { 5: 10, 15: 80, 25: 70, 35: 60, 45: 50, 55: 40, 65: 30, 75: 20 };
    expect(marked(many).map(([day, label]) => [day, label !== undefined])).toEqual([
      [15, true],
      [25, true],
      [35, true],
      [45, false],
      [55, false],
      [65, false],
    ]);
    expect(marked(many, true).filter(([, label]) => label !== undefined)).toEqual([
      [15, "▲ $80.00 moved in"],
    ]);
  });

  it("nowhere on a line without moves", () => {
    expect(movedMarks([1], [], false)).toEqual([]);
  });
});

it("what moved is unknown on the first day and on a day without a value, not 0", () => {
  const times = [0, 1, 2, 3].map((day) => start + day * dayMs);
  const change = { since: start, moves: [{ time: start + 3 * dayMs, usd: 50 }] };
  const { points } = movesSeries({ times, total: [10, 10, undefined, 60] }, change);
  expect(points.map(({ value }) => value)).toEqual([undefined, 0, undefined, 50]);
});

it("the terms of a change have cents if whole dollars would not add up to the value now", () => {
  const change = { since: start, moved: 0, claimable: 0, unknown: 0, moves: [] };
  const texts = (from: number, earned: number, prices: number): readonly (string | undefined)[] => {
    const now = from + earned + prices;
    const text = changeTexts({ ...change, from, earned, prices, now });
    return [text.from, ...text.terms.map(({ value }) => value), text.now].map((value) => value?.text);
  };
  expect(texts(1000.4, 200.4, 300.4)).toEqual(["$1,000.40", "$0.00", "+$200.40", "+$300.40", "$1,501.20"]);
  expect(texts(1000.4, 200.4, 300)).toEqual(["$1,000.40", "$0.00", "+$200.40", "+$300.00", "$1,500.80"]);
  expect(texts(1000.4, 200, 300)).toEqual(["$1,000", "$0.00", "+$200", "+$300", "$1,500"]);
});
