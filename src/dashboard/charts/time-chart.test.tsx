import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { ChartPane } from "./chart-series.ts";
import { ChartPanel, TimeChart, type ChartPanelProps } from "./time-chart.tsx";

vi.mock(import("./time-plot.tsx"), () => ({ TimePlot: ({ description }) => <p>{description}</p> }));

const at = Date.UTC(2026, 0, 1);

function pane(...values: readonly (number | undefined)[]): ChartPane {
  const points = values.map((value, index) => ({ at: at + index * 86_400_000, value }));
  return {
    series: [{ fileName: "rate", label: "Rate", points, format: (value) => `${String(value)} %` }],
    tick: String,
    domain: [0, 10],
  };
}

const chart = {
  title: "Rate of USDC",
  panes: [pane(1, undefined, 3)],
  resolution: "1d",
  what: "history",
  empty: { heading: "No history", text: "A longer range may have some." },
} as const;

function panel(props: Partial<ChartPanelProps>) {
  return (
    <ChartPanel
      {...chart}
      heading="Rate"
      range="7d"
      onRange={() => {}}
      file={{ subject: "x", range: "7d", caption: "", about: [] }}
      {...props}
    />
  );
}

const show = (props: Partial<ChartPanelProps>) => render(panel(props));

test("shows its points as a table, newest first, with gaps marked as no data", async () => {
  show({});
  await userEvent.click(screen.getByRole("button", { name: "Chart options" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Show as table" }));
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "TimeRate",
    "3 Jan 20263 %",
    "2 Jan 2026no data",
    "1 Jan 20261 %",
  ]);
});

test("shows the empty state when no series has a value", () => {
  show({ panes: [pane(undefined, undefined)] });
  expect(screen.getByRole("heading", { name: "No history" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Chart options" })).toBeNull();
});

test("mentions off-scale values after the summary", async () => {
  show({ panes: [pane(1, 50, 3)], summary: "Between 1 and 50." });
  expect(screen.getByText("Between 1 and 50. One day at 50 % is off the scale.")).toBeTruthy();
  expect(await screen.findByText("Between 1 and 50.")).toBeTruthy();
});

test("a new range is a new plot, because the keyboard would continue at a point of the old range", async () => {
  const { rerender } = show({ description: "Rates." });
  const plot = await screen.findByText("Rates.");
  rerender(panel({ description: "Rates.", range: "1y" }));
  expect(screen.getByText("Rates.")).not.toBe(plot);
});

test("a chart without a panel has neither header nor table", () => {
  render(<TimeChart {...chart} />);
  expect(screen.queryByRole("heading")).toBeNull();
  expect(screen.queryByRole("button", { name: "Chart options" })).toBeNull();
});
