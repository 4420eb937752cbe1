// Each calculator shows what its formula gives, and says in words what it does not know.
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../tests/fixtures/quantities.ts";
import type { Usd } from "../../contract/units.ts";
import { DashboardConfigContext } from "../queries/configuration.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { alternatives, BreakEven, compareOwnYields } from "./break-even.tsx";
import { BorrowPanel, otherEnds, takesLoans } from "./borrow-panel.tsx";
import { givesLoans } from "../market/row-values.ts";
import { LeverageTable, leverageSteps, type HighestDebt } from "./loop/leverage-table.tsx";
import { LoopCalculator } from "./loop/loop-calculator.tsx";
import { useLoopInputs } from "./loop/loop-inputs.ts";
import { MySize } from "./my-size.tsx";
import { PerpetualCalculator } from "./perpetual-calculator.tsx";
import { PredictionCalculator } from "./prediction-calculator.tsx";
import { RewardDependence, hasRewardSplit } from "./reward-dependence.tsx";

afterEach(cleanup);

/** What stands beside a name; the first list that has it wins. */
function valueOf(label: string | RegExp): string {
  const term = screen
    .getAllByRole("term")
    .find((found) =>
      typeof label === "string" ? found.textContent.startsWith(label) : label.test(found.textContent),
    );
  return term?.nextElementSibling?.textContent ?? "";
}

async function enter(name: string, text: string): Promise<void> {
  const field = screen.getByRole("textbox", { name });
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

// The first published check of the bracket: 46.33 in, 10 more, 6.00 %.
const ghoPool = marketRow({
  id: "gho",
  label: "GHO",
  tokens: [rowToken("GHO")],
  depositApy: fraction(Math.expm1(0.06)),
  baseDepositApy: fraction(Math.expm1(0.06)),
  rewards: [],
  rewardsGiven: true,
  totalDeposit: tokens(46.33e6),
  totalBorrow: tokens(40e6),
  totalDepositUsd: dollars(46.33e6),
  totalBorrowUsd: dollars(40e6),
});

function Sized({ row, from }: { readonly row: MarketRow; readonly from: Usd | undefined }): ReactNode {
  const [size, setSize] = useState(from);
  return <MySize row={row} size={size} onSize={setSize} />;
}

/** The pool with that much of it lent out. */
function lent(share: number): MarketRow {
  return { ...ghoPool, totalBorrow: tokens(46.33e6 * share), totalBorrowUsd: dollars(46.33e6 * share) };
}

function inToken(symbol: string, mint: string): MarketRow {
  return { ...ghoPool, tokens: [rowToken(symbol, mint)] };
}

/** Whether a judgement carries the sign of a warning. */
function warns(text: string): boolean {
  return screen.getByText(text).querySelector("svg")?.classList.contains("text-danger") === true;
}

function perYear(): readonly string[] {
  return screen.getAllByText(/^per year/).map(({ textContent }) => textContent);
}

describe("my size", () => {
  test("shows the bracket and never its upper edge alone", () => {
    render(<Sized row={ghoPool} from={dollars(10e6)} />);
    // k = 0.8225: k²·6 % = 4.059 %, k·6 % = 4.935 % as simple rates.
    expect(valueOf("You would earn")).toBe("4.14–5.06 %");
    expect(valueOf("Share of pool")).toBe("17.75 %");
    screen.getByText("Kink risk");
    screen.getByText("Cannot all leave now");
  });
  test("says which cap, exit or average is not published, instead of guessing", () => {
    render(
      <Sized row={{ ...ghoPool, totalBorrow: undefined, totalBorrowUsd: undefined }} from={dollars(10e6)} />,
    );
    screen.getByText("Cap not published");
    screen.getByText("What can leave is not published");
    screen.getByText("Utilization not published");
    screen.getByText("No averages published");
    // Nothing that is unknown reads as if it held.
    expect(screen.queryByText(/Fits the cap|Can leave now|No kink risk|Does not lean/)).toBeNull();
  });
  test("warns of a small deposit into a pool past its kink, and promises nothing of one before it", () => {
    // A deposit of 2 % of the pool took 13.84 % to 4.59 % there.
    render(<Sized row={lent(0.97)} from={dollars(0.02 * 46.33e6)} />);
    screen.getByText("Kink risk");
    cleanup();
    render(<Sized row={lent(0.85)} from={dollars(1000)} />);
    screen.getByText("Small against the pool");
    expect(screen.queryByText(/^(no )?kink risk$/i)).toBeNull();
  });
  test("takes a base that spikes against its own average for a warning, and a steady one for none", () => {
    render(<Sized row={{ ...ghoPool, baseDepositApy90d: fraction(0.03) }} from={dollars(1000)} />);
    expect(warns("Base is spiking")).toBe(true);
    cleanup();
    render(<Sized row={{ ...ghoPool, baseDepositApy90d: fraction(0.06) }} from={dollars(1000)} />);
    expect(warns("Base is steady")).toBe(false);
  });
  test("tells dollars a year of what is no dollar as those of today's price", () => {
    render(
      <Sized row={inToken("SOL", "So11111111111111111111111111111111111111112")} from={dollars(1000)} />,
    );
    expect(perYear()).toEqual(["per year, at today's price"]);
    cleanup();
    render(
      <Sized row={inToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")} from={dollars(1000)} />,
    );
    expect(perYear()).toEqual(["per year"]);
  });
  test("is chosen with a button and typed in short form", async () => {
    render(<Sized row={ghoPool} from={undefined} />);
    screen.getByText(/^Enter a size/);
    await userEvent.click(screen.getByRole("button", { name: "$250k" }));
    expect(screen.getByRole("button", { name: "$250k" }).getAttribute("aria-pressed")).toBe("true");
    await enter("Deposit in USD", "1.5m");
    expect(valueOf("Share of pool")).toBe("3.14 %");
  });
  test("of an unknown pool gives no number", () => {
    render(<Sized row={{ ...ghoPool, totalDepositUsd: undefined }} from={dollars(1000)} />);
    expect(valueOf("You would earn")).toMatch(/^Not known/);
    expect(document.body.textContent).not.toMatch(/NaN|undefined|—/);
  });
});

describe("reward dependence", () => {
  const row = marketRow({
    depositApy: fraction(0.0305),
    baseDepositApy: fraction(0.01),
    rewardsGiven: true,
    rewards: [{ side: "deposit", apy: fraction(0.0205), token: rowToken("USDS"), marketAction: "deposit" }],
  });
  test("tells the share of the rewards and what stays without them", () => {
    render(<RewardDependence row={row} size={dollars(100_000)} />);
    expect(valueOf("Rewards in the rate")).toBe("2.05 %");
    screen.getByText("67.2 % of 3.05 %");
    expect(valueOf("If rewards stop")).toBe("1.00 %");
    expect(valueOf("Rewards on my size")).toBe("$2,050");
  });
  test("says when the parts do not make the total", () => {
    render(<RewardDependence row={{ ...row, depositApy: fraction(0.05) }} size={undefined} />);
    screen.getByText(/The parts make 3.05 %, the market says 5.00 %/);
  });
  test("is not told of a loop's net rate", () => {
    expect(hasRewardSplit(marketRow({ type: "loop", depositApy: fraction(0.1) }))).toBe(false);
    expect(hasRewardSplit(row)).toBe(true);
  });
});

describe("break-even of a move", () => {
  const usdc = [rowToken("USDC")];
  const from = marketRow({
    id: "a",
    label: "From",
    tokens: usdc,
    depositApy: fraction(0.06),
    baseDepositApy: fraction(0.06),
    baseDepositApy90d: fraction(0.06),
  });
  const to = marketRow({
    id: "b",
    label: "To",
    tokens: usdc,
    depositApy: fraction(0.08),
    baseDepositApy: fraction(0.08),
    baseDepositApy90d: fraction(0.055),
    totalDeposit: tokens(1e15),
    totalDepositUsd: dollars(1e15),
  });
  test("is after 15.6 days for $40 on $50k from 6 to 8 % of a large pool, and never at the averages", async () => {
    render(<BreakEven row={from} rows={[from, to]} size={dollars(50_000)} />);
    await enter("Cost of the move in USD", "40");
    expect(valueOf("At today")).toBe("after 15.6 days");
    expect(valueOf("At 90d")).toBe("never");
    expect(valueOf("Gain after a year")).toBe("$960");
  });
  test("says when an average is not published", () => {
    render(<BreakEven row={from} rows={[from, { ...to, baseDepositApy90d: undefined }]} size={undefined} />);
    expect(valueOf("At 90d")).toBe("an average is not published");
  });
  test("is told at what my size leaves of the rate there, and says what does not fit", () => {
    const small = { totalDeposit: tokens(1.2e6), totalDepositUsd: dollars(1.2e6) };
    const tight = { ...to, ...small, maxDeposit: tokens(1.853e6) };
    render(<BreakEven row={from} rows={[from, tight]} size={dollars(1e6)} />);
    // k = 1.2 / 2.2: 8 % falls to e^(k² · ln 1.08) − 1 = 2.32 %, under the 6 % it is at now.
    screen.getByText("6.00 % to 2.32 % with $1M in it");
    expect(valueOf("At today")).toBe("never");
    expect(valueOf("Does not fit in there")).toBe("$347.0 k");
  });
  test("counts rewards as they are now on both sides of the averages", () => {
    const rewarded = { ...to, depositApy: fraction(0.1), baseDepositApy: fraction(0.04) };
    render(<BreakEven row={from} rows={[rewarded]} size={undefined} />);
    screen.getByText("6.00 % to 11.50 % with $10k in it");
  });
  test("counts what a token earns by itself when moving out of its loop: 4.59 % to 6.40 %, not to nothing", async () => {
    const [syrup, dollar] = [
      rowToken("syrupUSDC", "AvZZF1YaZDziPY2RCK4oJrRVrbN3mTD9NL24hPeaZeUj"),
      rowToken("USDC"),
    ];
    const place = { productName: "Maple Market", totalDepositUsd: dollars(1e12), totalDeposit: tokens(1e12) };
    const zero = { depositApy: fraction(0), baseDepositApy: fraction(0), rewardsGiven: true };
    const supply = marketRow({ ...place, ...zero, id: "supply", tokens: [syrup] });
    const debt = marketRow({ ...place, ...zero, id: "debt", tokens: [dollar], borrowApy: fraction(0.07) });
    const loop = marketRow({
      id: "loop",
      type: "loop",
      productName: "Maple Market",
      tokens: [syrup, dollar],
      depositApy: fraction(0.0459),
      raw: readRow({ type: "loop", additionalData: { leverage: 4 } }).raw,
    });
    const { unmount } = render(<BreakEven row={loop} rows={[supply, debt]} size={dollars(1e6)} />);
    await enter("Cost of the move in USD", "0");
    // (4.59 % + 3 · 7 %) / 4 = 6.3975 %, of which none is from lending.
    screen.getByText("4.59 % to 6.40 % with $1M in it");
    expect(valueOf("Gain after a year")).toBe("$18,075");
    screen.getByText("syrupUSDC earns 6.40 % by itself, as its loops imply: counted in its rate.");
    unmount();
    // Without the loop's leverage nothing implies it: then no gain is told, and no "never".
    render(
      <BreakEven
        row={marketRow({ ...loop, raw: readRow({ type: "loop" }).raw })}
        rows={[supply, debt]}
        size={dollars(1e6)}
      />,
    );
    expect(valueOf("At today")).toBe("unknown");
    expect(valueOf("Gain after a year")).toBe("unknown");
    screen.getByText("The gain is unknown: what syrupUSDC earns by itself is unknown.");
  });
  test("tells no gain of a vault whose rate may include what the token earns by itself", () => {
    const jito = { tokens: [rowToken("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn")] };
    const pool = marketRow({ ...from, ...jito, id: "pool" });
    const vault = (base: number): MarketRow =>
      marketRow({ ...to, ...jito, id: "vault", kind: "yield", baseDepositApy: fraction(base) });
    const known = new Map([["J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", fraction(0.06)]]);
    expect(compareOwnYields(pool, vault(0.07), known)).toMatchObject({
      known: false,
      notes: [
        "The gain is unknown: whether a vault's rate includes what JitoSOL earns by itself is unknown.",
      ],
    });
    expect(compareOwnYields(pool, vault(0.006), known)).toMatchObject({ known: true, notes: [] });
  });
  test("offers loops of the token apart and never first: their rates are of borrowed money", () => {
    const loop = marketRow({
      id: "loop",
      type: "loop",
      tokens: [rowToken("USDC"), rowToken("SOL")],
      depositApy: fraction(0.36),
    });
    const offered = alternatives(from, [loop, to], dollars(1000));
    expect([offered.same, offered.others, offered.loops].map((all) => all.map(({ id }) => id))).toEqual([
      ["b"],
      [],
      ["loop"],
    ]);
    render(<BreakEven row={from} rows={[loop, to]} size={undefined} />);
    expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Move to" }).value).toBe("b");
  });
  test("offers the same token first, and before the others what my size earns most in", () => {
    const best = { ...to, id: "best", depositApy: fraction(0.2) };
    const sol = marketRow({ id: "sol", tokens: [rowToken("SOL")], depositApy: fraction(0.5) });
    const unrated = marketRow({ id: "unrated", tokens: usdc });
    const offered = alternatives(from, [sol, from, to, unrated, best], dollars(1000));
    expect(offered.same.map(({ id }) => id)).toEqual(["best", "b"]);
    expect(offered.others.map(({ id }) => id)).toEqual(["sol"]);
    const tiny = { ...best, totalDepositUsd: dollars(100), totalBorrowUsd: dollars(50) };
    const large = { ...to, totalDepositUsd: dollars(1e9), totalBorrowUsd: dollars(5e8) };
    const ids = alternatives(from, [tiny, large], dollars(1e6)).same.map(({ id }) => id);
    expect(ids).toEqual(["b", "best"]);
  });
});

describe("borrowing against a deposit", () => {
  const sol = marketRow({
    id: "sol",
    productName: "Main",
    tokens: [rowToken("SOL")],
    depositApy: fraction(0.05),
    maxLtv: fraction(0.75),
    liquidationLtv: fraction(0.8),
    liquidationPenalty: fraction(0.05),
    totalDeposit: tokens(1000),
    totalDepositUsd: dollars(100_000),
  });
  const usdc = marketRow({
    id: "usdc",
    productName: "Main",
    tokens: [rowToken("USDC")],
    borrowApy: fraction(0.06),
    totalDeposit: tokens(5000),
    totalDepositUsd: dollars(5000),
    totalBorrow: tokens(1000),
    totalBorrowUsd: dollars(1000),
  });
  test("is limited by what is there to lend, and says so", () => {
    render(<BorrowPanel row={sol} rows={[sol, usdc]} size={dollars(10_000)} />);
    screen.getByText(/^Limited by what is there to lend/);
    screen.getByText(/Not published, so it may be less: the market's borrow limit/);
    // Half of the 4,000 that are there.
    expect(valueOf("You borrow")).toBe("$2,000");
    expect(valueOf("LTV")).toBe("20.0 %");
    expect(valueOf("Health")).toBe("4.0 ×");
    expect(valueOf("Collateral may fall by")).toBe("75.0 %");
    expect(valueOf("Liquidation price of SOL")).toBe("$25.00");
    expect(valueOf("Penalty at liquidation")).toBe("$100");
    expect(valueOf("Interest")).toBe("≥ $120");
    screen.getByText("at least 6.00 % a year; how far this loan raises the rate is unknown");
  });
  test("charges what the loan makes of the rate, as the list does, and warns where it has no upper bound", () => {
    const base = { ...usdc, baseBorrowApy: usdc.borrowApy };
    render(<BorrowPanel row={sol} rows={[sol, base]} size={dollars(10_000)} />);
    // From 20 % lent out to 60 %, so up to three times the rate: 1.06³ − 1, of $2,000.
    expect(valueOf("Interest")).toBe("$120–382");
    screen.getByText("6.00–19.10 % a year with this loan, 6.00 % without it");
    cleanup();
    // $750 of what is left take it from 70 % lent out to 85 %.
    render(
      <BorrowPanel
        row={sol}
        rows={[sol, { ...base, totalBorrowUsd: dollars(3500) }]}
        size={dollars(10_000)}
      />,
    );
    expect(valueOf("Interest")).toBe("≥ $45.00");
    screen.getByText(
      "at least 6.00 % a year; this loan may take the market past its kink, where the rate can jump",
    );
  });
  test("says what cannot be known without a liquidation LTV", () => {
    render(
      <BorrowPanel
        row={{ ...sol, liquidationLtv: undefined, liquidationPenalty: undefined }}
        rows={[usdc]}
        size={undefined}
      />,
    );
    expect(valueOf("Health")).toContain("liquidation LTV not published");
    expect(valueOf("Penalty at liquidation")).toBe("not published");
  });
  test("is offered where a deposit is collateral, for reserves of the same place", () => {
    expect(takesLoans(sol)).toBe(true);
    expect(takesLoans({ ...sol, maxLtv: fraction(0) })).toBe(false);
    expect(takesLoans({ ...sol, maxLtv: undefined })).toBe(false);
    const elsewhere = { ...usdc, id: "elsewhere", productName: "Other" };
    expect(otherEnds(sol, [sol, elsewhere, usdc], givesLoans).map(({ id }) => id)).toEqual(["usdc"]);
  });
  test("is offered of no token against itself", () => {
    const second = { ...sol, id: "second", borrowApy: fraction(0.06) };
    expect(otherEnds(sol, [sol, second], givesLoans)).toEqual([]);
    render(<BorrowPanel row={sol} rows={[sol, second]} size={undefined} />);
    screen.getByText(/No other token is known here that can be borrowed against SOL/);
    expect(screen.queryByRole("textbox")).toBeNull();
  });
  test("begins at the loan where that is what was looked for, with the collateral chosen", async () => {
    const jlp = { ...sol, id: "jlp", tokens: [rowToken("JLP")], totalDepositUsd: dollars(900_000) };
    const rows = [sol, jlp, { ...usdc, baseBorrowApy30d: fraction(0.0467) }];
    render(<BorrowPanel row={rows[2] ?? usdc} rows={rows} size={undefined} borrows mint="SOLmint" />);
    screen.getByRole("heading", { name: "Borrow USDC" });
    screen.getByText("SOL as collateral");
    expect(valueOf("Base borrow 30, 90, 180 days")).toBe("4.67 %\u00A0·\u00A0—\u00A0·\u00A0—");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Collateral" }), "jlp");
    screen.getByText("JLP as collateral");
  });
  test("begins with my size as the loan, on the collateral that half of the room asks for", async () => {
    const rows = [
      { ...sol, totalDepositUsd: dollars(1e9) },
      { ...usdc, totalDepositUsd: dollars(1e9) },
    ];
    render(<BorrowPanel row={rows[1] ?? usdc} rows={rows} size={dollars(30_000)} borrows />);
    // 30,000 / (75 % / 2)
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Collateral in USD" }).value).toBe("80,000");
    await enter("Collateral in USD", "500");
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Collateral in USD" }).value).toBe("500");
  });
  test("tells which price liquidates: the debt's where the collateral is a stablecoin", () => {
    const stable = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
    const rows = [
      { ...sol, borrowApy: fraction(0.06), totalBorrowUsd: dollars(0), totalBorrow: tokens(0) },
      { ...usdc, tokens: [stable], maxLtv: fraction(0.8), liquidationLtv: fraction(0.9) },
    ];
    render(<BorrowPanel row={rows[1] ?? usdc} rows={rows} size={dollars(10_000)} />);
    expect(screen.queryByText("Liquidation price of USDC")).toBeNull();
    // Half of 80 % is owed: 90 / 40 − 1.
    screen.getByText("as debt it may rise by 125.0 %");
    expect(valueOf("Liquidation price of SOL")).toBe("$225");
  });
  test("says of a debt that moves that it may count for more than its value, and not of dollars", () => {
    const stable = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
    const dollar = { ...usdc, tokens: [stable], maxLtv: fraction(0.8), borrowApy: fraction(0.05) };
    const rows = [{ ...sol, borrowApy: fraction(0.06), maxLtv: fraction(0.7) }, dollar];
    const factors =
      /Markets may weigh a debt of SOL above its value, by borrow factors that are not published/;
    render(<BorrowPanel row={dollar} rows={rows} size={dollars(10_000)} />);
    screen.getByText(factors);
    cleanup();
    render(<BorrowPanel row={rows[0] ?? sol} rows={rows} size={dollars(10_000)} />);
    expect(screen.queryByText(/borrow factors/)).toBeNull();
  });
  test("carries what my collateral leaves of the deposit rate less what the loan makes of the borrow rate", () => {
    const stable = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
    const rows = [
      {
        ...sol,
        borrowApy: fraction(0.0589),
        baseBorrowApy: fraction(0.0589),
        totalBorrowUsd: dollars(16_000),
        totalBorrow: tokens(160),
      },
      {
        ...usdc,
        tokens: [stable],
        depositApy: fraction(0.0244),
        baseDepositApy: fraction(0.0244),
        maxLtv: fraction(0.8),
        totalDepositUsd: dollars(40_000),
      },
    ];
    render(<BorrowPanel row={rows[1] ?? usdc} rows={rows} size={dollars(10_000)} />);
    // $10,000 beside $40,000 leave k = 0.8 of the rate, k² at worst: $155.48–194.73. $4,000 take SOL from 16 % lent out to 20 %:
    // 5.89 % to 1.0589^1.25 − 1 = 7.42 %, $235.60–296.62.
    expect(valueOf("Carry of the loan")).toBe("−$141 – −$40.87");
    screen.getByText(
      "a year, with my collateral in its pool and my loan taken; leaves out what the borrowed money and the collateral itself earn",
    );
    cleanup();
    // Today's rates are the most there can be where nothing tells how far they move.
    const silent = { totalDepositUsd: undefined, totalBorrowUsd: undefined };
    const [debt = sol, collateral = usdc] = rows;
    const untold = { ...collateral, ...silent };
    render(<BorrowPanel row={untold} rows={[{ ...debt, ...silent }, untold]} size={dollars(10_000)} />);
    // $244 on $10,000 less $235.60 on $4,000.
    expect(valueOf("Carry of the loan")).toBe("≤ $8.40");
  });
});

const loop = marketRow({
  type: "loop",
  tokens: [rowToken("JitoSOL"), rowToken("SOL")],
  depositApy: fraction(0.15),
  maxLtv: fraction(0.9),
  liquidationLtv: fraction(0.95),
  liquidationPenalty: fraction(0.05),
  maxLeverage: 9,
});

const noRows: readonly MarketRow[] = [];

function Loop({
  row,
  rows = noRows,
  size = dollars(1000),
  highest,
}: {
  readonly row: MarketRow;
  readonly rows?: readonly MarketRow[];
  readonly size?: Usd;
  readonly highest?: HighestDebt;
}): ReactNode {
  const inputs = useLoopInputs(row, rows);
  return (
    <>
      <LoopCalculator row={row} size={size} onSize={() => undefined} inputs={inputs} />
      <LeverageTable row={row} size={size} inputs={inputs} highest={highest} />
    </>
  );
}

describe("a loop", () => {
  test("starts at the leverage the market names, which the quoted rate is of", () => {
    const named = { ...loop, raw: { ...loop.raw, additionalData: { leverage: 4.7 } } };
    render(<Loop row={named} />);
    expect(valueOf("Supplied")).toBe("$4,700");
    expect(screen.getByRole("slider", { name: "Leverage" }).getAttribute("aria-valuetext")).toBe("4.7 ×");
  });
  test("starts half way to its maximum where none is named, never at it", async () => {
    render(<Loop row={loop} />);
    expect(screen.getByRole("slider", { name: "Leverage" }).getAttribute("aria-valuetext")).toBe("5.0 ×");
    expect(valueOf("Net APY")).toBe("Not known: enter both legs.");
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    // 5 · 7 % − 4 · 5 %
    expect(valueOf("Net APY")).toBe("15.00 %");
    expect(valueOf("LTV")).toBe("80.0 %");
    expect(valueOf(/may fall against SOL/)).toBe("15.8 %");
    expect(valueOf("Break-even borrow cost")).toBe("8.75 %");
    expect(valueOf("Lost at liquidation")).toBe("78.9 %");
    expect(valueOf("Interest alone")).toBe("never");
    expect(valueOf("Supplied")).toBe("$5,000");
    const table = screen.getByRole("table");
    expect(within(table).getByRole("row", { name: /half way/ }).textContent).toContain("15.00 %");
    expect(within(table).getByRole("row", { name: /maximum/ }).textContent).toContain("23.00 %");
  });
  test("is tried at the dearest that its debt has been, or says that nobody has recorded it", async () => {
    render(<Loop row={loop} />);
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    screen.getByText(/How dear borrowing SOL has been at its highest is not published/);
    cleanup();
    render(<Loop row={loop} highest={{ apy: fraction(0.5), days: 74 }} />);
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    screen.getByText("50.00 % is what borrowing SOL cost in the dearest hour of 74 days recorded here.");
    const table = screen.getByRole("table");
    within(table).getByRole("columnheader", { name: "Borrow at 50.00 %" });
    // 5 · 7 % − 4 · 50 %
    expect(within(table).getByRole("row", { name: /half way/ }).textContent).toContain("−165.00 %");
  });
  test("is held against holding alone, with what it costs and how much dearer its debt may get", async () => {
    render(<Loop row={loop} />);
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    // 4 · (7 % − 5 %)
    expect(document.body.textContent).toContain(
      "+8.00 pp against holding JitoSOL alone, for 5.0 × leverage; gone if borrowing SOL gets dearer by 2.00 pp.",
    );
    // 365 · 0.1 % · 5 / 8 %
    expect(valueOf("Earned back against holding JitoSOL")).toBe("after 22.8 days");
    const table = within(screen.getByRole("table"));
    for (const head of ["Borrow +0.50 pp", "Borrow +2.00 pp", "Borrow +5.00 pp"])
      table.getByRole("columnheader", { name: head });
    // 5 · 7 % − 4 · 10 %
    expect(table.getByRole("row", { name: /half way/ }).textContent).toContain("−5.00 %");
    await enter("Borrow cost", "8");
    expect(document.body.textContent).toContain(
      "−4.00 pp against holding JitoSOL alone: the debt costs as much as JitoSOL earns, or more.",
    );
    expect(valueOf("Earned back against holding JitoSOL")).toBe("never");
  });
  test("of an unpublished leverage says what its legs are at least, and from which leverage", async () => {
    const pool = { productName: "Jito Market", totalDepositUsd: dollars(30e6) };
    const debt = marketRow({ ...pool, tokens: [rowToken("SOL")], borrowApy: fraction(0.05) });
    render(<Loop row={{ ...loop, detail: "Jito Market", depositApy: fraction(0.15) }} rows={[debt]} />);
    // (15 % + 8 · 5 %) / 9
    screen.getByText(
      /at least, as implied by the quoted rate at the maximum of 9.0 ×: at less leverage it is more/,
    );
    expect(valueOf("Net APY, at least")).toBe("10.56 %");
    expect(document.body.textContent).toContain("At least +4.44 pp against holding JitoSOL alone");
    expect(document.body.textContent).toContain("gets dearer by at least 1.11 pp");
    screen.getByText("at least, today");
    // 6.11 % · 5 / 4, and 365 · 0.1 % · 5 / 4.44 %
    expect(valueOf("Break-even borrow cost")).toBe("at least 7.64 %");
    expect(valueOf("Earned back against holding JitoSOL")).toBe("after at most 41.1 days");
    await enter("Supply yield", "7");
    expect(valueOf("Net APY")).toBe("15.00 %");
  });
  test("says what fits and what my own loan does to the market it is taken in", () => {
    const jito = { ...loop, detail: "Jito Market" };
    const pool = { productName: "Jito Market", totalDeposit: tokens(30e6), totalDepositUsd: dollars(30e6) };
    const supply = marketRow({ ...pool, tokens: [rowToken("JitoSOL")], maxDeposit: tokens(50e6) });
    const debt = marketRow({
      ...pool,
      tokens: [rowToken("SOL")],
      totalBorrow: tokens(12e6),
      totalBorrowUsd: dollars(12e6),
      maxBorrow: tokens(28e6),
      borrowApy: fraction(0.05),
      baseBorrowApy: fraction(0.05),
    });
    const { rerender } = render(<Loop row={jito} rows={[supply, debt]} size={dollars(1e6)} />);
    // min($16M / 4, $20M / 5)
    expect(valueOf("Fits at 5.0 ×")).toBe("$4.0 M");
    expect(valueOf("SOL lent out with my loan")).toBe("40.0 % → 53.3 %");
    // Up to ln 1.05 · 16 / 12.
    expect(valueOf("Base cost of SOL then")).toBe("5.00–6.72 %");
    rerender(<Loop row={jito} rows={[supply, { ...debt }]} size={dollars(5e6)} />);
    expect(valueOf("Fits at 5.0 ×")).toContain("$4.0 M");
    screen.getByText("of own money, $1.0 M less than my size");
    expect(valueOf("SOL lent out with my loan")).toBe("40.0 %, and not enough left");
    expect(valueOf("Base cost of SOL then")).toContain("not enough left");
  });
  test("is given back as it was found", async () => {
    render(<Loop row={loop} />);
    await enter("Borrow cost", "5");
    await userEvent.click(screen.getByRole("button", { name: "Reset" }));
    expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Borrow cost" }).value).toBe("");
    expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  });
  test("that contradicts itself is flagged", () => {
    render(<Loop row={{ ...loop, liquidationLtv: fraction(0.85), maxLeverage: 20 }} />);
    screen.getByText(
      /liquidation LTV is not above maximum LTV; maximum leverage is more than maximum LTV allows/,
    );
  });
  test("without limits says so instead of offering a leverage", () => {
    render(<Loop row={{ ...loop, maxLtv: undefined, maxLeverage: undefined }} />);
    screen.getByText(/The market states no leverage that can be opened/);
    expect(screen.queryByRole("slider")).toBeNull();
  });
  const legs = {
    supplyApy: undefined,
    borrowApy: undefined,
    supplyFrom: "unknown",
    borrowFrom: "unknown",
    supplyMarket: undefined,
    borrowMarket: undefined,
    quotedNear: 3.001,
    assumedLeverage: 3.5,
    assumedFrom: "limit",
    bound: undefined,
  } as const;
  test("lists each leverage once, in order, none above the maximum", () => {
    const steps = leverageSteps({ limit: 5, halfway: 3, leverage: 3, legs });
    expect(steps.map(({ leverage, note }) => [leverage, note])).toEqual([
      [2, ""],
      [3, "half way"],
      [5, "maximum"],
    ]);
  });

  test("has the leverage the market names at its own value, beside a half way that reads the same", () => {
    const named = { ...legs, assumedLeverage: 4.7, assumedFrom: "market" } as const;
    const steps = leverageSteps({ limit: 8.3, halfway: 4.65, leverage: 4.7, legs: named });
    expect(steps).toContainEqual({ leverage: 4.7, note: "named by the market" });
    expect(steps.map(({ leverage }) => leverage)).not.toContain(4.65);
  });
});

function inDays(days: number): Pick<MarketRow, "expirationTime"> {
  return { expirationTime: moment(new Date(Date.now() + days * 86_400_000 + 60_000).toISOString()) };
}

describe("a prediction", () => {
  const row = marketRow({
    type: "prediction",
    yesBid: fraction(0.6),
    yesAsk: fraction(0.62),
    noBid: fraction(0.38),
    noAsk: fraction(0.41),
    closeTime: moment("2020-01-01T00:00:00Z"),
  });
  test("tells middle, spread and overround", () => {
    render(<PredictionCalculator row={row} />);
    expect(valueOf("Overround")).toBe("3.0 %");
    expect(valueOf("Middle of the prices")).toBe("$0.61");
    expect(valueOf("Spread")).toBe("$0.02");
    expect(valueOf("Days left")).toBe("none, its time is over");
    expect(valueOf("Return if it comes true")).toBe("its time is over");
  });
  test("counts its days from where a demo's clock is frozen", () => {
    const source = { kind: "demo", label: "Demo", frozenAt: "2027-02-11T23:40:00.000Z" } as const;
    const config = { source, clientKey: "", interstitialUrl: "/action" };
    const end = moment("2027-02-25T23:40:00Z");
    render(
      <DashboardConfigContext value={config}>
        <PredictionCalculator row={{ ...row, expirationTime: end }} />
      </DashboardConfigContext>,
    );
    expect(valueOf("Days left")).toBe("14 days");
  });
  test("is over when it is settled, and a few weeks are not taken for a year", () => {
    const { rerender } = render(
      <PredictionCalculator row={{ ...row, yesAsk: fraction(0.92), noAsk: fraction(0.4), ...inDays(57) }} />,
    );
    expect(valueOf("Days left")).toBe("57 days");
    // (1 / 0.92)^(365 / 57) − 1
    expect(valueOf("A year's return")).toMatch(/^70\.\d+ %$/);
    rerender(<PredictionCalculator row={{ ...row, yesAsk: fraction(0.97), ...inDays(12) }} />);
    expect(valueOf("A year's return")).toBe("");
    expect(valueOf("Return if it comes true")).toBe("3.09 %");
  });
  test("says one voice of two asks under $1, and leaves out an overround that is the spread", () => {
    const { rerender } = render(<PredictionCalculator row={{ ...row, noAsk: fraction(0.3) }} />);
    expect(valueOf("Overround")).toBe("−8.0 %, rather a wrong price than a sure profit");
    rerender(<PredictionCalculator row={{ ...row, noAsk: fraction(0.4) }} />);
    expect(screen.queryByText("Overround")).toBeNull();
    expect(valueOf("Spread")).toBe("$0.02");
  });
  test("without prices says that none are published", () => {
    render(<PredictionCalculator row={marketRow({ type: "prediction" })} />);
    expect(valueOf("Overround")).toBe("no price published");
    expect(valueOf("Days left")).toBe("no time is published");
    expect(document.body.textContent).not.toMatch(/NaN|undefined/);
  });
});

describe("a perpetual", () => {
  const row = marketRow({
    type: "perpetual",
    longUsd: dollars(30_000),
    shortUsd: dollars(10_000),
    maxLeverage: 5,
  });
  test("holds my position against both sides", () => {
    render(<PerpetualCalculator row={row} size={dollars(5000)} onSize={() => undefined} />);
    // Half way to 5 × is 3 ×, of which the side lends two.
    expect(valueOf("Position")).toBe("$15,000");
    expect(valueOf("of it lent by the side")).toBe("$10,000");
    screen.getByText("Long fits");
    screen.getByText("Short fits");
    cleanup();
    render(<PerpetualCalculator row={row} size={dollars(7500)} onSize={() => undefined} />);
    screen.getByText("Short does not fit");
    screen.getByText("$5.0 k short");
    expect(valueOf("Liquidity that is long")).toBe("75.0 %");
  });
  test("says which side is not published", () => {
    render(
      <PerpetualCalculator
        row={{ ...row, shortUsd: undefined, maxLeverage: undefined }}
        size={dollars(1)}
        onSize={() => undefined}
      />,
    );
    screen.getByText("Short: liquidity not published");
    screen.getByText("the market states no maximum");
  });
});
