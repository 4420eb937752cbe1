import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const bounds = { bytes: 1_000_000, values: 1000, depth: 10 };
const parse = (text: string, changed: Partial<typeof bounds> = {}): unknown =>
  parseJson(Buffer.from(text), { ...bounds, ...changed });
function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inside) => sum + countValues(inside), 1);
}

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test("parses JSON within the bounds unchanged", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect(parse(text, { values: 10_000 })).toEqual(JSON.parse(text));
    }),
  );
});

test("refuses too many values or too much depth, however the text is indented", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(30), fc.nat(4), (value, values, depth) => {
      fc.pre(countValues(value) - 1 > values || depthOf(value) > depth);
      for (const indent of [0, 2])
        expect(() => parse(JSON.stringify(value, null, indent), { values, depth })).toThrow(
          expect.objectContaining({ kind: "too-large" }),
        );
    }),
  );
});

describe("brackets and commas", () => {
  test("are not counted inside a string, even after an escaped quote", () => {
    const texts = [",[{".repeat(100), '",[{\\"'.repeat(100), "é[[[[[[[[[[[[,😀"];
    expect(parse(JSON.stringify(texts), { values: 3, depth: 1 })).toEqual(texts);
  });

  test("are counted even if they are never closed", () => {
    expect(() => parse("[".repeat(11))).toThrow(expect.objectContaining({ kind: "too-large" }));
    expect(() => parse('{"a":"')).toThrow(expect.objectContaining({ kind: "unreadable" }));
  });
});

test("reports anything but UTF-8 JSON as unreadable", () => {
  for (const bytes of [Buffer.from("<html>"), Buffer.from([0x22, 0xff, 0x22]), Buffer.alloc(0)])
    expect(() => parseJson(bytes, bounds)).toThrow(expect.objectContaining({ kind: "unreadable" }));
});
