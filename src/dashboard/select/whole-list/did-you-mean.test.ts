import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { didYouMean, editDistance, wordsOf } from "./did-you-mean.ts";

const rows = [
  marketRow({ id: "1", providerId: "kamino", providerName: "Kamino", tokens: [rowToken("JitoSOL")] }),
  marketRow({ id: "2", providerId: "kamino", providerName: "Kamino", tokens: [rowToken("USDC")] }),
  marketRow({ id: "3", providerId: "marginfi", providerName: "MarginFi", productName: "Main Market" }),
];
const words = wordsOf(rows);
const meant = (query: string): string | undefined => didYouMean(query, rows, words);

describe("a search that finds nothing", () => {
  it.each([
    ["kamno", "Kamino"],
    ["jitosl", "JitoSOL"],
    ["marginfy", "MarginFi"],
    ["usdx", "USDC"],
    ["kamno jitosl", "Kamino JitoSOL"],
    ["jito kamno", "jito Kamino"],
  ])("for %s may have meant %s", (typed, name) => {
    expect(meant(typed)).toBe(name);
  });

  it("means nothing else where it is like nothing, or where what it is like finds nothing together", () => {
    expect(meant("zebra")).toBeUndefined();
    expect(meant("us")).toBeUndefined();
    expect(meant("kamino")).toBeUndefined();
    expect(meant("marginfy jitosl")).toBeUndefined();
  });
});

describe("editDistance", () => {
  it("is the number of letters changed, added, left out or swapped", () => {
    expect(editDistance("kamno", "kamino")).toBe(1);
    expect(editDistance("kaimno", "kamino")).toBe(1);
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("", "abc")).toBe(3);
  });

  it("is 0 for the same word alone, and the same from either side", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editDistance(one, other)).toBe(editDistance(other, one));
        expect(editDistance(one, other) === 0).toBe(one === other);
      }),
    );
  });
});
