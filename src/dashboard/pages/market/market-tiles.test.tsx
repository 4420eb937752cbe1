import { render } from "@testing-library/react";
import type { ComponentProps, ReactNode } from "react";
import { expect, test } from "vitest";
import { marketRow, poolRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import type { Usd } from "../../../contract/units.ts";
import { useLoopInputs } from "../../calculators/loop/loop-inputs.ts";
import { loopParameters } from "./calculator-parameters.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { initialValues } from "../../../domain/market/filters/parameters.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import type { RecordFigures } from "../../../domain/market/record-figures.ts";
import { useLoanInputs } from "../../calculators/loan-inputs.ts";
import { MarketTiles } from "./market-tiles.tsx";

const none: readonly MarketRow[] = [];

interface TilesProps {
  readonly row: MarketRow;
  readonly size?: Usd;
  readonly basis?: ApyBasis;
  readonly rows?: readonly MarketRow[];
  readonly record?: RecordFigures;
  readonly low90d?: ComponentProps<typeof MarketTiles>["low90d"];
}

function Tiles({ row, size, basis = "total", rows = none, record, low90d }: TilesProps): ReactNode {
  const loan = useLoanInputs(row, rows, true, { ...defaultViewState, size }, () => undefined);
  return (
    <MarketTiles
      row={row}
      size={size}
      basis={basis}
      loops={undefined}
      loop={useLoopInputs(row, rows, initialValues(loopParameters), () => undefined)}
      loan={row.kind === "loop" || rows === none ? undefined : loan}
      low90d={low90d}
      record={record}
    />
  );
}

test("borrows of another token are lent against the deposits, not lent out", () => {
  const pool = marketRow({
    kind: "lending",
    tokens: [rowToken("SOL")],
    totalDepositUsd: dollars(103.3e6),
    totalBorrowUsd: dollars(32.3e6),
  });
  expect(render(<Tiles row={pool} />).container.textContent).toContain("$32.3 M of $103.3 M lent out");
  const pair = { ...pool, tokens: [rowToken("SOL"), rowToken("USDC")] };
  expect(render(<Tiles row={pair} />).container.textContent).toContain(
    "$32.3 M lent against $103.3 M of SOL",
  );
});

test("a borrower sees the borrow APY at my size and the terms of the collateral", () => {
  const place = { productName: "Main", tokens: [rowToken("SOL")], maxLtv: fraction(0.8) };
  const pool = poolRow("sol", { deposits: 1e6, lent: 2e5, borrowApy: 0.02 }, place);
  const jito = marketRow({
    id: "jito",
    productName: "Main",
    tokens: [rowToken("JitoSOL")],
    maxLtv: fraction(0.74),
    liquidationLtv: fraction(0.8),
    liquidationPenalty: fraction(0.05),
  });
  const textOf = (size?: number): string | null =>
    render(<Tiles row={pool} rows={[pool, jito]} {...(size === undefined ? {} : { size: dollars(size) })} />)
      .container.textContent;
  // Not the example of the loan panel.
  expect(textOf()).toMatch(/^Borrow APY2\.00 %no rewardsMax LTV/);
  // From 20 % utilization to 40 %: up to 1.02² − 1.
  expect(textOf(200_000)).toContain("Borrow APY at $200k2.00–4.04 %$4,000–8,080 a year");
  expect(textOf(700_000)).toContain("Borrow APY at $700k≥ 2.00 %≥ $14,000 a year");
  expect(textOf(200_000)).toContain("Max LTV of JitoSOL74.0 %liquidation 80.0 %, penalty 5.0 %");
  expect(textOf(200_000)).toContain("Drop to liquidation53.8 %of JitoSOL, at 50 % of the limit");
});

test("a borrower sees the borrow APY at my size although no collateral is known", () => {
  const pool = poolRow("sol", { deposits: 1e6, lent: 2e5, borrowApy: 0.02 });
  const { container } = render(<Tiles row={pool} rows={[pool]} size={dollars(200_000)} />);
  expect(container.textContent).toContain("Borrow APY at $200k2.00–4.04 %");
  expect(container.textContent).toContain("Max LTV of collateral—");
});

test("on the base basis the first tile of a loan is the cost without rewards, as in the list", () => {
  const pool = poolRow(
    "sol",
    { deposits: 1e6, lent: 2e5, borrowApy: 0.02 },
    { borrowApy: fraction(0.01), rewardsGiven: false },
  );
  const { container } = render(<Tiles row={pool} basis="base" rows={[pool]} size={dollars(200_000)} />);
  expect(container.textContent).toMatch(
    /^Base borrow APY at \$200k2\.00–4\.04 %\$4,000–8,080 a year1\.00 % quoted: 2\.00 base − 1\.00 rewards/,
  );
});

test("the first tile is the APY at my size, with the quoted APY and its parts", () => {
  const pool = marketRow({
    type: "yield",
    tokens: [rowToken("USDC")],
    depositApy: fraction(0.07),
    baseDepositApy: fraction(0.05),
    rewardsGiven: true,
    rewards: [{ side: "deposit", apy: fraction(0.02), token: rowToken("PRIME"), marketAction: undefined }],
    totalDepositUsd: dollars(1e12),
  });
  const { container } = render(<Tiles row={pool} size={dollars(250_000)} />);
  expect(container.querySelector("dt")?.textContent).toBe("Deposit APY at $250k");
  expect(container.textContent).toContain("7.00 % quoted: 5.00 base + 2.00 PRIME rewards");
});

test("on the base basis the first tile is the base APY, as in the list", () => {
  const pool = poolRow("a", { deposits: 1e12, apy: 0.05 }, { depositApy: fraction(0.07) });
  const textOf = (size?: Usd): string | null =>
    render(<Tiles row={pool} basis="base" {...(size === undefined ? {} : { size })} />).container.textContent;
  expect(textOf()).toMatch(/^Base APY5\.00 %5\.00 base \+ 2\.00 rewards/);
  expect(textOf(dollars(250_000))).toMatch(
    /^Base APY at \$250k5\.00 %\$12,500 a year7\.00 % quoted: 5\.00 base \+ 2\.00 rewards/,
  );
});

const jlpLoop = marketRow({
  type: "loop",
  tokens: [rowToken("JLP"), rowToken("USDC")],
  detail: "JLP Market",
  depositApy: fraction(0.3),
  maxLeverage: 6.2,
  maxLtv: fraction(0.84),
});

test("a loop of unknown leverage has a lower bound of its gain over holding", () => {
  const debt = marketRow({
    tokens: [rowToken("USDC")],
    productName: "JLP Market",
    borrowApy: fraction(0.05),
  });
  // (30 % + 5.2 · 5 %) / 6.2 = 9.03 %, less 5 %, times 2.6 at 3.6 ×.
  expect(render(<Tiles row={jlpLoop} rows={[debt]} />).container.textContent).toContain(
    "vs holding+10.48 ppat least, JLP alone, at an assumed 3.6 ×",
  );
});

test("vs holding names the market of the borrow cost, also if it is not the loop's own", () => {
  const debt = { tokens: [rowToken("USDC")], label: "USDC", borrowApy: fraction(0.05) };
  const helpWith = (productName: string): string =>
    render(<Tiles row={jlpLoop} rows={[marketRow({ ...debt, productName })]} />).container.innerHTML;
  expect(helpWith("JLP Market")).toContain("Borrow cost: borrow APY of USDC, Kamino · JLP Market.");
  expect(helpWith("Main Market")).toContain(
    "Borrow cost: borrow APY of USDC, Kamino · Main Market, the largest of Kamino; the loop's own is unknown.",
  );
});

test("the multiple of my size that can be withdrawn now reads as in the chip, and below one as a share", () => {
  const pool = poolRow("pool", { deposits: 2e6, lent: 1e6 });
  const textAt = (size: number): string | null =>
    render(<Tiles row={pool} size={dollars(size)} />).container.textContent;
  expect(textAt(1e6 / 18.3)).toContain("18× your size");
  expect(textAt(1e6 / 0.996)).toContain("99.6 % of your size");
});

test("an unknown amount that can be withdrawn has no note", () => {
  const pool = marketRow({ kind: "lending", totalDepositUsd: dollars(1e6) });
  const { container } = render(<Tiles row={pool} size={dollars(250_000)} />);
  expect(container.textContent).toMatch(/Available—(?!withdrawable)/);
});

test("a prediction without prices states neither where its chance comes from nor that there are no bids", () => {
  const unpriced = marketRow({ kind: "prediction", status: "open" });
  const text = render(<Tiles row={unpriced} />).container.textContent;
  expect(text).not.toContain("implied by");
  expect(text).not.toContain("no bid");
  expect(text).toContain("bid unknown");
});

test("a settled prediction says how it was settled, and has no chance that its last quotes imply", () => {
  const quotes = { yesBid: fraction(0.4), yesAsk: fraction(0.5) };
  const settled = marketRow({ kind: "prediction", status: "settled", result: "yes", ...quotes });
  const text = render(<Tiles row={settled} />).container.textContent;
  expect(text).toContain("settled: yes");
  expect(text).not.toMatch(/45.%|implied by/);
  expect(text).not.toContain("Closes");
});

test("a prediction that was settled early was to close later", () => {
  const ended = { type: "prediction", status: "settled" };
  const shown = (closeTime: number): string | null =>
    render(<Tiles row={readRow({ ...ended, closeTime })} />).container.textContent;
  expect(shown(4e9)).toMatch(/Was to closein/);
  expect(shown(1e9)).toMatch(/Closed[\d,]+ days ago/);
});

test("the tile of the lowest day mentions too few days only if the history is loaded", () => {
  const { container } = render(<Tiles row={marketRow({ type: "yield" })} />);
  expect(container.innerHTML).toContain("Unknown until enough days are loaded.");
});

test("averages that are not sent come from the record, as in the list", () => {
  const vault = marketRow({ id: "v", kind: "yield", baseDepositApy90d: fraction(0.0666) });
  const recorded = { value: fraction(0.0776), since: Date.UTC(2026, 9, 31), coverage: fraction(1) };
  const averages = new Map([["baseDepositApy30d" as const, recorded]]);
  const figure = { flow30d: undefined, age: undefined, averages };
  const record = { byMarket: new Map([["v", figure]]), text: "" };
  expect(render(<Tiles row={vault} record={record} />).container.textContent).toContain(
    "6.66 %30d 7.76 %, 180d —",
  );
});

test("a chance names its outcome, but not the settlement currency", () => {
  const additionalData = { settlementSymbol: "USDC" };
  const row = readRow({ type: "prediction", title: "The Fed?", subtitle: "Hold", additionalData });
  expect(render(<Tiles row={row} />).container.textContent).toContain("Chance of “Hold”");
});

test("a low that today's rate has fallen below says so", () => {
  const low90d = { apy: fraction(0.05), time: Date.UTC(2026, 10, 25) };
  const textAt = (depositApy: number): string | null =>
    render(<Tiles row={marketRow({ kind: "lending", depositApy: fraction(depositApy) })} low90d={low90d} />)
      .container.textContent;
  expect(textAt(0.06)).toContain("5.00 %on 25 Nov 2026");
  expect(textAt(-0.69)).toContain("5.00 %today is lower");
});
