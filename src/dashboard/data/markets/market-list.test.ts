import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { fraction, moment } from "../../../../tests/fixtures/quantities.ts";
import { isSameJson, reuseUnchangedRows, mergePages, type LoadedPage } from "./market-list.ts";

const pageOf = (page: number, ids: readonly string[], depositApy = 0.05): LoadedPage => ({
  page,
  rows: ids.map((id) => {
    const productName = id.startsWith("main") ? "Main Market" : id;
    const raw = { id, type: "lending", provider: { id: "k" }, depositApy };
    return { ...marketRow({ id, depositApy: fraction(depositApy), productName }), raw, page };
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
});

test("unchanged rows are reused, and a rate counts as changed when two decimals show it", () => {
  const old = pageOf(1, ["a"]);
  const before = new Map(old.rows.map((row) => [row.id, row]));
  const { rows, changedIds } = reuseUnchangedRows(pageOf(2, ["a", "new"]).rows, before);
  expect(rows[0]).toBe(old.rows[0]);
  expect(rows[1]).toMatchObject({ id: "new", page: 2 });
  expect(changedIds).toEqual([]);
  expect(reuseUnchangedRows(pageOf(1, ["a"], 0.050_04).rows, before).changedIds).toEqual([]);
  expect(reuseUnchangedRows(pageOf(1, ["a"], 0.050_06).rows, before).changedIds).toEqual(["a"]);
});

/** JSON with sorted keys: equal values have equal texts. */
function canonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${entries.toSorted((left, right) => (left < right ? -1 : 1)).join()}}`;
}

test("isSameJson is true for copies in any key order, and agrees with canonical JSON otherwise", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 1 }), (left, right) => {
      expect(isSameJson(left, JSON.parse(JSON.stringify(left)))).toBe(true);
      expect(isSameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
    }),
  );
  expect(isSameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect([isSameJson({}, { a: undefined }), isSameJson({ a: undefined }, {})]).toEqual([false, false]);
  expect(isSameJson({ toString: 1 }, { valueOf: 1 })).toBe(false);
});
