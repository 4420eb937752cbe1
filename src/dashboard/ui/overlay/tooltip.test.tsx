import { act, createEvent, fireEvent, render, screen } from "@testing-library/react";
import { useRef, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useTooltip } from "./tooltip.tsx";

const onClick = vi.fn();

function Card(): ReactNode {
  const card = useRef<HTMLDivElement>(null);
  const tooltip = useTooltip(() => "Rewards can stop.", "[data-flag]", card);
  return (
    <div ref={card}>
      <button type="button" onClick={onClick} data-flag="0">
        60 % rewards
      </button>
      <p>Beside it</p>
      {tooltip}
    </div>
  );
}

const flag = (): HTMLElement => screen.getByText("60 % rewards");
const shown = (): string | null => screen.queryByRole("tooltip")?.textContent ?? null;
const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const mouse = { pointerType: "mouse" };
const touch = { pointerType: "touch" };

beforeEach(() => {
  vi.useFakeTimers();
  // Without a layout elements have no size, the anchor would count as out of view, and none is found at a point.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
  document.elementsFromPoint = () => [flag()];
  onClick.mockClear();
  render(<Card />);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function press(ms: number): void {
  fireEvent.pointerDown(flag(), touch);
  wait(ms);
  fireEvent.pointerUp(flag(), touch);
  fireEvent.click(flag(), { detail: 1 });
}

test("opens once a pointer rests, and closes when it leaves or the page scrolls", () => {
  fireEvent.pointerOver(screen.getByText("Beside it"), mouse);
  wait(1000);
  expect(shown()).toBeNull();
  fireEvent.pointerOver(flag(), mouse);
  wait(300);
  expect(shown()).toBeNull();
  wait(100);
  expect(shown()).toBe("Rewards can stop.");
  fireEvent.pointerOver(screen.getByText("Beside it"), mouse);
  wait(200);
  expect(shown()).toBeNull();
  fireEvent.pointerOver(flag(), mouse);
  wait(400);
  fireEvent.scroll(document);
  expect(shown()).toBeNull();
});

test("opens at once for the keyboard, stays while the page scrolls, and Escape closes it", () => {
  act(() => flag().focus());
  expect(shown()).toBe("Rewards can stop.");
  fireEvent.scroll(document);
  expect(shown()).not.toBeNull();
  fireEvent.keyDown(flag(), { key: "Escape" });
  expect(shown()).toBeNull();
});

test("a long press shows it without clicking or the browser's menu", () => {
  fireEvent.pointerDown(flag(), touch);
  const asked = createEvent.contextMenu(flag());
  fireEvent(flag(), asked);
  expect(asked.defaultPrevented).toBe(true);
  fireEvent.pointerUp(flag(), touch);
  press(600);
  expect(shown()).toBe("Rewards can stop.");
  expect(onClick).not.toHaveBeenCalled();
});

test("a tap clicks and shows no tooltip, and so does a press that turned into a scroll", () => {
  press(100);
  fireEvent.pointerDown(flag(), touch);
  fireEvent.pointerCancel(flag(), touch);
  wait(1000);
  expect(shown()).toBeNull();
  expect(onClick).toHaveBeenCalledOnce();
});

test("stays while the pointer moves onto it, passes no press to its anchor, and closes when it leaves both", () => {
  fireEvent.pointerOver(flag(), mouse);
  wait(400);
  const tooltip = screen.getByRole("tooltip");
  fireEvent.pointerLeave(flag().parentElement ?? flag(), mouse);
  fireEvent.pointerEnter(tooltip, mouse);
  wait(1000);
  fireEvent.click(tooltip);
  expect(onClick).not.toHaveBeenCalled();
  fireEvent.pointerLeave(tooltip, mouse);
  wait(200);
  expect(shown()).toBeNull();
});

test("an element that appears under a resting pointer shows no tooltip until the pointer moves", () => {
  fireEvent.pointerDown(screen.getByText("Beside it"), { ...mouse, clientX: 30, clientY: 20 });
  fireEvent.pointerOver(flag(), { ...mouse, clientX: 30, clientY: 20 });
  wait(1000);
  expect(shown()).toBeNull();
  fireEvent.pointerOver(screen.getByText("Beside it"), { ...mouse, clientX: 31, clientY: 40 });
  fireEvent.pointerOver(flag(), { ...mouse, clientX: 31, clientY: 20 });
  wait(1000);
  expect(shown()).toBe("Rewards can stop.");
});
