import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parametersOf, readParameter, withParameters } from "./search-text.ts";

const search = fc.string({
  unit: fc.constantFrom("a", "by", "=", "&", "?", "%", "%2F", "+", " ", "é", "😀", ","),
});

function others(text: string): string[] {
  return parametersOf(text).flatMap(({ name, raw }) => (name === "by" ? [] : [raw]));
}

describe("a search text", () => {
  test("returns the parameter that was set, and leaves all others unchanged", () => {
    fc.assert(
      fc.property(search, fc.string({ unit: "grapheme" }), (before, text) => {
        const after = withParameters(before, [["by", text]]);
        expect(readParameter(after, "by")).toBe(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));
        expect(others(after)).toEqual(others(before));
        expect(parametersOf(`?${after}`)).toEqual(parametersOf(after));
        expect(others(withParameters(after, [["by", undefined]]))).toEqual(others(before));
      }),
    );
  });

  test("puts the set parameters first in the given order, without undefined ones", () => {
    const own = [
      ["ids", "a,b"],
      ["diff", undefined],
      ["range", "7d"],
    ] as const;
    expect(withParameters("?x=%2F&diff=1&ids=c&y", own)).toBe("ids=a,b&range=7d&x=%2F&y");
  });

  test("uses the first of a repeated parameter, and keeps bad encoding unchanged", () => {
    expect(readParameter("?q=one&q=two", "q")).toBe("one");
    expect(readParameter("?q=100%", "q")).toBe("100%");
    expect(readParameter("?nearby=1", "by")).toBeUndefined();
  });
});
