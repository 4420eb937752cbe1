import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { curveFacts, kaminoFacts, lenderFacts, predictionFacts, productFacts, tokenFacts } from "./facts.ts";
import { demoTokens } from "./tokens.ts";

const publicFile = (icon: string): URL => new URL(`../../../../public${icon}`, import.meta.url);

describe("facts of the demo", () => {
  test("every mint and address decodes to 32 bytes, and no symbol or mint occurs twice", () => {
    const addresses = [
      ...demoTokens.map(({ mint }) => mint),
      ...[...kaminoFacts.markets, ...kaminoFacts.reserves, ...kaminoFacts.vaults].flatMap(
        ({ address }) => address ?? [],
      ),
    ];
    expect(addresses.filter((address) => !isMintAddress(address))).toEqual([]);
    expect(new Set(demoTokens.map(({ symbol }) => symbol)).size).toBe(demoTokens.length);
    expect(new Set(demoTokens.map(({ mint }) => mint)).size).toBe(demoTokens.length);
  });

  test("every icon is a file of ours, and some tokens and providers have none", () => {
    const icons = [...demoTokens, ...Object.values(productFacts.providers)].map(({ icon }) => icon);
    expect(icons).toContain(null);
    expect(icons.filter((icon) => icon !== null && !existsSync(publicFile(icon)))).toEqual([]);
  });

  test("the outcomes of an event have different codes", () => {
    const repeated = predictionFacts.events.filter(
      ({ outcomes }) => new Set(outcomes.map(([code]) => code)).size < outcomes.length,
    );
    expect(repeated).toEqual([]);
  });

  test("each file says when and where its facts were captured", () => {
    const files = [curveFacts, kaminoFacts, lenderFacts, predictionFacts, productFacts, tokenFacts];
    for (const { captured, source, notes } of files) {
      expect(Date.parse(captured)).not.toBeNaN();
      expect([source, ...notes]).not.toContain("");
    }
  });
});
