import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { positionRow, sentMarket } from "../../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../../queries/query-client.ts";
import { PositionName } from "./position-parts.tsx";

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
