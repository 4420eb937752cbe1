import { act, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { onScreen } from "../../../../tests/fixtures/screen-size.ts";
import { ChoiceChip } from "../marks/choice-chip.tsx";
import { FactChips } from "../marks/fact-chips.tsx";
import { Stat } from "../panel/stat.tsx";
import { columnsOf } from "../table/columns.ts";
import { DataTable } from "../table/data-table.tsx";
import { Explained, HelpTooltip } from "./tooltip.tsx";

const help = "Borrows divided by deposits.";
const { figure } = columnsOf<{ readonly used: number }>();
const usedOf = ({ used }: { readonly used: number }): number => used;
const columns = [figure("Utilization", "fraction", help, usedOf, () => undefined)];
const rows = [{ used: 0.5 }, { used: 0.6 }];

function Table({ sorts = true }: { readonly sorts?: boolean }): ReactNode {
  return (
    <DataTable
      label="Pools"
      columns={columns}
      enableSorting={sorts}
      rows={rows}
      rowKey={({ used }) => String(used)}
    />
  );
}

const flag = {
  id: "a",
  tone: "bad",
  icon: "gauge",
  label: "Utilization",
  figure: "99 %",
  note: help,
} as const;

const parts: readonly { readonly name: string; readonly content: ReactNode; readonly isPhone?: boolean }[] = [
  { name: "a figure", content: <Stat label="Utilization" value="80 %" help={help} /> },
  { name: "a figure on one line", content: <Stat line label="Utilization" value="80 %" help={help} /> },
  { name: "a flag", content: <FactChips chips={[flag]} /> },
  {
    name: "a chip",
    content: <ChoiceChip label="Utilization" pressed={false} description={help} onPress={vi.fn()} />,
  },
  { name: "a header that sorts", content: <Table /> },
  { name: "a header that does not sort", content: <Table sorts={false} /> },
  { name: "a label in the first card", content: <Table />, isPhone: true },
];

const label = (): HTMLElement => {
  const [first] = screen.getAllByText("Utilization");
  if (first === undefined) throw new Error("Nothing is labelled.");
  return first;
};
const shownHelp = (): string | null => screen.queryByRole("tooltip")?.textContent ?? null;

afterEach(() => {
  vi.restoreAllMocks();
});

test.each(parts)(
  "$name shows its help under a pointer, on keyboard focus and to screen readers",
  async ({ content, isPhone = false }) => {
    if (isPhone) onScreen("phone");
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
    vi.useFakeTimers();
    render(
      <>
        {content}
        <HelpTooltip />
      </>,
    );
    fireEvent.pointerOver(label(), { pointerType: "mouse" });
    act(() => void vi.advanceTimersByTime(400));
    expect(shownHelp()).toBe(help);
    fireEvent.pointerLeave(label(), { pointerType: "mouse" });
    act(() => void vi.advanceTimersByTime(400));
    expect(shownHelp()).toBeNull();
    vi.useRealTimers();
    await userEvent.tab();
    expect(shownHelp()).toBe(help);
    expect(document.activeElement?.getAttribute("aria-description")).toBe(help);
  },
);

const hover = (element: HTMLElement): void => {
  fireEvent.pointerOver(element, { pointerType: "mouse" });
  act(() => void vi.advanceTimersByTime(600));
};

test.each([
  ["a table", false],
  ["a card", true],
])("a figure of %s shows the help of its column, but is no tab stop", (_, isPhone) => {
  if (isPhone) onScreen("phone");
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
  vi.useFakeTimers();
  const { container } = render(
    <>
      <Table />
      <HelpTooltip />
    </>,
  );
  const values = container.querySelectorAll<HTMLElement>("tbody th, dd");
  expect(values).toHaveLength(rows.length);
  for (const value of values) {
    hover(value);
    expect(shownHelp()).toBe(help);
    expect(value.tabIndex).toBe(-1);
  }
  vi.useRealTimers();
});

test("a part with its own help inside another shows only its own", () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
  vi.useFakeTimers();
  render(
    <>
      <Stat label="Utilization" help={help}>
        <Explained help="Not published by Kamino">Unknown</Explained>
      </Stat>
      <HelpTooltip />
    </>,
  );
  for (const pointerType of ["mouse", "touch"]) {
    const part = screen.getByText("Unknown");
    if (pointerType === "mouse") hover(part);
    else {
      fireEvent.pointerDown(part, { pointerType });
      act(() => void vi.advanceTimersByTime(600));
    }
    expect(screen.getAllByRole("tooltip").map(({ textContent }) => textContent)).toEqual([
      "Not published by Kamino",
    ]);
  }
  vi.useRealTimers();
});

test("only the first card's labels are tab stops, but the labels of all cards have its help", () => {
  onScreen("phone");
  const { container } = render(<Table />);
  expect(container.querySelectorAll("dt[tabindex]")).toHaveLength(1);
  expect(container.querySelectorAll("dt[data-tip]")).toHaveLength(rows.length);
});
