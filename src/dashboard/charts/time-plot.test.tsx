import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { dayMs } from "../../contract/units.ts";
import { LiveRegionProvider } from "../ui/page/live-region.tsx";
import { chartTable, type ChartPane } from "./chart-series.ts";
import { TimePlot } from "./time-plot.tsx";

const start = Date.UTC(2026, 0, 1);

function renderDays(days: number, valueAt = (index: number): number => index + 1, own?: Partial<ChartPane>) {
  const pane: ChartPane = {
    series: [
      {
        fileName: "rate",
        label: "Rate",
        points: Array.from({ length: days }, (_, index) => ({
          at: start + index * dayMs,
          value: valueAt(index),
        })),
        format: (value) => `${String(value)} %`,
      },
    ],
    tick: String,
    ...own,
  };
  const measure = vi
    .spyOn(Element.prototype, "getBoundingClientRect")
    .mockReturnValue(DOMRect.fromRect({ width: 600, height: 200 }));
  const { container } = render(
    <TimePlot
      title="Rate"
      description=""
      panes={[pane]}
      table={chartTable([pane], [], "1d", undefined)}
      bands={[]}
      marks={[]}
      narrow={false}
      small={false}
    />,
    { wrapper: LiveRegionProvider },
  );
  return { container, measure };
}

test("measures its labels, not a text for every day", () => {
  const { measure } = renderDays(180);
  const measured = measure.mock.contexts.filter(
    (element) => element instanceof Element && element.id === "recharts_measurement_span",
  );
  expect(measured.length).toBeGreaterThan(0);
  expect(measured.length).toBeLessThan(60);
});

test("shows a point under a moving pointer and by keyboard, but not under a resting pointer", async () => {
  const { container } = renderDays(3);
  const [chart = document.body] = container.querySelectorAll(".recharts-wrapper");
  const place = { clientX: 300, clientY: 100 };
  const shown = (): number =>
    container.querySelectorAll("dl, .recharts-tooltip-cursor, .recharts-active-dot").length;
  // The event that a browser sends when a page scrolls under the pointer. Recharts handles it in the next frame.
  fireEvent.mouseEnter(chart, place);
  await act(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  expect(shown()).toBe(0);
  fireEvent.mouseMove(chart, place);
  await vi.waitFor(() => expect(shown()).toBe(3));
  expect(screen.getByText("2 Jan 2026")).toBeTruthy();
  fireEvent.mouseLeave(chart);
  expect(shown()).toBe(0);
  fireEvent.focus(screen.getByRole("application"));
  await vi.waitFor(() => expect(shown()).toBe(3));
  expect(screen.getByText("3 Jan 2026")).toBeTruthy();
});

test("by keyboard starts at the newest point, and continues where it was when the focus returns", () => {
  renderDays(3);
  const chart = screen.getByRole("application");
  fireEvent.focus(chart);
  expect(screen.getByText("3 Jan 2026")).toBeTruthy();
  fireEvent.keyDown(chart, { key: "ArrowLeft" });
  expect(screen.getByText("2 Jan 2026")).toBeTruthy();
  fireEvent.blur(chart);
  fireEvent.focus(chart);
  fireEvent.keyDown(chart, { key: "ArrowLeft" });
  expect(screen.getByText("1 Jan 2026")).toBeTruthy();
});

test("a rate below the scale is named above the axis, and an average that its line crosses above the line", () => {
  const { container } = renderDays(180, (index) => (index === 10 ? -76 : 5), {
    domain: [0, 10],
    periods: [{ from: start, text: "180d", value: "5 %" }],
  });
  const heightOf = (text: string): number => {
    const found = [...container.querySelectorAll("text")].find((one) => one.textContent.startsWith(text));
    return Number(found?.getAttribute("y"));
  };
  expect(heightOf("-76")).toBeLessThanOrEqual(heightOf("0") - 10);
  expect(heightOf("180d")).toBeLessThan(heightOf("5"));
});
