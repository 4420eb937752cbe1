import { describe, expect, test } from "vitest";
import { marketRow, poolRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { ratio, type Ratio } from "../../../contract/units.ts";
import { loansAgainst } from "../../../domain/market/loan-terms.ts";
import { noOwnYields } from "../../../domain/market/loops/own-yield.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { compareFacts, type CompareFact } from "./compare-facts.ts";

type CompareContext = Parameters<typeof compareFacts>[1];

const lending = poolRow(
  "a",
  { deposits: 1_000_000, lent: 500_000, apy: 0.05, borrowApy: 0.07 },
  { tokens: [rowToken("USDC")], baseDepositApy: fraction(0.03), baseBorrowApy: undefined },
);
const vault = marketRow({
  id: "b",
  type: "yield",
  tokens: [rowToken("USDC")],
  depositApy: fraction(0.08),
  totalDepositUsd: dollars(2_000_000),
});
const plain: CompareContext = {
  size: undefined,
  basis: "total",
  benchmark: undefined,
  side: "deposit",
  prices: undefined,
  ownYields: noOwnYields,
};
const sized = (size: number) => ({ ...plain, size: dollars(size) });

function fact(
  column: string,
  rows: readonly MarketRow[] = [lending, vault],
  context: CompareContext = plain,
): CompareFact | undefined {
  const facts = compareFacts([...rows], context).flatMap((group) => group.facts);
  return facts.find((candidate) => candidate.column === column);
}

const marksOf = (found: CompareFact | undefined): unknown => found?.cells.map(({ mark }) => mark);
/** The mark and the note of each cell: "worst −3.00 pp". */
const notesOf = (found: CompareFact | undefined): unknown =>
  found?.cells.map(({ mark, note }) => [mark ?? [], note ?? []].flat().join(" "));

/** A loop whose rate is quoted at a leverage. */
const at = (id: string, leverage: number, apy: number): MarketRow =>
  readRow({ id, type: "loop", depositApy: apy, additionalData: { leverage } });

const first = (rows: MarketRow[], size: number) =>
  compareFacts(rows, { ...sized(size), side: "borrow" })[0]?.facts;

const loans = (...rates: readonly number[]): MarketRow[] =>
  rates
    .map(fraction)
    .map((rate) =>
      marketRow({ ...lending, baseDepositApy: undefined, borrowApy: rate, baseBorrowApy: rate }),
    );

describe("aligned facts", () => {
  test("calls a rate near zero steady, even when its change is too small to show", () => {
    const [now, average] = [0.00003, 0.00002].map(fraction);
    const averages = { baseDepositApy30d: now, baseDepositApy90d: average, baseDepositApy180d: average };
    const cells = fact("trend", [{ ...lending, baseDepositApy: now, ...averages }, lending])?.cells;
    const near = { text: "—", finding: { id: "rateNearAverage" } };
    expect(cells).toMatchObject([near, { text: "—", finding: undefined }]);
  });

  test("rank no exit and no share of a pool that cannot take my size", () => {
    const sizes = [
      { deposits: 9e6, left: 0 },
      { deposits: 5e6, left: 1e6 },
      { deposits: 2e6, left: 1e6 },
      // Reads like the best.
      { deposits: 5e6, left: 0 },
    ];
    const rows = sizes.map((figures, index) =>
      poolRow(`m${index}`, { ...figures, lent: 0, apy: 0.05 }, { tokens: lending.tokens }),
    );
    for (const column of ["exitCover", "shareOfPool"])
      expect(marksOf(fact(column, rows, sized(500_000)))).toEqual([undefined, "best", "worst", undefined]);
  });

  test("show a borrower what a loan of my size costs instead of what a deposit earns", () => {
    const facts = first(loans(0.02, 0.04), 250_000);
    // From 50 % lent out to 75 %: up to 1.02^1.5 − 1 and 1.04^1.5 − 1.
    const [lower, higher] = [
      { text: "2.00–3.01 %", mark: "best", note: "$5.0–7.5k a year, 75.0 % used" },
      { text: "4.00–6.06 %", mark: "worst", note: "$10.0–15.1k a year, 75.0 % used" },
    ];
    expect(facts).toMatchObject([{ column: "loanApy", cells: [lower, higher] }]);
    // Overlapping ranges have no best or worst, nor has a market that lends less than my size.
    const none = [undefined, undefined];
    expect(marksOf(first(loans(0.02, 0.025), 250_000)?.[0])).toEqual(none);
    expect(marksOf(first(loans(0.02, 0.04), 600_000)?.[0])).toEqual(none);
    expect(first(loans(0.02, 0.04), 350_000)?.[0]?.cells[0]).toMatchObject({
      text: "≥ 2.00 %",
      note: "≥ $7k a year, 85.0 % used",
      hasDifference: false,
      finding: { id: "kinkRisk" },
    });
    // A loan of more than there is uses no "110.0 %".
    expect(first(loans(0.02, 0.04), 600_000)?.[0]?.cells[0]?.note).toBe("≥ $12k a year");
  });

  test("show a borrower the terms of the collateral, named as in the list", () => {
    const place = { productName: "Main", kind: "lending" } as const;
    const debt = marketRow({ ...lending, ...place, maxLtv: fraction(0.8) });
    const collateral = marketRow({ ...place, id: "sol", tokens: [rowToken("SOL")], maxLtv: fraction(0.7) });
    const found = fact("maxLtv", [debt], { ...plain, loans: loansAgainst(undefined, [debt, collateral]) });
    expect([found?.label, found?.cells[0]?.text]).toEqual(["Max LTV (best)", "70.0 %"]);
  });

  test("mark the better of two rates, and state how far behind the other is", () => {
    expect(notesOf(fact("depositApy"))).toEqual(["worst −3.00 pp", "best"]);
    const depths = [1e6, 2e6].map((long) => marketRow({ type: "perpetual", longUsd: dollars(long) }));
    expect(notesOf(fact("longUsd", depths))).toEqual(["worst −$1M", "best"]);
    const loop = marketRow({ id: "loop", type: "loop", depositApy: fraction(0.36), maxLtv: fraction(0.9) });
    const better = { ...loop, id: "better", depositApy: fraction(0.4) };
    // Leverage that differs or is unknown makes rates incomparable, and no limit is better than another.
    for (const rows of [
      [{ ...lending, maxLtv: fraction(0.6) }, loop],
      [loop, better],
    ])
      for (const column of ["depositApy", "maxLtv"])
        expect(marksOf(fact(column, rows))).toEqual([undefined, undefined]);
  });

  test("mark no value of a market whose figures contradict each other", () => {
    const ltvs = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.5) };
    const faulty = marketRow({ ...lending, ...ltvs, borrowApy: fraction(0.02) });
    expect(notesOf(fact("borrowApy", [faulty, ...loans(0.025, 0.03)]))).toEqual([
      "",
      "best",
      "worst +0.50 pp",
    ]);
  });

  test("show a loop's leverage beside its rate, and compare loops at equal leverage only", () => {
    const beside = (other: MarketRow): unknown => notesOf(fact("depositApy", [at("a", 2.6, 0.36), other]));
    expect(beside(at("b", 1.5, 0.2))).toEqual(["at 2.6 ×", "at 1.5 ×"]);
    expect(beside(at("b", 2.6, 0.2))).toEqual(["best at 2.6 ×", "worst at 2.6 ×, −16.00 pp"]);
    const byLoop = new Map([["a", { left: dollars(0), closed: "supplied" as const }]]);
    const loops = { byLoop, rows: [], text: "" };
    const [cell] = fact("depositApy", [at("a", 2.6, 0.36), lending], { ...plain, loops })?.cells ?? [];
    expect(cell).toMatchObject({ note: "at 2.6 ×", finding: { id: "closed" } });
  });

  test("show a loop's net rate on the base basis as such, and not as a base rate", () => {
    const base = { ...sized(1000), basis: "base" } as const;
    const cellOf = (column: string) => fact(column, [at("a", 2.6, 0.36), lending], base)?.cells[0];
    expect(cellOf("baseDepositApy")?.text).toBe("—");
    expect(cellOf("effectiveApy")?.text).toBe("36.00 %");
    expect(cellOf("effectiveApy")?.note).toMatch(/^net, quoted, at 2\.6 ×/);
  });

  test("show how far a loop's collateral may fall at its quoted leverage, if that is known", () => {
    const terms = { type: "loop", liquidationLtv: 0.9 };
    const named = (leverage: number): MarketRow =>
      readRow({ ...terms, id: String(leverage), depositApy: 0.36, additionalData: { leverage } });
    const unknown = readRow({ ...terms, id: "unknown", depositApy: 0.4 });
    const drop = fact("dropToLiquidation", [named(2.5), named(4), unknown]);
    // 1 − 60 % / 90 %, 1 − 75 % / 90 %
    expect(drop?.cells.map(({ text }) => text)).toEqual(["33.3 %", "16.7 %", "—"]);
    expect(notesOf(drop)).toEqual(["at 2.5 ×", "at 4.0 ×", "leverage unknown"]);
    expect(fact("vsHolding", [lending, vault])).toBeUndefined();
  });

  test("show a loop's quoted rate at my size, like the answer's sentence", () => {
    const rows = [at("a", 2, 0.08), { ...lending, totalDepositUsd: dollars(1e9) }];
    const shown = ["effectiveApy", "usdPerYear"].map(
      (column) => fact(column, rows, sized(100_000))?.cells[0],
    );
    expect(shown).toMatchObject([
      { text: "8.00 %", note: "quoted, at 2.0 ×" },
      { text: "$8.0 k", note: undefined },
    ]);
  });

  test("mark my size by the lower bound, and nothing when ranges overlap", () => {
    const five = { depositApy: fraction(0.05), baseDepositApy: fraction(0.05), rewardsGiven: true };
    const large = { ...vault, ...five, providerId: "jupiter", totalDepositUsd: dollars(20_000_000) };
    const against = (column: string, other: Partial<MarketRow>): unknown =>
      notesOf(fact(column, [{ ...large, ...other }, large], sized(1_000_000)));
    const tiny = { totalDepositUsd: dollars(10_000) };
    expect(against("effectiveApy", tiny)).toEqual(["worst −4.52 pp", "best"]);
    expect(against("usdPerYear", tiny)).toEqual(["worst −$45k", "best"]);
    const { cells = [] } = fact("usdPerYear", [{ ...large, ...tiny }, large], sized(1_000_000)) ?? {};
    expect(cells.map(({ hasDifference }) => hasDifference)).toEqual([true, false]);
    const lower = { depositApy: fraction(0.047), baseDepositApy: fraction(0.047) };
    const same = "about the same";
    expect(against("usdPerYear", { ...lower, totalDepositUsd: dollars(5e8) })).toEqual([same, same]);
    // Less than a dollar a year, but not the same rate.
    const small = (column: string): unknown =>
      notesOf(fact(column, [{ ...large, ...lower }, large], sized(20)));
    expect(small("effectiveApy")).toEqual(["worst −0.30 pp", "best"]);
    expect(small("usdPerYear")).toEqual(["worst −0.30 pp", "best"]);
  });

  test("note a token's own yield, count it when known and leave marks out when unknown", () => {
    const mint = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
    const jito = { ...lending, baseDepositApy: fraction(0.05), tokens: [rowToken("JitoSOL", mint)] };
    const against = (ownYields: ReadonlyMap<string, Ratio>): unknown =>
      notesOf(fact("depositApy", [jito, vault], { ...plain, ownYields }));
    expect(against(new Map())).toEqual(["without what JitoSOL earns by itself", ""]);
    const counted = ["best + 6.00 % JitoSOL earns by itself", "worst −3.00 pp"];
    expect(against(new Map([[mint, fraction(0.06)]]))).toEqual(counted);
    const more = { ...jito, id: "other", depositApy: fraction(0.06) };
    expect(notesOf(fact("depositApy", [jito, more]))).toEqual(["worst −1.00 pp", "best"]);
  });

  test("show a missing value as an em dash, explained when the provider could publish it", () => {
    const why = "Not published by Kamino";
    expect(fact("borrowApy")?.cells).toMatchObject([
      { text: "7.00 %" },
      { text: "—", whyMissing: undefined },
    ]);
    expect(fact("baseDepositApy")?.cells[1]).toMatchObject({ text: "—", whyMissing: why });
    // Every fact may apply to a market of an unknown type.
    const unknown = marketRow({ id: "c", type: "option", kind: "other" });
    expect(fact("borrowApy", [lending, unknown])?.cells[1]?.whyMissing).toBe(why);
  });

  test("collapse a fact of only one market, and leave out facts that no market has or that need a size", () => {
    expect(fact("borrowApy")?.isOfOne).toBe(true);
    expect(fact("baseDepositApy")?.isOfOne).toBe(false);
    expect(fact("borrowApy", [lending])?.isOfOne).toBe(false);
    expect(fact("maxLtv", [lending, { ...lending, id: "z" }])).toBeUndefined();
    expect([fact("yesBid"), fact("longUsd"), fact("effectiveApy")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("treat equal values as no difference", () => {
    expect(fact("depositApy", [lending, { ...lending, id: "z" }])?.differs).toBe(false);
  });

  test.each<readonly [column: string, rates: readonly (number | undefined)[], marks: readonly unknown[]]>([
    ["borrowApy", [0.01, 0.02, 0.03], ["best", undefined, "worst"]],
    ["borrowApy", [0.03, 0.01, undefined], ["worst", "best", undefined]],
    ["maxLtv", [0.1, 0.2], [undefined, undefined]],
    ["borrowApy", [0.01, undefined], [undefined, undefined]],
    // Equal texts get equal marks.
    ["borrowApy", [0.01, 0.010_01, 0.03], ["best", "best", "worst"]],
    ["borrowApy", [0.01, 0.010_01], [undefined, undefined]],
  ])("mark only known values that differ where one direction is better: %s of %j", (column, rates, marks) => {
    const rows = rates.map(ratio).map((rate) => marketRow({ ...lending, borrowApy: rate, maxLtv: rate }));
    expect(marksOf(fact(column, rows))).toEqual(marks);
  });
});
