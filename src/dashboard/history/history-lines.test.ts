import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { marketRow, poolRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { near } from "../../../tests/fixtures/quantities.ts";
import { scaledPane } from "../charts/pane-plot.tsx";
import { depositsLine, historyLines, ratePane, rateTick, shortNames } from "./history-lines.ts";
import { toSeries, type LivePoint } from "./history-series.ts";

const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString();
const points = [
  { timestamp: day(1), depositApy: 0.1, totalDepositUsd: 5 },
  { timestamp: day(2), depositApy: null },
  { timestamp: day(3), depositApy: 0.2 },
];

function entry(history: Parameters<typeof toSeries>[0], seriesIndex?: number, live?: LivePoint) {
  return {
    row: marketRow({ id: `m${seriesIndex ?? ""}` }),
    seriesIndex,
    series: toSeries(history, "1d", live),
  };
}
const two = [entry(points, 0), entry([{ timestamp: day(3), depositApy: 0.3 }], 1)];

test("a rate line has a value for each step and a gap where none was sent, and growth earns nothing in a gap", () => {
  const [first, second] = historyLines(two, "1d", "rate");
  const value = (line: typeof first): unknown => line?.points.map((point) => point.value);
  expect([value(first), value(second)]).toEqual([[0.1, undefined, 0.2], [0.3]]);
  expect(first?.fileName).toBe("A m0 depositApy (fraction per year)");
  expect(second?.fileName).toBe("B m1 depositApy (fraction per year)");
  expect(value(historyLines(two, "1d", "growth")[0])).toEqual([1, undefined, near(1.1 ** (1 / 365))]);
});

function rateLine(rates: readonly number[]) {
  return { fileName: "", label: "", format: String, points: rates.map((value, at) => ({ at, value })) };
}

test("no two ticks of a rate axis have the same label", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.0005, max: 1e4, noNaN: true }), { minLength: 1 }), (rates) => {
      for (const pane of [ratePane([rateLine(rates)]), { series: [rateLine(rates)], tick: rateTick }]) {
        const { levels, tick } = scaledPane(pane);
        expect(new Set(levels.map(tick)).size).toBe(levels.length);
      }
    }),
    runs(300),
  );
});

test("a single market's rate line ends with the live rate, and its deposits have a line", () => {
  const now = Date.UTC(2026, 0, 3, 12);
  const unknown = { base: undefined, borrow: undefined, deposits: undefined };
  const alone = entry(points, undefined, { time: now, apy: 0.25, ...unknown });
  const [line] = historyLines([alone], "1d", "rate");
  expect(line?.points.at(-1)).toEqual({ at: now, value: 0.25 });
  expect(line?.format(0.25)).toBe("25.00 %");
  const deposits = depositsLine(alone.series);
  expect(deposits.points.map(({ value }) => value)).toEqual([5, undefined, undefined, undefined]);
  expect(deposits.end).toEqual({ text: "$5.00", detail: "in" });
});

const usdc = (productName: string) =>
  poolRow("m", {}, { label: "USDC", tokens: [rowToken("USDC")], productName });

test("lines are named by token, or by product or provider where tokens repeat", () => {
  const lulo = marketRow({ label: "USDC", productName: undefined, providerName: "Lulo" });
  const rows = [
    usdc("Steakhouse USDC"),
    usdc("A product with a long name"),
    lulo,
    marketRow({ label: "SOL" }),
  ];
  expect(shortNames(rows)).toEqual(["Steakhouse", "A product with…", "Lulo", "SOL"]);
});
