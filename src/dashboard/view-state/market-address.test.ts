import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketHref } from "./address.ts";
import { idOfPath } from "./market-address.ts";

// Characters with a meaning in an address, and others.
const character = fc.constantFrom(" ", ..."a . - / % ? # & + : @ \\ \0 é 中 😀".split(" "));

describe("the id in the address", () => {
  test("round-trips whatever characters it holds", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: character }), (id) => {
        fc.pre(id !== "." && id !== "..");
        // The path as the browser normalizes it, not the text that was written.
        const { pathname } = new URL(marketHref(id), "http://localhost");
        expect(idOfPath(pathname)).toBe(id);
      }),
    );
  });
  test("with half a surrogate pair still makes a link", () => {
    expect(() => marketHref("a\uD800b")).not.toThrow();
  });
  test("is returned unchanged from a badly encoded path", () => {
    expect(idOfPath("/markets/100%")).toBe("100%");
  });
});
