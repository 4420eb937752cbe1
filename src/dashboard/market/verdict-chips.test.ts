import { describe, expect, test } from "vitest";
import { readRow } from "../../../tests/fixtures/market-rows.ts";
import { usd } from "../../contract/units.ts";
import { marketVerdict } from "./market-verdict.ts";
import { loanChips, verdictChips } from "./verdict-chips.ts";

const words = (market: Parameters<typeof readRow>[0], size?: number): readonly string[] =>
  verdictChips(readRow(market), { size: usd(size), basis: "total" }, []).map(({ tone, word, detail }) =>
    [tone, word, detail].filter((part) => part !== undefined).join(": "),
  );

const adrena = {
  type: "lending",
  depositApy: 0.1035,
  baseDepositApy: 0.0417,
  baseDepositApy30d: 0.0407,
  baseDepositApy90d: 0.0362,
  rewards: [{ apy: 0.0618, marketAction: "deposit", token: { symbol: "ADX" } }],
  totalDeposit: 1_154_000,
  totalDepositUsd: 1_154_000,
  totalBorrowUsd: 898_000,
  maxDeposit: 1_808_000,
};

const token = (symbol: string | undefined): object | undefined =>
  symbol === undefined ? undefined : { symbol, address: `${symbol}-mint` };

/** Of rewards in these tokens, in equal parts, and deposits in USDS. */
function paid(...symbols: readonly (string | undefined)[]): string | undefined {
  const rewards = symbols.map((symbol) => ({
    apy: 0.0618 / symbols.length,
    marketAction: "deposit",
    token: token(symbol),
  }));
  return words({ ...adrena, token: token("USDS"), rewards }).find((said) => said.includes("Rewards"));
}

describe("the chips of a market", () => {
  test("say whether my size fits and leaves, whether the base is steady, and how much is rewards", () => {
    expect(words(adrena, 250_000)).toEqual([
      "good: Fits: $654k left",
      "good: Leaves: 1.0 × is there",
      "good: Steady: base +15 % on 90d",
      "bad: Rewards 59.7 %: of the rate, in ADX, another token",
    ]);
  });

  test("say what rewards are paid in: the token deposited, another, one of each, or one that nobody names", () => {
    expect(paid("USDS")).toBe("bad: Rewards 59.7 %: of the rate, in USDS");
    expect(paid("HUMA")).toBe("bad: Rewards 59.7 %: of the rate, in HUMA, another token");
    expect(paid("HUMA", "USDS")).toBe(
      "bad: Rewards 59.7 %: of the rate, in HUMA, USDS, 50.0 % of it in another token",
    );
    expect(paid("HUMA", "KMNO")).toBe("bad: Rewards 59.7 %: of the rate, in HUMA, KMNO, other tokens");
    expect(paid(undefined)).toBe("bad: Rewards 59.7 %: of the rate, in a token that is not named");
  });

  test("of a larger size say what it lacks, and without a size judge neither", () => {
    expect(words(adrena, 1_000_000).slice(0, 2)).toEqual([
      "bad: Does not fit: $346k short",
      "bad: Cannot all leave: $256k is there",
    ]);
    expect(words(adrena)[0]).toBe("plain: Can leave: $256k is there");
  });

  test("count what is not known, and never word it good", () => {
    expect(words({ type: "yield", depositApy: 0.107 })).toEqual([
      "unknown: 4 unknown: deposit limit, what can leave, base rate, rewards",
    ]);
    const loop = words({ type: "loop", depositApy: 0.3 });
    expect(loop).toEqual(["unknown: 3 unknown: room, averages, leverage"]);
  });

  test("call nothing of a loop unknown that is being read, in the chips and in the verdict", () => {
    const loop = readRow({ type: "loop", depositApy: 0.3 });
    const context = { size: undefined, basis: "total", arriving: true } as const;
    expect(verdictChips(loop, context, []).map(({ word, detail }) => `${word}: ${detail}`)).toEqual([
      "Opens: its room is being read",
      "2 unknown: averages, leverage",
    ]);
    expect(marketVerdict(loop, context)).toContain("How much own money fits in is being read.");
  });

  test("say first of a loop that it cannot be opened, by which leg, and that it loses to holding", () => {
    const usdc = token("USDC");
    const loop = readRow({
      type: "loop",
      tokenA: token("ONyc"),
      tokenB: usdc,
      depositApy: 0.0482,
      liquidationLtv: 0.88,
      additionalData: { leverage: 2.6, marketName: "OnRe" },
    });
    const at = { type: "lending", productName: "OnRe", totalDeposit: 1e7, totalDepositUsd: 1e7 };
    const lent = { totalBorrow: 7_821_000, totalBorrowUsd: 7_821_000, borrowApy: 0.0677 };
    const legs = (maxBorrow: number, maxDeposit: number): readonly string[] =>
      verdictChips(loop, { size: usd(1000), basis: "total" }, [
        readRow({ ...at, token: token("ONyc"), maxDeposit }),
        readRow({ ...at, ...lent, token: usdc, maxBorrow }),
      ]).map(({ tone, word, detail = "" }) => `${tone}: ${word}: ${detail}`);
    expect(legs(7_821_000, 2e7)).toEqual(
      expect.arrayContaining([
        "bad: Cannot be opened: nothing left to borrow",
        "bad: Leverage loses: its token earns more without it",
        // An LTV of 1.6 / 2.6 may rise to 88 %.
        "plain: 2.6 × leverage: liquidated after −30.1 %",
      ]),
    );
    expect(legs(9e6, 1e7)).toContain("bad: Cannot be opened: its supply is full");
    expect(legs(9e6, 2e7).join(" ")).not.toContain("Cannot be opened");
  });

  test("never call a base good that stands far above its own average", () => {
    expect(words({ ...adrena, baseDepositApy90d: 0.02 })).toContain("bad: Spiking: base +109 % on 90d");
  });

  test("are none where a market pays no rate", () => {
    expect(words({ type: "perpetual" })).toEqual([]);
    expect(words({ type: "prediction", title: "Will it?" })).toEqual([]);
  });
});

const loan = (market: Parameters<typeof readRow>[0], size: number): readonly string[] =>
  loanChips(readRow(market), { size: usd(size) }).map(({ tone, word }) => `${tone}: ${word}`);

test("the chips of a loan say whether there is enough, call a rising rate bad, and count what is unknown", () => {
  const pool = {
    borrowApy: 0.05,
    baseBorrowApy: 0.06,
    baseBorrowApy30d: 0.04,
    baseBorrowApy90d: 0.04,
    rewards: [{ apy: 0.01, marketAction: "borrow", token: { symbol: "ADX" } }],
    totalDeposit: 1_000_000,
    totalDepositUsd: 1_000_000,
    totalBorrow: 600_000,
    totalBorrowUsd: 600_000,
    maxBorrow: 900_000,
  };
  expect(loan(pool, 250_000)).toEqual(["good: Enough to borrow", "bad: Rising", "plain: 1.00 % paid back"]);
  expect(loan(pool, 350_000)[0]).toBe("bad: Not enough to borrow");
  expect(loan({ borrowApy: 0.05 }, 1000)).toEqual(["unknown: 3 unknown"]);
});
