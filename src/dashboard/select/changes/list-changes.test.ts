import { writeMarketsRequest } from "../../../contract/markets-request.ts";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { marketRow, poolRow, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment } from "../../../../tests/fixtures/quantities.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import { readExport, type ExportedList } from "./exported-list.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { pastListOf, takeSnapshot } from "../../data/storage/visits.ts";
import { changesText, comparisonNotes } from "./change-texts.ts";
import { compareExport, compareVisit, comparisonCsv, type PresentList } from "./list-changes.ts";
import { exportJson, type ExportOrigin } from "../export-rows.ts";

const figures = ["depositApy", "baseDepositApy", "totalDepositUsd", "capacityLeft"] as const;
const columns: readonly ColumnId[] = ["market", ...figures, "actions"];
function roundTrip(rows: readonly MarketRow[], origin: Partial<ExportOrigin> = {}): ExportedList {
  const reading = readExport(
    exportJson({
      rows,
      columns,
      context: { size: undefined, basis: "total", benchmark: undefined },
      origin: {
        exportedAt: moment("2026-10-01T00:05:00Z"),
        readAt: moment("2026-10-01T00:00:00Z"),
        frozenAt: undefined,
        source: "Demo",
        url: "https://example.org/?type=lending",
        total: rows.length,
        smallHidden: 0,
        complete: true,
        ...origin,
      },
    }),
  );
  if (!reading.ok) throw new Error(reading.message);
  return reading.value;
}

function present(rows: readonly MarketRow[], fields: Partial<PresentList> = {}): PresentList {
  return {
    rows,
    request: writeMarketsRequest(toMarketsRequest(readViewState("?type=lending"))),
    source: "Demo",
    complete: true,
    ...fields,
  };
}

const rated = (id: string, apy: number, fields: Partial<MarketRow> = {}): MarketRow =>
  marketRow({ id, depositApy: fraction(apy), ...fields });
const before = [
  rated("rose", 0.05, { totalDepositUsd: dollars(100) }),
  rated("fell", 0.2, { baseDepositApy: fraction(0.04) }),
  rated("a point", 0.06),
  marketRow({ id: "silent then" }),
  rated("silent now", 0.03),
  poolRow("filled", { deposits: 5, left: 5 }),
  marketRow({ id: "gone", label: "USDC", tokens: [rowToken("USDC")], productName: "Old" }),
];
const after = [
  rated("a point", 0.07),
  rated("new", 0.9),
  marketRow({ id: "silent now" }),
  rated("silent then", 0.03),
  rated("rose", 0.0625, { totalDepositUsd: dollars(125) }),
  rated("fell", -0.05, { baseDepositApy: fraction(0.03) }),
  poolRow("filled", { deposits: 10, left: 0 }),
];

const ids = (changes: readonly { readonly row: MarketRow }[]): string[] => changes.map(({ row }) => row.id);

describe("comparing the list with an export", () => {
  it("finds rates that moved more than a point, the new, the gone and the newly full, and no unknown as zero", () => {
    const comparison = compareExport(roundTrip(before), present(after));
    expect(ids(comparison.changed)).toEqual(["fell", "rose", "a point", "filled"]);
    expect(comparison).toMatchObject({
      moved: [
        {
          row: { id: "fell" },
          rate: { before: 0.2, now: -0.05, change: -0.25 },
          base: { before: 0.04, now: 0.03 },
        },
        { row: { id: "rose" }, deposits: { before: 100, now: 125, change: 0.25 } },
      ],
      newlyFull: [{ row: { id: "filled" } }],
      onlyNow: [{ id: "new" }],
      onlyThen: [{ name: "USDC · Old", provider: "Kamino" }],
      unknownRates: 3,
      newKnown: true,
      goneKnown: true,
    });
    const unknown = comparison.both.slice(-3);
    expect(ids(unknown).toSorted()).toEqual(["filled", "silent now", "silent then"]);
    expect(unknown.map(({ rate }) => rate.change)).toEqual([undefined, undefined, undefined]);
  });

  test.each<[origin: Partial<ExportOrigin>, now: Partial<PresentList>, claims: string, note: string]>([
    [{}, { source: "DefiLlama" }, "", "The export is from Demo, the list from DefiLlama."],
    [
      { url: "https://x/?type=loop" },
      {},
      "",
      "The export has 7 markets with other filters; the list has 7 markets.",
    ],
    [{ url: "" }, {}, "", "The export has 7 markets and doesn't state its filters."],
    [{ total: 20 }, {}, "gone", "7 of 20 markets in your file; new markets unknown."],
    [{ complete: false }, {}, "gone", "7 of 7 markets in your file, made while the list was loading;"],
    [{}, { complete: false }, "new", "The list is incomplete; gone markets unknown."],
    // Order and size make no difference.
    [{ url: "https://x/?size=5&sort=market&type=lending" }, {}, "new gone", "3 markets of 6 have no rate"],
  ])("claims no more than can be known with %j and %j", (origin, now, claims, note) => {
    const limited = compareExport(roundTrip(before, origin), present(after, now));
    const { newKnown, goneKnown } = limited;
    expect([newKnown ? "new" : [], goneKnown ? "gone" : []].flat().join(" ")).toBe(claims);
    const [first, ...others] = comparisonNotes(limited);
    expect(first).toContain(note);
    expect(others.includes("Only the 6 markets in both are compared.")).toBe(claims === "");
  });

  it("finds nothing when a list is compared with itself", () => {
    fc.assert(
      fc.property(someRows(8), (rows) => {
        fc.pre(rows.length > 0);
        const nothing = { changed: [], moved: [], newlyFull: [], onlyNow: [], onlyThen: [] };
        expect(compareExport(roundTrip(rows), present(rows))).toMatchObject(nothing);
        expect(since(rows, rows)).toBeUndefined();
      }),
    );
  });
});

function since(rows: readonly MarketRow[], now: readonly MarketRow[]) {
  return compareVisit(pastListOf(takeSnapshot(rows, "type=lending", 0)), now, true);
}

describe("comparing the list with the last visit", () => {
  it("finds what an export finds, to the basis point", () => {
    const changes = since(before, after);
    expect(changes?.moved[0]?.rate).toEqual({ before: 0.2, now: -0.05, change: -0.25 });
    expect(changes && changesText(changes)).toBe(
      "2 rates moved over 1 pp, 1 market is new, 1 is gone, 1 is now full",
    );
  });

  it("reports no market as gone while some could not be read", () => {
    const visit = pastListOf(takeSnapshot([rated("a", 0.05), rated("b", 0.05)], "type=lending", 0));
    expect(compareVisit(visit, [rated("a", 0.05)], false)).toBeUndefined();
    expect(compareVisit(visit, [rated("a", 0.09)], false)).toMatchObject({ goneKnown: false });
    expect(compareVisit(visit, [rated("a", 0.05)], true)?.onlyThen).toHaveLength(1);
  });

  it("does not report a change within rounding", () => {
    expect(since([rated("a", 0.050_04)], [rated("a", 0.060_02)])).toBeUndefined();
    expect(since([rated("a", 0.05)], [rated("a", 0.0601)])?.moved).toHaveLength(1);
  });
});

const csv = (now: PresentList): string =>
  comparisonCsv(compareExport(roundTrip(before), now), moment("2026-10-02T00:00:00Z"));

it("the CSV has every market of either list, largest move first, and empty cells for missing values", () => {
  const [heads, ...lines] = csv(present(after)).trimEnd().split("\r\n");
  expect(heads?.split(",").slice(3, 7)).toEqual([
    "state",
    "depositApy then (fraction per year)",
    "depositApy now (fraction per year)",
    "depositApy change (fraction per year)",
  ]);
  expect(lines).toHaveLength(8);
  expect(lines[0]).toBe(
    "fell,m,Kamino,in both,0.2,-0.05,-0.25,0.04,0.03,-0.01,,,,2026-10-01T00:00:00.000Z,Demo,2026-10-02T00:00:00.000Z,Demo",
  );
  expect(lines.at(-2)).toContain("new,m,Kamino,new,,0.9,,");
  expect(lines.at(-1)).toContain("gone,USDC · Old,Kamino,gone,,,,");
  expect(new Set(lines.map((line) => line.split(",").length))).toEqual(new Set([17]));
  // If the lists have different requests, nothing counts as new or gone.
  expect(csv(present(after, { request: "another" }))).toMatch(/,only now,[^]*,only then,/);
});
