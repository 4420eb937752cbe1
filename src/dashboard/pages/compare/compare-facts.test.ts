import { describe, expect, test } from "vitest";
import { ratio, tokenAmount, usd, type Ratio } from "../../../contract/units.ts";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { compareFacts, type CompareFact } from "./compare-facts.ts";

const lending = marketRow({
  id: "a",
  type: "lending",
  kind: "lending",
  tokens: [rowToken("USDC")],
  depositApy: ratio(0.05),
  baseDepositApy: ratio(0.03),
  borrowApy: ratio(0.07),
  totalDeposit: tokenAmount(1_000_000),
  totalDepositUsd: usd(1_000_000),
  totalBorrow: tokenAmount(500_000),
  totalBorrowUsd: usd(500_000),
});
const vault = marketRow({
  id: "b",
  type: "yield",
  kind: "yield",
  tokens: [rowToken("USDC")],
  depositApy: ratio(0.08),
  totalDepositUsd: usd(2_000_000),
});
const context = { size: undefined, basis: "total", benchmark: undefined } as const;

function fact(
  column: string,
  rows = [lending, vault],
  size?: ReturnType<typeof usd>,
): CompareFact | undefined {
  return compareFacts(rows, { ...context, size })
    .flatMap((group) => group.facts)
    .find((candidate) => candidate.column === column);
}

/** Marks and notes of the two lines of my size. */
function sizedLines(rows: readonly MarketRow[]): unknown {
  return ["effectiveApy", "usdPerYear"].map((column) =>
    fact(column, [...rows], usd(1_000_000))?.cells.map(({ mark, note }) => [mark, note]),
  );
}

/** A loop whose rate is quoted at a leverage. */
function at(id: string, leverage: number, apy: number): MarketRow {
  return marketRow({
    id,
    type: "loop",
    depositApy: ratio(apy),
    raw: readRow({ type: "loop", additionalData: { leverage } }).raw,
  });
}

function notes(rows: readonly MarketRow[]): readonly unknown[] {
  return fact("depositApy", [...rows])?.cells.map(({ mark, note }) => [mark, note]) ?? [];
}

describe("aligned facts", () => {
  test("a rate near nothing is steady, though its change is too small to show", () => {
    const dust = marketRow({
      ...lending,
      baseDepositApy: ratio(0.00003),
      baseDepositApy30d: ratio(0.00003),
      baseDepositApy90d: ratio(0.00002),
      baseDepositApy180d: ratio(0.00002),
    });
    const cells = fact("trend", [dust, lending])?.cells;
    expect(cells?.map(({ text, finding }) => [text, finding?.id])).toEqual([
      ["—", "rateNearAverage"],
      ["—", undefined],
    ]);
  });

  test("who borrows reads what my size costs as a loan in the place of what it earns", () => {
    const loans = [0.02, 0.04].map((rate) =>
      marketRow({ ...lending, borrowApy: ratio(rate), baseBorrowApy: ratio(rate) }),
    );
    const [first] = compareFacts(loans, { ...context, size: usd(250_000) }, "borrow");
    expect(first?.facts.map(({ column }) => column)).toEqual(["loanApy"]);
    // From 50 % lent out to 75 %: up to 1.02^1.5 − 1 and 1.04^1.5 − 1.
    expect(first?.facts[0]?.cells.map(({ text, mark, note }) => [text, mark, note])).toEqual([
      ["2.00–3.01 %", "best", "$5–7.5k a year, 75.0 % used"],
      ["4.00–6.06 %", "worst", "$10–15.1k a year, 75.0 % used"],
    ]);
    // Ranges that overlap have no best or worst: the loan that is cheaper today may cost more.
    const close = [0.02, 0.025].map((rate) =>
      marketRow({ ...lending, borrowApy: ratio(rate), baseBorrowApy: ratio(rate) }),
    );
    const [overlapping] = compareFacts(close, { ...context, size: usd(250_000) }, "borrow");
    expect(overlapping?.facts[0]?.cells.map(({ text, mark }) => [text, mark])).toEqual([
      ["2.00–3.01 %", undefined],
      ["2.50–3.77 %", undefined],
    ]);
    const [most] = compareFacts(loans, { ...context, size: usd(350_000) }, "borrow");
    expect(most?.facts[0]?.cells[0]).toMatchObject({
      text: "≥ 2.00 %",
      note: "≥ $7k a year, 85.0 % used",
      finding: { id: "nearFullUtilization" },
    });
    // What lends less than my size is neither best nor worst.
    const [none] = compareFacts(loans, { ...context, size: usd(600_000) }, "borrow");
    expect(none?.facts[0]?.cells.map(({ mark }) => mark)).toEqual([undefined, undefined]);
  });

  test("the better of two rates is marked in words, and the other says how far it is", () => {
    const cells = fact("depositApy")?.cells;
    expect(cells?.map((cell) => cell.mark)).toEqual(["worst", "best"]);
    expect(cells?.[0]?.note).toContain("3.00 pp");
    expect(cells?.[1]?.note).toBeUndefined();
  });
  test("no rate with leverage in it is the best beside one without, and no limit is better than another", () => {
    const loop = marketRow({ id: "loop", type: "loop", depositApy: ratio(0.36), maxLtv: ratio(0.9) });
    const rows = [{ ...lending, maxLtv: ratio(0.6) }, loop];
    for (const column of ["depositApy", "maxLtv"] as const)
      expect(fact(column, rows)?.cells.map((cell) => cell.mark)).toEqual([undefined, undefined]);
    const better = fact("depositApy", [loop, { ...loop, id: "better", depositApy: ratio(0.4) }]);
    expect(better?.cells.map((cell) => cell.mark)).toEqual([undefined, undefined]);
  });
  test("a loop's rate has its leverage beside it, and loops are compared at one leverage only", () => {
    expect(notes([at("a", 2.6, 0.36), at("b", 1.5, 0.2)])).toEqual([
      [undefined, "at 2.6 ×"],
      [undefined, "at 1.5 ×"],
    ]);
    expect(notes([at("a", 2.6, 0.36), at("b", 2.6, 0.2)])).toEqual([
      ["best", "at 2.6 ×"],
      ["worst", "at 2.6 ×, −16.00 pp"],
    ]);
    const closed = {
      byLoop: new Map([["a", { left: usd(0), closed: "supplied" as const }]]),
      rows: [],
      text: "",
    };
    const [cell] =
      compareFacts([at("a", 2.6, 0.36), lending], { ...context, loops: closed })[0]?.facts[0]?.cells ?? [];
    expect(cell?.note).toBe("at 2.6 ×");
    expect(cell?.finding?.id).toBe("closed");
  });
  test("a loop at my size shows its quoted rate, which the sentence ranks it by", () => {
    const rows = [at("a", 2, 0.08), { ...lending, totalDepositUsd: usd(1e9) }];
    const shown = (column: "effectiveApy" | "usdPerYear"): unknown => {
      const cell = fact(column, rows, usd(100_000))?.cells[0];
      return [cell?.text, cell?.note];
    };
    expect(shown("effectiveApy")).toEqual(["8.00 %", "quoted, at 2.0 ×"]);
    expect(shown("usdPerYear")).toEqual(["$8k", undefined]);
  });
  test("the line of my size marks by the lower edge, as the sentence does, and nothing where ranges overlap", () => {
    const plain = { ...vault, providerId: "jupiter", baseDepositApy: ratio(0.05), rewardsGiven: true };
    const large = { ...plain, depositApy: ratio(0.05), totalDepositUsd: usd(20_000_000) };
    const level = { ...large, id: "level", totalDepositUsd: usd(500_000_000) };
    expect(sizedLines([{ ...large, totalDepositUsd: usd(10_000) }, large])).toEqual([
      [
        ["worst", "−4.52 pp"],
        ["best", undefined],
      ],
      [
        ["worst", "−$50k"],
        ["best", undefined],
      ],
    ]);
    const rate = { ...level, depositApy: ratio(0.047), baseDepositApy: ratio(0.047) };
    const same = [undefined, "about the same"];
    expect(sizedLines([large, rate])).toEqual([
      [same, same],
      [same, same],
    ]);
  });

  test("a token's own yield is noted beside its rate, counted where known, and forbids marks where unknown", () => {
    const jito = {
      ...lending,
      baseDepositApy: ratio(0.05),
      tokens: [rowToken("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn")],
    };
    const against = (ownYields: ReadonlyMap<string, Ratio>): unknown =>
      compareFacts([jito, vault], { ...context, ownYields })
        .flatMap((group) => group.facts)
        .find(({ column }) => column === "depositApy")
        ?.cells.map(({ mark, note }) => [mark, note]);
    expect(against(new Map())).toEqual([
      [undefined, "without what JitoSOL earns by itself"],
      [undefined, undefined],
    ]);
    expect(against(new Map([[jito.tokens[0]?.address ?? "", fraction(0.06)]]))).toEqual([
      ["best", "+ 6.00 % JitoSOL earns by itself"],
      ["worst", "−3.00 pp"],
    ]);
    expect(notes([jito, { ...jito, id: "other", depositApy: ratio(0.06) }])).toEqual([
      ["worst", "−1.00 pp"],
      ["best", undefined],
    ]);
  });

  test("a missing value is an em dash, explained where the provider could publish it", () => {
    expect(fact("borrowApy")?.cells.map((cell) => cell.text)).toEqual(["7.00 %", "—"]);
    expect(fact("borrowApy")?.cells[1]?.whyMissing).toBeUndefined();
    expect(fact("baseDepositApy")?.cells[1]).toMatchObject({
      text: "—",
      whyMissing: "Not published by Kamino",
    });
  });
  test("a fact that applies to one of several markets is there to be folded, and one that others leave out is not", () => {
    expect(fact("borrowApy")?.isOfOne).toBe(true);
    expect(fact("baseDepositApy")?.isOfOne).toBe(false);
    expect(fact("borrowApy", [lending])?.isOfOne).toBe(false);
  });

  test("a fact that applies to none of the markets is left out", () => {
    expect(fact("yesBid")).toBeUndefined();
    expect(fact("longUsd")).toBeUndefined();
  });
  test("every fact may apply to a market of an unknown type", () => {
    const unknown = marketRow({ id: "c", type: "option", kind: "other" });
    expect(fact("borrowApy", [lending, unknown])?.cells[1]?.whyMissing).toBe("Not published by Kamino");
  });
  test("facts of my size appear with a size only, as the bracket", () => {
    expect(fact("effectiveApy")).toBeUndefined();
    const cells = fact("effectiveApy", [lending, vault], usd(250_000))?.cells;
    expect(cells?.[0]?.text).toMatch(/^\d\.\d\d–\d\.\d\d %$/);
  });
  test("equal values do not differ and none is best", () => {
    const same = fact("depositApy", [lending, { ...lending, id: "z" }]);
    expect(same?.differs).toBe(false);
    expect(same?.cells.map((cell) => cell.mark)).toEqual([undefined, undefined]);
  });
});

function marks(column: string, rates: readonly (number | undefined)[]): unknown {
  const rows = rates.map((rate) => marketRow({ ...lending, borrowApy: ratio(rate), maxLtv: ratio(rate) }));
  return fact(column, rows)?.cells.map(({ mark }) => mark);
}

test("a mark needs a direction, two known values and a difference", () => {
  expect(marks("borrowApy", [0.01, 0.02, 0.03])).toEqual(["best", undefined, "worst"]);
  expect(marks("borrowApy", [0.03, 0.01, undefined])).toEqual(["worst", "best", undefined]);
  expect(marks("maxLtv", [0.1, 0.2])).toEqual([undefined, undefined]);
  expect(marks("borrowApy", [0.01, undefined])).toEqual([undefined, undefined]);
  // What reads alike is marked alike.
  expect(marks("borrowApy", [0.01, 0.010_01, 0.03])).toEqual(["best", "best", "worst"]);
  expect(marks("borrowApy", [0.01, 0.010_01])).toEqual([undefined, undefined]);
});
