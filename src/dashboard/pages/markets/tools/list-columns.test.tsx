import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { poolRow, rowToken } from "../../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../../queries/query-client.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { defaultViewState, readViewState } from "../../../../domain/view-state/codec.ts";
import { viewStateHref } from "../../../view-state/use-view-state.ts";
import type { ViewState } from "../../../../domain/view-state/view-state.ts";
import { ListContext } from "../list-context.ts";
import { ListColumns } from "./list-columns.tsx";

const five = fraction(0.05);
/** A market that is suggested as the benchmark. */
const plain = poolRow(
  "plain",
  { deposits: 20e6, lent: 15e6, apy: 0.05 },
  {
    tokens: [rowToken("USDC", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v")],
    baseDepositApy30d: five,
    baseDepositApy90d: five,
    baseDepositApy180d: five,
  },
);

afterEach(() => window.history.replaceState(null, "", "/"));

function show(rows: readonly MarketRow[], change: Partial<ViewState> = {}): void {
  const state = { ...defaultViewState, ...change };
  window.history.replaceState(null, "", viewStateHref("/", state));
  render(
    <ListContext value={listContext(rows, state)}>
      <ListColumns />
    </ListContext>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
}

test("showing vs benchmark without a benchmark sets the suggested market as benchmark", async () => {
  show([plain], { columns: ["market", "depositApy", "trend", "actions"] });
  await userEvent.click(screen.getByRole("checkbox", { name: "vs benchmark" }));
  const { benchmark, columns } = readViewState(window.location.search);
  expect(benchmark).toBe("plain");
  expect(columns).toEqual(["market", "depositApy", "vsBenchmark", "trend", "actions"]);
});

test("vs benchmark is not offered without a suggestion until a benchmark is chosen", () => {
  show([]);
  expect(screen.queryByRole("checkbox", { name: "vs benchmark" })).toBeNull();
  cleanup();
  show([], { benchmark: "chosen" });
  expect(screen.getByRole("checkbox", { name: "vs benchmark" })).toHaveProperty("checked", true);
});
