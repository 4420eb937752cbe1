import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { topOf, windowOf } from "./use-row-window.ts";

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
