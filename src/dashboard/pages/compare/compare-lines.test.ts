import { expect, test } from "vitest";
import { compareLines, linesCsv, shortNames } from "./compare-lines.ts";

const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString();
const entries = [
  {
    letter: "A",
    name: "one",
    shortName: "one",
    points: [
      { timestamp: day(1), depositApy: 0.1 },
      { timestamp: day(2), depositApy: null },
      { timestamp: day(3), depositApy: 0.2 },
    ],
  },
  { letter: "B", name: "two", shortName: "two", points: [{ timestamp: day(3), depositApy: 0.3 }] },
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

test("a file of the lines has a column per market and leaves gaps empty", () => {
  const text = linesCsv(compareLines(entries, "1d", "rate"), ["x.1", "x.2"], "rate");
  const lines = text.split("\r\n");
  expect(lines[0]).toContain("A x.1 (depositApy, fraction per year)");
  expect(lines.slice(1)).toEqual([`${day(1)},0.1,`, `${day(2)},,`, `${day(3)},0.2,0.3`, ""]);
});

test("a line is named by its token, or by its product where tokens are alike", () => {
  const row = { label: "USDC", productName: "Main Market", providerName: "Kamino" };
  expect(
    shortNames([
      row,
      { ...row, productName: "A product with a long name" },
      { ...row, productName: undefined, providerName: "Lulo" },
      { ...row, label: "SOL" },
    ]),
  ).toEqual(["Main Market", "A product with…", "Lulo", "SOL"]);
});
