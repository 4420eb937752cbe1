import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { columnIds, type ColumnId } from "../../../domain/market/columns.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { ColumnsPanel, type ColumnsPanelProps } from "./columns-panel.tsx";

afterEach(cleanup);

const columns: readonly ColumnId[] = ["market", "depositApy", "trend", "totalDepositUsd", "actions"];
const props = (change: Partial<ColumnsPanelProps> = {}): ColumnsPanelProps => ({
  columns,
  context: { size: undefined, basis: "total", benchmark: undefined },
  onChange: () => undefined,
  isOwn: false,
  density: "normal",
  onDensity: () => undefined,
  ...change,
});
const onChange = vi.fn<ColumnsPanelProps["onChange"]>();

test("lists shown columns in their order, then the others, each with its help", () => {
  render(<ColumnsPanel {...props()} />);
  const shown = within(screen.getByRole("list", { name: "Shown columns" })).getAllByRole("checkbox");
  expect(shown.map((box) => box.getAttribute("aria-label"))).toEqual(["Deposit APY", "Trend", "Deposits"]);
  const hidden = within(screen.getByRole("list", { name: "Columns not shown" })).getAllByRole("checkbox");
  // The market and its actions stay where they are.
  expect(hidden).toHaveLength(columnIds.length - shown.length - 2);
  const box = screen.getByRole("checkbox", { name: "Utilization" });
  const help = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toContain("lent out");
});

test("offers only columns that can hold a value", () => {
  render(<ColumnsPanel {...props({ offered: ["market", "depositApy", "trend", "maxLtv", "actions"] })} />);
  const hidden = within(screen.getByRole("list", { name: "Columns not shown" })).getAllByRole("checkbox");
  expect(hidden.map((box) => box.getAttribute("aria-label"))).toEqual(["Max LTV"]);
});

test("shows, hides, moves and resets", async () => {
  const user = userEvent.setup();
  render(<ColumnsPanel {...props({ onChange })} />);
  await user.click(screen.getByRole("checkbox", { name: "Max LTV" }));
  expect(onChange).toHaveBeenLastCalledWith([
    "market",
    "depositApy",
    "trend",
    "totalDepositUsd",
    "maxLtv",
    "actions",
  ]);
  await user.click(screen.getByRole("checkbox", { name: "Trend" }));
  expect(onChange).toHaveBeenLastCalledWith(["market", "depositApy", "totalDepositUsd", "actions"]);
  await user.click(screen.getByRole("button", { name: "Move Deposits up" }));
  expect(onChange).toHaveBeenLastCalledWith(["market", "depositApy", "totalDepositUsd", "trend", "actions"]);
  await user.click(screen.getByRole("button", { name: "Reset" }));
  expect(onChange).toHaveBeenLastCalledWith(undefined);
});

test("moves a column by keyboard from its box, and says where it went", async () => {
  const user = userEvent.setup();
  render(
    <LiveRegionProvider>
      <ColumnsPanel {...props({ onChange })} />
    </LiveRegionProvider>,
  );
  screen.getByRole("checkbox", { name: "Trend" }).focus();
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(onChange).toHaveBeenLastCalledWith(["market", "trend", "depositApy", "totalDepositUsd", "actions"]);
  expect(screen.getByTestId("announcements").textContent).toBe("Trend moved to place 1 of 3");
});

test("a column at an end cannot go further", () => {
  render(<ColumnsPanel {...props()} />);
  expect(screen.getByRole("button", { name: "Move Deposit APY up" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Move Deposits down" })).toHaveProperty("disabled", true);
});

test("there is nothing to reset in a view's own columns", () => {
  render(<ColumnsPanel {...props({ isOwn: true })} />);
  expect(screen.getByRole("button", { name: "Reset" })).toHaveProperty("disabled", true);
});

test("the density is chosen here", async () => {
  const user = userEvent.setup();
  const onDensity = vi.fn<ColumnsPanelProps["onDensity"]>();
  render(<ColumnsPanel {...props({ onDensity })} />);
  await user.click(screen.getByRole("radio", { name: "Compact" }));
  expect(onDensity).toHaveBeenCalledWith("compact");
});
