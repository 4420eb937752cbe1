import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketRow, rowToken, someRows } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../market-row.ts";
import { checkIds, peerPrices } from "./checks.ts";
import { checkTexts, checkWords, failedCheckSentences } from "./check-words.ts";

const reached = { websiteUrl: "https://example.com" };

function only(fields: Partial<MarketRow>, peers: readonly MarketRow[] = []): string {
  return failedCheckSentences(marketRow({ ...reached, ...fields }), peerPrices(peers))
    .join(" | ")
    .replaceAll("\u00a0", " ");
}

const priced = (price: number): Partial<MarketRow> => ({
  tokens: [rowToken("USDC")],
  totalDeposit: tokens(10),
  totalDepositUsd: dollars(10 * price),
});

describe("what a doubt says", () => {
  test("the total, the parts and what they make", () => {
    const rewards = [
      { side: "deposit", apy: fraction(0.01), token: undefined, marketAction: undefined },
    ] as const;
    expect(
      only({ depositApy: fraction(0.08), baseDepositApy: fraction(0.05), rewardsGiven: true, rewards }),
    ).toBe("The deposit APY is 8.00 %, but base 5.00 % plus rewards 1.00 % makes 6.00 %.");
  });

  test("limits with their figures", () => {
    expect(only({ maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) })).toBe(
      "The max LTV of 90.0 % is not under the liquidation LTV of 80.0 %.",
    );
    expect(only({ liquidationLtv: fraction(1.1) })).toBe("The liquidation LTV of 110.0 % is above 100 %.");
    expect(only({ maxLeverage: 12, maxLtv: fraction(0.8) })).toBe(
      "The max leverage of 12.0 × is more than a max LTV of 80.0 % allows, 5.0 ×.",
    );
  });

  test("amounts in the token, and in dollars where only those are given", () => {
    const lent = { tokens: [rowToken("USDC")], borrowApy: fraction(0.05) };
    expect(only({ ...lent, totalDeposit: tokens(1_000), totalBorrow: tokens(2_000) })).toBe(
      "Borrows of 2,000 USDC are more than the deposits they come out of, 1,000 USDC.",
    );
    expect(only({ ...lent, totalDepositUsd: dollars(1_000), totalBorrowUsd: dollars(2_000) })).toBe(
      "Borrows of $2.0 k are more than the deposits they come out of, $1.0 k.",
    );
    expect(only({ depositApy: fraction(0.05), totalDeposit: tokens(0) })).toBe(
      "A deposit APY of 5.00 % is quoted, but nothing is deposited.",
    );
  });

  test("a price beside the median of the others, and how many they are", () => {
    const peers = [1, 1, 1, 10].map((price) => marketRow(priced(price)));
    expect(only(priced(10), peers)).toBe(
      "Its totals imply $10.00 per USDC, +900 % against $1.00, the median of 4 markets of the token.",
    );
  });

  test("prices of a prediction", () => {
    const quoted = { type: "prediction", kind: "prediction", status: "open" } as const;
    expect(only({ ...quoted, yesBid: fraction(0.7), yesAsk: fraction(0.6) })).toBe(
      "The yes bid of $0.70 is above the yes ask of $0.60.",
    );
    expect(only({ ...quoted, yesAsk: fraction(0.3), noAsk: fraction(0.6) })).toBe(
      "Yes at $0.30 and no at $0.60 cost $0.90 and pay $1: more likely a wrong price than a sure profit.",
    );
  });
});

describe("figures that cannot be", () => {
  test("prices outside of $0 to $1 and rates of −100 % or less are doubts, said with their figures", () => {
    const prices = { yesBid: fraction(40), yesAsk: fraction(45), noBid: fraction(0.5), noAsk: fraction(0.6) };
    const open = marketRow({ type: "prediction", status: "open", ...prices });
    expect(failedCheckSentences(open, undefined)).toEqual([
      "A share pays $1, but there is a yes bid of $40.00, a yes ask of $45.00.",
    ]);
    expect(failedCheckSentences({ ...open, status: "settled" }, undefined)).toEqual([]);
    const lost = marketRow({ ...reached, depositApy: fraction(-1.2), totalDepositUsd: dollars(1) });
    expect(failedCheckSentences(lost, undefined)).toEqual([
      "It publishes a deposit APY of −120.00\u00a0%: a rate of −100\u00a0% loses everything.",
    ]);
    // Borrowed money can lose more than all own money.
    expect(
      failedCheckSentences(marketRow({ ...reached, type: "loop", depositApy: fraction(-1.2) }), undefined),
    ).toEqual([]);
  });
});

describe("what was checked", () => {
  test("doubts come first, then what holds, then what could not be checked and why", () => {
    const texts = checkTexts(
      marketRow({
        ...reached,
        maxLtv: fraction(0.9),
        liquidationLtv: fraction(0.8),
        baseDepositApy: fraction(0.05),
      }),
      undefined,
    );
    expect(texts.map(({ verdict }) => verdict)).toEqual([
      "fail",
      "pass",
      "pass",
      ...texts.slice(3).map(() => "unknown"),
    ]);
    expect(texts[0]).toMatchObject({ id: "ltv", fields: ["maxLtv", "liquidationLtv"] });
    expect(texts[1]?.sentence).toBe("No rate is −100 % a year or less.");
    expect(texts[2]?.sentence).toBe("There is a website or an action.");
    expect(texts.find(({ id }) => id === "depositParts")?.sentence).toBe(
      "Not checked that base plus rewards makes the deposit APY: deposit APY, rewards unknown.",
    );
    const alone = marketRow({ totalDeposit: tokens(1), totalDepositUsd: dollars(1) });
    expect(checkTexts(alone, undefined).find(({ id }) => id === "price")?.sentence).toContain(
      "fewer than three markets of the token are loaded",
    );
  });

  test("every sentence of any market is one, and never prints what is no figure", () => {
    fc.assert(
      fc.property(someRows(), (rows) => {
        const prices = peerPrices(rows);
        for (const row of rows) {
          for (const { sentence, fields } of checkTexts(row, prices)) {
            expect(sentence).toMatch(/^[A-Z].*\.$/);
            expect(sentence).not.toMatch(/NaN|undefined|Infinity/);
            expect(fields.length).toBeGreaterThan(0);
          }
          // A doubt has all its figures, so no dash stands for one. A token may be called one.
          if (row.tokens.some(({ symbol }) => symbol.includes("—"))) continue;
          for (const sentence of failedCheckSentences(row, prices)) expect(sentence).not.toContain("—");
        }
      }),
    );
  });

  test("every check has a name of its own and a rule", () => {
    expect(new Set(checkIds.map((id) => checkWords[id].name)).size).toBe(checkIds.length);
    expect(checkIds.every((id) => checkWords[id].rule.endsWith("."))).toBe(true);
  });
});
