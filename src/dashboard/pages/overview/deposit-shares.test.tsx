// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { defaultViewState } from "../../view-state/codec.ts";
import { DepositShares } from "./deposit-shares.tsx";

afterEach(cleanup);

function said(rows: readonly MarketRow[]): string {
  render(<DepositShares rows={rows} state={defaultViewState} />);
  const text = screen.getByText(/Deposits as each market|No market here/).textContent;
  cleanup();
  return text;
}

test("sums of deposits say that vaults lend on, and how many markets report none", () => {
  const pool = marketRow({ id: "pool", tokens: [rowToken("USDC")], totalDepositUsd: dollars(100) });
  const silent = marketRow({ id: "silent", tokens: [rowToken("USDC")] });
  expect(said([pool])).toBe(
    "Deposits as each market reports them. Vaults lend on, so sums count some of them twice.",
  );
  expect(said([pool, silent])).toContain("; 1 market of 2 report none. Vaults lend on");
  expect(said([silent])).toBe("No market here tells its deposits.");
});
