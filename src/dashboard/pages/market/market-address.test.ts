import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { historyRangeIds } from "../../charts/chart-range.ts";
import { marketHref } from "../../view-state/address.ts";
import { idOfPath, readRange, withRange } from "./market-address.ts";

// Everything that means something in an address, and some that does not.
const character = fc.constantFrom(
  "a",
  ".",
  "-",
  "/",
  "%",
  "?",
  "#",
  "&",
  "+",
  " ",
  ":",
  "@",
  "\\",
  "\0",
  "é",
  "中",
  "😀",
);

describe("the id in the address", () => {
  test("comes back whatever characters it holds", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: character }), (id) => {
        fc.pre(id !== "." && id !== "..");
        // As the browser keeps it: the URL's own path, not the text that was written.
        const { pathname } = new URL(marketHref(id), "http://localhost");
        expect(idOfPath(pathname)).toBe(id);
      }),
    );
  });
  test("an id with half a character leads somewhere rather than nowhere", () => {
    expect(() => marketHref("a\uD800b")).not.toThrow();
  });
  test("a badly encoded path is taken unchanged", () => {
    expect(idOfPath("/markets/100%")).toBe("100%");
  });
});

describe("the range in the address", () => {
  test("is written and read back, and leaves everything else as it was", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...historyRangeIds),
        fc.constantFrom(...historyRangeIds),
        (first, second) => {
          const search = "?size=250000&x=%2F+&y";
          const twice = withRange(withRange(search, first), second);
          expect(readRange(twice)).toBe(second);
          expect(`?${withRange(twice, "180d")}`).toBe(search);
        },
      ),
    );
  });
  test("is the default for junk, and the default is not written", () => {
    expect(readRange("?range=lots")).toBe("180d");
    expect(withRange("?range=7d", "180d")).toBe("");
  });
});
