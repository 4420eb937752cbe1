import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRow, someRow } from "../../../../tests/fixtures/market-rows.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { loopCapacities } from "../loops/loop-capacity.ts";
import type { AssessContext } from "./assessment.ts";
import { verdictSentences } from "./verdict.ts";

const unsized: AssessContext = { size: undefined, basis: "total", side: "deposit", prices: undefined };
const sized = { ...unsized, size: dollars(250_000) };
const loan = { ...sized, side: "borrow" } as const;

const pool = {
  type: "lending",
  token: { symbol: "USDC" },
  websiteUrl: "https://example.com",
  depositApy: 0.0684,
  baseDepositApy: 0.0545,
  rewards: [
    { apy: 0.0139, marketAction: "deposit", token: { symbol: "PRIME" } },
    { apy: 0.01, marketAction: "borrow", token: { symbol: "PRIME" } },
  ],
  borrowApy: 0.07,
  baseBorrowApy: 0.08,
  totalDeposit: 40_500_000,
  totalDepositUsd: 40_500_000,
  totalBorrow: 39_000_000,
  totalBorrowUsd: 39_000_000,
  maxDeposit: 80_000_000,
};

describe("a verdict", () => {
  test("states what a deposit pays, then the worst finding", () => {
    expect(verdictSentences(readRow(pool), sized)).toEqual([
      "6.84 % APY: 5.45 % base and 1.39 % rewards.",
      "96 % is lent out; the APY may fall faster than shown.",
    ]);
    const bare = {
      ...pool,
      depositApy: 0.0545,
      rewards: [],
      totalBorrow: 0,
      totalBorrowUsd: 0,
      borrowApy: null,
    };
    expect(verdictSentences(readRow(bare), sized)).toEqual([
      "5.45 % APY without rewards.",
      "Kamino publishes no averages.",
    ]);
  });

  test("states what a loan costs or pays", () => {
    expect(verdictSentences(readRow(pool), loan)[0]).toBe(
      "Borrowing USDC costs 7.00 % per year after rewards.",
    );
    expect(verdictSentences(readRow({ ...pool, borrowApy: -0.005 }), loan)[0]).toBe(
      "Borrowers of USDC are paid 0.50 % per year.",
    );
    expect(verdictSentences(readRow({ type: "lending" }), loan)[0]).toBe("The borrow APY is unknown.");
  });

  test("states a loop's net rate and leverage, and that perpetuals publish no rate", () => {
    const loop = readRow({ type: "loop", depositApy: 0.0855, additionalData: { leverage: 5.4 } });
    expect(verdictSentences(loop, unsized)[0]).toBe("8.55 % net APY, quoted at 5.4× leverage.");
    const perpetual = readRow({ type: "perpetual", liquidity: { longUsd: 1_200_000 }, maxLeverage: 100 });
    expect(verdictSentences(perpetual, unsized)).toEqual([
      "$1.2M for longs and unknown liquidity for shorts, with up to 100× leverage.",
      "Funding rate, fees and liquidation price are unknown.",
    ]);
  });

  test("takes an ask of 0 for no offer", () => {
    const prediction = { type: "prediction", yesAsk: 0, noAsk: 0 };
    expect(verdictSentences(readRow({ ...prediction, yesAsk: 0.4 }), unsized)[0]).toBe(
      "Yes costs $0.40; a share of the right side pays $1, the other nothing.",
    );
    expect(verdictSentences(readRow(prediction), unsized)[0]).toBe(
      "No price is offered; a share of the right side pays $1, the other nothing.",
    );
    expect(verdictSentences(readRow({ ...prediction, status: "settled", result: "yes" }), unsized)).toEqual([
      "Settled: yes. A “yes” share pays $1, the other nothing.",
    ]);
  });

  test("has at most two complete sentences of at most 25 words for any market", () => {
    fc.assert(
      fc.property(
        someRow("a"),
        someRow("b"),
        fc.constantFrom(unsized, sized, loan),
        (row, other, context) => {
          const text = verdictSentences(row, { ...context, loops: loopCapacities([row], [row, other]) });
          expect(text.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(2);
          for (const sentence of text) {
            expect(sentence).toMatch(/^[A-Z$<>−\d].*\.$/);
            expect(sentence).not.toMatch(/undefined|NaN|Infinity/);
            // A figure and its unit, and a name, are one word.
            expect(sentence.replaceAll(/(?<=\d) [%×]/g, "").split(" ").length).toBeLessThanOrEqual(25);
          }
        },
      ),
      runs(300),
    );
  });
});
