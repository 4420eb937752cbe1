import { expect, test } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import {
  historyGrid,
  offScaleText,
  shortNames,
  timeText,
  valueText,
  type HistoryEntry,
} from "./history-lines.ts";
import { toSeries, type LivePoint } from "./history-series.ts";

const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString();
const points = [
  { timestamp: day(1), depositApy: 0.1, totalDepositUsd: 5 },
  { timestamp: day(2), depositApy: null },
  { timestamp: day(3), depositApy: 0.2 },
];

function entry(history: Parameters<typeof toSeries>[0], place?: number, live?: LivePoint): HistoryEntry {
  return { row: marketRow({ id: `m${place ?? ""}` }), place, series: toSeries(history, "1d", live) };
}
const two = [entry(points, 0), entry([{ timestamp: day(3), depositApy: 0.3 }], 1)];

test("lines share one grid, and a market without a point has a gap there", () => {
  const { times, lines, liveAt, deposits } = historyGrid(two, "1d", "rate");
  expect(times).toHaveLength(3);
  expect(lines.map((line) => line.values)).toEqual([
    [0.1, null, 0.2],
    [null, null, 0.3],
  ]);
  expect([liveAt, deposits]).toEqual([undefined, undefined]);
});

test("growth starts at one dollar, and a gap earns nothing", () => {
  const [line] = historyGrid(two, "1d", "growth").lines;
  expect(line?.values[0]).toBe(1);
  expect(line?.values[1]).toBeNull();
  expect(line?.values[2]).toBeCloseTo(1.1 ** (1 / 365), 12);
});

test("a market alone has its deposits and the rate of now beside its rates, each said once", () => {
  const now = Date.UTC(2026, 0, 3, 12);
  const grid = historyGrid(
    [entry(points, undefined, { time: now, apy: 0.25, deposits: undefined })],
    "1d",
    "rate",
  );
  expect(grid.times.map((time) => timeText(grid, time))).toEqual([
    "1 Jan 2026",
    "2 Jan 2026",
    "3 Jan 2026",
    "Now",
  ]);
  expect(grid.lines.map(({ name, values }) => [name, values])).toEqual([
    ["Deposit APY", [0.1, null, 0.2, 0.25]],
  ]);
  expect(grid.deposits?.values).toEqual([5, null, null, null]);
  const [line] = grid.lines;
  expect(line === undefined ? [] : grid.times.map((_, index) => valueText(line, index))).toEqual([
    "10.00 %",
    undefined,
    "20.00 %",
    "25.00 %",
  ]);
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

test("days off the scale are said, with how far they are", () => {
  const line = { place: undefined, name: "", shortName: "", fileName: "", show: String };
  const grid = (values: readonly (number | null)[]) =>
    ({ lines: [{ ...line, values }], resolution: "1d" }) as const;
  expect(offScaleText(grid([0.1, null, -0.76]), [0, 0.2])).toBe("One day at −76.00 % is off the scale.");
  expect(offScaleText(grid([-0.1, 0.1, -0.76]), [0, 0.2])).toBe(
    "2 days between −76.00 % and −10.00 % are off the scale.",
  );
  expect(offScaleText(grid([0.1]), [0, 0.2])).toBe("");
});
