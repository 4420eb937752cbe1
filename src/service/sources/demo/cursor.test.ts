import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CursorSeal } from "./cursor.ts";

const states = fc.record({
  minute: fc.integer({ min: -1e9, max: 1e11 }),
  position: fc.integer({ min: 0, max: 4_294_967_295 }),
});

describe("cursor", () => {
  test("what was written is read back by every instance with the same secret", () => {
    fc.assert(
      fc.property(states, fc.string(), fc.string({ minLength: 1 }), (state, query, secret) => {
        expect(new CursorSeal(secret).read(new CursorSeal(secret).write(state, query), query)).toEqual(state);
      }),
    );
  });

  test("it is one word of letters that need no escaping in a URL", () => {
    expect(new CursorSeal("s").write({ minute: 29_841_120, position: 200 }, "q")).toMatch(/^[\w-]{52}$/);
  });

  test("a changed letter is never accepted", () => {
    const seal = new CursorSeal("s");
    const cursor = seal.write({ minute: 29_841_120, position: 200 }, "q");
    const readings = Array.from(cursor).flatMap((right, index) =>
      ["A", "a", "Z", "9", "_", "-"]
        .filter((letter) => letter !== right)
        .map((letter) => seal.read(cursor.slice(0, index) + letter + cursor.slice(index + 1), "q")),
    );
    expect(readings.filter((reading) => reading !== "altered" && reading !== "malformed")).toEqual([]);
  });

  test("another query, another secret and no cursor at all are told apart", () => {
    const seal = new CursorSeal("s");
    const cursor = seal.write({ minute: 1, position: 1 }, "q");
    expect(seal.read(cursor, "other")).toBe("foreign");
    expect(new CursorSeal("t").read(cursor, "q")).toBe("altered");
    const junk = ["", "x", "null", `${cursor}=`, `${cursor}A`, ` ${cursor}`, cursor.slice(1)];
    expect(junk.filter((text) => seal.read(text, "q") !== "malformed")).toEqual([]);
  });

  test("any text is read without an error", () => {
    const seal = new CursorSeal("s");
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(seal.read(text, "q")).toBe("malformed");
      }),
    );
  });
});
