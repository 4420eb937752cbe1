import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import type { Usd } from "../../../contract/units.ts";
import { useLoopInputs } from "../../calculators/loop/loop-inputs.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { MarketStrip } from "./market-strip.tsx";

const none: readonly MarketRow[] = [];

function Strip({
  row,
  size,
  rows,
}: {
  readonly row: MarketRow;
  readonly size?: Usd;
  readonly rows?: readonly MarketRow[];
}): ReactNode {
  return (
    <MarketStrip
      row={row}
      borrows={row.kind !== "loop"}
      size={size}
      loops={undefined}
      loop={useLoopInputs(row, rows ?? none)}
      arriving={false}
    />
  );
}

test("what is owed in another token than the one deposited is not said to be lent out of it", () => {
  const pool = marketRow({
    kind: "lending",
    tokens: [rowToken("SOL")],
    totalDepositUsd: dollars(103.3e6),
    totalBorrowUsd: dollars(32.3e6),
  });
  expect(render(<Strip row={pool} />).container.textContent).toContain("$32.3 M of $103.3 M lent out");
  const pair = { ...pool, tokens: [rowToken("SOL"), rowToken("USDC")] };
  expect(render(<Strip row={pair} />).container.textContent).toContain(
    "$32.3 M lent against $103.3 M of SOL",
  );
});

test("who came for a loan reads at its head what the list said of one of that size", () => {
  const pool = marketRow({
    tokens: [rowToken("SOL")],
    borrowApy: fraction(0.02),
    baseBorrowApy: fraction(0.02),
    totalDepositUsd: dollars(1e6),
    totalBorrowUsd: dollars(2e5),
    totalDeposit: tokens(1e4),
    totalBorrow: tokens(2e3),
  });
  const said = (size: number): string | null =>
    render(<Strip row={pool} size={dollars(size)} />).container.textContent;
  // From 20 % lent out to 40 %: up to 1.02² − 1.
  expect(said(200_000)).toContain("2.00–4.04 % with my $200k");
  expect(said(700_000)).toContain("≥ 2.00 % with my $700k");
  expect(said(900_000)).toContain("≥ 2.00 % with my $900k, $100k short");
});

test("a loop's leg implied at its maximum is said to be at least that", () => {
  const loop = marketRow({
    type: "loop",
    tokens: [rowToken("JLP"), rowToken("USDC")],
    detail: "JLP Market",
    depositApy: fraction(0.3),
    maxLeverage: 6.2,
    maxLtv: fraction(0.84),
  });
  const debt = marketRow({
    tokens: [rowToken("USDC")],
    productName: "JLP Market",
    borrowApy: fraction(0.05),
  });
  const said = (net: number): string | null =>
    render(<Strip row={{ ...loop, depositApy: fraction(net) }} rows={[debt]} />).container.textContent;
  // (30 % + 5.2 · 5 %) / 6.2
  expect(said(0.3)).toMatch(/Supply JLP9.03 %at least: implied at the maximum of 6.2 ×/);
  expect(said(-0.01)).toContain(
    "the quoted rate is under the borrow cost, and its leverage is not published",
  );
});
