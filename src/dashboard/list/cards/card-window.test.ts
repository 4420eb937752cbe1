import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardWindowOf, columnsFor, edgesOf } from "./card-window.ts";

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

  test("a line of cards side by side is as tall as its tallest, and the last line may be short", () => {
    const heights = new Map([
      ["a", 200],
      ["b", 260],
      ["d", 180],
      ["e", 190],
    ]);
    expect(edgesOf(["a", "b", "c", "d", "e"], heights, 230, 3)).toEqual([0, 260, 450]);
    expect(edgesOf(["a", "b", "c", "d", "e"], heights, 230, 2)).toEqual([0, 260, 490, 680]);
    expect(edgesOf([], heights, 230, 3)).toEqual([0]);
  });

  test("in any number of columns it holds whole lines, every card in view, and the height that is missing", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 100, max: 400 }), { maxLength: 200 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: -500, max: 50_000 }),
        fc.integer({ min: 0, max: 2000 }),
        (heights, columns, offset, height) => {
          const ids = heights.map((_, index) => String(index));
          const known = new Map(heights.map((own, index) => [String(index), own]));
          const edges = edgesOf(ids, known, 1, columns);
          const { start, end, before, after } = cardWindowOf(edges, offset, height, columns, ids.length);
          expect(start % columns === 0 || start === ids.length).toBe(true);
          expect(end % columns === 0 || end === ids.length).toBe(true);
          const lineOf = (place: number): number => Math.floor(place / columns);
          const lines = new Set(ids.slice(start, end).map((id) => lineOf(Number(id))));
          const shown = [...lines].reduce(
            (sum, line) => sum + (edges[line + 1] ?? 0) - (edges[line] ?? 0),
            0,
          );
          expect(before + shown + after).toBe(edges.at(-1));
          const left = ids.filter((id) => {
            const place = Number(id);
            const [top, bottom] = [edges[lineOf(place)] ?? 0, edges[lineOf(place) + 1] ?? 0];
            return bottom > offset && top < offset + height && (place < start || place >= end);
          });
          expect(left).toEqual([]);
        },
      ),
    );
  });
});

test("as many cards stand side by side as fit at 300 pixels each, and at least one", () => {
  expect([0, 320, 643, 644, 955, 956, 1193, 1664].map(columnsFor)).toEqual([1, 1, 1, 2, 2, 3, 3, 5]);
});
