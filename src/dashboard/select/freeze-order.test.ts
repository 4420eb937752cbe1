import * as fc from "fast-check";
import { expect, it } from "vitest";
import { marketRow } from "../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { freezeOrder } from "./freeze-order.ts";

const rows = new Map<string, MarketRow>();

/** One row per letter, always the same object. */
function list(letters: string): readonly MarketRow[] {
  return Array.from(letters, (id) => {
    const row = rows.get(id) ?? marketRow({ id });
    rows.set(id, row);
    return row;
  });
}

function held(shown: string, next: string, readThrough: number): string {
  const result = freezeOrder(list(shown), list(next), readThrough);
  return `${result.rows.map((row) => row.id).join("")} ${result.waiting}`;
}

it("rows being read stay in place with their newest figures while new rows among them wait", () => {
  expect(held("adg", "abcdefg", 2)).toBe("adefg 2");
  const newer = marketRow({ id: "a", label: "newer" });
  const { rows: shown } = freezeOrder(list("ab"), [...list("b"), newer], 2);
  expect(shown[0]).toBe(newer);
});

it("a list in order already is returned itself", () => {
  const next = list("abc");
  expect(freezeOrder(list("ab"), next, 2).rows).toBe(next);
  expect(freezeOrder([], next, 50).rows).toBe(next);
});

it("each new row is shown or waits, visible rows keep their order, and the rest is sorted", () => {
  const someList = fc.uniqueArray(fc.constantFrom(..."abcdefghi".split("")), { maxLength: 10 });
  fc.assert(
    fc.property(someList, someList, fc.nat(12), (shown, next, readThrough) => {
      const result = freezeOrder(list(shown.join("")), list(next.join("")), readThrough);
      const ids = result.rows.map((row) => row.id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length + result.waiting).toBe(next.length);
      expect(next.filter((id) => !ids.includes(id) && shown.includes(id))).toEqual([]);
      const still = shown.slice(0, readThrough).filter((id) => next.includes(id));
      expect(ids.slice(0, still.length)).toEqual(still);
      const rest = ids.slice(still.length);
      expect(rest).toEqual(next.filter((id) => rest.includes(id)));
    }),
  );
});
