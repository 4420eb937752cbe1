import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardWindowOf, edgesOf } from "./card-window.ts";

const someEdges = fc.array(fc.integer({ min: 100, max: 400 }), { maxLength: 200 }).map((heights) => {
  const ids = heights.map((_, index) => String(index));
  return edgesOf(ids, new Map(heights.map((height, index) => [String(index), height])), 1);
});

describe("the window of cards", () => {
  test("holds every card in view, and what it leaves out has exactly the height that is missing", () => {
    fc.assert(
      fc.property(
        someEdges,
        fc.integer({ min: -500, max: 90_000 }),
        fc.integer({ min: 0, max: 2000 }),
        (edges, offset, height) => {
          const { start, end, before, after } = cardWindowOf(edges, offset, height);
          const all = edges.at(-1) ?? 0;
          const shown = edges.slice(start, end).reduce((sum, edge, index) => {
            const next = edges[start + index + 1] ?? edge;
            return sum + next - edge;
          }, 0);
          expect(before + shown + after).toBe(all);
          const left = edges.slice(0, -1).filter((top, place) => {
            const bottom = edges[place + 1] ?? top;
            const inView = bottom > offset && top < offset + height;
            return inView && (place < start || place >= end);
          });
          expect(left).toEqual([]);
        },
      ),
    );
  });

  test("a card that has not been measured stands with the estimate", () => {
    expect(edgesOf(["a", "b", "c"], new Map([["b", 300]]), 230)).toEqual([0, 230, 530, 760]);
  });
});
