import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { marketRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars } from "../../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import { HelpTooltip } from "../../ui/overlay/tooltip.tsx";
import { DepositShares } from "./deposit-shares.tsx";

function textOf(rows: readonly MarketRow[]): string {
  render(<DepositShares rows={rows} state={defaultViewState} />);
  const text = screen.getByText(/As reported|Deposits unknown/).textContent;
  cleanup();
  return text;
}

test("deposit sums note re-lent deposits counted twice and markets with unknown deposits", () => {
  const pool = marketRow({ id: "pool", tokens: [rowToken("USDC")], totalDepositUsd: dollars(100) });
  const silent = marketRow({ id: "silent", tokens: [rowToken("USDC")] });
  expect(textOf([pool])).toBe("As reported. Some vault deposits are re-lent and counted twice.");
  expect(textOf([pool, silent])).toContain("; deposits of 1 market unknown. Some vault");
  expect(textOf([silent])).toBe("Deposits unknown for every market here.");
});

test("the keyboard reaches the explanation of the shares", async () => {
  const pool = marketRow({ id: "pool", tokens: [rowToken("USDC")], totalDepositUsd: dollars(100) });
  render(
    <>
      <DepositShares rows={[pool]} state={defaultViewState} />
      <HelpTooltip />
    </>,
  );
  await userEvent.tab();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Shares of deposits by provider");
  expect(screen.getByRole("tooltip").textContent).toContain("share of the deposits of all markets shown");
});

test("two providers with the same name are two parts", () => {
  const errors = vi.spyOn(console, "error");
  const rows = ["one", "two"].map((id) =>
    marketRow({ id, providerId: id, providerName: "Same", totalDepositUsd: dollars(100) }),
  );
  render(<DepositShares rows={rows} state={defaultViewState} />);
  expect(screen.getAllByText("Same", { selector: "li" })).toHaveLength(2);
  expect(errors).not.toHaveBeenCalled();
});

test("the legend includes the parts that have no colour of their own", () => {
  const rows = ["a", "b", "c", "d", "e", "f", "g"].map((id) =>
    marketRow({ id, providerId: id, providerName: id, totalDepositUsd: dollars(100) }),
  );
  render(<DepositShares rows={rows} state={defaultViewState} />);
  expect(screen.getByText("Smaller providers", { selector: "li" }).textContent).toContain("28.6 %");
});
