import { expect, test } from "vitest";
import { dollars, moment } from "../../../tests/fixtures/quantities.ts";
import type { PricePoint } from "../queries/assets.ts";
import { changeOfDay, priceEnds, pricePast, pricesIn, priceInUnit, priceTick } from "./price-panel.tsx";
import { changeOver } from "./history-series.ts";

const at = (day: number, price: number, hour = 0): PricePoint => ({
  time: moment(`2026-01-${String(day).padStart(2, "0")}T${String(hour).padStart(2, "0")}:00:00Z`),
  price: dollars(price),
});

test("a day without a price is a gap, and the live price ends the line", () => {
  const now = { time: moment("2026-01-04T06:00:00Z"), price: 13 };
  const { line, liveAt } = pricePast([at(1, 10), at(3, 12), at(4, 99)], "1d", "usd", now);
  expect(line.points.map(({ value }) => value)).toEqual([10, undefined, 12, 99, 13]);
  expect([line.points.at(-1)?.at, liveAt]).toEqual([now.time, now.time]);
  expect(pricePast([], "1d", "usd", now).line.points).toEqual([]);
});

test("a price line has its low, high, change and change per year", () => {
  // 100 to 101 in 31 days is 1.01^(365/31) − 1 a year.
  const now = { time: moment("2026-02-01T00:00:00Z"), price: 101 };
  const month = pricePast([at(1, 100), at(9, 90), at(20, 120)], "1d", "usd", now);
  const ends = priceEnds(month);
  expect(ends).toMatchObject({ low: { value: 90 }, high: { value: 120 } });
  expect(ends?.change).toBeCloseTo(0.01, 10);
  expect(ends?.perYear).toBeCloseTo(1.01 ** (365 / 31) - 1, 10);
  expect(priceEnds(pricePast([at(1, 1), at(3, 2)], "1d", "usd", undefined))?.perYear).toBeUndefined();
  expect(priceEnds(pricePast([at(1, 1)], "1d", "usd", undefined))).toBeUndefined();
});

test("a price in another token needs the prices of both on the same day", () => {
  expect(pricesIn([at(1, 130), at(2, 140)], [at(1, 100), at(3, 100)], "1d")).toEqual([
    { time: at(1, 1).time, price: 1.3 },
  ]);
});

test("the change over a period is unknown when a price is missing at either end", () => {
  const points = [at(1, 90), at(4, 100), at(9, 120), at(20, 150)];
  const over = (from: number, to: number): number | undefined =>
    changeOver(points, at(from, 1).time, at(to, 1).time, "1d");
  expect(over(4, 9)).toBeCloseTo(0.2, 10);
  expect(over(3, 11)).toBeCloseTo(0.2, 10);
  expect(over(1, 9)).toBeCloseTo(120 / 90 - 1, 10);
  expect([over(6, 20), over(4, 15), over(4, 4)]).toEqual([undefined, undefined, undefined]);
});

test("the 24-hour change is unknown when the history does not reach 24 hours back", () => {
  expect(changeOfDay([at(1, 50), at(1, 100, 5), at(2, 70), at(2, 110, 5)])).toBeCloseTo(0.1, 10);
  for (const points of [[at(1, 100, 9), at(2, 110, 5)], [at(1, 100), at(3, 110)], []])
    expect(changeOfDay(points)).toBeUndefined();
});

const axis = (unit: "usd" | "sol", ...ticks: readonly number[]): readonly string[] =>
  ticks.map((tick) => priceTick(tick, (ticks[1] ?? 0) - (ticks[0] ?? 0), unit));

test("price ticks share the number of decimals that their step needs", () => {
  expect(axis("usd", 120, 140)).toEqual(["$120", "$140"]);
  expect(axis("usd", 0.995, 1, 1.005)).toEqual(["$0.995", "$1.000", "$1.005"]);
  expect(axis("usd", 0.9995, 1, 1.0005)).toEqual(["$0.9995", "$1.0000", "$1.0005"]);
  expect(axis("usd", 1, 1.5)).toEqual(["$1.00", "$1.50"]);
  expect(axis("usd", 0.00002, 0.000021)).toEqual(["$0.000020", "$0.000021"]);
  expect(axis("sol", 1.305, 1.3055)).toEqual(["1.3050", "1.3055"]);
});

test("a price in SOL keeps the digits of a cheap token and of a dear one", () => {
  expect([1.5e-7, 0.9824, 1234.5].map((price) => priceInUnit(price, "sol"))).toEqual([
    "0.0000001500 SOL",
    "0.9824 SOL",
    "1,234.50 SOL",
  ]);
});
