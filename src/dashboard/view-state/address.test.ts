import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hrefTo, idOfPath, marketHref } from "./address.ts";

// Characters with a meaning in a URL, and others.
const character = fc.constantFrom(" ", ..."a . - / % ? # & + : @ \\ \0 é 中 😀".split(" "));

test("an id round-trips through its address, whatever characters it holds", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: character }), (id) => {
      // Markets with these ids are set aside.
      fc.pre(id !== "." && id !== "..");
      // The path as the browser normalizes it, not the text that was written.
      const { pathname } = new URL(marketHref(id), "http://localhost");
      expect(idOfPath(pathname)).toBe(id);
    }),
  );
  // Half a surrogate pair, and a badly encoded path.
  expect(() => marketHref("a\uD800b")).not.toThrow();
  expect(idOfPath("/markets/100%")).toBe("100%");
});

test("an address has at most one question mark, and none for an empty query", () => {
  expect(hrefTo("/", "?q=a")).toBe("/?q=a");
  expect(hrefTo("/compare", "q=a")).toBe("/compare?q=a");
  expect(hrefTo("/", "")).toBe("/");
  expect(hrefTo("/", "?")).toBe("/");
});
