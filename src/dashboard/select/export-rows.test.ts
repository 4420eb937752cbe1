import { describe, expect, it, test, vi } from "vitest";
import { marketRow, poolRow, readRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment } from "../../../tests/fixtures/quantities.ts";
import type { ColumnId } from "../../domain/market/columns.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { noteServiceDate } from "../data/clock.ts";
import { exportCsv, exportJson, type ExportInput } from "./export-rows.ts";
import { exportFileName } from "../ui/page/save-file.ts";

const exportedAt = moment("2026-10-01T14:02:31Z");

function input(
  rows: readonly MarketRow[],
  columns: readonly ColumnId[],
  change: Partial<ExportInput> = {},
): ExportInput {
  return {
    rows,
    columns,
    context: { size: undefined, basis: "total", benchmark: undefined },
    origin: {
      exportedAt,
      readAt: moment("2026-10-01T14:00:00Z"),
      frozenAt: undefined,
      source: "Demo",
      url: "https://example.org/?type=lending&minDeposits=1000000",
      total: 230,
      smallHidden: 27,
      complete: true,
    },
    ...change,
  };
}

test("a file has the service's times, whatever the browser's clock says", () => {
  vi.useFakeTimers({ now: exportedAt });
  noteServiceDate("Wed, 30 Sep 2026 14:02:31 GMT");
  const { export: origin } = JSON.parse(exportJson(input([marketRow({ id: "a" })], ["market"])));
  noteServiceDate(new Date().toUTCString());
  vi.useRealTimers();
  expect(origin).toMatchObject({
    exportedAt: "2026-09-30T14:02:31.000Z",
    readAt: "2026-09-30T14:00:00.000Z",
  });
});

test("markets of one question and of one pair are exported with what tells them apart", () => {
  const rain = { type: "prediction", title: "Rain?", provider: { id: "dflow", name: "DFlow" } };
  const loop = {
    type: "loop",
    productName: "A/B Multiply",
    tokenA: { symbol: "A" },
    tokenB: { symbol: "B" },
    additionalData: { marketName: "Main Market" },
  };
  const rows = [
    readRow({ ...rain, id: "1", subtitle: "In June" }),
    readRow({ ...rain, id: "2", subtitle: "In July" }),
    readRow({ ...loop, id: "3" }),
    marketRow({ id: "4", label: "USDC", productName: "Prime" }),
    marketRow({ id: "5", label: "USDC", productName: "Prime", twin: "A9mU…iSct" }),
  ];
  const { markets } = JSON.parse(exportJson(input(rows, ["market"])));
  expect(markets).toMatchObject([
    { market: "Rain? · In June" },
    { market: "Rain? · In July" },
    { market: "A / B · A/B Multiply · Main Market" },
    { market: "USDC · Prime" },
    { market: "USDC · Prime · A9mU…iSct" },
  ]);
});

test("failed checks are exported as a count and by name, and are empty without figures to compare", () => {
  const off = marketRow({ id: "off", maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) });
  const silent = marketRow({ id: "silent", websiteUrl: "https://example.com" });
  expect(JSON.parse(exportJson(input([off, silent], ["doubts"])))).toMatchObject({
    markets: [
      { doubts: 2, doubtful: "ltv links" },
      { doubts: null, doubtful: null },
    ],
  });
});

test("a loop's rate is exported with its leverage, which other markets lack", () => {
  const loop = readRow({ id: "loop", type: "loop", depositApy: 0.36, additionalData: { leverage: 2.6 } });
  const unpublished = readRow({ id: "unpublished", type: "loop", depositApy: 0.3 });
  const pool = marketRow({ id: "pool", depositApy: fraction(0.05) });
  const name = "quotedLeverage (times)";
  expect(JSON.parse(exportJson(input([loop, unpublished, pool], ["depositApy"])))).toMatchObject({
    markets: [{ [name]: 2.6 }, { [name]: null }, { [name]: null }],
  });
  expect(exportCsv(input([pool], ["depositApy"]))).not.toContain("quotedLeverage");
  expect(exportCsv(input([loop], ["depositApy30d"]))).not.toContain("quotedLeverage");
});

test("names the averages recorded here, and adds no such column without a record", () => {
  const mean = { value: fraction(0.04), since: 0, coverage: fraction(0.9) };
  const figure = { flow30d: undefined, age: 1, averages: new Map([["baseDepositApy30d" as const, mean]]) };
  const record = { byMarket: new Map(["ours", "theirs"].map((id) => [id, figure])), text: "" };
  const rows = [marketRow({ id: "ours" }), marketRow({ id: "theirs", baseDepositApy30d: fraction(0.03) })];
  const columns = ["baseDepositApy30d", "baseDepositApy90d"] as const;
  const context = { size: undefined, basis: "total", benchmark: undefined, record } as const;
  const name = "baseDepositApy30d (fraction per year)";
  expect(JSON.parse(exportJson(input(rows, columns, { context })))).toMatchObject({
    markets: [
      { [name]: 0.04, recordedHere: "baseDepositApy30d" },
      { [name]: 0.03, recordedHere: null },
    ],
  });
  expect(exportJson(input(rows, columns))).not.toContain("recordedHere");
});

/** The cells of each line, for texts without quotation marks. */
const cellsOf = (csv: string): readonly (readonly (string | undefined)[])[] =>
  csv
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, bare]) => quoted ?? bare),
    );

const row = marketRow({
  id: "kamino.1",
  label: "USDC",
  productName: "Main",
  tokens: [rowToken("USDC", "EPjF")],
  depositApy: fraction(-0.0123),
  totalDepositUsd: dollars(1_900_000.5),
  closeTime: moment("2026-12-31T23:59:59Z"),
  actions: { deposit: { blinkUrl: "blink:x" }, borrow: { blinkUrl: "blink:x" } },
});

const figures = ["totalDepositUsd", "depositApy", "maxLtv", "closeTime"] as const;
const shownColumns: readonly ColumnId[] = ["market", ...figures, "actions"];

describe("the CSV", () => {
  const lines = cellsOf(exportCsv(input([row], shownColumns)));

  it("has the shown columns in order, with units in their names, raw values and its origin", () => {
    expect(lines[0]?.map((name, at) => [name, lines[1]?.[at]])).toEqual([
      ["id", "kamino.1"],
      ["market", "USDC · Main"],
      ["provider", "Kamino"],
      ["mints", "EPjF"],
      ["totalDepositUsd (USD)", "1900000.5"],
      ["depositApy (fraction per year)", "-0.0123"],
      ["maxLtv (fraction)", ""],
      ["closeTime (UTC)", "2026-12-31T23:59:59.000Z"],
      ["actions", "deposit borrow"],
      ["my size (USD)", ""],
      ["APY basis", "total"],
      ["export time (UTC)", "2026-10-01T14:02:31.000Z"],
      ["read at (UTC)", "2026-10-01T14:00:00.000Z"],
      ["source", "Demo"],
      ["list", "https://example.org/?type=lending&minDeposits=1000000"],
      ["list state", "complete, 1 of 230 markets, 27 small markets hidden"],
    ]);
  });

  it("has both ends of a range and what does not fit, and says which column is the mean of a chart", () => {
    const pool = poolRow("pool", {
      deposits: 1e6,
      lent: 5e5,
      left: 400,
      borrowLeft: 300,
      apy: 0.03,
      borrowApy: 0.08,
    });
    const context = { size: dollars(1000), basis: "base", benchmark: undefined } as const;
    const columns = ["effectiveApy", "loanApy", "usdPerYear", "spark90d"] as const;
    const [header = [], cells = []] = cellsOf(exportCsv(input([pool], columns, { context })));
    expect(header.slice(0, 10).map((name, index) => [name, cells[index]])).toEqual([
      ["effectiveApy (at least, fraction per year)", expect.stringMatching(/^0\.0299/)],
      ["effectiveApy (at most, fraction per year)", expect.stringMatching(/^0\.0299/)],
      ["depositShortBy (USD)", "600"],
      ["loanApy (at least, fraction per year)", "0.08"],
      ["loanApy (at most, fraction per year)", expect.stringMatching(/^0\.08\d/)],
      ["borrowShortBy (USD)", "700"],
      ["usdPerYear (at least, USD)", expect.stringMatching(/^29\.9/)],
      ["usdPerYear (at most, USD)", expect.stringMatching(/^29\.9/)],
      ["spark90d (mean, fraction per year)", ""],
      ["my size (USD)", "1000"],
    ]);
  });

  it("says when it is provisional, and names the provider once", () => {
    const origin = { ...input([], []).origin, complete: false, smallHidden: 1, readAt: undefined };
    const [header, cells] = cellsOf(exportCsv(input([row], ["market", "provider"], { origin })));
    const state = "provisional, 1 of 230 markets, 1 small market hidden";
    expect(cells?.slice(-4)).toEqual(["", "Demo", origin.url, state]);
    expect(header?.filter((name) => name === "provider")).toHaveLength(1);
  });

  it("has no byte order mark, quotes its texts, starts no formula and ends with a line break", () => {
    const text = exportCsv(input([marketRow({ label: "=1", productName: 'a "b", c' })], ["market"]));
    expect(text.startsWith("id,")).toBe(true);
    expect(text).toContain(`,"'=1 · a ""b"", c",`);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(cellsOf(exportCsv(input([], shownColumns)))).toHaveLength(1);
  });
});

test("the JSON holds the same values with their origin, and null when missing", () => {
  expect(JSON.parse(exportJson(input([row], ["market", "depositApy", "maxLtv"])))).toEqual({
    export: {
      version: 1,
      exportedAt: "2026-10-01T14:02:31.000Z",
      readAt: "2026-10-01T14:00:00.000Z",
      frozenAt: null,
      size: null,
      basis: "total",
      source: "Demo",
      url: "https://example.org/?type=lending&minDeposits=1000000",
      shown: 1,
      total: 230,
      smallHidden: 27,
      state: "complete",
    },
    markets: [
      {
        id: "kamino.1",
        market: "USDC · Main",
        provider: "Kamino",
        mints: "EPjF",
        "depositApy (fraction per year)": -0.0123,
        "maxLtv (fraction)": null,
      },
    ],
  });
});

test("the file name sorts by time and is valid on every system", () => {
  expect(exportFileName(exportedAt, "csv", "a b-")).toBe("yieldboard-a_b-2026-10-01T14-02-31Z.csv");
});
