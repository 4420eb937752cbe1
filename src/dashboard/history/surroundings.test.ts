import { describe, expect, it } from "vitest";
import type { HistoryColumn } from "./history-lines.ts";
import { movedMarks, placeOfWords, type Box } from "./surroundings.tsx";

const day = 86_400_000;

function column(values: readonly (number | null)[]): HistoryColumn {
  return { place: undefined, name: "", shortName: "", fileName: "", values, show: String };
}

/** Of a line of 1,000 dollars over a hundred days. */
function marked(moves: Readonly<Record<number, number>>, narrow = false) {
  const times = Array.from({ length: 100 }, (_, at) => at * day);
  const values = times.map((_, at) => moves[at] ?? 0);
  return movedMarks({ times, lines: [column(times.map(() => 1000))], moves: column(values) }, narrow).map(
    ({ time, value, words }) => [time / day, value, words?.level, words?.side],
  );
}

describe("money that came and went is marked on the line", () => {
  it("from a hundredth of the value on, with words that stand over each other where they would meet", () => {
    expect(marked({ 3: 9, 10: 500, 20: -40, 60: 20 })).toEqual([
      [10, 500, 0, "after"],
      [20, -40, 1, "after"],
      [60, 20, 0, "after"],
    ]);
    // Words at the end grow towards the middle, and may meet those before them there.
    expect(marked({ 70: 20, 85: 30 })).toEqual([
      [70, 20, 0, "after"],
      [85, 30, 1, "before"],
    ]);
  });

  it("at the six greatest moves at most, three of them in words, and one where there is no room", () => {
    const many = { 5: 10, 15: 80, 25: 70, 35: 60, 45: 50, 55: 40, 65: 30, 75: 20 };
    expect(marked(many).map(([at, , level]) => [at, level !== undefined])).toEqual([
      [15, true],
      [25, true],
      [35, true],
      [45, false],
      [55, false],
      [65, false],
    ]);
    expect(marked(many, true).filter(([, , level]) => level !== undefined)).toEqual([[15, 80, 0, "after"]]);
  });

  it("nowhere on a line that tells of none", () => {
    expect(movedMarks({ times: [0], lines: [column([1])], moves: undefined }, false)).toEqual([]);
  });
});

const across = (top: number, bottom: number, left = 0, right = 800): Box => ({ left, right, top, bottom });

describe("the words of an average stand where nothing is drawn", () => {
  const plot = { left: 0, right: 800, top: 0, bottom: 200 };
  const step = { left: 100, right: 300, top: 100, bottom: 100 };
  const placed = (drawn: readonly Box[]): readonly number[] => {
    const { left, top } = placeOfWords(step, 80, plot, drawn);
    return [left, top];
  };

  it("under the beginning of its line, else under its end or its middle, else over it", () => {
    expect(placed([])).toEqual([104, 104]);
    expect(placed([across(100, 120, 100, 140)])).toEqual([216, 104]);
    expect(placed([across(100, 120, 100, 140), across(100, 120, 280, 300)])).toEqual([160, 104]);
    expect(placed([across(100, 120)])).toEqual([104, 80]);
  });

  it("as near to it as there is room, and never outside of the plot", () => {
    expect(placed([across(80, 119)])).toEqual([104, 120]);
    expect(placed([across(80, 200)])).toEqual([104, 60]);
    // All is taken: beside its line, on a halo.
    expect(placed([across(0, 200)])).toEqual([104, 104]);
    expect(placeOfWords({ ...step, top: 195, bottom: 195 }, 80, plot, []).top).toBe(175);
  });
});
