import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import { OverviewHeadline } from "./overview-page.tsx";

test("the headline counts contradictory markets, and collateral-only ones including pairs with borrowers", () => {
  const lent = poolRow("lent", { deposits: 1_000_000, lent: 500_000, apy: 0.05 });
  const idle = poolRow("idle", { deposits: 500_000, lent: 0, apy: 0 });
  const pair = poolRow(
    "pair",
    { deposits: 500_000, lent: 100_000, apy: 0 },
    { tokens: [rowToken("JLP"), rowToken("USDC")] },
  );
  const contradictory = poolRow("contradictory", { deposits: 1_000_000, apy: 0.9 });
  render(
    <OverviewHeadline
      rows={[lent, idle, pair, contradictory]}
      basis="total"
      state={defaultViewState}
      reliabilityOf={({ id }) => (id === "contradictory" ? "contradictory" : "open")}
    />,
  );
  const figures = screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(figures).toEqual([
    "5.00 %",
    "$3.0 M in 4 markets\u00a0· median 5.00 %\u00a0· rates exclude 2 collateral-only, 1 contradictory",
  ]);
});
