// Each calculator shows what its formula gives, and says which inputs are unknown.
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ComponentProps, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { savedCsv } from "../../../tests/fixtures/saved-csv.ts";
import { marketRow, poolRow, readRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, moment, tokens } from "../../../tests/fixtures/quantities.ts";
import { dayMs, type Usd } from "../../contract/units.ts";
import { freezeClock } from "../data/clock.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { peerPrices } from "../../domain/market/assess/checks.ts";
import { solMint } from "../../domain/market/asset-families.ts";
import type { ApyBasis } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { alternatives, BreakEven, compareOwnYields } from "./break-even.tsx";
import { BorrowPanel } from "./borrow-panel.tsx";
import { otherEnds, takesLoans, useLoanInputs, type LoanState } from "./loan-inputs.ts";
import { defaultViewState } from "../../domain/view-state/codec.ts";
import { givesLoans } from "../../domain/market/row-values.ts";
import { LeverageTable, leverageSteps } from "./loop/leverage-table.tsx";
import { LoopCalculator } from "./loop/loop-calculator.tsx";
import { useLoopInputs, type LoopState } from "./loop/loop-inputs.ts";
import { MySize } from "./my-size.tsx";
import { PerpetualCalculator } from "./perpetual-calculator.tsx";
import { PredictionCalculator } from "./prediction-calculator.tsx";

function valueOf(label: string): string {
  const term = screen.getAllByRole("term").find(({ textContent }) => textContent.startsWith(label));
  return term?.nextElementSibling?.textContent ?? "";
}

/** Compares the figures whose labels start with the given texts. */
function expectFigures(expected: Readonly<Record<string, string>>): void {
  expect(Object.fromEntries(Object.keys(expected).map((label) => [label, valueOf(label)]))).toEqual(expected);
}

function amountOf(field: string): string {
  return screen.getByRole<HTMLInputElement>("textbox", { name: field }).value;
}

async function enter(name: string, text: string): Promise<void> {
  const field = screen.getByRole("textbox", { name });
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

const text = (): string => document.body.textContent;
const labeled = (name: RegExp | string): string => screen.getByRole("row", { name }).textContent;
const idsOf = (rows: readonly MarketRow[]): readonly string[] => rows.map(({ id }) => id);

const usdcMint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const dollar = rowToken("USDC", usdcMint);

/** A lending pool whose token is worth a dollar. */
function pool(id: string, symbol: string, apy: number, deposits: number, lent: number): MarketRow {
  return poolRow(
    id,
    { deposits, lent, apy },
    { label: id, tokens: [rowToken(symbol)], rewards: [], rewardsGiven: true },
  );
}

// The first published example of the range: 46.33 in, 10 more, 6.00 %.
const ghoPool = pool("gho", "GHO", Math.expm1(0.06), 46.33e6, 40e6);

function Sized({ row, from }: { readonly row: MarketRow; readonly from: Usd | undefined }): ReactNode {
  const [size, setSize] = useState(from);
  const context = { size, basis: "total", side: "deposit", prices: undefined } as const;
  return <MySize row={row} size={size} onSize={setSize} context={context} />;
}

describe("my size", () => {
  test.each([
    ["GHO", "GHOmint", "You would earn per year, at today's price"],
    ["USDC", usdcMint, "You would earn per year"],
  ])("states earnings of a %s pool at today's price unless the token is a dollar", (symbol, mint, label) => {
    render(<Sized row={{ ...ghoPool, tokens: [rowToken(symbol, mint)] }} from={dollars(1000)} />);
    screen.getByText(label);
  });

  test("gives the range of yearly earnings, the share of the pool and warnings, a dash for what is unknown", async () => {
    const { rerender } = render(<Sized row={ghoPool} from={undefined} />);
    screen.getByText(/^Enter a size/);
    await userEvent.click(screen.getByRole("button", { name: "$250k" }));
    expect(screen.getByRole("button", { name: "$250k" }).getAttribute("aria-pressed")).toBe("true");
    await enter("Deposit in USD", "10m");
    // k = 0.8225: k²·6 % = 4.059 %, k·6 % = 4.935 % as simple rates, so 4.14–5.06 %.
    expectFigures({ "You would earn per year": "$414,228–505,864", "Share of pool": "17.75 %" });
    // The same icon as on the chip above.
    expect(screen.getByText("APY may fall further").querySelector(".lucide-gauge")).not.toBeNull();
    rerender(<Sized row={{ ...ghoPool, totalDepositUsd: undefined }} from={undefined} />);
    expectFigures({ "You would earn per year": "—" });
  });

  test("replaces rejected text by a preset, also by the one that is chosen already", async () => {
    render(<Sized row={ghoPool} from={dollars(250_000)} />);
    await enter("Deposit in USD", "abc");
    expect(amountOf("Deposit in USD")).toBe("abc");
    await userEvent.click(screen.getByRole("button", { name: "$250k" }));
    expect(amountOf("Deposit in USD")).toBe("250,000");
    expect(screen.getByRole("textbox").getAttribute("aria-invalid")).toBe("false");
  });

  test("abbreviates yearly earnings that are too long for the panel", () => {
    render(<Sized row={pool("dust", "USDC", 1e6, 1e9, 0)} from={dollars(250_000)} />);
    expectFigures({ "You would earn per year": "$248.3–249.1 B" });
  });

  test("marks a small size at its place on the curve", () => {
    render(<Sized row={ghoPool} from={dollars(5000)} />);
    expect(document.querySelector("figure text[text-anchor=start]")?.textContent).toBe("$1k");
    // log 5 of the 4 decades to $10M, on 260 units from 64.
    expect(Number(document.querySelector("figure circle")?.getAttribute("cx"))).toBeCloseTo(109.4, 1);
  });

  test("marks a size below the curve's first within the plot", () => {
    // $100 dilute this pool by a third, $1 hardly at all.
    render(<Sized row={pool("small", "USDC", 0.06, 200, 0)} from={dollars(1)} />);
    const dot = document.querySelector("figure circle");
    expect(Number(dot?.getAttribute("cy"))).toBeGreaterThanOrEqual(10);
  });

  test("leaves rewards out on the base basis, as the list does", () => {
    const rewarded = { ...pool("a", "USDC", 0.05, 1e12, 0), depositApy: fraction(0.07), rewardsGiven: false };
    const context = { size: dollars(1000), basis: "base", side: "deposit", prices: undefined } as const;
    render(<MySize row={rewarded} size={dollars(1000)} onSize={() => undefined} context={context} />);
    expectFigures({ "You would earn per year, without rewards": "$50.00" });
    expect(screen.queryByText("If rewards stop")).toBeNull();
  });
});

const average = (row: MarketRow, rate: number): MarketRow => ({
  ...row,
  baseDepositApy90d: fraction(rate),
});

describe("switching markets", () => {
  const from = average(pool("a", "USDC", 0.06, 1e6, 0), 0.06);
  const to = average(pool("b", "USDC", 0.08, 1e15, 0), 0.055);

  test("is compared at today's rates and at 90-day averages with today's rewards", async () => {
    const prices = { byMint: new Map([[solMint, { median: dollars(62), markets: 3 }]]), offText: "" };
    render(<BreakEven row={from} rows={[from, to]} size={dollars(50_000)} basis="total" prices={prices} />);
    // 0.00224928 SOL
    expect(amountOf("Cost of switching in USD")).toBe("0.14");
    await enter("Cost of switching in USD", "40");
    expectFigures({
      "Break-even at today": "15.6 days",
      "Break-even at 90-day": "never",
      "Gain after a year": "$960",
    });
    cleanup();
    render(
      <BreakEven
        row={from}
        rows={[{ ...to, baseDepositApy90d: undefined }]}
        size={undefined}
        basis="total"
      />,
    );
    expectFigures({ "Break-even at 90-day": "—" });
    cleanup();
    // Rewards have no average: today's 6 % are added.
    const rewarded = {
      ...to,
      depositApy: fraction(0.1),
      baseDepositApy: fraction(0.04),
      rewardsGiven: false,
    };
    render(<BreakEven row={from} rows={[rewarded]} size={undefined} basis="total" />);
    screen.getByText("6.00 % to 11.50 % with $10k");
  });

  test("leaves rewards out on the base basis, also from the order of the markets", () => {
    const rewarded = { ...to, id: "c", depositApy: fraction(0.2), baseDepositApy: fraction(0.07) };
    const rows = [{ ...rewarded, label: "c", rewardsGiven: false }, to];
    render(<BreakEven row={from} rows={rows} size={dollars(50_000)} basis="base" />);
    screen.getByText("if $50k is already in this market, without rewards");
    screen.getByText("6.00 % to 8.00 % with $50k");
    // Both have the same 90-day base.
    screen.getByText("6.00 % to 5.50 % with $50k");
    screen.getByText("Break-even at 90-day base");
    cleanup();
    render(<BreakEven row={from} rows={rows} size={dollars(50_000)} basis="total" />);
    screen.getByText("6.00 % to 20.00 % with $50k");
  });

  test("dilutes the 90-day base with the borrow rate of the same days", () => {
    const spiking = {
      ...average(poolRow("b", { deposits: 1e6, lent: 850_000, apy: 0.08, borrowApy: 0.1 }), 0.04),
      baseBorrowApy90d: fraction(0.05),
      tokens: from.tokens,
    };
    render(<BreakEven row={from} rows={[spiking]} size={dollars(200_000)} basis="total" />);
    // k = 1 / 1.2: ln 1.04 · k² and k · (ln 1.04 − (1 − k) · 85 % · ln 1.05) give 2.76 % and 2.73 %.
    screen.getByText("6.00 % to 2.73 % with $200k");
  });

  test("compares APYs at my size and shows the amount that doesn't fit", () => {
    const tight = { ...pool("b", "USDC", 0.08, 1.2e6, 0), maxDeposit: tokens(1.853e6) };
    render(<BreakEven row={from} rows={[from, tight]} size={dollars(1e6)} basis="total" />);
    // k = 1.2 / 2.2: 8 % falls to e^(k² · ln 1.08) − 1 = 2.32 %, under the 6 % it is at now.
    screen.getByText("6.00 % to 2.32 % with $1M");
    expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe(marketName(tight));
    expectFigures({ "Break-even at today": "never", "Amount that doesn't fit": "$347.0 k" });
  });

  test("counts a token's own yield when leaving its loop", async () => {
    const syrup = rowToken("syrupUSDC", "AvZZF1YaZDziPY2RCK4oJrRVrbN3mTD9NL24hPeaZeUj");
    const place = { productName: "Maple Market", rewardsGiven: true };
    const supply = poolRow(
      "supply",
      { deposits: 1e12, apy: 0.0005 },
      { ...place, tokens: [syrup], baseDepositApy90d: fraction(0.0005) },
    );
    const debt = poolRow("debt", { deposits: 1e12, apy: 0, borrowApy: 0.07 }, place);
    const loop = {
      ...readRow({ id: "loop", type: "loop", additionalData: { leverage: 4 } }),
      productName: "Maple Market",
      tokens: [syrup, rowToken("USDC")],
      depositApy: fraction(0.0459),
      depositApy90d: fraction(0.05),
    };
    const rows = [supply, { ...debt, tokens: [rowToken("USDC")] }];
    render(<BreakEven row={loop} rows={rows} size={dollars(1e6)} basis="total" />);
    await enter("Cost of switching in USD", "0");
    // (4.59 % + 3 · 7 %) / 4 = 6.3975 %, of which 0.05 % is from lending.
    screen.getByText("4.59 % to 6.40 % with $1M");
    screen.getByText("5.00 % to 6.40 % with $1M");
    expectFigures({ "Gain after a year": "$18,075" });
    screen.getByText("syrupUSDC earns 6.35 % by itself, as its loops imply: counted in its rate.");
    cleanup();
    render(<BreakEven row={supply} rows={[loop, ...rows]} size={dollars(1e6)} basis="total" />);
    screen.getByText("6.40 % to 4.59 % with $1M");
    cleanup();
    // If the loop's leverage is unknown, nothing implies the rate.
    const unlevered = { ...loop, raw: readRow({ type: "loop" }).raw };
    render(<BreakEven row={unlevered} rows={rows} size={dollars(1e6)} basis="total" />);
    expectFigures({ "Break-even at today": "—", "Gain after a year": "—" });
  });

  test("has no known gain when a vault's rate may already include the token's own yield", () => {
    const mint = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
    const jito = { tokens: [rowToken("JitoSOL", mint)] };
    const compared = (base: number) => {
      const vault = marketRow({ ...to, ...jito, kind: "yield", baseDepositApy: fraction(base) });
      return compareOwnYields({ ...from, ...jito }, vault, new Map([[mint, fraction(0.06)]]));
    };
    const note = expect.stringContaining("whether a vault's rate includes what JitoSOL earns by itself");
    expect(compared(0.07)).toMatchObject({ known: false, notes: [note] });
    expect(compared(0.006)).toMatchObject({ known: true, notes: [] });
  });

  const best = pool("best", "USDC", 0.2, 100, 50);
  const full = { ...pool("full", "USDC", 0.2, 1e6, 0), maxDeposit: tokens(1e6) };
  const loop = marketRow({
    ...to,
    id: "loop",
    type: "loop",
    kind: "loop",
    tokens: [dollar, rowToken("SOL")],
  });
  const sol = [rowToken("SOL")];
  const lentOut = [
    poolRow(
      "debt",
      { deposits: 100, lent: 100, apy: 0, borrowApy: 0.07 },
      { productName: "Full", tokens: sol },
    ),
  ];
  const looped = (productName: string): MarketRow => ({
    ...loop,
    id: productName,
    productName,
    tokens: [...from.tokens, ...sol],
    depositApy: fraction(productName === "Full" ? 0.3 : 0.2),
    baseDepositApy: undefined,
  });
  test.each<readonly [what: string, rows: readonly MarketRow[], size: number, ids: string]>([
    ["first the market where my size earns most", [to, best], 1, "best b |  |"],
    ["a pool too small for my size last", [best, to], 1e6, "b best |  |"],
    ["a market whose cap leaves no place for my size last", [full, to], 1, "b full |  |"],
    ["other tokens in a separate group", [pool("sol", "SOL", 0.5, 1, 0), from, to], 1, "b | sol |"],
    ["loops of the same token in a separate group", [{ ...loop, tokens: from.tokens }, to], 1, "b |  | loop"],
    ["closed loops after the others", [...lentOut, looped("Full"), looped("Open")], 1, "|  | Open Full"],
    ["no loops of another token", [loop, to], 1, "b |  |"],
    ["no market with a rate of zero", [pool("zero", "USDC", 0, 1, 0), to], 1, "b |  |"],
    ["no market with an unknown rate", [{ ...to, id: "unrated", depositApy: undefined }, to], 1, "b |  |"],
    ["no market with contradictory figures", [pool("empty", "USDC", 0.08, 0, 0), to], 1, "b |  |"],
  ])("offers %s", (_what, rows, size, ids) => {
    const { same, others, loops } = alternatives(from, rows, dollars(size), "total", peerPrices(rows));
    const groups = [same, others, loops].map((group) => idsOf(group).join(" "));
    expect(groups.join(" | ").trim()).toBe(ids);
  });

  test("preselects the first alternative, and compares with another one on request", async () => {
    const rows = [{ ...loop, tokens: from.tokens, depositApy: fraction(0.3), baseDepositApy: undefined }, to];
    render(<BreakEven row={from} rows={rows} size={undefined} basis="total" />);
    const field = screen.getByRole<HTMLInputElement>("combobox", { name: "Switch to" });
    expect(field.value).toMatch(/^b, /);
    await userEvent.click(field);
    await userEvent.click(screen.getByRole("option", { name: /30\.00 %/ }));
    screen.getByText("6.00 % to 30.00 % with $10k");
  });
});

interface BorrowProps {
  readonly row: MarketRow;
  readonly rows: readonly MarketRow[];
  readonly size?: number;
  readonly borrows?: boolean;
  readonly mint?: string;
  readonly owned?: number;
  readonly basis?: ApyBasis;
  readonly onChange?: (change: Partial<LoanState>) => void;
}

const nothing = (): void => undefined;

function Borrow({
  row,
  rows,
  size,
  borrows = false,
  mint,
  owned,
  basis = "total",
  onChange = nothing,
}: BorrowProps): ReactNode {
  const amount = size === undefined ? undefined : dollars(size);
  const [state, setState] = useState<LoanState>({
    ...defaultViewState,
    size: borrows ? amount : undefined,
    collateral: mint,
    collateralAmount: owned === undefined ? undefined : tokens(owned),
  });
  const deposit = borrows ? undefined : amount;
  const loan = useLoanInputs(row, rows, borrows, { ...state, deposit }, (change) => {
    setState((now) => ({ ...now, ...change }));
    onChange(change);
  });
  return <BorrowPanel basis={basis} loan={loan} />;
}

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
  const lends = { productName: "Main", tokens: [rowToken("USDC")] };
  const usdc = { ...poolRow("usdc", { deposits: 5000, lent: 1000, borrowApy: 0.06 }, lends) };
  const large = [
    { ...sol, totalDepositUsd: dollars(1e9) },
    { ...usdc, totalDepositUsd: dollars(1e9) },
  ] as const;

  test("caps the loan at the lowest limit, names it, and leaves unknown what isn't published", () => {
    render(<Borrow row={sol} rows={[sol, { ...usdc, baseBorrowApy: undefined }]} size={10_000} />);
    screen.getByText(/Max loan \$4,000, limited by available liquidity\. Unknown: the borrow cap\./);
    // Half of the 4,000 that are left to borrow.
    expect(amountOf("Loan in USD")).toBe("2,000");
    screen.getByText(/^SOL can drop 75\.0 % against USDC before liquidation\./);
    expectFigures({ LTV: "20.0 %", Health: "4.00", "Liquidation price of SOL": "$25.00" });
    expectFigures({ "Penalty at liquidation": "$100", "Interest per year": "≥ $120" });
    screen.getByText("6.00 % now; upper end unknown");
    cleanup();
    const silent = { ...sol, liquidationLtv: undefined, liquidationPenalty: undefined };
    render(<Borrow row={silent} rows={[usdc]} />);
    expectFigures({ Health: "—", "Penalty at liquidation": "—" });
    screen.getByText(/^Drop to liquidation unknown\./);
  });

  test("raises the borrow APY by the loan's own impact and warns past the kink", () => {
    render(<Borrow row={sol} rows={[sol, usdc]} size={10_000} />);
    // From 20 % lent out to 60 %, so up to three times the rate: 1.06³ − 1, of $2,000.
    expectFigures({ "Interest per year": "$120–382", "Borrow APY after the loan": "6.00–19.10 %" });
    cleanup();
    // A loan of $750 takes utilization from 70 % to 85 %.
    render(<Borrow row={sol} rows={[sol, { ...usdc, totalBorrowUsd: dollars(3500) }]} size={10_000} />);
    expectFigures({ "Interest per year": "≥ $45.00" });
    screen.getByText("6.00 % now; past the kink the rate can jump");
  });

  test("leaves rewards out on the base basis, as the tile above does", () => {
    const rewarded = { ...usdc, borrowApy: fraction(0.04), baseBorrowApy: fraction(0.06) };
    render(<Borrow row={large[0]} rows={[large[0], rewarded]} size={10_000} basis="base" />);
    expectFigures({
      "Interest per year, without rewards": "$120–382",
      "Base borrow APY after the loan": "6.00–19.10 %",
    });
    screen.getByText("6.00 % now");
    screen.getByText("Net per year, without rewards");
  });

  test("is offered only against collateral and for other tokens of the same product", () => {
    const ltvs = [fraction(0.75), fraction(0), undefined];
    expect(ltvs.map((maxLtv) => takesLoans({ ...sol, maxLtv }))).toEqual([true, false, false]);
    const elsewhere = { ...usdc, id: "elsewhere", productName: "Other" };
    const second = { ...sol, id: "second", borrowApy: fraction(0.06) };
    expect(idsOf(otherEnds(sol, [sol, second, elsewhere, usdc], givesLoans))).toEqual(["usdc"]);
    render(<Borrow row={sol} rows={[sol, second]} />);
    screen.getByText("No other token can be borrowed against SOL here.");
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("leads with the loan for borrowers and preselects the collateral they hold", async () => {
    const jlp = { ...sol, id: "jlp", tokens: [rowToken("JLP")], totalDepositUsd: dollars(900_000) };
    render(<Borrow row={usdc} rows={[sol, jlp, usdc]} borrows mint="SOLmint" />);
    screen.getByRole("heading", { name: "Borrow USDC" });
    screen.getByText("example with $10k of SOL as collateral");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Collateral" }), "jlp");
    screen.getByText("example with $10k of JLP as collateral");
    await enter("Loan in USD", "500");
    screen.getByText("JLP as collateral");
  });

  test("starts with the collateral of the list: the highest max LTV below its deposit cap", () => {
    const full = { ...large[0], id: "full", tokens: [rowToken("JLP")], maxDeposit: tokens(1000) };
    const lower = { ...large[0], id: "lower", tokens: [rowToken("mSOL")], maxLtv: fraction(0.4) };
    render(<Borrow row={usdc} rows={[full, lower, sol, usdc]} borrows />);
    screen.getByText("example with $10k of SOL as collateral");
  });

  test("says that the collateral is an example until an amount is known", () => {
    render(<Borrow row={sol} rows={[sol, usdc]} />);
    screen.getByText("example with $10k of SOL");
    cleanup();
    render(<Borrow row={sol} rows={[sol, usdc]} size={10_000} />);
    expect(screen.queryByText(/^example/)).toBeNull();
  });

  test("takes my size as the loan and recomputes the amount that was not typed", async () => {
    render(<Borrow row={large[1]} rows={large} size={30_000} borrows />);
    // 30,000 / (75 % / 2) = $80,000 of SOL at $1,000,000.
    expect([amountOf("Loan in USD"), amountOf("Collateral in SOL")]).toEqual(["30,000", "0.08"]);
    screen.getByText("estimated");
    await userEvent.click(screen.getByRole("radio", { name: "75 %" }));
    // 30,000 / (75 % · 75 %)
    expect(amountOf("Collateral in SOL")).toBe("0.053333");
    await enter("Collateral in SOL", "0.041235");
    // $23,194.69, rounded down as in the URL: more would need more collateral.
    expect(amountOf("Loan in USD")).toBe("23,194");
    await enter("Collateral in SOL", "0.04");
    expect(amountOf("Loan in USD")).toBe("22,500");
    screen.getByText(/^SOL can drop 29\.7 %/);
  });

  test("starts from the collateral that the borrower has, unless another token is chosen", async () => {
    const jlp = { ...sol, id: "jlp", tokens: [rowToken("JLP")] };
    const rows = [...large, jlp];
    render(<Borrow row={large[1]} rows={rows} size={30_000} borrows mint="SOLmint" owned={0.07} />);
    // Half of the 75 % limit of $70,000.
    expect([amountOf("Collateral in SOL"), amountOf("Loan in USD")]).toEqual(["0.07", "26,250"]);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Collateral" }), "jlp");
    expect(amountOf("Loan in USD")).toBe("30,000");
  });

  test("keeps the chosen collateral and its amount, or else the loan", async () => {
    const jlp = { ...sol, id: "jlp", tokens: [rowToken("JLP")] };
    let kept: Partial<LoanState> = {};
    const onChange = (change: Partial<LoanState>): void => void (kept = { ...kept, ...change });
    render(<Borrow row={large[1]} rows={[...large, jlp]} size={30_000} borrows onChange={onChange} />);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Collateral" }), "jlp");
    expect(kept).toEqual({ collateral: "JLPmint", collateralAmount: undefined });
    await enter("Collateral in JLP", "100");
    // Half of the 75 % limit of $10,000.
    expect(kept).toEqual({ collateral: "JLPmint", collateralAmount: 100, size: 3750 });
    await userEvent.click(screen.getByRole("radio", { name: "75 %" }));
    expect(kept).toMatchObject({ collateralAmount: 100, loanShare: 0.75, size: 5625 });
    await enter("Loan in USD", "500");
    expect(kept).toMatchObject({ collateral: "JLPmint", collateralAmount: undefined, size: 500 });
    cleanup();
    kept = {};
    render(<Borrow row={large[0]} rows={large} onChange={onChange} />);
    await enter("Loan in USD", "500");
    expect(kept).toEqual({ size: 500, collateralAmount: undefined });
    await enter("Collateral in SOL", "0.01");
    await userEvent.click(screen.getByRole("radio", { name: "75 %" }));
    expect(kept).toEqual({ size: undefined, collateralAmount: 0.01, loanShare: 0.75 });
  });

  test("says that a loan exceeds what can be lent, and its collateral what can be deposited", () => {
    const capped = { ...sol, maxDeposit: tokens(1500) };
    render(<Borrow row={usdc} rows={[capped, usdc]} size={30_000} borrows />);
    // 30,000 / (75 % / 2) = $80,000 of SOL, where $50,000 fit; $4,000 are left to borrow.
    screen.getByText(/Above the max loan of \$4,000, limited by available liquidity/);
    screen.getByText(/Only \$50k of SOL fits under its deposit cap\./);
    cleanup();
    const full = { ...sol, maxDeposit: sol.totalDeposit };
    render(<Borrow row={usdc} rows={[full, usdc]} size={3000} borrows />);
    screen.getByText(/The deposit cap of SOL is reached\./);
    cleanup();
    render(<Borrow row={usdc} rows={[capped, usdc]} size={3000} borrows />);
    expect(text()).not.toMatch(/Above the max loan|deposit cap/);
  });

  test("ignores a max LTV above 100 %", () => {
    render(<Borrow row={usdc} rows={[{ ...sol, maxLtv: fraction(1.5) }, usdc]} size={3000} borrows />);
    expectFigures({ LTV: "—" });
  });

  test("shows no figures when nothing is left to borrow", () => {
    const lentOut = { ...usdc, totalBorrowUsd: dollars(5000), totalBorrow: tokens(5000) };
    render(<Borrow row={lentOut} rows={[sol, lentOut]} size={1000} borrows />);
    screen.getByText("nothing left to borrow");
    expectFigures({ "Interest per year": "—", Health: "—" });
    expect(screen.queryByRole("slider")).toBeNull();
  });

  test("gives the liquidation price of a volatile debt and notes its unknown borrow factor", () => {
    const stable = { ...usdc, tokens: [dollar], maxLtv: fraction(0.8), liquidationLtv: fraction(0.9) };
    const owed = { ...sol, borrowApy: fraction(0.06), totalBorrowUsd: dollars(0), totalBorrow: tokens(0) };
    render(<Borrow row={stable} rows={[owed, stable]} size={10_000} />);
    expect(screen.queryByText("Liquidation price of USDC")).toBeNull();
    // Half of the 80 % limit is owed: 90 / 40 − 1.
    screen.getByText("125.0 % above its price now");
    screen.getByText(/^USDC can drop 55\.6 % against SOL before liquidation\./);
    expectFigures({ "Liquidation price of SOL": "$225.00" });
    screen.getByText(/Borrow factors are unknown: a debt of SOL may count for more than its value\./);
    cleanup();
    render(<Borrow row={owed} rows={[owed, stable]} size={10_000} />);
    expect(screen.queryByText(/Borrow factors/)).toBeNull();
    // Half of the $4,000 left is 20 % of $10,000: $100 · 20 / 80.
    screen.getByText(/^SOL can drop 75\.0 % to \$25\.00 before liquidation\./);
  });

  test("nets deposit earnings after dilution against interest after my loan's impact", () => {
    const borrowed = { ...sol, borrowApy: fraction(0.0589), baseBorrowApy: fraction(0.0589) };
    const debt = { ...borrowed, totalBorrowUsd: dollars(16_000), totalBorrow: tokens(160) };
    const collateral = poolRow(
      "usdc",
      { deposits: 40_000, apy: 0.0244 },
      { productName: "Main", tokens: [dollar], maxLtv: fraction(0.8) },
    );
    render(<Borrow row={collateral} rows={[debt, collateral]} size={10_000} />);
    // $10,000 beside $40,000 leave k = 0.8 of the rate, k² at worst: $155.48–194.73. $4,000 take SOL from 16 % lent out to 20 %:
    // 5.89 % to 1.0589^1.25 − 1 = 7.42 %, $235.60–296.62.
    expectFigures({ "Net per year": "−$141 to −$40.87" });
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
  hasRecord = false,
  recorded,
}: {
  readonly row: MarketRow;
  readonly rows?: readonly MarketRow[];
  readonly size?: Usd;
  readonly hasRecord?: boolean;
  readonly recorded?: ComponentProps<typeof LeverageTable>["recorded"];
}): ReactNode {
  const [state, setState] = useState<LoopState>({
    supply: undefined,
    borrow: undefined,
    leverage: undefined,
  });
  const inputs = useLoopInputs(row, rows, state, (change) => setState({ ...state, ...change }));
  return (
    <>
      <LoopCalculator row={row} size={size} onSize={() => undefined} inputs={inputs} />
      <LeverageTable size={size} inputs={inputs} hasRecord={hasRecord} recorded={recorded} />
    </>
  );
}

const enterLegs = async (supply: string, borrow: string): Promise<void> => {
  await enter("Supply yield", supply);
  await enter("Borrow cost", borrow);
};

const leverageSet = () => screen.getByRole("slider", { name: "Leverage" }).getAttribute("aria-valuetext");
const leg = (symbol: string) => ({ productName: "Jito Market", tokens: [rowToken(symbol)] });

describe("a loop", () => {
  test("'s file names the market, its inputs, and what the stressed rates are of", async () => {
    render(<Loop row={loop} />);
    await enterLegs("8", "4");
    const { name, lines } = await savedCsv("Leverage compared");
    expect(name).toContain(`leverages-${loop.id}`);
    expect(lines.find((line) => line["leverage (times)"] === "2")).toMatchObject({
      "Net APY (fraction per year)": "0.12",
      "Net APY, borrow +2.00 pp (fraction per year)": "0.1",
      "usdPerYear (USD)": "120",
      "size (USD)": "1000",
      "supply yield (fraction per year)": "0.08",
      "borrow cost (fraction per year)": "0.04",
    });
  });

  test("starts at the published leverage, else halfway to its maximum, and Reset restores it", async () => {
    render(<Loop row={{ ...loop, raw: { ...loop.raw, additionalData: { leverage: 4.7 } } }} />);
    expectFigures({ Supplied: "$4,700" });
    expect(leverageSet()).toBe("4.7 ×");
    cleanup();
    render(<Loop row={loop} />);
    expect(leverageSet()).toBe("5.0 ×");
    expectFigures({ "Net APY": "Enter supply yield and borrow cost." });
    await enterLegs("7", "5");
    // 5 · 7 % − 4 · 5 %
    expectFigures({ "Net APY": "15.00 %", LTV: "80.0 %", "Drop to liquidation": "15.8 %" });
    expectFigures({ "Break-even borrow APY": "8.75 %", "Loss at liquidation": "78.9 %" });
    expectFigures({ "Liquidation by interest alone": "never", Supplied: "$5,000" });
    expect(labeled(/halfway/)).toContain("15.00 %");
    expect(labeled(/maximum/)).toContain("23.00 %");
    screen.getByText("Peak SOL borrow rate: unknown");
    await userEvent.click(screen.getByRole("button", { name: "Reset" }));
    expect(amountOf("Borrow cost")).toBe("");
    expect(screen.queryByRole("button", { name: "Reset" })).toBeNull();
  });

  test("is stress-tested at the recorded peak borrow rate", async () => {
    const { rerender } = render(<Loop row={loop} hasRecord />);
    await enterLegs("7", "5");
    // While the record loads, so that the columns do not move when it arrives.
    screen.getByRole("columnheader", { name: "Borrow at peak" });
    rerender(<Loop row={loop} hasRecord recorded={{ highestBorrowApy: 0.5, days: 74 }} />);
    screen.getByText("Peak SOL borrow rate: 50.00 % (hourly, 74 recorded days)");
    screen.getByRole("columnheader", { name: "Borrow at peak" });
    // 5 · 7 % − 4 · 50 %
    expect(labeled(/halfway/)).toContain("−165.00 %");
  });

  test("is stress-tested at today's borrow rate if that is above the recorded peak", async () => {
    const debt = poolRow("debt", { deposits: 30e6, lent: 12e6, borrowApy: 0.3951 }, leg("SOL"));
    const row = { ...loop, detail: "Jito Market" };
    render(<Loop row={row} rows={[debt]} hasRecord recorded={{ highestBorrowApy: 0.31, days: 74 }} />);
    await enter("Supply yield", "60");
    screen.getByText("Peak SOL borrow rate: 39.51 % (today, above all hours of 74 recorded days)");
  });

  test("is compared with holding: gain, cost payback and tolerable rise of the borrow rate", async () => {
    render(<Loop row={loop} />);
    await enterLegs("7", "5");
    // 4 · (7 % − 5 %)
    expect(text()).toContain(
      "+8.00 pp vs holding JitoSOL at 5.0 ×; gone if the SOL borrow rate rises by 2.00 pp.",
    );
    // 365 · 0.1 % · 5 / 8 %
    expectFigures({ "Cost earned back vs holding JitoSOL": "after 22.8 days" });
    for (const rise of ["0.50", "2.00", "5.00"])
      screen.getByRole("columnheader", { name: `Borrow +${rise} pp` });
    // 5 · 7 % − 4 · 10 %
    expect(labeled(/halfway/)).toContain("−5.00 %");
    await enter("Borrow cost", "8");
    expect(text()).toContain("−4.00 pp vs holding JitoSOL: the debt costs at least what JitoSOL earns.");
    expectFigures({ "Cost earned back vs holding JitoSOL": "never" });
  });

  test("without a published leverage gives lower bounds implied by the maximum leverage", async () => {
    const place = { productName: "Jito Market", totalDepositUsd: dollars(30e6) };
    const debt = marketRow({ ...place, tokens: [rowToken("SOL")], borrowApy: fraction(0.05) });
    render(<Loop row={{ ...loop, detail: "Jito Market", depositApy: fraction(0.15) }} rows={[debt]} />);
    // (15 % + 8 · 5 %) / 9
    screen.getByText(/at least; implied by the quoted APY at the maximum of 9.0 ×, more at lower leverage/);
    expectFigures({ "Net APY, at least": "10.56 %" });
    expect(text()).toContain("At least +4.44 pp vs holding JitoSOL");
    expect(text()).toContain("rises by at least 1.11 pp");
    screen.getByText("at least, at today's rates");
    // 6.11 % · 5 / 4, and 365 · 0.1 % · 5 / 4.44 %
    expectFigures({ "Break-even borrow APY": "at least 7.64 %" });
    expectFigures({ "Cost earned back vs holding JitoSOL": "after at most 41.1 days" });
    await enter("Supply yield", "7");
    expectFigures({ "Net APY": "15.00 %" });
  });

  test("says why the supply yield is unknown, and compares no unknown APY with the borrow cost", () => {
    const place = { productName: "Jito Market", totalDepositUsd: dollars(30e6) };
    const debt = marketRow({ ...place, tokens: [rowToken("SOL")], borrowApy: fraction(0.05) });
    const row = { ...loop, detail: "Jito Market", depositApy: fraction(0.15) };
    const reason = /^Supply yield: unknown: (.*) unknown\. Enter it/;
    const { rerender } = render(<Loop row={{ ...row, depositApy: fraction(0.01) }} rows={[debt]} />);
    const shown = (): string | undefined => reason.exec(screen.getByText(reason).textContent)?.[1];
    expect(shown()).toBe("the quoted APY is below the borrow cost, and its leverage is");
    rerender(<Loop row={{ ...row, depositApy: undefined }} rows={[debt]} />);
    expect(shown()).toBe("the quoted APY or its leverage is");
    rerender(<Loop row={{ ...row, maxLtv: undefined, maxLeverage: undefined }} rows={[debt]} />);
    expect(shown()).toBe("the quoted APY or its leverage is");
  });

  test("at a bound of the supply yield bounds the time until interest liquidates it", async () => {
    const place = { productName: "Jito Market", totalDepositUsd: dollars(30e6) };
    const debt = marketRow({ ...place, tokens: [rowToken("SOL")], borrowApy: fraction(0.05) });
    const row = { ...loop, detail: "Jito Market", depositApy: fraction(0.05) };
    render(<Loop row={row} rows={[debt]} />);
    // (5 % + 8 · 5 %) / 9 is what the debt costs: a higher yield is never liquidated either.
    expectFigures({ "Liquidation by interest alone": "never" });
    await enter("Borrow cost", "7");
    // ln(0.95 / 0.8) / ln(1.07 / 1.05) years, and longer if JitoSOL earns more than 5 %.
    expectFigures({ "Liquidation by interest alone": "after at least 9.1 years" });
    // JitoSOL may earn more than the 7 % that the debt costs.
    expectFigures({ "Cost earned back vs holding JitoSOL": "—" });
    await enter("Supply yield", "5");
    expectFigures({ "Liquidation by interest alone": "after 9.1 years" });
  });

  test("at a bound of the borrow cost says at most and at least the other way round", async () => {
    const plain = {
      ...loop,
      tokens: [dollar, rowToken("PYUSD")],
      detail: "Main",
      depositApy: fraction(0.02),
    };
    const supply = marketRow({ productName: "Main", tokens: [dollar], depositApy: fraction(0.04) });
    render(<Loop row={plain} rows={[supply]} />);
    // (9 · 4 % − 2 %) / 8 = 4.25 %, and more at less leverage.
    expectFigures({ "Net APY": "3.00 %", "Cost earned back vs holding USDC": "never" });
    expect(valueOf("Liquidation by interest alone")).toMatch(/^after at most /);
    await enter("Supply yield", "5");
    // PYUSD may cost more than 5 %. 365 · 0.1 % · 5 / (4 · 0.75 %)
    expectFigures({ "Liquidation by interest alone": "—" });
    expectFigures({ "Cost earned back vs holding USDC": "after at least 60.8 days" });
  });

  test("has the capacity of its supplied token without leverage", () => {
    const jito = { ...loop, detail: "Jito Market", maxLtv: fraction(0), maxLeverage: 1 };
    const supply = poolRow("supply", { deposits: 30e6, left: 20e6 }, leg("JitoSOL"));
    const debt = poolRow("debt", { deposits: 30e6, lent: 12e6, borrowLeft: 16e6 }, leg("SOL"));
    render(<Loop row={jito} rows={[supply, debt]} />);
    expectFigures({ "Capacity at 1.0 ×": "$20.0 M" });
  });

  test("shows the capacity and how my loan raises utilization and the borrow APY", () => {
    const jito = { ...loop, detail: "Jito Market" };
    const supply = poolRow("supply", { deposits: 30e6, left: 20e6 }, leg("JitoSOL"));
    const lent = { deposits: 30e6, lent: 12e6, borrowLeft: 16e6, borrowApy: 0.05 };
    const debt = poolRow("debt", lent, leg("SOL"));
    const { rerender } = render(<Loop row={jito} rows={[supply, debt]} size={dollars(1e6)} />);
    // min($16M / 4, $20M / 5), and up to ln 1.05 · 16 / 12.
    expectFigures({ "Capacity at 5.0 ×": "$4.0 M", "SOL utilization after the loan": "40.0 % → 53.3 %" });
    expectFigures({ "SOL base borrow APY after the loan": "5.00–6.72 %" });
    rerender(<Loop row={jito} rows={[supply, { ...debt }]} size={dollars(5e6)} />);
    screen.getByText("$1.0 M less than your size");
    expectFigures({ "SOL utilization after the loan": "40.0 %, not enough left" });
    expectFigures({ "SOL base borrow APY after the loan": "—" });
  });

  test("with contradictory limits is flagged, and without published ones offers no slider", () => {
    render(<Loop row={{ ...loop, liquidationLtv: fraction(0.85), maxLeverage: 20 }} />);
    screen.getByText(/max LTV of 90.0.% is not under the liquidation LTV/);
    screen.getByText(/max leverage of 20.0.× needs an LTV of 95.00.%, above the max LTV of 90.00.%/);
    cleanup();
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
  test("lists each leverage once, in order, none above the maximum, the published one before its like", () => {
    const steps = leverageSteps({ limit: 5, halfway: 3, leverage: 3, legs });
    expect(steps.map(({ leverage, note }) => [leverage, note])).toEqual([
      [2, ""],
      [3, "halfway"],
      [5, "maximum"],
    ]);
    const implied = leverageSteps({
      limit: 5,
      halfway: 3,
      leverage: 1.9,
      legs: { ...legs, quotedNear: 1.9 },
    });
    expect(implied[0]).toEqual({ leverage: 1.9, note: "implied" });
    const named = { ...legs, assumedLeverage: 4.7, assumedFrom: "market" } as const;
    const near = leverageSteps({ limit: 8.3, halfway: 4.65, leverage: 4.7, legs: named });
    expect(near.filter(({ leverage: at }) => at > 4 && at < 5)).toEqual([{ leverage: 4.7, note: "quoted" }]);
  });
});

describe("a prediction", () => {
  const row = marketRow({
    type: "prediction",
    yesBid: fraction(0.6),
    yesAsk: fraction(0.62),
    noBid: fraction(0.38),
    noAsk: fraction(0.41),
    closeTime: moment("2020-01-01T00:00:00Z"),
  });

  test("shows mid price, spread and overround, and that it has expired, or dashes without prices", () => {
    render(<PredictionCalculator row={row} />);
    expectFigures({ Overround: "3.0 %", "Mid price": "$0.61", Spread: "$0.02" });
    expectFigures({ "Days left": "Expired", "Return if yes": "Expired" });
    cleanup();
    render(<PredictionCalculator row={marketRow({ type: "prediction" })} />);
    expectFigures({ Overround: "—", "Days left": "—" });
    // One line for each side, instead of a dash for each figure.
    expect(screen.queryByText("Mid price")).toBeNull();
    expect(screen.getAllByText(/^Not published by .*\.$/)).toHaveLength(2);
    expect(text()).not.toMatch(/NaN|undefined/);
  });

  test.each([
    // (1 / 0.92)^(365 / 57) − 1
    [57, { "Days left": "57 days", "Annualized return if yes": "70.56 %", "Return if yes": "" }],
    [12, { "Days left": "12 days", "Annualized return if yes": "", "Return if yes": "8.70 %" }],
  ])("annualizes a return only over a month or more of the demo's frozen clock: %i days", (days, figures) => {
    const frozenAt = "2027-02-11T23:40:00.000Z";
    freezeClock(frozenAt);
    const end = moment(new Date(Date.parse(frozenAt) + days * dayMs).toISOString());
    const quoted = { ...row, yesAsk: fraction(0.92), expirationTime: end };
    render(<PredictionCalculator row={quoted} />);
    freezeClock(undefined);
    expectFigures(figures);
  });

  test("names the side that each return belongs to, and what a share pays", () => {
    render(<PredictionCalculator row={{ ...row, expirationTime: moment("2027-01-03T00:00:00Z") }} />);
    for (const label of [/return if yes/, /return if no/]) screen.getByText(label);
    screen.getByText("At settlement, by 3 Jan 2027, a share of the right side pays $1, the other nothing.");
  });

  test.each([
    ["closed", undefined, "At settlement a share of the right side pays $1, the other nothing."],
    ["settled", "no", "Settled: no. A “no” share pays $1, the other nothing."],
    ["settled", undefined, "Settled; the result is unknown."],
  ])("offers no odds when trading has ended, but says what is paid: %s, %s", (status, result, payout) => {
    const expirationTime = moment("2020-01-03T00:00:00Z");
    const { container } = render(<PredictionCalculator row={{ ...row, status, result, expirationTime }} />);
    // Not the whole page, where an earlier test's chart may have left the element that measures its labels.
    expect(container.textContent).toBe(`Trading has ended. ${payout}`);
  });

  test("flags asks that sum to under $1 and omits an overround equal to the spread", () => {
    const { rerender } = render(<PredictionCalculator row={{ ...row, noAsk: fraction(0.3) }} />);
    expectFigures({ Overround: "−8.0 %, likely a stale price" });
    rerender(<PredictionCalculator row={{ ...row, noAsk: fraction(0.4) }} />);
    expect(screen.queryByText("Overround")).toBeNull();
    expectFigures({ Spread: "$0.02" });
  });
});

describe("a perpetual", () => {
  const row = marketRow({
    type: "perpetual",
    longUsd: dollars(30_000),
    shortUsd: dollars(10_000),
    maxLeverage: 5,
  });

  test("compares my position with the liquidity of both sides, and says which is unknown", () => {
    render(<PerpetualCalculator row={row} size={dollars(5000)} onSize={() => undefined} />);
    // Half way to 5 × is 3 ×, of which two parts are borrowed from the side.
    expectFigures({ Position: "$15,000", Borrowed: "$10,000" });
    screen.getByText("Long fits");
    screen.getByText("Short fits");
    cleanup();
    render(<PerpetualCalculator row={row} size={dollars(7500)} onSize={() => undefined} />);
    screen.getByText("Short doesn't fit");
    screen.getByText("$5.0 k short");
    expectFigures({ "Long share of liquidity": "75.0 %" });
    cleanup();
    const silent = { ...row, shortUsd: undefined, maxLeverage: undefined };
    render(<PerpetualCalculator row={silent} size={dollars(1)} onSize={() => undefined} />);
    screen.getByText("Short: unknown liquidity");
    screen.getByText("maximum unknown");
    // An unknown maximum suggests no leverage.
    expectFigures({ Position: "$1.00", Borrowed: "$0" });
    expect(screen.queryByText("enter your equity")).toBeNull();
  });
});
