import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { columnIds, type ColumnId } from "../../../domain/market/columns.ts";
import { LiveRegionProvider } from "../../ui/page/live-region.tsx";
import { ColumnsPanel, type ColumnsPanelProps } from "./columns-panel.tsx";

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

const boxes = (list: string): readonly (string | null)[] =>
  within(screen.getByRole("list", { name: list }))
    .getAllByRole("checkbox")
    .map((box) => box.getAttribute("aria-label"));

test("lists shown columns in order, then the other offered ones, with help", () => {
  const offered = ["market", "depositApy", "trend", "utilization", "actions"] as const;
  const { rerender } = render(<ColumnsPanel {...props({ offered })} />);
  expect(boxes("Shown columns")).toEqual(["Deposit APY", "Trend", "Deposits"]);
  expect(boxes("Columns not shown")).toEqual(["Utilization"]);
  const box = screen.getByRole("checkbox", { name: "Utilization" });
  const help = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(help?.textContent).toContain("lent out");
  rerender(<ColumnsPanel {...props()} />);
  // The market and actions columns cannot be moved or hidden.
  expect(boxes("Columns not shown")).toHaveLength(columnIds.length - columns.length);
});

test.each<readonly [role: "checkbox" | "button", name: string, asked: readonly ColumnId[] | undefined]>([
  ["checkbox", "Max LTV", ["market", "depositApy", "trend", "totalDepositUsd", "maxLtv", "actions"]],
  ["button", "Move Deposits up", ["market", "depositApy", "totalDepositUsd", "trend", "actions"]],
  ["button", "Reset", undefined],
])("the %s %s requests the columns %j", async (role, name, asked) => {
  render(<ColumnsPanel {...props({ onChange })} />);
  await userEvent.click(screen.getByRole(role, { name }));
  expect(onChange).toHaveBeenLastCalledWith(asked);
});

test("moves a column by keyboard from its checkbox and announces its new place", async () => {
  render(
    <LiveRegionProvider>
      <ColumnsPanel {...props({ onChange })} />
    </LiveRegionProvider>,
  );
  screen.getByRole("checkbox", { name: "Trend" }).focus();
  await userEvent.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(onChange).toHaveBeenLastCalledWith(["market", "trend", "depositApy", "totalDepositUsd", "actions"]);
  expect(screen.getByTestId("announcements").textContent).toBe("Trend moved to place 1 of 3");
});

test("disables moving beyond either end and resetting a view's own columns", () => {
  render(<ColumnsPanel {...props({ isOwn: true })} />);
  for (const name of ["Move Deposit APY up", "Move Deposits down", "Reset"])
    expect(screen.getByRole("button", { name })).toHaveProperty("disabled", true);
});

test("changes the density", async () => {
  const onDensity = vi.fn<ColumnsPanelProps["onDensity"]>();
  render(<ColumnsPanel {...props({ onDensity })} />);
  await userEvent.click(screen.getByRole("radio", { name: "Compact" }));
  expect(onDensity).toHaveBeenCalledWith("compact");
});
