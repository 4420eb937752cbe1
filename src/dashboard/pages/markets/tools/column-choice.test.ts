import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnIds, type ColumnId } from "../../../../domain/market/columns.ts";
import { isFixedColumn } from "../../../../domain/view-state/views.ts";
import { listedColumns, movedColumn, withColumn } from "./columns-panel.tsx";

const movable = columnIds.filter((id) => !isFixedColumn(id));
const framed = (middle: readonly ColumnId[]): readonly ColumnId[] => ["market", ...middle, "actions"];
const someColumns = fc.uniqueArray(fc.constantFrom(...movable)).map(framed);
const someColumn = fc.constantFrom(...columnIds);

describe("the choice of columns", () => {
  test("the market column stays first and the actions stay last", () => {
    fc.assert(
      fc.property(someColumns, someColumn, fc.boolean(), fc.integer(), (columns, id, shown, place) => {
        for (const next of [withColumn(columns, id, shown), movedColumn(columns, id, place)]) {
          expect(next[0]).toBe("market");
          expect(next.at(-1)).toBe("actions");
          expect(new Set(next).size).toBe(next.length);
        }
      }),
    );
  });

  test("hiding or showing a column keeps the order of the others", () => {
    fc.assert(
      fc.property(someColumns, fc.constantFrom(...movable), (columns, id) => {
        const others = columns.filter((column) => column !== id);
        expect(withColumn(columns, id, false)).toEqual(others);
        expect(withColumn(columns, id, true).filter((column) => column !== id)).toEqual(others);
      }),
    );
  });

  test("moving a column puts it at the given place and keeps the set of columns", () => {
    fc.assert(
      fc.property(someColumns, fc.nat(), fc.nat(), (columns, which, where) => {
        const middle = columns.slice(1, -1);
        const id = middle[which % Math.max(1, middle.length)];
        if (id === undefined) return;
        const place = where % middle.length;
        const moved = movedColumn(columns, id, place);
        expect(moved[place + 1]).toBe(id);
        expect([...moved].toSorted()).toEqual([...columns].toSorted());
      }),
    );
  });

  test("the menu lists every movable column once", () => {
    fc.assert(
      fc.property(someColumns, (columns) => {
        const { shown, hidden } = listedColumns(columns, columnIds);
        expect([...shown, ...hidden].toSorted()).toEqual(movable.toSorted());
      }),
    );
  });
});
