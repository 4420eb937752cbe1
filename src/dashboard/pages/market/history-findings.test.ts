import { describe, expect, test } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import type { HistoryPoint } from "../../../contract/history.ts";
import { historyFindings, historySummary } from "./history-findings.tsx";

const now = Date.parse("2026-11-22T06:00:00Z");
const dayMs = 86_400_000;

/** Daily rates that end with the day before now; today's day has begun. */
function days(rates: readonly (number | null)[]): readonly HistoryPoint[] {
  return [...rates, 9].map((depositApy, at) => ({
    timestamp: new Date(Date.parse("2026-11-22") - (rates.length - at) * dayMs).toISOString(),
    depositApy,
    totalDeposit: null,
    totalDepositUsd: null,
  }));
}
const repeated = (rate: number | null, times: number): (number | null)[] =>
  Array.from({ length: times }, () => rate);

/** What follows the verdict. */
const pastSentences = (...input: Parameters<typeof historyFindings>): readonly string[] =>
  historyFindings(...input).flatMap(({ news, sentence }) => (news ? [sentence] : []));
/** What the checks say, each with whether it holds. */
const pastChecks = (...input: Parameters<typeof historyFindings>): readonly unknown[] =>
  historyFindings(...input).flatMap(({ holds, sentence }) =>
    holds === undefined ? [] : [[holds, sentence]],
  );

const base = marketRow({
  depositApy: fraction(0.05),
  baseDepositApy: fraction(0.05),
  baseDepositApy90d: fraction(0.05),
  rewardsGiven: true,
});

describe("what a year of days adds to the verdict", () => {
  test("is an average where none is sent, marked as history's, and how it was in its worst week", () => {
    const without = { ...base, baseDepositApy90d: undefined };
    const past = days([...repeated(0.04, 275), ...repeated(0.05, 90)]);
    expect(pastSentences(without, past, now, undefined)).toEqual([
      "From history: its rate is 0 % from its average of 5.00 % over the last 90 days: steady.",
      "Over 365 days it was steady: 4.00 % in its worst week, above 4.00 % on nine days of ten.",
    ]);
    expect(pastSentences(base, past, now, undefined)[0]).toMatch(/^Over 365 days/);
    const rewarded = { ...without, depositApy: fraction(0.06) };
    expect(pastSentences(rewarded, past, now, undefined)[0]).toContain("its rate with rewards is +20 %");
    const loop = marketRow({ type: "loop", depositApy: fraction(0.05) });
    expect(pastSentences(loop, past, now, undefined)[0]).toContain("its net rate is");
    // A month of days is no average of ninety.
    expect(pastSentences(without, days(repeated(0.05, 30)), now, undefined)[0]).toMatch(/^Over 30 days/);
  });

  test("is on how many days the rewards of now cannot have been paid", () => {
    const rewarded = {
      ...base,
      depositApy: fraction(0.08),
      baseDepositApy: fraction(0.02),
      rewards: [
        { side: "deposit", apy: fraction(0.06), token: rowToken("KMNO"), marketAction: undefined },
      ] as const,
    };
    expect(
      pastSentences(rewarded, days([...repeated(0.02, 53), ...repeated(0.08, 312)]), now, undefined),
    ).toContain(
      "On 53 of 365 days the total was below today's rewards alone: rewards were lower, or not paid.",
    );
    expect(pastSentences(rewarded, days(repeated(0.08, 365)), now, undefined).join(" ")).not.toContain(
      "rewards",
    );
  });

  test("is an outlier day, and how often the benchmark was reached", () => {
    const past = days([...repeated(0.08, 200), -0.7642, ...repeated(0.09, 12)]);
    const said = pastSentences(base, past, now, fraction(0.085));
    expect(said).toContain("One outlier day: −76.42 % on 9 Nov 2026.");
    expect(said).toContain("It paid at least the 8.50 % of the benchmark now on 12 of 213 days.");
  });

  test("is said by the checks in the same words, with what holds besides", () => {
    const rewarded = {
      ...base,
      depositApy: fraction(0.08),
      baseDepositApy: fraction(0.02),
      baseDepositApy90d: undefined,
      rewards: [
        { side: "deposit", apy: fraction(0.06), token: rowToken("KMNO"), marketAction: undefined },
      ] as const,
    };
    const lapsed = days([...repeated(0.02, 53), ...repeated(0.08, 311), 0.9]);
    expect(pastChecks(rewarded, lapsed, now, fraction(0.05))).toEqual([
      [
        true,
        "From history: its rate with rewards is −10 % from its average of 8.91 % over the last 90 days: steady.",
      ],
      [false, "Over 365 days it swung widely: 2.00 % in its worst week, above 2.00 % on nine days of ten."],
      [
        false,
        "On 53 of 365 days the total was below today's rewards alone: rewards were lower, or not paid.",
      ],
      [false, "54 outlier days, the largest 90.00 % on 21 Nov 2026."],
    ]);
    expect(historySummary(historyFindings(rewarded, lapsed, now, undefined))).toBe(
      "history: 3 of 4 findings speak against the rate",
    );
    const paid = days(repeated(0.08, 365));
    expect(pastChecks(rewarded, paid, now, undefined).slice(2)).toEqual([
      [true, "On none of 365 days was the total below today's rewards alone."],
      [true, "No outlier days."],
    ]);
    expect(pastSentences(rewarded, paid, now, undefined)).toHaveLength(2);
    expect(historySummary(historyFindings(rewarded, paid, now, undefined))).toBe(
      "history: none of 4 findings speaks against the rate",
    );
    expect(historySummary([])).toBeUndefined();
  });

  test("is nothing where nothing is known, and no class where too little is", () => {
    expect(pastSentences(base, [], now, undefined)).toEqual([]);
    expect(pastSentences(base, days(repeated(null, 30)), now, undefined)).toEqual([]);
    expect(pastSentences(base, days(repeated(0.05, 10)), now, undefined)).toEqual([]);
  });
});
