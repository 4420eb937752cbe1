import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketRow, readRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { ApyPopover } from "./apy-popover.tsx";

function text(row: MarketRow, side: "deposit" | "borrow" = "deposit"): string | null {
  const { container } = render(
    <ApyPopover
      row={row}
      side={side}
      context={{ size: undefined, basis: "total", benchmark: undefined }}
      onLinkClick={() => undefined}
    />,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  return container.textContent;
}

test("says that a deposit APY excludes the token's own yield, for deposits only", () => {
  const jito = rowToken("JitoSOL", "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn");
  const pool = marketRow({ tokens: [jito], depositApy: fraction(0.01), baseDepositApy: fraction(0.01) });
  const note = "What JitoSOL earns by being held comes on top of this APY.";
  expect(text(pool)).toContain(note);
  expect(text(pool, "borrow")).not.toContain(note);
});

test("tells an empty list of rewards from an unknown one", () => {
  const silent = marketRow({ depositApy: fraction(0.05), baseDepositApy: fraction(0.05) });
  expect(text(silent)).toContain("so it has no rewards. The list of rewards is unknown.");
  expect(text({ ...silent, rewardsGiven: true })).toContain("No rewards: the whole APY is base.");
});

test("gives the leverage a loop's rate is quoted at, or says it is unknown", () => {
  const loop = { type: "loop", depositApy: 0.3 };
  expect(text(readRow({ ...loop, additionalData: { leverage: 2.6 } }))).toContain("at 2.6× leverage.");
  expect(text(readRow(loop))).toContain("at an unknown leverage");
  // Named as on its page.
  expect(text(readRow(loop))).toMatch(/^Net APY of /);
});

test("lists the failed checks of a market whose figures contradict each other", () => {
  const limits = { maxLtv: fraction(0.9), liquidationLtv: fraction(0.8) };
  expect(text(marketRow({ depositApy: fraction(0.05), ...limits }))).toMatch(
    /2 failed data checksThe max LTV of 90\.0\s% is not under/,
  );
});
