import { describe, expect, test } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../tests/fixtures/quantities.ts";
import { parseRecordSummary } from "../../contract/record/record-summary.ts";
import type { SelectContext } from "./column.ts";
import { cellContent } from "../../dashboard/list/cell-content.ts";
import { rateFacts } from "../../dashboard/list/rate-popover/rate-facts.ts";
import { renderCellContent } from "../../dashboard/list/market-cells.tsx";
import { cellContext } from "../../../tests/fixtures/table-rows.tsx";
import { columnRecord } from "./column-text.ts";
import { columnValue } from "./columns.ts";
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

describe("recorded figures in the list", () => {
  const record = recordFigures(parseRecordSummary(summary));
  const context: SelectContext = { size: undefined, basis: "total", benchmark: undefined, record };
  const rows = ["uncounted", "came", "unpriced", "left", "unrecorded"].map((id) =>
    marketRow({ id, type: "lending" }),
  );
  const values = (id: "flow30d" | "firstSeen") => rows.map((row) => columnValue(id, row, context));
  test("a flow is unknown, not zero, without a price, and an age runs to the last poll in fractional days", () => {
    expect(values("flow30d")).toEqual([undefined, 3.5, undefined, -5_123_456, undefined]);
    expect(values("firstSeen")).toEqual([undefined, 0, 1.5, 30.5, undefined]);
  });

  test("another poll sorts by them again, and unchanged figures stay the same object", () => {
    const [first, ...others] = summary.markets;
    const moved = { ...first, flow30d: { ...flow, net: 1, netUsd: 1 } };
    const later = { ...summary, until: "2026-11-20T12:10:00Z", markets: [moved, ...others] };
    const next = recordFigures(parseRecordSummary(later), record);
    expect(next.text).not.toBe(record.text);
    expect(recordFigures(parseRecordSummary(summary), record)).toBe(record);
  });

  test("a flow over part of the days names its coverage", () => {
    const [left, came] = summary.markets;
    const markets = [left, { ...came, flow30d: { ...came?.flow30d, coverage: 0.25 } }];
    const figures = recordFigures(parseRecordSummary({ ...summary, markets }));
    const texts = rows.flatMap((row) => columnRecord("flow30d", row, { record: figures }) ?? []);
    expect(texts).toEqual(["Recorded here since 20 Oct 2026, coverage 25.0 %"]);
  });
});

describe("an average the provider does not send", () => {
  const known = { since: "2026-10-20T00:00:00Z", coverage: 0.81 };
  const averages = [
    { ...known, days: 30, baseDepositApy: 0.03, depositApy: 0.05, baseBorrowApy: 0.07 },
    { ...known, days: 90, baseDepositApy: 0.02, depositApy: 0.04, coverage: 0.79 },
  ];
  const markets = ["pool", "sent", "loop"].map((marketId) => ({
    marketId,
    firstSeen: known.since,
    averages,
  }));
  const figures = recordFigures(parseRecordSummary({ ...summary, markets }));
  const context: SelectContext = { size: undefined, basis: "total", benchmark: undefined, record: figures };
  const pool = marketRow({ id: "pool", baseDepositApy: fraction(0.03) });
  const sent = marketRow({ id: "sent", baseDepositApy30d: fraction(0.01) });
  const loop = marketRow({ id: "loop", type: "loop" });
  const other = marketRow({ id: "unrecorded" });

  test("comes from the record at four fifths coverage: base rate for pools, net rate for loops", () => {
    const values = [pool, sent, loop, other].map((row) => columnValue("average30d", row, context));
    expect(values).toEqual([0.03, 0.01, 0.05, undefined]);
    expect(columnValue("baseDepositApy30d", loop, context)).toBeUndefined();
    expect(columnValue("depositApy30d", pool, context)).toBeUndefined();
    expect(columnValue("baseBorrowApy30d", pool, context)).toBe(0.07);
    expect(columnValue("baseDepositApy90d", pool, context)).toBeUndefined();
    expect(columnValue("trend", pool, context)).toBeUndefined();
  });

  test("names the record as its source in the cell and the popover", () => {
    const words = "Recorded here since 20 Oct 2026, coverage 81.0 %";
    const cell = cellContent("baseDepositApy30d", pool, context);
    expect(cell).toMatchObject({ recorded: words, title: `${words}.` });
    expect(cellContent("baseDepositApy30d", sent, context)).not.toHaveProperty("recorded");
    const spoken = renderCellContent("baseDepositApy30d", pool, cellContext(context), () => null).label;
    expect(spoken).toBe(`3.00 %, ${words}`);
    const facts = rateFacts(pool, "deposit", figures);
    expect(facts.averages).toMatchObject([{ value: 0.03, recorded: { coverage: 0.81 } }, {}, {}]);
    expect(facts.fields.map(({ field }) => field)).not.toContain("baseDepositApy30d");
  });
});
