import * as fc from "fast-check";
import { expect, test } from "vitest";
import { exampleNames, readExample } from "../../../../tests/fixtures/example-files.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";
import { shareValues } from "./shared-values.ts";

const token = { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC", decimals: 6 };
const market = (id: string, change: object = {}) => ({
  id,
  type: "lending",
  productName: "Main Market of the provider",
  provider: { id: "kamino", name: "Kamino" },
  token,
  rewards: [{ type: "deposit", token }],
  ...change,
});
const sent = (...markets: readonly object[]): readonly ReturnType<typeof market>[] =>
  JSON.parse(JSON.stringify(markets));

test("what markets have in common is kept once, also across pages", () => {
  const one = sent(market("a"), market("b"));
  const other = sent(market("c"));
  for (const page of [one, other]) shareValues(page);
  const [first, second] = one;
  const [third] = other;
  expect(second?.token).toBe(first?.token);
  expect(second?.provider).toBe(first?.provider);
  expect(third?.token).toBe(first?.token);
  expect(third?.rewards[0]?.token).toBe(first?.token);
});

test("a token that is told differently stays as it was told", () => {
  const page = sent(market("a"), market("b", { token: { ...token, decimals: 9 } }), market("c"));
  shareValues(page);
  expect(page.map((one) => one.token.decimals)).toEqual([6, 9, 6]);
});

test("every page says afterwards what it said before", () => {
  const pages = exampleNames().map((name) => readExample(name).body);
  for (const page of pages) {
    const before = JSON.stringify(page);
    shareValues(page);
    expect(JSON.stringify(page)).toBe(before);
  }
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (page) => {
      const before = JSON.stringify(page);
      shareValues(page);
      expect(JSON.stringify(page)).toBe(before);
    }),
    runs(200),
  );
});
