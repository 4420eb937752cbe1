import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, rowReward, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../market-row.ts";
import { peerPrices } from "./checks.ts";
import { checkTexts, failedCheckSentences } from "./check-words.ts";

const reached = { websiteUrl: "https://example.com" };

const priced = (price: number): Partial<MarketRow> => ({
  tokens: [rowToken("USDC")],
  totalDeposit: tokens(10),
  totalDepositUsd: dollars(10 * price),
});

const quoted = { type: "prediction", kind: "prediction", status: "open" } as const;
const lent = { tokens: [rowToken("USDC")], borrowApy: fraction(0.05) };
const lost = { depositApy: fraction(-1.2), totalDepositUsd: dollars(1) };
const rewards = [rowReward("deposit", 0.01)];
const absurd = { yesBid: fraction(40), yesAsk: fraction(45), noBid: fraction(0.5), noAsk: fraction(0.6) };

test.each<readonly [fields: Partial<MarketRow>, text: string]>([
  [
    { depositApy: fraction(0.08), baseDepositApy: fraction(0.05), rewardsGiven: true, rewards },
    "The deposit APY is 8.00 %, but base 5.00 % plus rewards 1.00 % makes 6.00 %.",
  ],
  [
    { maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) },
    "The max LTV of 90.0 % is not under the liquidation LTV of 80.0 %.",
  ],
  [{ liquidationLtv: fraction(1.0003) }, "The liquidation LTV of 100.03 % is above 100 %."],
  // The limit is 2.99 ×, which would read 3.0 × too.
  [
    { maxLeverage: 3.03, maxLtv: fraction(0.666) },
    "The max leverage of 3.0 × needs an LTV of 67.00 %, above the max LTV of 66.60 %.",
  ],
  [
    { ...lent, totalDeposit: tokens(1_000), totalBorrow: tokens(2_000) },
    "Borrows of 2,000 USDC exceed the deposits they come from, 1,000 USDC.",
  ],
  [
    { ...lent, totalDepositUsd: dollars(1_000), totalBorrowUsd: dollars(1_020) },
    "Borrows of $1,020 exceed the deposits they come from, $1,000.",
  ],
  [
    { depositApy: fraction(0.05), totalDeposit: tokens(0) },
    "A deposit APY of 5.00 % is quoted, but nothing is deposited.",
  ],
  [priced(10), "Its totals imply $10.00 per USDC, +900 % vs $1.00, the median of 4 markets of the token."],
  [
    { ...quoted, yesBid: fraction(0.7), yesAsk: fraction(0.6) },
    "The yes bid of $0.70 is above the yes ask of $0.60.",
  ],
  [
    { ...quoted, yesAsk: fraction(0.3), noAsk: fraction(0.6) },
    "Yes at $0.30 and no at $0.60 cost $0.90 and pay $1: more likely a wrong price than a risk-free profit.",
  ],
  [{ ...quoted, ...absurd }, "A share pays $1, but there is a yes bid of $40.00, a yes ask of $45.00."],
  [{ ...quoted, ...absurd, status: "settled" }, ""],
  [lost, "It publishes a deposit APY of −120.00 %: a rate of −100 % loses everything."],
  // A loop can lose more than its own money.
  [{ ...lost, type: "loop", kind: "loop" }, ""],
])("a failed check states its figures: %#", (fields, text) => {
  const peers = peerPrices([1, 1, 1, 10].map((price) => marketRow(priced(price))));
  const sentences = failedCheckSentences(marketRow({ ...reached, ...fields }), peers);
  expect(sentences.join(" | ").replaceAll("\u00a0", " ")).toBe(text);
});

describe("check texts", () => {
  test("list failures first, then passes, then what could not be checked and why", () => {
    const limits = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) };
    const texts = checkTexts(marketRow({ ...reached, ...limits, baseDepositApy: fraction(0.05) }), undefined);
    const verdicts = texts.map(({ verdict }) => verdict);
    expect(verdicts).toEqual(["fail", "pass", "pass", ...verdicts.slice(3).map(() => "unknown")]);
    expect(texts[0]).toMatchObject({ id: "ltv", fields: ["maxLtv", "liquidationLtv"] });
    expect(texts[1]?.sentence).toBe("No rate is −100 % per year or less.");
    expect(texts[2]?.sentence).toBe("There is a website or an action.");
    expect(texts.find(({ id }) => id === "depositParts")?.sentence).toBe(
      "Not checked that base plus rewards is the deposit APY: deposit APY, rewards unknown.",
    );
    const alone = marketRow({ totalDeposit: tokens(1), totalDepositUsd: dollars(1) });
    expect(checkTexts(alone, undefined).find(({ id }) => id === "price")?.sentence).toContain(
      "fewer than three markets of the token are loaded",
    );
    const empty = marketRow({ ...priced(1), totalDeposit: tokens(0), totalDepositUsd: dollars(0) });
    expect(checkTexts(empty, undefined).find(({ id }) => id === "price")?.sentence).toBe(
      "Not checked that the token's price is that of its other markets: its totals imply no price.",
    );
  });

  test("every sentence about any market is well-formed and prints no invalid number", () => {
    fc.assert(
      fc.property(someRows(), (rows) => {
        const prices = peerPrices(rows);
        for (const row of rows) {
          for (const { sentence, fields } of checkTexts(row, prices)) {
            expect(sentence).toMatch(/^[A-Z].*\.$/);
            expect(sentence).not.toMatch(/NaN|undefined|Infinity/);
            expect(fields.length).toBeGreaterThan(0);
          }
          // A failed check has all its figures, so it shows no dash. A token's name may contain one.
          if (row.tokens.some(({ symbol }) => symbol.includes("—"))) continue;
          for (const sentence of failedCheckSentences(row, prices)) expect(sentence).not.toContain("—");
        }
      }),
      runs(50),
    );
  });
});
