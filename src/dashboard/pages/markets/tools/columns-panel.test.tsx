import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { poolRow, rowToken } from "../../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import type { ColumnId } from "../../../../domain/market/columns.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { defaultViewState, readViewState } from "../../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../../domain/view-state/view-state.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { LiveRegionProvider } from "../../../ui/page/live-region.tsx";
import { viewStateHref } from "../../../view-state/use-view-state.ts";
import { ListContext } from "../list-context.ts";
import { ColumnsPanel } from "./columns-panel.tsx";

const columns: readonly ColumnId[] = ["market", "depositApy", "trend", "totalDepositUsd", "actions"];
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
    <LiveRegionProvider>
      <ListContext value={listContext(rows, state)}>
        <ColumnsPanel />
      </ListContext>
    </LiveRegionProvider>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
}

const asked = (): ViewState => readViewState(window.location.search);

const boxes = (list: string): readonly (string | null)[] =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("checkbox")
    .map((box) => box.getAttribute("aria-label"));

test("lists shown columns in order, then the other offered ones, with help", () => {
  show([], { columns });
  expect(boxes("Shown columns")).toEqual(["Deposit APY", "Trend", "Deposits"]);
  const hidden = boxes("Columns not shown");
  expect(hidden).toContain("Utilization");
  // The columns of predictions cannot be shown here, and the market and actions columns cannot be hidden.
  for (const name of ["Deposit APY", "Chance", "Market", "Actions"]) expect(hidden).not.toContain(name);
  const box = screen.getByRole("checkbox", { name: "Utilization" });
  const help = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toContain("lent out");
});

test.each<readonly [role: "checkbox" | "button", name: string, chosen: readonly ColumnId[] | undefined]>([
  ["checkbox", "Max LTV", ["market", "depositApy", "trend", "totalDepositUsd", "maxLtv", "actions"]],
  ["button", "Move Deposits up", ["market", "depositApy", "totalDepositUsd", "trend", "actions"]],
  ["button", "Reset", undefined],
])("the %s %s chooses the columns %j", async (role, name, chosen) => {
  show([], { columns });
  await userEvent.click(screen.getByRole(role, { name }));
  expect(asked().columns).toEqual(chosen);
});

test("moves a column by keyboard from its checkbox and announces its new place", async () => {
  show([], { columns });
  screen.getByRole("checkbox", { name: "Trend" }).focus();
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(asked().columns).toEqual(["market", "trend", "depositApy", "totalDepositUsd", "actions"]);
  expect(screen.getByTestId("announcements").textContent).toBe("Trend moved to place 1 of 3");
});

test("disables moving beyond either end and resetting a view's own columns", () => {
  show([]);
  const shown = boxes("Shown columns");
  for (const name of [`Move ${shown[0] ?? ""} up`, `Move ${shown.at(-1) ?? ""} down`, "Reset"])
    expect(screen.getByRole("button", { name })).toHaveProperty("disabled", true);
});

test("changes the density", async () => {
  show([]);
  await userEvent.click(screen.getByRole("radio", { name: "Compact" }));
  expect(asked().density).toBe("compact");
});

test("showing vs benchmark without a benchmark sets the suggested market as benchmark", async () => {
  show([plain], { columns: ["market", "depositApy", "trend", "actions"] });
  await userEvent.click(screen.getByRole("checkbox", { name: "vs benchmark" }));
  expect(asked().benchmark).toBe("plain");
  expect(asked().columns).toEqual(["market", "depositApy", "vsBenchmark", "trend", "actions"]);
});

test("vs benchmark is not offered without a suggestion until a benchmark is chosen", () => {
  show([]);
  expect(screen.queryByRole("checkbox", { name: "vs benchmark" })).toBeNull();
  cleanup();
  show([], { benchmark: "chosen" });
  expect(screen.getByRole("checkbox", { name: "vs benchmark" })).toHaveProperty("checked", true);
});
