import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";

const states = fc.record({
  minute: fc.integer({ min: -1e9, max: 1e11 }),
  position: fc.integer({ min: 0, max: 4_294_967_295 }),
});

describe("cursor", () => {
  test("what was written for a query is read back with it", () => {
    fc.assert(
      fc.property(states, fc.string(), (state, query) => {
        expect(readCursor(writeCursor(state, query), query)).toEqual(state);
      }),
    );
  });

  test("it is one word of letters that need no escaping in a URL", () => {
    expect(writeCursor({ minute: 29_841_120, position: 200 }, "q")).toMatch(/^[\w-]{52}$/);
  });

  test("a changed letter is never accepted", () => {
    const cursor = writeCursor({ minute: 29_841_120, position: 200 }, "q");
    const readings = Array.from(cursor).flatMap((right, index) =>
      ["A", "a", "Z", "9", "_", "-"]
        .filter((letter) => letter !== right)
        .map((letter) => readCursor(cursor.slice(0, index) + letter + cursor.slice(index + 1), "q")),
    );
    expect(readings.filter((reading) => reading !== "altered" && reading !== "malformed")).toEqual([]);
  });

  test("another query and no cursor at all are told apart", () => {
    const cursor = writeCursor({ minute: 1, position: 1 }, "q");
    expect(readCursor(cursor, "other")).toBe("foreign");
    const junk = ["", "x", "null", `${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor.slice(1)];
    expect(junk.filter((text) => readCursor(text, "q") !== "malformed")).toEqual([]);
  });

  test("any text is read without an error", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readCursor(text, "q")).toBe("malformed");
      }),
    );
  });
});
