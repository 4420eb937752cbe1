import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { assignSlots, topOf, windowOf, type RowSlot } from "./use-row-window.ts";

const anyView = fc.record({
  scrollTop: fc.integer({ min: -100, max: 4_200_000 }),
  height: fc.integer({ min: 0, max: 4000 }),
  rowHeight: fc.constantFrom(32, 40),
  count: fc.integer({ min: 0, max: 100_000 }),
});

describe("the window of rows", () => {
  test("contains every row in view, also below expanded details", () => {
    const details = fc.record({ index: fc.nat(100_000), height: fc.constantFrom(0, 90, 600) });
    fc.assert(
      fc.property(anyView, details, fc.nat(100_000), (view, anywhere, place) => {
        const expanded = { ...anywhere, index: anywhere.index % Math.max(1, view.count) };
        const { start, end } = windowOf({ ...view, expanded });
        const furthest = Math.max(0, view.count * view.rowHeight + expanded.height - view.height);
        const top = Math.min(Math.max(0, view.scrollTop), furthest);
        // Rows near the view, so that most samples test something.
        const near = Math.min(view.count - 1, Math.floor(top / view.rowHeight) + (place % 120) - 20);
        const edge = topOf(near, view.rowHeight, expanded);
        const seen = edge < top + view.height && edge + view.rowHeight > top;
        expect(!seen || (near >= start && near < end)).toBe(true);
      }),
    );
  });

  test("has the same number of rows at every scroll position, two more than fit in view", () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const { start, end } = windowOf(view);
        const inView = Math.ceil((view.height || 800) / view.rowHeight) + 1;
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end - start).toBe(Math.min(view.count, inView + 2));
        expect(end).toBeLessThanOrEqual(view.count);
      }),
    );
  });

  test("moves by a row only after a row has scrolled out", () => {
    const view = { height: 800, rowHeight: 40, count: 1000 };
    const { start, end } = windowOf({ ...view, scrollTop: 4010 });
    expect(windowOf({ ...view, scrollTop: 4030 })).toEqual({ start, end });
    expect(windowOf({ ...view, scrollTop: 4041 })).toEqual({ start: start + 1, end: end + 1 });
  });

  test("ends at the last row when the list has become shorter", () => {
    expect(windowOf({ scrollTop: 40_000, height: 800, rowHeight: 40, count: 30 }).end).toBe(30);
  });

  test("contains rows even when the view has no height", () => {
    expect(windowOf({ scrollTop: 0, height: 0, rowHeight: 40, count: 5 })).toMatchObject({
      start: 0,
      end: 5,
    });
  });
});

describe("the elements of the rows", () => {
  const known = Array.from({ length: 40 }, (_, id) => marketRow({ id: String(id) }));
  const anyWindow = fc.record({
    rows: fc.uniqueArray(fc.constantFrom(...known), { maxLength: 20 }),
    start: fc.nat(1000),
    isSameList: fc.boolean(),
  });

  test("show every row once, each in an element of its own, and rows that stay in theirs", () => {
    fc.assert(
      fc.property(fc.array(anyWindow, { maxLength: 5 }), (windows) => {
        let before: readonly RowSlot[] = [];
        for (const { rows, start, isSameList } of windows) {
          const slots = assignSlots(before, rows, start, isSameList);
          expect(slots.toSorted((a, b) => a.index - b.index).map(({ row }) => row)).toEqual(rows);
          expect(new Set(slots.map(({ slot }) => slot)).size).toBe(rows.length);
          expect(slots.every(({ row, index }) => rows[index - start] === row)).toBe(true);
          const slotOf = new Map(slots.map(({ row, slot }) => [row, slot]));
          const staying = before.filter(({ row }) => slotOf.has(row));
          const keeps = isSameList || staying.length * 2 > rows.length;
          const kept = keeps ? staying : [];
          expect(kept.map(({ row }) => slotOf.get(row))).toEqual(kept.map(({ slot }) => slot));
          expect(keeps || slots.every(({ row }, at) => row === rows[at])).toBe(true);
          before = slots;
        }
      }),
    );
  });

  test("stay where they are in the document", () => {
    const before = assignSlots([], known.slice(0, 10), 0, true);
    const after = assignSlots(before, known.slice(3, 13), 3, true);
    expect(after.map(({ slot }) => slot)).toEqual(before.map(({ slot }) => slot));
    expect(after.map(({ index }) => index)).toEqual([10, 11, 12, 3, 4, 5, 6, 7, 8, 9]);
  });
});
