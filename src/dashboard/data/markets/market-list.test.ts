import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { moment } from "../../../../tests/fixtures/quantities.ts";
import { mergePages, type LoadedPage } from "./market-list.ts";

const pageOf = (page: number, ids: readonly string[]): LoadedPage => ({
  page,
  rows: ids.map((id) => {
    const productName = id.startsWith("main") ? "Main Market" : id;
    return { ...marketRow({ id, productName }), page };
  }),
  rejected: [],
  cursor: `after ${page}`,
  durationMs: 1,
  readAt: moment("2026-10-01T00:00:00Z"),
  stale: false,
  changedIds: [],
});

const twinsOf = (pages: readonly LoadedPage[]): unknown => mergePages(pages).rows.map(({ twin }) => twin);

describe("mergePages", () => {
  it("lists each id once, in order of arrival, and counts the duplicates", () => {
    const somePages = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 4 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(somePages, (idsByPage) => {
        const { rows, duplicates } = mergePages(idsByPage.map((ids, index) => pageOf(index + 1, ids)));
        expect(rows.map((row) => row.id)).toEqual([...new Set(idsByPage.flat())]);
        expect(duplicates).toBe(idsByPage.flat().length - rows.length);
      }),
    );
  });

  it("marks markets of the same name by the end of their ids, and keeps the marked rows", () => {
    const first = pageOf(1, ["main.D6q6wuQSrifJKZYpR1M8", "other.A"]);
    const second = pageOf(2, ["main.7", "other.B"]);
    expect(twinsOf([first])).toEqual([undefined, undefined]);
    expect(twinsOf([first, second])).toEqual(["D6q6…R1M8", undefined, "7", undefined]);
    const { rows } = mergePages([first, second]);
    expect(rows[1]).toBe(first.rows[1]);
    expect(mergePages([first, second, pageOf(3, ["c"])]).rows[0]).toBe(rows[0]);
  });

  it("marks pairs of the same name by the part of their ids that is not a mint", () => {
    const rows = ["1", "2"].map((market) =>
      marketRow({
        id: `kamino.multiply.${market}.mint-a.mint-b`,
        type: "loop",
        label: "A / B",
        tokens: [rowToken("A", "mint-a"), rowToken("B", "mint-b")],
        productName: `A/B Multiply ${market}`,
        detail: "Main Market",
      }),
    );
    expect(twinsOf([{ ...pageOf(1, []), rows }])).toEqual(["1", "2"]);
  });

  it("marks tokens of the same symbol by a part of their mint, except the well-known one", () => {
    const known = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
    const other = rowToken("USDC", "A9mUU4qviSct");
    const sol = rowToken("SOL");
    const rows = [[known], [other], [sol], [sol, other]].map((tokens, at) =>
      marketRow({ id: String(at), tokens, productName: `Market ${at}` }),
    );
    const page = { ...pageOf(1, []), rows };
    expect(twinsOf([page])).toEqual([undefined, "A9mU…iSct", undefined, "A9mU…iSct"]);
    expect(mergePages([page]).rows[1]).toBe(mergePages([page]).rows[1]);
  });
});
