import { expect, it } from "vitest";
import { readRow } from "../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { changeViewState, defaultViewState } from "../../domain/view-state/codec.ts";
import { groupEvents, outcomesOf } from "./group-events.ts";
import { createSelector } from "./select.ts";

const outcome = (
  id: string,
  subtitle: string | undefined,
  chance: number,
  currency: string,
  event = "sol",
): MarketRow =>
  readRow({
    id,
    type: "prediction",
    title: `Question ${event}?`,
    ...(subtitle === undefined ? {} : { subtitle }),
    status: "open",
    bundleId: event === "alone" ? undefined : event,
    closeTime: 1_800_000_000,
    yesBid: chance,
    yesAsk: chance,
    additionalData: { settlementSymbol: currency },
  });

const rows = [
  outcome("110", "Above $110", 0.1, "USDC"),
  outcome("70-cash", "Above $70", 0.5, "CASH"),
  outcome("70", "Above $70", 0.9, "USDC"),
  outcome("90", "Above $90", 0.45, "USDC"),
  outcome("eth-cash", "Above $2,000", 0.3, "CASH", "eth"),
  outcome("a", undefined, 0.3, "USDC", "alone"),
  outcome("a-cash", undefined, 0.3, "CASH", "alone"),
];
const context = { size: undefined, basis: "total", benchmark: undefined } as const;

it("a ladder shows the market nearest 50 %, preferably in USDC, and its outcomes by threshold", () => {
  const { rows: shown, outcomes, otherCurrency } = groupEvents(rows, context);
  expect(shown.map(({ id }) => id)).toEqual(["90", "eth-cash", "a"]);
  expect(otherCurrency).toBe(2);
  expect([...outcomes.keys()]).toEqual(["90"]);
  expect(outcomes.get("90")?.map(({ name, row }) => [name, row.id])).toEqual([
    ["Above $70", "70"],
    ["Above $90", "90"],
    ["Above $110", "110"],
  ]);
});

it("thresholds with different units are a ladder", () => {
  const inflow = ["Above $200 M", "Above $500 M", "Above $1 B"];
  const rungs = inflow.map((name, at) => outcome(name, name, 0.9 - 0.35 * at, "USDC"));
  expect(groupEvents(rungs, context).rows.map(({ id }) => id)).toEqual(["Above $500 M"]);
});

it.each([
  ["Above 900", "Above 1,200", "Above 1,500"],
  ["Above 4.25 %", "Above 4.5 %"],
  ["Above $200 M", "Above $1 B"],
])("thresholds are ordered by size: %s, %s", (...sizes) => {
  const rungs = sizes.map((name) => outcome(name, name, 0.5, "USDC"));
  for (const order of [rungs, rungs.toReversed()])
    expect(order.flatMap((row) => outcomesOf(row, order))[0]?.name).toBe(sizes[0]);
});

it.each([
  ["that exclude each other", ["Hold", "Cut by 25 bp", "Cut by more than 25 bp"]],
  ["that are ranges", ["$70 to $80", "$80 to $90", "$90 to $100"]],
  ["that are counts", ["1 cut", "2 cuts", "3 cuts"]],
])("an event with outcomes %s shows the likeliest", (_, names) => {
  const chances = [0.65, 0.36, 0.01];
  const fed = names.map((name, at) => outcome(name, name, chances[at] ?? 0, "USDC"));
  expect(groupEvents(fed, context).rows.map(({ id }) => id)).toEqual([names[0]]);
});

it("the outcomes of a market's event are in its own currency, and those without an event are alone", () => {
  const of = (id: string) => rows.filter((row) => row.id === id).flatMap((row) => outcomesOf(row, rows));
  expect(of("110").map(({ row }) => row.id)).toEqual(["70", "90", "110"]);
  expect(of("70-cash").map(({ name }) => name)).toEqual(["Above $70"]);
  expect(of("a")).toHaveLength(1);
  expect(outcomesOf(readRow({ id: "usdc", type: "lending" }), rows)).toEqual([]);
});

it("an event has one row in the Prediction view until all outcomes are requested", () => {
  const select = createSelector();
  const state = changeViewState(defaultViewState, { view: "prediction" });
  const count = (change: Parameters<typeof changeViewState>[1]): number =>
    select(rows, changeViewState(state, change), { starred: new Set() }).visible.length;
  expect(count({})).toBe(3);
  expect(count({ outcomes: "all" })).toBe(7);
  expect(count({ view: "all" })).toBe(7);
});
