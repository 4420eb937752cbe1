import { describe, expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { parseRecordSummary } from "../../../contract/record/record-summary.ts";
import type { SelectContext } from "../../market/column.ts";
import { columnText } from "../../market/column-text.ts";
import { columnValue } from "../../market/columns.ts";
import { createOrderer } from "../../select/order.ts";
import { recordFigures } from "./record-figures.ts";

const flow = { days: 30, since: "2026-10-20T00:00:00Z", coverage: 1, in: 2, out: 7 };

const summary = {
  recordedSince: "2026-10-20T00:00:00Z",
  until: "2026-11-20T12:00:00Z",
  everyMs: 600_000,
  coverage: 1,
  markets: [
    {
      marketId: "left",
      firstSeen: "2026-10-21T00:00:00Z",
      flow30d: { ...flow, net: -5, inUsd: 2_000_000, outUsd: 7_123_456, netUsd: -5_123_456 },
      averages: [],
    },
    {
      marketId: "came",
      firstSeen: "2026-11-20T12:00:00Z",
      flow30d: { ...flow, net: 3, netUsd: 3.5 },
      averages: [],
    },
    {
      marketId: "unpriced",
      firstSeen: "2026-11-19T00:00:00Z",
      flow30d: { ...flow, net: 3, netUsd: null },
      averages: [],
    },
    { marketId: "uncounted", firstSeen: "no moment", averages: [] },
  ],
};

describe("the figures of the record in the list", () => {
  const record = recordFigures(parseRecordSummary(summary));
  const context: SelectContext = { size: undefined, basis: "total", benchmark: undefined, record };
  const rows = ["uncounted", "came", "unpriced", "left", "unrecorded"].map((id) =>
    marketRow({ id, type: "lending" }),
  );
  const values = (id: "flow30d" | "firstSeen") =>
    new Map(rows.map((row) => [row.id, columnValue(id, row, context)]));
  const order = (column: "flow30d" | "firstSeen", descending: boolean) =>
    Array.from(createOrderer().order(rows, [{ column, descending }], context), (at) => rows[at]?.id);

  test("a flow keeps its sign, and one without a price is unknown and not zero", () => {
    expect(values("flow30d")).toEqual(
      new Map([
        ["uncounted", undefined],
        ["came", 3.5],
        ["unpriced", undefined],
        ["left", -5_123_456],
        ["unrecorded", undefined],
      ]),
    );
    const [left] = rows.filter(({ id }) => id === "left").map((row) => columnText("flow30d", row, context));
    expect(left).toMatchObject({ text: "−$5.1 M" });
  });

  test("an age ends with the last walk, in days with their fraction", () => {
    expect(values("firstSeen")).toEqual(
      new Map([
        ["uncounted", undefined],
        ["came", 0],
        ["unpriced", 1.5],
        ["left", 30.5],
        ["unrecorded", undefined],
      ]),
    );
  });

  test("what is not known is last in either direction", () => {
    expect(order("flow30d", true).slice(0, 2)).toEqual(["came", "left"]);
    expect(order("flow30d", false).slice(0, 2)).toEqual(["left", "came"]);
    expect(order("firstSeen", true).slice(0, 3)).toEqual(["left", "unpriced", "came"]);
    expect(order("firstSeen", false).slice(0, 3)).toEqual(["came", "unpriced", "left"]);
  });

  test("an order by them is made anew when they are others, and what says the same stays the same object", () => {
    const [first, ...others] = summary.markets;
    const moved = { ...first, flow30d: { ...flow, net: 1, netUsd: 1 } };
    const next = recordFigures(parseRecordSummary({ ...summary, markets: [moved, ...others] }));
    expect(next.text).not.toBe(record.text);
    expect(recordFigures(parseRecordSummary(summary), next)).not.toBe(next);
    expect(recordFigures(parseRecordSummary(summary), record)).toBe(record);
  });
});
