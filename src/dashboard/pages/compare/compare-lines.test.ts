import { expect, test } from "vitest";
import { compareLines } from "./compare-lines.ts";

const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString();
const entries = [
  {
    letter: "A",
    name: "one",
    points: [
      { timestamp: day(1), depositApy: 0.1 },
      { timestamp: day(2), depositApy: null },
      { timestamp: day(3), depositApy: 0.2 },
    ],
  },
  { letter: "B", name: "two", points: [{ timestamp: day(3), depositApy: 0.3 }] },
];

test("lines share one grid, and a market without a point has a gap there", () => {
  const { times, lines } = compareLines(entries, "1d", "rate");
  expect(times).toHaveLength(3);
  expect(lines.map((line) => line.values)).toEqual([
    [0.1, null, 0.2],
    [null, null, 0.3],
  ]);
});

test("growth starts at one dollar, and a gap earns nothing", () => {
  const { lines } = compareLines(entries, "1d", "growth");
  expect(lines[0]?.values[0]).toBe(1);
  expect(lines[0]?.values[1]).toBeNull();
  expect(lines[0]?.values[2]).toBeCloseTo(1.1 ** (1 / 365), 12);
});
