// Each calculator shows what its formula gives, and says in words what it does not know.
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, describe, expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../tests/fixtures/quantities.ts";
import type { Usd } from "../../contract/units.ts";
import { DashboardConfigContext } from "../queries/configuration.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { alternatives, BreakEven, compareOwnYields } from "./break-even.tsx";
import { BorrowPanel } from "./borrow-panel.tsx";
import { otherEnds, takesLoans, useLoanInputs } from "./loan-inputs.ts";
import { givesLoans } from "../../domain/market/row-values.ts";
import { LeverageTable, leverageSteps, type HighestDebt } from "./loop/leverage-table.tsx";
import { LoopCalculator } from "./loop/loop-calculator.tsx";
import { useLoopInputs } from "./loop/loop-inputs.ts";
import { MySize } from "./my-size.tsx";
import { PerpetualCalculator } from "./perpetual-calculator.tsx";
import { PredictionCalculator } from "./prediction-calculator.tsx";

afterEach(cleanup);

function valueOf(label: string | RegExp): string {
  const term = screen
    .getAllByRole("term")
    .find((found) =>
      typeof label === "string" ? found.textContent.startsWith(label) : label.test(found.textContent),
    );
  return term?.nextElementSibling?.textContent ?? "";
}

function amountOf(field: string): string {
  return screen.getByRole<HTMLInputElement>("textbox", { name: field }).value;
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
  const context = { size, basis: "total", side: "deposit", prices: undefined } as const;
  return <MySize row={row} size={size} onSize={setSize} context={context} />;
}

function Borrow({
  row,
  rows,
  size,
  borrows = false,
  mint,
}: {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly size: Usd | undefined;
  readonly borrows?: boolean;
  readonly mint?: string;
}): ReactNode {
  const loan = useLoanInputs(row, rows, { size, borrows, mint });
  return <BorrowPanel row={row} borrows={borrows} loan={loan} />;
}

/** The pool at a utilization. */
function lent(share: number): MarketRow {
  return { ...ghoPool, totalBorrow: tokens(46.33e6 * share), totalBorrowUsd: dollars(46.33e6 * share) };
}

function inToken(symbol: string, mint: string): MarketRow {
  return { ...ghoPool, tokens: [rowToken(symbol, mint)] };
}

describe("my size", () => {
  test("shows the bracket and never its upper edge alone", () => {
    render(<Sized row={ghoPool} from={dollars(10e6)} />);
    // k = 0.8225: k²·6 % = 4.059 %, k·6 % = 4.935 % as simple rates, so 4.14–5.06 %.
    expect(valueOf("You would earn a year")).toBe("$414,228–505,864");
    expect(valueOf("Share of pool")).toBe("17.75 %");
    screen.getByText("Near full utilization");
    screen.getByText("Limited exit");
  });
  test("says what is unknown once, instead of guessing", () => {
    render(
      <Sized row={{ ...ghoPool, totalBorrow: undefined, totalBorrowUsd: undefined }} from={dollars(10e6)} />,
    );
    screen.getByText(/^deposit cap, .*averages/);
    expect(screen.queryByText(/^(Room for .*|Full exit now|Near full utilization)$/)).toBeNull();
  });
  test("warns of a small deposit into a pool past its kink", () => {
    // A deposit of 2 % of the pool took 13.84 % to 4.59 % there.
    render(<Sized row={lent(0.97)} from={dollars(0.02 * 46.33e6)} />);
    screen.getByText("Near full utilization");
    cleanup();
    render(<Sized row={lent(0.85)} from={dollars(1000)} />);
    expect(screen.queryByText("Near full utilization")).toBeNull();
  });
  test("states dollars of a token that is no dollar at today's price", () => {
    render(
      <Sized row={inToken("SOL", "So11111111111111111111111111111111111111112")} from={dollars(1000)} />,
    );
    screen.getByText("You would earn a year, at today's price");
    cleanup();
    render(
      <Sized row={inToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")} from={dollars(1000)} />,
    );
    screen.getByText("You would earn a year");
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
    expect(valueOf("You would earn a year")).toBe("—");
    expect(document.body.textContent).not.toMatch(/NaN|undefined/);
  });
});

describe("switching", () => {
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
    await enter("Cost of switching in USD", "40");
    expect(valueOf("At today")).toBe("after 15.6 days");
    expect(valueOf("At 90-day")).toBe("never");
    expect(valueOf("Gain after a year")).toBe("$960");
  });
  test("is unknown where an average is", () => {
    render(<BreakEven row={from} rows={[from, { ...to, baseDepositApy90d: undefined }]} size={undefined} />);
    expect(valueOf("At 90-day")).toBe("—");
  });
  test("compares the APY at my size, and says what does not fit", () => {
    const small = { totalDeposit: tokens(1.2e6), totalDepositUsd: dollars(1.2e6) };
    const tight = { ...to, ...small, maxDeposit: tokens(1.853e6) };
    render(<BreakEven row={from} rows={[from, tight]} size={dollars(1e6)} />);
    // k = 1.2 / 2.2: 8 % falls to e^(k² · ln 1.08) − 1 = 2.32 %, under the 6 % it is at now.
    screen.getByText("6.00 % to 2.32 % with $1M");
    expect(valueOf("At today")).toBe("never");
    expect(valueOf("Doesn't fit there")).toBe("$347.0 k");
  });
  test("counts rewards as they are now on both sides of the averages", () => {
    const rewarded = { ...to, depositApy: fraction(0.1), baseDepositApy: fraction(0.04) };
    render(<BreakEven row={from} rows={[rewarded]} size={undefined} />);
    screen.getByText("6.00 % to 11.50 % with $10k");
  });
  test("counts what a token earns by itself when moving out of its loop: 4.59 % to 6.40 %, not to nothing", async () => {
    const [syrup, dollar] = [
      rowToken("syrupUSDC", "AvZZF1YaZDziPY2RCK4oJrRVrbN3mTD9NL24hPeaZeUj"),
      rowToken("USDC"),
    ];
    const place = { productName: "Maple Market", totalDepositUsd: dollars(1e12), totalDeposit: tokens(1e12) };
    const small = { depositApy: fraction(0.0005), baseDepositApy: fraction(0.0005), rewardsGiven: true };
    const supply = marketRow({ ...place, ...small, id: "supply", tokens: [syrup] });
    const debt = marketRow({ ...place, ...small, id: "debt", tokens: [dollar], borrowApy: fraction(0.07) });
    const loop = marketRow({
      id: "loop",
      type: "loop",
      productName: "Maple Market",
      tokens: [syrup, dollar],
      depositApy: fraction(0.0459),
      raw: readRow({ type: "loop", additionalData: { leverage: 4 } }).raw,
    });
    const { unmount } = render(<BreakEven row={loop} rows={[supply, debt]} size={dollars(1e6)} />);
    await enter("Cost of switching in USD", "0");
    // (4.59 % + 3 · 7 %) / 4 = 6.3975 %, of which 0.05 % is from lending.
    screen.getByText("4.59 % to 6.40 % with $1M");
    expect(valueOf("Gain after a year")).toBe("$18,075");
    screen.getByText("syrupUSDC earns 6.35 % by itself, as its loops imply: counted in its rate.");
    unmount();
    // Without the loop's leverage nothing implies it: then the gain is unknown.
    render(
      <BreakEven
        row={marketRow({ ...loop, raw: readRow({ type: "loop" }).raw })}
        rows={[supply, debt]}
        size={dollars(1e6)}
      />,
    );
    expect(valueOf("At today")).toBe("—");
    expect(valueOf("Gain after a year")).toBe("—");
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
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Switch to" }).value).toMatch(/^To, /);
  });
  test("offers no rate of zero and no market whose figures contradict each other", () => {
    const zero = { ...to, id: "zero", depositApy: fraction(0) };
    const empty = { ...to, id: "empty", totalDeposit: tokens(0), totalDepositUsd: dollars(0) };
    expect(alternatives(from, [zero, empty, to], dollars(1000)).same.map(({ id }) => id)).toEqual(["b"]);
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
    render(<Borrow row={sol} rows={[sol, usdc]} size={dollars(10_000)} />);
    screen.getByText(/Max loan \$4,000, limited by available liquidity\. Unknown: the borrow limit\./);
    // Half of the 4,000 that are left.
    expect(amountOf("Loan in USD")).toBe("2,000");
    expect(valueOf("LTV")).toBe("20.0 %");
    expect(valueOf("Health")).toBe("4.0 ×");
    screen.getByText(/^At 50 % of the limit SOL can drop 75\.0 % to \$25\.00 before liquidation\./);
    expect(valueOf("Liquidation price of SOL")).toBe("$25.00");
    expect(valueOf("Penalty at liquidation")).toBe("$100");
    expect(valueOf("Interest a year")).toBe("≥ $120");
    screen.getByText("6.00 % now; upper end unknown");
  });
  test("charges what the loan makes of the rate, as the list does, and warns where it has no upper bound", () => {
    const base = { ...usdc, baseBorrowApy: usdc.borrowApy };
    render(<Borrow row={sol} rows={[sol, base]} size={dollars(10_000)} />);
    // From 20 % lent out to 60 %, so up to three times the rate: 1.06³ − 1, of $2,000.
    expect(valueOf("Interest a year")).toBe("$120–382");
    expect(valueOf("Borrow APY with the loan")).toBe("6.00–19.10 %");
    cleanup();
    // $750 of what is left take it from 70 % lent out to 85 %.
    render(
      <Borrow row={sol} rows={[sol, { ...base, totalBorrowUsd: dollars(3500) }]} size={dollars(10_000)} />,
    );
    expect(valueOf("Interest a year")).toBe("≥ $45.00");
    screen.getByText("6.00 % now; past the kink the rate can jump");
  });
  test("says what cannot be known without a liquidation LTV", () => {
    render(
      <Borrow
        row={{ ...sol, liquidationLtv: undefined, liquidationPenalty: undefined }}
        rows={[usdc]}
        size={undefined}
      />,
    );
    expect(valueOf("Health")).toBe("—");
    expect(valueOf("Penalty at liquidation")).toBe("—");
    screen.getByText(/^At 50 % of the limit; drop to liquidation unknown\./);
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
    render(<Borrow row={sol} rows={[sol, second]} size={undefined} />);
    screen.getByText("No other token can be borrowed against SOL here.");
    expect(screen.queryByRole("textbox")).toBeNull();
  });
  test("begins at the loan where that is what was looked for, with the collateral chosen", async () => {
    const jlp = { ...sol, id: "jlp", tokens: [rowToken("JLP")], totalDepositUsd: dollars(900_000) };
    const rows = [sol, jlp, { ...usdc, baseBorrowApy30d: fraction(0.0467) }];
    render(<Borrow row={rows[2] ?? usdc} rows={rows} size={undefined} borrows mint="SOLmint" />);
    screen.getByRole("heading", { name: "Borrow USDC" });
    screen.getByText("SOL as collateral");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Collateral" }), "jlp");
    screen.getByText("JLP as collateral");
  });
  test("begins with my size as the loan, on the collateral that half of the room asks for", async () => {
    const rows = [
      { ...sol, totalDepositUsd: dollars(1e9) },
      { ...usdc, totalDepositUsd: dollars(1e9) },
    ];
    render(<Borrow row={rows[1] ?? usdc} rows={rows} size={dollars(30_000)} borrows />);
    // 30,000 / (75 % / 2) = $80,000 of SOL at $1,000,000.
    expect(amountOf("Loan in USD")).toBe("30,000");
    expect(amountOf("Collateral in SOL")).toBe("0.08");
    screen.getByText("estimated");
    await enter("Collateral in SOL", "0.04");
    // Half of the limit of 0.04 · 1,000,000 · 75 %.
    expect(amountOf("Loan in USD")).toBe("15,000");
  });
  test("a share of the limit refills the amount that was not typed", async () => {
    const rows = [
      { ...sol, totalDepositUsd: dollars(1e9) },
      { ...usdc, totalDepositUsd: dollars(1e9) },
    ];
    render(<Borrow row={rows[1] ?? usdc} rows={rows} size={dollars(30_000)} borrows />);
    await userEvent.click(screen.getByRole("radio", { name: "75 %" }));
    // 30,000 / (75 % · 75 %)
    expect(amountOf("Collateral in SOL")).toBe("0.053333");
    await enter("Collateral in SOL", "0.04");
    expect(amountOf("Loan in USD")).toBe("22,500");
    screen.getByText(/^At 75 % of the limit SOL can drop 29\.7 %/);
  });
  test("has no figures where nothing is left to borrow", () => {
    const lentOut = { ...usdc, totalBorrowUsd: dollars(5000), totalBorrow: tokens(5000) };
    render(<Borrow row={lentOut} rows={[sol, lentOut]} size={dollars(1000)} borrows />);
    screen.getByText("nothing left to borrow");
    expect(valueOf("Interest a year")).toBe("—");
    expect(valueOf("Health")).toBe("—");
    expect(screen.queryByRole("slider")).toBeNull();
  });
  test("tells which price liquidates: the debt's where the collateral is a stablecoin", () => {
    const stable = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
    const rows = [
      { ...sol, borrowApy: fraction(0.06), totalBorrowUsd: dollars(0), totalBorrow: tokens(0) },
      { ...usdc, tokens: [stable], maxLtv: fraction(0.8), liquidationLtv: fraction(0.9) },
    ];
    render(<Borrow row={rows[1] ?? usdc} rows={rows} size={dollars(10_000)} />);
    expect(screen.queryByText("Liquidation price of USDC")).toBeNull();
    // Half of 80 % is owed: 90 / 40 − 1.
    screen.getByText("125.0 % above its price now");
    expect(valueOf("Liquidation price of SOL")).toBe("$225");
  });
  test("says of a debt that moves that it may count for more than its value, and not of dollars", () => {
    const stable = rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v");
    const dollar = { ...usdc, tokens: [stable], maxLtv: fraction(0.8), borrowApy: fraction(0.05) };
    const rows = [{ ...sol, borrowApy: fraction(0.06), maxLtv: fraction(0.7) }, dollar];
    const factors = /Borrow factors are unknown: a debt of SOL may count for more than its value\./;
    render(<Borrow row={dollar} rows={rows} size={dollars(10_000)} />);
    screen.getByText(factors);
    cleanup();
    render(<Borrow row={rows[0] ?? sol} rows={rows} size={dollars(10_000)} />);
    expect(screen.queryByText(/Borrow factors/)).toBeNull();
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
    render(<Borrow row={rows[1] ?? usdc} rows={rows} size={dollars(10_000)} />);
    // $10,000 beside $40,000 leave k = 0.8 of the rate, k² at worst: $155.48–194.73. $4,000 take SOL from 16 % lent out to 20 %:
    // 5.89 % to 1.0589^1.25 − 1 = 7.42 %, $235.60–296.62.
    expect(valueOf("Net per year")).toBe("−$141 – −$40.87");
    cleanup();
    // Today's rates are the most there can be where nothing tells how far they move.
    const silent = { totalDepositUsd: undefined, totalBorrowUsd: undefined };
    const [debt = sol, collateral = usdc] = rows;
    const unknownTotals = { ...collateral, ...silent };
    render(
      <Borrow row={unknownTotals} rows={[{ ...debt, ...silent }, unknownTotals]} size={dollars(10_000)} />,
    );
    // $244 on $10,000 less $235.60 on $4,000.
    expect(valueOf("Net per year")).toBe("≤ $8.40");
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
    expect(valueOf("Net APY")).toBe("Enter supply yield and borrow cost.");
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    // 5 · 7 % − 4 · 5 %
    expect(valueOf("Net APY")).toBe("15.00 %");
    expect(valueOf("LTV")).toBe("80.0 %");
    expect(valueOf("Drop to liquidation")).toBe("15.8 %");
    expect(valueOf("Break-even borrow APY")).toBe("8.75 %");
    expect(valueOf("Loss at liquidation")).toBe("78.9 %");
    expect(valueOf("Liquidation by interest alone")).toBe("never");
    expect(valueOf("Supplied")).toBe("$5,000");
    const table = screen.getByRole("table");
    expect(within(table).getByRole("row", { name: /halfway/ }).textContent).toContain("15.00 %");
    expect(within(table).getByRole("row", { name: /maximum/ }).textContent).toContain("23.00 %");
  });
  test("is tested at the peak borrow rate, where one is recorded", async () => {
    render(<Loop row={loop} />);
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    screen.getByText("Peak SOL borrow rate: unknown");
    cleanup();
    render(<Loop row={loop} highest={{ apy: fraction(0.5), days: 74 }} />);
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    screen.getByText("Peak SOL borrow rate: 50.00 % (hourly, 74 recorded days)");
    const table = screen.getByRole("table");
    within(table).getByRole("columnheader", { name: "Borrow at 50.00 %" });
    // 5 · 7 % − 4 · 50 %
    expect(within(table).getByRole("row", { name: /halfway/ }).textContent).toContain("−165.00 %");
  });
  test("is compared with holding, with its cost and how far the borrow rate may rise", async () => {
    render(<Loop row={loop} />);
    await enter("Supply yield", "7");
    await enter("Borrow cost", "5");
    // 4 · (7 % − 5 %)
    expect(document.body.textContent).toContain(
      "+8.00 pp vs holding JitoSOL at 5.0 ×; gone if the SOL borrow rate rises by 2.00 pp.",
    );
    // 365 · 0.1 % · 5 / 8 %
    expect(valueOf("Cost earned back vs holding JitoSOL")).toBe("after 22.8 days");
    const table = within(screen.getByRole("table"));
    for (const head of ["Borrow +0.50 pp", "Borrow +2.00 pp", "Borrow +5.00 pp"])
      table.getByRole("columnheader", { name: head });
    // 5 · 7 % − 4 · 10 %
    expect(table.getByRole("row", { name: /halfway/ }).textContent).toContain("−5.00 %");
    await enter("Borrow cost", "8");
    expect(document.body.textContent).toContain(
      "−4.00 pp vs holding JitoSOL: the debt costs at least what JitoSOL earns.",
    );
    expect(valueOf("Cost earned back vs holding JitoSOL")).toBe("never");
  });
  test("of an unpublished leverage says what its legs are at least, and from which leverage", async () => {
    const pool = { productName: "Jito Market", totalDepositUsd: dollars(30e6) };
    const debt = marketRow({ ...pool, tokens: [rowToken("SOL")], borrowApy: fraction(0.05) });
    render(<Loop row={{ ...loop, detail: "Jito Market", depositApy: fraction(0.15) }} rows={[debt]} />);
    // (15 % + 8 · 5 %) / 9
    screen.getByText(/at least; implied by the quoted APY at the maximum of 9.0 ×, more at lower leverage/);
    expect(valueOf("Net APY, at least")).toBe("10.56 %");
    expect(document.body.textContent).toContain("At least +4.44 pp vs holding JitoSOL");
    expect(document.body.textContent).toContain("rises by at least 1.11 pp");
    screen.getByText("at least, at today's rates");
    // 6.11 % · 5 / 4, and 365 · 0.1 % · 5 / 4.44 %
    expect(valueOf("Break-even borrow APY")).toBe("at least 7.64 %");
    expect(valueOf("Cost earned back vs holding JitoSOL")).toBe("after at most 41.1 days");
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
    expect(valueOf("Capacity at 5.0 ×")).toBe("$4.0 M");
    expect(valueOf("SOL utilization with my loan")).toBe("40.0 % → 53.3 %");
    // Up to ln 1.05 · 16 / 12.
    expect(valueOf("SOL base borrow APY then")).toBe("5.00–6.72 %");
    rerender(<Loop row={jito} rows={[supply, { ...debt }]} size={dollars(5e6)} />);
    expect(valueOf("Capacity at 5.0 ×")).toContain("$4.0 M");
    screen.getByText("$1.0 M less than my size");
    expect(valueOf("SOL utilization with my loan")).toBe("40.0 %, not enough left");
    expect(valueOf("SOL base borrow APY then")).toBe("—");
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
    screen.getByText(/No maximum leverage is published/);
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
      [3, "halfway"],
      [5, "maximum"],
    ]);
  });

  test("has the leverage the market names at its own value, beside a half way that reads the same", () => {
    const named = { ...legs, assumedLeverage: 4.7, assumedFrom: "market" } as const;
    const steps = leverageSteps({ limit: 8.3, halfway: 4.65, leverage: 4.7, legs: named });
    expect(steps).toContainEqual({ leverage: 4.7, note: "quoted" });
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
    expect(valueOf("Mid price")).toBe("$0.61");
    expect(valueOf("Spread")).toBe("$0.02");
    expect(valueOf("Days left")).toBe("Expired");
    expect(valueOf("Return if true")).toBe("Expired");
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
    expect(valueOf("Annualized return if true")).toMatch(/^70\.\d+ %$/);
    rerender(<PredictionCalculator row={{ ...row, yesAsk: fraction(0.97), ...inDays(12) }} />);
    expect(valueOf("Annualized return if true")).toBe("");
    expect(valueOf("Return if true")).toBe("3.09 %");
  });
  test("says one voice of two asks under $1, and leaves out an overround that is the spread", () => {
    const { rerender } = render(<PredictionCalculator row={{ ...row, noAsk: fraction(0.3) }} />);
    expect(valueOf("Overround")).toBe("−8.0 %, likely a stale price");
    rerender(<PredictionCalculator row={{ ...row, noAsk: fraction(0.4) }} />);
    expect(screen.queryByText("Overround")).toBeNull();
    expect(valueOf("Spread")).toBe("$0.02");
  });
  test("without prices says that none are published", () => {
    render(<PredictionCalculator row={marketRow({ type: "prediction" })} />);
    expect(valueOf("Overround")).toBe("—");
    expect(valueOf("Days left")).toBe("—");
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
    expect(valueOf("borrowed")).toBe("$10,000");
    screen.getByText("Long fits");
    screen.getByText("Short fits");
    cleanup();
    render(<PerpetualCalculator row={row} size={dollars(7500)} onSize={() => undefined} />);
    screen.getByText("Short doesn't fit");
    screen.getByText("$5.0 k short");
    expect(valueOf("Long share of liquidity")).toBe("75.0 %");
  });
  test("says which side is unknown", () => {
    render(
      <PerpetualCalculator
        row={{ ...row, shortUsd: undefined, maxLeverage: undefined }}
        size={dollars(1)}
        onSize={() => undefined}
      />,
    );
    screen.getByText("Short: unknown liquidity");
    screen.getByText("maximum unknown");
  });
});
