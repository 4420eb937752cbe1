import { describe, expect, it } from "vitest";
import * as fc from "fast-check";
import { marketRow, readRow, rowToken, someRow, someRows } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { bestPlainDeposit, loanVerdict, marketVerdict } from "./market-verdict.ts";

const bare = { size: undefined, basis: "total" } as const;
const sized = { size: dollars(50_000), basis: "total" } as const;

const lending = marketRow({
  depositApy: fraction(0.079),
  baseDepositApy: fraction(0.027),
  baseDepositApy90d: fraction(0.026),
  rewards: [{ side: "deposit", apy: fraction(0.052), token: rowToken("KMNO"), marketAction: undefined }],
  rewardsGiven: true,
  totalDeposit: tokens(1e6),
  totalBorrow: tokens(3e5),
  totalDepositUsd: dollars(1e6),
  totalBorrowUsd: dollars(3e5),
});

/** Whether the verdict tells that a token earns beside the rate. */
function tellsOwnYield(symbol: string, mint: string): boolean {
  const row = marketRow({ tokens: [rowToken(symbol, mint)], depositApy: fraction(0.0006) });
  return marketVerdict(row, bare).includes(`What ${symbol} earns by itself is not in this rate.`);
}

describe("a market in plain sentences", () => {
  it("says what it pays, of what that is made, how it was, whether one can leave, and what my size earns", () => {
    expect(marketVerdict(lending, sized)).toEqual([
      "Pays 7.90 %, of which 5.20 % is rewards in KMNO, another token; 2.70 % is left if they stop.",
      "The base rate stands +4 % from its 90-day average of 2.60 %: steady.",
      "$700k can leave now, 14.0 × your $50k.",
      "Your $50k would earn 7.40–7.52 % at today's rate.",
    ]);
  });

  it("says first what a loan costs where one came to borrow, and nothing of my deposit", () => {
    const loan = { ...lending, tokens: [rowToken("USDC")], borrowApy: fraction(0.0459) };
    expect(loanVerdict(loan)).toEqual([
      "Borrowing USDC costs 4.59 %.",
      "A deposit pays 7.90 %, of which 5.20 % is rewards in KMNO, another token; 2.70 % is left if they stop.",
      "The base rate of deposits stands +4 % from its 90-day average of 2.60 %: steady.",
    ]);
    // From 30 % lent out to 60 %: up to 1.0459² − 1.
    const priced = { ...loan, baseBorrowApy: loan.borrowApy, rewards: [] };
    expect(loanVerdict(priced, dollars(300_000))[1]).toBe("Your $300k would cost 4.59–9.39 %.");
    expect(loanVerdict(priced, dollars(600_000)).slice(1, 3)).toEqual([
      "Your $600k would cost at least 4.59 %.",
      "With your $600k it may be past its kink, where the rate can jump.",
    ]);
    // Hardly anything is lent out, so the rate could do anything but fall: no figure is made of it.
    const idle = { ...priced, totalBorrow: tokens(1), totalBorrowUsd: dollars(1) };
    expect(loanVerdict(idle, dollars(300_000))[1]).toBe("Your $300k would cost at least 4.59 %.");
    expect(loanVerdict(priced, dollars(800_000))[1]).toMatch(/^A deposit pays/);
  });

  it("leaves my size out where none is given, and says what is not known", () => {
    expect(marketVerdict(marketRow({ depositApy: fraction(0.05) }), bare)).toEqual([
      "Pays 5.00 %; what part of it is rewards is not published.",
      "What can leave now is not published.",
    ]);
    expect(marketVerdict(marketRow(), bare)[0]).toBe("What a deposit earns is not published.");
  });

  it("warns of what is full, does not fit or cannot leave", () => {
    const tight = marketRow({ ...lending, maxDeposit: tokens(1e6 + 1e4), totalBorrowUsd: dollars(98e4) });
    expect(marketVerdict(tight, sized)).toEqual(
      expect.arrayContaining(["$20k can leave now, less than your $50k.", "$40k of your $50k does not fit."]),
    );
    expect(marketVerdict(marketRow({ ...lending, maxDeposit: tokens(1e6) }), sized)).toContain(
      "It is full: no deposits until some leave or its limit is raised.",
    );
    expect(marketVerdict(marketRow({ ...lending, totalBorrowUsd: dollars(1e6) }), sized)).toContain(
      "Nothing can leave now.",
    );
  });

  it("tells what borrowing a pool's token costs apart from what the token backs: they are two loans", () => {
    const jitoSol = marketRow({
      tokens: [rowToken("JitoSOL")],
      borrowApy: fraction(0.0137),
      maxLtv: fraction(0.59),
      liquidationLtv: fraction(0.65),
    });
    expect(marketVerdict(jitoSol, bare)).toEqual(
      expect.arrayContaining([
        "Borrowing JitoSOL costs 1.37 %.",
        "As collateral it backs loans of up to 59.0 %, liquidated at 65.0 %.",
      ]),
    );
    const without = { maxLtv: fraction(0), liquidationLtv: fraction(0) };
    expect(marketVerdict({ ...jitoSol, ...without }, bare)).toContain("It is no collateral.");
    const pair = { ...jitoSol, tokens: [rowToken("JitoSOL"), rowToken("USDC")] };
    expect(marketVerdict(pair, bare)).toContain(
      "Borrowing USDC costs 1.37 %, up to 59.0 % of the collateral's value, liquidated at 65.0 %.",
    );
  });

  it("says that borrowers are paid, and counts rewards only where there are some", () => {
    const usds = marketRow({ tokens: [rowToken("USDS")], borrowApy: fraction(-0.01) });
    expect(marketVerdict(usds, bare)).toContain("Borrowers of USDS are paid 1.00 %.");
    const rewards = [
      { side: "borrow", apy: fraction(0.02), token: undefined, marketAction: undefined },
    ] as const;
    expect(marketVerdict({ ...usds, borrowApy: fraction(0.01), rewards }, bare)).toContain(
      "Borrowing USDS costs 1.00 % after rewards.",
    );
  });

  it("says of a steady rate near nothing no percentage that reads as if it were not steady", () => {
    const near = { baseDepositApy: fraction(0.0002), baseDepositApy90d: fraction(0.0006) };
    const averages = { baseDepositApy30d: fraction(0.0004), baseDepositApy180d: fraction(0.0006) };
    expect(marketVerdict(marketRow({ ...near, ...averages }), bare)).toContain(
      "The base rate is steady, with a 90-day average of 0.06 %.",
    );
  });

  it("says of a token that earns by itself that this is not in the rate of a pool or a vault", () => {
    expect(tellsOwnYield("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn")).toBe(true);
    expect(tellsOwnYield("eUSX", "3ThdFZQKM6kRyVGLG48kaPg5TRMhYMKY1iCRa9xop1WC")).toBe(true);
    expect(tellsOwnYield("SOL", "So11111111111111111111111111111111111111112")).toBe(false);
    expect(tellsOwnYield("sACRED", "59CwZq5b6drmDizgGfxECG7f16hxDpG1nXrxPoQx4y8g")).toBe(true);
    // A symbol alone says nothing of a token.
    expect(tellsOwnYield("JitoSOL", "another-mint")).toBe(false);
  });

  it("says the same of a vault that pays what lending the token pays, and not of one that may count it", () => {
    const staked = [rowToken("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn")];
    const pool = marketRow({ tokens: staked, baseDepositApy: fraction(0.002) });
    const said = (apy: number, ...rows: readonly MarketRow[]): boolean =>
      marketVerdict(
        marketRow({ type: "yield", tokens: staked, baseDepositApy: fraction(apy) }),
        bare,
        rows,
      ).includes("What JitoSOL earns by itself is not in this rate.");
    expect(said(0.004, pool)).toBe(true);
    expect(said(0.064, pool)).toBe(false);
    expect(said(0.004)).toBe(false);
    expect(said(0.004, { ...pool, tokens: [...staked, rowToken("USDC")] })).toBe(false);
  });

  it("says so where borrowing costs less than lending earns before rewards, in one pool of one token", () => {
    const under = {
      borrowApy: fraction(0.01),
      baseDepositApy: fraction(0.0133),
      tokens: [rowToken("USDS")],
    };
    const sentence =
      "Borrowing it costs less than lending it here earns, 1.33 % before rewards: rewards for borrowers, or wrong figures.";
    expect(marketVerdict(marketRow(under), bare)).toContain(sentence);
    // Who is paid has been told so; rates that read alike are alike; a pair's two rates are of two tokens.
    for (const other of [
      { borrowApy: fraction(-0.01) },
      { borrowApy: undefined },
      { baseDepositApy: undefined, depositApy: fraction(0.5) },
      { borrowApy: fraction(0.0133) },
      { borrowApy: fraction(0.013299) },
      { tokens: [rowToken("SOL"), rowToken("USDS")] },
    ])
      expect(marketVerdict(marketRow({ ...under, ...other }), bare).join(" ")).not.toContain("costs less");
  });

  it("says where leverage loses to a plain deposit in the list, and nothing where the list has none", () => {
    const loop = marketRow({
      type: "loop",
      tokens: [rowToken("SOL"), rowToken("USDC")],
      depositApy: fraction(0.0234),
    });
    const plain = marketRow({
      tokens: [rowToken("SOL")],
      productName: "Main Market",
      depositApy: fraction(0.0508),
    });
    const said = (list: readonly (typeof loop)[]): boolean =>
      marketVerdict(loop, bare, list).includes(
        "Leverage loses to a plain deposit of SOL at 5.08 %, Kamino · Main Market.",
      );
    expect(said([loop, plain])).toBe(true);
    expect(said([loop])).toBe(false);
    expect(said([loop, { ...plain, tokens: [rowToken("USDC")] }])).toBe(false);
    for (const rate of [0.0234, 0.02341, 0.01])
      expect(marketVerdict(loop, bare, [{ ...plain, depositApy: fraction(rate) }]).join(" ")).not.toContain(
        "Leverage",
      );
    expect(marketVerdict({ ...loop, depositApy: undefined }, bare, [plain]).join(" ")).not.toContain(
      "Leverage",
    );
    // A plain deposit is held against nothing.
    expect(marketVerdict({ ...plain, depositApy: fraction(0) }, bare, [plain]).join(" ")).not.toContain(
      "Leverage",
    );
  });

  it("holds a loop against the rate of its own debt, which tells exactly whether holding alone earns more", () => {
    const loop = marketRow({
      type: "loop",
      detail: "Solstice",
      tokens: [rowToken("eUSX"), rowToken("USDC")],
      depositApy: fraction(0.0482),
    });
    const debt = marketRow({
      productName: "Solstice",
      tokens: [rowToken("USDC")],
      borrowApy: fraction(0.0677),
    });
    const plain = marketRow({ tokens: [rowToken("eUSX")], depositApy: fraction(0.09) });
    const said = (...rows: readonly (typeof loop)[]): string => marketVerdict(loop, bare, rows).join(" ");
    expect(said(debt, plain)).toContain(
      "Its debt costs 6.77 %, more than its 4.82 % net: holding eUSX alone earns more.",
    );
    expect(said(debt, plain)).not.toContain("Leverage loses");
    expect(said({ ...debt, borrowApy: fraction(0.0481) }, plain)).not.toMatch(/Leverage loses|Its debt/);
    // The debt of another market is not this loop's, nor is what a pair lends.
    for (const other of [{ productName: "Main Market" }, { tokens: [rowToken("USDC"), rowToken("SOL")] }])
      expect(said({ ...debt, ...other }, plain)).toContain("Leverage loses");
  });

  it("says that a loop cannot be opened where a leg of its own market is shut, and else how much fits in", () => {
    const loop = marketRow({
      type: "loop",
      raw: readRow({ type: "loop", additionalData: { leverage: 3 } }).raw,
      detail: "OnRe",
      tokens: [rowToken("ONyc"), rowToken("USDC")],
      depositApy: fraction(0.2113),
    });
    const at = { productName: "OnRe", totalDeposit: tokens(1e6), totalDepositUsd: dollars(1e6) };
    const supply = marketRow({ ...at, tokens: [rowToken("ONyc")], maxDeposit: tokens(1.6e6) });
    const debt = marketRow({
      ...at,
      tokens: [rowToken("USDC")],
      totalBorrow: tokens(5e5),
      totalBorrowUsd: dollars(5e5),
      maxBorrow: tokens(8e5),
    });
    const shut = { ...debt, maxBorrow: tokens(5e5) };
    const said = (...rows: readonly (typeof loop)[]): string => marketVerdict(loop, sized, rows).join(" ");
    expect(said(supply, shut)).toContain("Cannot be opened now: nothing of USDC is left to borrow in OnRe.");
    expect(said(shut)).toContain("Cannot be opened now");
    expect(said({ ...supply, maxDeposit: tokens(1e6) }, debt)).toContain(
      "Cannot be opened now: OnRe takes no more ONyc.",
    );
    // min($300k / 2, $600k / 3)
    expect(said(supply, debt)).toContain("At most $150k of own money fits in now.");
    expect(said({ ...supply, maxDeposit: tokens(1.03e6) }, debt)).toContain(
      "At most $10k of own money fits in now, less than your $50k.",
    );
    // Another market's limits are not this loop's, and a limit that is not published is not endless.
    for (const rows of [
      [supply, { ...shut, productName: "Main Market" }],
      [supply, { ...debt, maxBorrow: undefined }],
      [{ ...supply, maxDeposit: undefined }, debt],
      [debt],
    ])
      expect(said(...rows)).not.toMatch(/own money|Cannot be opened/);
    expect(
      marketVerdict({ ...loop, raw: readRow({ type: "loop" }).raw }, bare, [supply, debt]).join(" "),
    ).not.toContain("own money");
  });

  it("says that nothing is left to borrow, and whether the limit is why", () => {
    const lent = marketRow({
      ...lending,
      tokens: [rowToken("PYUSD")],
      borrowApy: fraction(0.05),
      maxBorrow: tokens(3e5),
    });
    expect(marketVerdict(lent, bare)).toContain("Nothing is left to borrow: its borrow limit is reached.");
    const empty = { totalBorrow: tokens(1e6), totalBorrowUsd: dollars(1e6), maxBorrow: tokens(2e6) };
    expect(marketVerdict({ ...lent, ...empty }, bare)).toContain("Nothing is left to borrow.");
    expect(marketVerdict({ ...lent, maxBorrow: tokens(4e5) }, bare).join(" ")).not.toContain(
      "left to borrow",
    );
  });

  it("a loop's rate is net, and its averages are of the net rate", () => {
    expect(
      marketVerdict(
        marketRow({
          type: "loop",
          depositApy: fraction(0.2),
          depositApy90d: fraction(0.1),
          maxLeverage: 5,
          liquidationLtv: fraction(0.9),
        }),
        bare,
      ),
    ).toEqual([
      "Pays 20.00 % net of borrowing, at a leverage that is not published, of at most 5.0 ×.",
      "The net rate stands +100 % from its 90-day average of 10.00 %: spiking.",
      "Liquidated at an LTV of 90.0 %.",
    ]);
  });

  it("a loop says the leverage it is quoted at, and how far that is from liquidation, where it names one", () => {
    const jlp = marketRow({
      type: "loop",
      raw: readRow({ type: "loop", additionalData: { leverage: 2.6 } }).raw,
      tokens: [rowToken("JLP"), rowToken("USDC")],
      depositApy: fraction(0.3667),
      liquidationLtv: fraction(0.88),
    });
    // An LTV of 1.6 / 2.6 may rise to 88 %: 1 − 0.6154 / 0.88.
    expect(marketVerdict(jlp, bare)).toContain(
      "Pays 36.67 % net of borrowing, quoted at 2.6 ×: JLP may fall 30.1 % against USDC before liquidation.",
    );
    expect(marketVerdict({ ...jlp, liquidationLtv: undefined }, bare)).toContain(
      "Pays 36.67 % net of borrowing, quoted at 2.6 ×.",
    );
  });

  it("perpetuals and predictions get no rate made up", () => {
    expect(
      marketVerdict(marketRow({ type: "perpetual", longUsd: dollars(1e6), maxLeverage: 10 }), bare),
    ).toEqual([
      "Has $1M for longs and an unknown amount for shorts, with a leverage of at most 10.0 ×. It gives no rate, and none is made up.",
    ]);
    const question = marketRow({ type: "prediction", status: "open", yesAsk: fraction(0.62) });
    expect(marketVerdict({ ...question, closeTime: moment("2026-10-03T00:00:00Z") }, bare)).toEqual([
      "Yes costs $0.62; a share pays $1 if it comes true. It closes in 2 days.",
    ]);
  });

  it("every market has a verdict, whole sentences without a hole", () => {
    fc.assert(
      fc.property(someRow("m"), fc.constantFrom(bare, sized), someRows(), (row, context, rows) => {
        const sentences = marketVerdict(row, context, rows);
        expect(sentences.length).toBeGreaterThan(0);
        for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z$<>].*\.$/);
        expect(sentences.join(" ")).not.toMatch(/undefined|NaN|Infinity/);
      }),
    );
  });
});

describe("the best plain deposit", () => {
  const sol = rowToken("SOL");
  const loop = marketRow({ id: "loop", type: "loop", tokens: [sol, rowToken("USDC")] });
  const deposit = (
    id: string,
    rate: number | undefined,
    fields: object = {},
  ): ReturnType<typeof marketRow> => ({
    ...marketRow({ id, tokens: [sol], ...(rate === undefined ? {} : { depositApy: fraction(rate) }) }),
    ...fields,
  });

  it("the best rate of the list's lending markets that take a deposit of the first token", () => {
    const rows = [
      loop,
      deposit("a", 0.03),
      deposit("b", 0.05),
      deposit("untold", undefined),
      deposit("full", 0.09, { totalDeposit: tokens(5), maxDeposit: tokens(5) }),
      deposit("another", 0.09, { tokens: [rowToken("SOL", "another-mint")] }),
      { ...marketRow({ id: "vault", type: "yield", tokens: [sol] }), depositApy: fraction(0.09) },
    ];
    expect(bestPlainDeposit(loop, rows)?.id).toBe("b");
    expect(bestPlainDeposit(marketRow({ type: "loop" }), rows)).toBeUndefined();
  });

  it("promises nothing where figures contradict each other", () => {
    // Depositors would get more than borrowers pay.
    const faulty = {
      borrowApy: fraction(0.03),
      baseBorrowApy: fraction(0.03),
      baseDepositApy: fraction(12),
      totalDeposit: tokens(100),
      totalBorrow: tokens(50),
    };
    const rows = [deposit("a", 0.03), deposit("faulty", 12, faulty)];
    expect(bestPlainDeposit(loop, rows)?.id).toBe("a");
    expect(bestPlainDeposit(loop, rows.slice(1))).toBeUndefined();
  });

  it("equal rates fall to the greater deposits, then to the id, however the list is ordered", () => {
    const rows = [
      deposit("b", 0.05),
      deposit("a", 0.05),
      deposit("c", 0.05, { totalDepositUsd: dollars(1) }),
    ];
    expect(bestPlainDeposit(loop, rows)?.id).toBe("c");
    expect(bestPlainDeposit(loop, rows.slice(0, 2))?.id).toBe("a");
  });

  it("each list has its own, and none where it has no such market", () => {
    expect(bestPlainDeposit(loop, [loop])).toBeUndefined();
    expect(bestPlainDeposit(loop, [deposit("a", 0.03)])?.id).toBe("a");
  });
});
