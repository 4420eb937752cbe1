import { describe, expect, test } from "vitest";
import { poolRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { ratio, tokenAmount, usd } from "../../../contract/units.ts";
import { noOwnYields } from "../../../domain/market/loops/own-yield.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { loansAgainst } from "../../../domain/market/loan-terms.ts";
import { compareAnswer, type AnswerSentence } from "./compare-answer.ts";
import type { GainContext } from "./gains.ts";

const pool = readRow({
  id: "pool",
  depositApy: 0.1,
  baseDepositApy: 0.04,
  baseDepositApy30d: 0.04,
  baseDepositApy90d: 0.04,
  rewards: [{ apy: 0.06, marketAction: "deposit", token: { symbol: "ADX" } }],
  totalDeposit: 1_000_000,
  totalDepositUsd: 1_000_000,
  totalBorrow: 700_000,
  totalBorrowUsd: 700_000,
  maxDeposit: 2_000_000,
});
const vault = readRow({
  id: "vault",
  type: "yield",
  depositApy: 0.09,
  baseDepositApy: 0.09,
  rewards: [],
  totalDepositUsd: 500_000_000,
});
const jlpInDollars = { tokenA: { symbol: "JLP" }, tokenB: { symbol: "USDC" } };
const silent = readRow({ id: "silent", type: "prediction", title: "Will it?" });
const bare: GainContext = {
  size: undefined,
  basis: "total",
  side: "deposit",
  prices: undefined,
  ownYields: noOwnYields,
};
const letters = "ABC";
const inLetters = (sentence: AnswerSentence): string =>
  sentence.map((part) => (typeof part === "number" ? letters[part] : part)).join("");
const read = (rows: readonly MarketRow[], size?: number, basis = bare.basis): readonly string[] =>
  compareAnswer(rows, { ...bare, size: usd(size), basis }).map(inLetters);

const loop = (depositApy: number, additionalData: object): MarketRow =>
  readRow({ id: "loop", type: "loop", ...jlpInDollars, depositApy, additionalData });

describe("the answer of a comparison", () => {
  test("ranks the markets at the size, then gives each one caveat", () => {
    expect(read([pool, vault], 250_000)).toEqual([
      "At $250k, B earns about $4.1k a year more than A.",
      "B: Deposit cap, withdrawable amount and averages are unknown.",
      "A: 60 % of the APY is rewards in ADX; the quoted base is 4.00 %.",
    ]);
  });

  test("uses today's rates without a size", () => {
    expect(read([pool, vault])[0]).toBe("Today A pays 1.00 pp more than B.");
  });

  test("ranks none higher when figures read the same, and names the market left out", () => {
    const [lead, ...others] = read([vault, { ...vault, id: "twin" }, silent], 250_000);
    expect(lead).toBe("At $250k, A and B earn about the same.");
    expect(others.at(-1)).toBe("C is left out: what it earns at your size is unknown.");
  });

  test("ranks a loop by its quoted rate and leverage at any size, because its size may raise the borrow rate", () => {
    const [lead, first] = read([vault, loop(0.12, { leverage: 2 })], 100_000);
    expect(lead).toBe("At $100k, B earns about $3k a year more than A at today's rates.");
    expect(first).toMatch(/^B: Your size may raise its borrow rate until it earns no more than the next\./);
    expect(first).toContain("The APY is quoted at 2.0× leverage.");
    expect(read([loop(0.36, {}), vault])[1]).toMatch(/^A: .* leverage are unknown\.$/);
  });

  test("leaves out a market that takes no deposit, and says why", () => {
    const full = { ...pool, id: "full", maxDeposit: tokenAmount(0) };
    const low = { ...vault, id: "low", depositApy: ratio(0.02), baseDepositApy: ratio(0.02) };
    const [lead, ...others] = read([full, vault, low], 1000);
    expect(lead).toContain("B earns about $70 a year more than C");
    expect(others.at(-1)).toBe(
      "A is left out. The deposit cap is reached: no deposits until someone withdraws or the cap is raised.",
    );
  });

  test("leaves out a market whose figures contradict each other, and says so", () => {
    const contradictory = { ...vault, id: "doubtful", depositApy: ratio(0.25) };
    for (const size of [undefined, 1000]) {
      const [lead, ...others] = read([contradictory, pool, vault], size);
      expect(lead).toMatch(/ B (pays|earns) .* more than C\.$/);
      expect(others.at(-1)).toBe(
        "A is left out. The market's own figures contradict each other (1 failed check).",
      );
    }
  });

  test("leaves out a market that takes less than the size, as loans that are too small", () => {
    const small = { ...pool, id: "small", maxDeposit: tokenAmount(1_100_000) };
    const low = { ...vault, id: "low", depositApy: ratio(0.02), baseDepositApy: ratio(0.02) };
    const [lead, ...others] = read([small, vault, low], 250_000);
    expect(lead).toContain("B earns about $17k a year more than C");
    expect(others.at(-1)).toBe("A is left out: it takes less than your size.");
    expect(read([small, vault, low], 1000).join(" ")).not.toContain("left out");
  });

  test("leaves out a loop whose legs leave room for less than the size", () => {
    const low = { ...vault, id: "low", depositApy: ratio(0.02), baseDepositApy: ratio(0.02) };
    const rows = [vault, loop(0.12, { leverage: 2 }), low];
    const left = { left: usd(50_000), closed: undefined };
    const loops = { byLoop: new Map([["loop", left]]), rows, text: "" };
    const text = (size: number): string =>
      compareAnswer(rows, { ...bare, loops, size: usd(size) })
        .map(inLetters)
        .join(" ");
    expect(text(100_000)).toContain("B is left out: it takes less than your size.");
    expect(text(50_000)).toContain("B earns about");
  });

  test("on the base basis ranks a loop by its net rate, and says that it includes rewards", () => {
    const rows = [vault, loop(0.33, { leverage: 2 })];
    const texts = read(rows, undefined, "base");
    expect(texts[0]).toBe("Today B pays 24.00 pp more than A.");
    expect(texts).toContain("B has only a net rate, which includes rewards.");
    expect(read(rows).join(" ")).not.toContain("net rate");
  });

  test("is missing for one market, and only says what is left out when only one gives a rate", () => {
    expect(read([pool], 1000)).toEqual([]);
    expect(read([silent, silent])).toEqual([]);
    expect(read([pool, silent])).toEqual(["B publishes no rate."]);
  });
});

const of = (id: string, symbol: string, address: string, apy: number): MarketRow =>
  poolRow(
    id,
    { deposits: 1e9, lent: 7e5, left: 1e9, apy },
    {
      tokens: [rowToken(symbol, address)],
      baseDepositApy30d: ratio(apy),
      baseDepositApy90d: ratio(apy),
      baseDepositApy180d: ratio(apy * 1.01),
      rewardsGiven: true,
    },
  );

describe("a comparison with a token that has its own yield", () => {
  const jitoMint = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
  const jito = of("jito", "JitoSOL", jitoMint, 0.0002);
  const sol = of("sol", "SOL", "So11111111111111111111111111111111111111112", 0.04);
  const answered = (rows: readonly MarketRow[], apy?: number): readonly string[] => {
    const known = ratio(apy);
    const ownYields = new Map(known === undefined ? [] : [[jitoMint, known] as const]);
    return compareAnswer(rows, { ...bare, size: usd(1_000_000), ownYields }).map(inLetters);
  };

  test("gives no ranking while that yield is unknown", () => {
    expect(answered([jito, sol])[0]).toBe(
      "At $1M, A and B can't be ranked: what JitoSOL earns by itself is unknown.",
    );
    const [lead, ...others] = answered([jito, of("more", "JitoSOL", jitoMint, 0.001), sol]);
    expect(lead).toBe("At $1M, B earns about $800 a year more than A.");
    expect(others).toContain("C is left out: what JitoSOL earns by itself is unknown.");
    expect(others.join(" ").match(/by itself/g)).toHaveLength(1);
    expect(answered([jito, sol, { ...sol, id: "other" }])).toContain(
      "A is left out: what JitoSOL earns by itself is unknown.",
    );
  });

  test("counts the yield that loops imply, and says so", () => {
    const [lead, ...others] = answered([jito, sol], 0.0608);
    expect(lead).toBe("At $1M, A earns about $21k a year more than B.");
    expect(others).toContain("A: JitoSOL earns 6.08 % by itself, as its loops imply, which is counted.");
  });
});

const lender = (id: string, borrowApy: number, lent: number): MarketRow =>
  poolRow(id, { deposits: 1e6, lent, borrowLeft: 1e6 - lent, borrowApy }, { rewardsGiven: true });
const borrowed = (rows: readonly MarketRow[], size?: number): readonly string[] =>
  compareAnswer(rows, { ...bare, size: usd(size), side: "borrow" }).map(inLetters);

describe("the answer of a comparison of loans", () => {
  const dear = lender("dear", 0.08, 400_000);
  const cheap = lender("cheap", 0.05, 200_000);

  test("compares today's rates, and says so when the ranges at size overlap", () => {
    expect(borrowed([dear, cheap])[0]).toBe("Today B costs 3.00 pp less than A.");
    // From 5 % to 10 % with the loan, against 8 % and more.
    expect(borrowed([dear, cheap], 200_000).slice(0, 2)).toEqual([
      "At $200k, B costs about $6k a year less than A at today's rates.",
      "B: Your loan may raise its rate until it costs as much as the next. Kamino publishes no averages.",
    ]);
    // From 5 % to 5.3 %.
    expect(borrowed([dear, cheap], 10_000)[0]).toBe("At $10k, B costs about $300 a year less than A.");
    const last = borrowed([dear, cheap, lender("dearer", 0.09, 400_000)], 200_000).at(-1);
    expect(last).toBe("C costs about $8k a year more than B at today's rates. Kamino publishes no averages.");
  });

  test("leaves out a loan whose collateral is at its deposit cap", () => {
    const [sol, usdc] = [rowToken("SOL"), rowToken("USDC")];
    const full = poolRow("sol", { deposits: 1e6, left: 0 }, { tokens: [sol], maxLtv: fraction(0.8) });
    const unsecurable = { ...lender("unsecurable", 0.01, 100_000), tokens: [usdc] };
    const loans = loansAgainst(undefined, [full, unsecurable]);
    const answer = compareAnswer([{ ...dear, productName: "Other" }, unsecurable], {
      ...bare,
      side: "borrow",
      loans,
    }).map(inLetters);
    expect(answer).toEqual([
      "B is left out. The deposit cap of SOL is reached: no more can be added as collateral.",
    ]);
  });

  test("leaves out a loan that does not accept the chosen collateral", () => {
    const [sol, usdc] = [rowToken("SOL"), rowToken("USDC")];
    const taker = poolRow("sol", { deposits: 1e6 }, { tokens: [sol], maxLtv: fraction(0.8) });
    const secured = { ...lender("secured", 0.02, 100_000), tokens: [usdc] };
    const elsewhere = { ...lender("elsewhere", 0.01, 100_000), tokens: [usdc], productName: "Other" };
    const loans = loansAgainst("SOLmint", [taker, secured, elsewhere]);
    const answer = compareAnswer([elsewhere, secured], { ...bare, side: "borrow", loans }).map(inLetters);
    expect(answer).toEqual(["A is left out. SOL isn't accepted as collateral for this loan."]);
  });

  test("leaves out markets that lend too little or have no rate, and warns of rates that may jump", () => {
    const rateless = { ...cheap, id: "rateless", borrowApy: undefined, baseBorrowApy: undefined };
    const withThird = (third: MarketRow): readonly string[] => borrowed([dear, cheap, third], 200_000);
    expect(withThird(lender("full", 0.04, 810_000)).at(-1)).toBe(
      "C is left out: it lends less than your size.",
    );
    expect(withThird(rateless).at(-1)).toBe("C is left out: what it costs at your size is unknown.");
    const baseless = { ...cheap, id: "baseless", baseBorrowApy: undefined };
    const base: GainContext = { ...bare, basis: "base", side: "borrow", size: usd(200_000) };
    expect(compareAnswer([dear, cheap, baseless], base).map(inLetters).at(-1)).toBe(
      "C is left out: what it costs at your size is unknown.",
    );
    // The cheapest today stays the cheapest when its upper bound is unknown.
    const steep = lender("steep", 0.04, 790_000);
    expect(withThird(steep)[0]).toContain("C costs about $2k a year less than B");
    expect(borrowed([cheap, lender("past", 0.06, 850_000)], 1000).at(-1)).toContain(
      "Your loan takes utilization to 85 %, where the borrow rate can jump.",
    );
    const same = borrowed([cheap, lender("same", 0.05, 200_000)], 1000);
    expect(same[0]).toBe("At $1k, A and B cost about the same.");
  });
});
