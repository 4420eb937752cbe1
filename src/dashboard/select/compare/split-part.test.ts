import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readPart, writePart } from "./split.ts";

test("a part round-trips", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (hundredths) => {
      const part = hundredths / 100;
      expect(readPart(writePart(part))).toEqual({ ok: true, value: part });
    }),
  );
});

test("decimals can be typed one character at a time", () => {
  expect(["1", "12", "12.", "12.5"].map((text) => readPart(text).ok)).toEqual([true, true, true, true]);
});

test("rejects an invalid part with an explanation and never throws", () => {
  expect(readPart("-1")).toEqual({ ok: false, message: "A part cannot be below zero." });
  const junk = ["abc", "1e3", "0x10", "1.234", "Infinity", "1234567890"];
  expect(junk.filter((text) => readPart(text).ok)).toEqual([]);
});
