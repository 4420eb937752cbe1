import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import { useLoopInputs } from "../../calculators/loop/loop-inputs.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { MarketStrip } from "./market-strip.tsx";

function Strip({ row }: { readonly row: MarketRow }): ReactNode {
  return (
    <MarketStrip
      row={row}
      borrows
      size={undefined}
      loops={undefined}
      loop={useLoopInputs(row, [])}
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
