import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTooltip } from "./tooltip.tsx";

const onClick = vi.fn();

function Card(): ReactNode {
  const [handlers, tooltip] = useTooltip(() => "Rewards can stop.", "[data-flag]");
  return (
    <div {...handlers}>
      <button type="button" onClick={onClick}>
        <span data-flag="0">60 % rewards</span>
      </button>
      {tooltip}
    </div>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  onClick.mockClear();
  render(<Card />);
  // Without a layout no element is found at a point.
  document.elementsFromPoint = () => [screen.getByText("60 % rewards")];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function press(ms: number): void {
  const flag = screen.getByText("60 % rewards");
  fireEvent.pointerDown(flag, { pointerType: "touch" });
  act(() => void vi.advanceTimersByTime(ms));
  fireEvent.pointerUp(flag, { pointerType: "touch" });
  fireEvent.click(flag, { detail: 1 });
}

test("a long press shows the tooltip without clicking", () => {
  press(600);
  expect(screen.getByRole("tooltip").textContent).toBe("Rewards can stop.");
  expect(onClick).not.toHaveBeenCalled();
});

test("a tap clicks and shows no tooltip", () => {
  press(100);
  act(() => void vi.advanceTimersByTime(1000));
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(onClick).toHaveBeenCalledOnce();
});

test("stays while the pointer moves onto it and closes after the pointer left both", () => {
  const flag = screen.getByText("60 % rewards");
  fireEvent.pointerOver(flag, { pointerType: "mouse" });
  act(() => void vi.advanceTimersByTime(400));
  const tooltip = screen.getByRole("tooltip");
  fireEvent.pointerLeave(flag.parentElement ?? flag, { pointerType: "mouse" });
  fireEvent.pointerEnter(tooltip, { pointerType: "mouse" });
  act(() => void vi.advanceTimersByTime(1000));
  fireEvent.click(tooltip);
  expect(onClick).not.toHaveBeenCalled();
  fireEvent.pointerLeave(tooltip, { pointerType: "mouse" });
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.queryByRole("tooltip")).toBeNull();
});
