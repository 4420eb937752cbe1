import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCompareAddress, writeCompareAddress, type CompareAddress } from "./compare-address.ts";

const address: fc.Arbitrary<CompareAddress> = fc.record({
  ids: fc.uniqueArray(fc.stringMatching(/^[A-Za-z0-9._-]{1,40}$/), { maxLength: 8 }),
  split: fc.oneof(
    fc.constant<readonly number[]>([]),
    fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 9 }),
  ),
});

describe("the address of a comparison", () => {
  test("round-trips and keeps unrelated parameters", () => {
    fc.assert(
      fc.property(address, (given) => {
        const search = writeCompareAddress(given, "?size=250000&x=%2F");
        expect(readCompareAddress(search)).toEqual(given);
        expect(search).toContain("size=250000&x=%2F");
      }),
    );
  });
  test("drops invalid parts and never throws", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readCompareAddress(`?ids=a,,a,b&split=${text}`);
        expect(read.ids.slice(0, 2)).toEqual(["a", "b"]);
        for (const part of read.split) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  test("keeps at most eight markets", () => {
    expect(readCompareAddress(`?ids=${"abcdefghij".split("").join(",")}`).ids).toHaveLength(8);
  });
});
