import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { readMarket } from "../markets-page.ts";
import { cutText, firstLetter } from "./characters.ts";
import { marketNames, readText, shortAddress } from "./market-names.ts";

const tags = "\u{e0041}\u{e007f}";

describe("a text from outside", () => {
  it("cannot imitate another text with invisible characters, line breaks or direction marks", () => {
    const unseen = ["\u200b", "\u200d\u200c\u2060", "\ufeff", tags, "\u00ad", "\u3164", "\ufe0f", "\ud800"];
    for (const nothing of unseen) expect(readText(`US${nothing}DC`, 80)).toBe("USDC");
    for (const space of ["\u202e", "\n\u200b\u2028"]) expect(readText(`US${space}DC`, 80)).toBe("US DC");
    expect(readText("épargne 🜨 ƒUSD", 80)).toBe("épargne 🜨 ƒUSD");
  });

  it("without a visible character is missing", () => {
    const blank = [tags, "\u200b\u00a0", "\u2800", "\ud800", "\u3164\u115f", `${tags.repeat(500)}USDC`];
    expect(blank.filter((text) => readText(text, 80) !== undefined)).toEqual([]);
  });

  it("is well-formed, on one line and of bounded length wherever it is cut", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", " ", "🜨", "\ud800", "\udc00", "\u200b", "\n", tags),
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (given, maxLength) => {
        const whole = /^(?! )[^\p{Surrogate}\p{Cc}\p{Default_Ignorable_Code_Point}]+(?<! )$/u;
        const read = readText(given, maxLength) ?? "a";
        expect([whole.test(read), read.length <= maxLength]).toEqual([true, true]);
        expect(cutText("🜨".repeat(given.length), maxLength)).not.toMatch(/\p{Surrogate}/u);
      }),
      runs(500),
    );
  });
});

it("a market and a provider with only an id are named by it", () => {
  const market = {
    id: `a${tags}b`,
    type: "lending",
    productName: tags,
    provider: { id: "p\u200b", name: tags },
  };
  const read = readMarket(market);
  if (!read.success) throw new Error("the market cannot be read");
  expect(marketNames(read.data, [])).toMatchObject({
    label: "ab",
    providerName: "p",
    productName: undefined,
  });
});

it("an id without a visible character is escaped where it is the only name", () => {
  for (const id of ["\u200b", "\u2800", "\u00ad"]) {
    const read = readMarket({ id, type: "lending", provider: { id, name: id } });
    if (!read.success) throw new Error("the market cannot be read");
    const escaped = encodeURIComponent(id);
    expect(marketNames(read.data, [])).toMatchObject({ label: escaped, providerName: escaped });
  }
});

it("a monogram and a shortened address never split a character", () => {
  expect([firstLetter("🜨 coin"), firstLetter("usdc"), firstLetter("")]).toEqual(["🜨", "U", ""]);
  expect(shortAddress("abc🜨0123456🜨xyz")).toBe("abc…xyz");
});
