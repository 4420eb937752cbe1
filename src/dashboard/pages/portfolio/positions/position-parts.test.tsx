import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { positionRow, sentMarket } from "../../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../../queries/query-client.ts";
import { PositionActions, PositionName } from "./position-parts.tsx";

function textOf(totalBorrow: number): string | null {
  const totals = { totalDeposit: 1e6, totalDepositUsd: 1e6, totalBorrow, totalBorrowUsd: totalBorrow };
  const row = positionRow({ market: sentMarket(totals) });
  const { container } = render(<PositionName row={row} hasFlag />, {
    wrapper: queryWrapper(createQueryClient()),
  });
  return container.textContent;
}

test("a position shows the warnings of its market, as the lists do", () => {
  expect(textOf(970_000)).toContain("Near full utilization");
  expect(textOf(300_000)).not.toContain("utilization");
});

const blink = (name: string) => ({ blinkUrl: `solana-action:https://actions.example.com/${name}` });

test("a position in a market whose cap is reached has no Deposit button, but still has Withdraw", () => {
  const market = {
    totalDeposit: 1e6,
    totalDepositUsd: 1e6,
    actions: { deposit: blink("deposit"), withdraw: blink("withdraw") },
  };
  const show = (maxDeposit: number): string[] => {
    const row = positionRow({ market: sentMarket({ ...market, maxDeposit }) });
    const { unmount } = render(<PositionActions row={row} variant="row" />, {
      wrapper: queryWrapper(createQueryClient()),
    });
    const names = screen.getAllByRole("link").map(({ textContent }) => textContent);
    unmount();
    return names;
  };
  expect([show(2e6), show(1e6)]).toEqual([["Deposit", "Withdraw"], ["Withdraw"]]);
});
