import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { useState, type ReactNode } from "react";
import { ignoreRestingPointer } from "./resting-pointer.ts";
import { createScrolling } from "./scroll-to.ts";
import { Tour, type TourStep } from "./tour.tsx";

beforeEach(() => {
  // Nothing has a size where there is no layout.
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 10, 50, 20));
});
afterEach(() => {
  cleanup();
  // Ends the wait for the pointer that a tour leaves behind.
  fireEvent.pointerDown(document.body);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const steps: readonly TourStep[] = ["One", "Two", "Three", "Four"].map((title) => ({
  id: title,
  title,
  text: `About ${title}.`,
  find: () => [...document.querySelectorAll(`[data-part="${title}"]`)],
}));

function use(event: Event): void {
  event.preventDefault();
}

function rest(): void {
  fireEvent.pointerOver(document.body, { pointerType: "mouse" });
}

const progress = (place: number, count: number): string => `${String(place)} of ${String(count)}`;

function Page({ parts }: { readonly parts: readonly string[] }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Start
      </button>
      {parts.map((part) => (
        <p key={part} data-part={part} />
      ))}
      {open ? <Tour steps={steps} progress={progress} docked={false} onEnd={() => setOpen(false)} /> : null}
    </>
  );
}

async function start(parts: readonly string[]): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup();
  render(<Page parts={parts} />);
  await user.click(screen.getByRole("button", { name: "Start" }));
  return user;
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> =>
  user.click(screen.getByRole("button", { name }));

describe("a tour", () => {
  test("leaves out the steps whose elements are not there, and counts the others", async () => {
    const user = await start(["One", "Three"]);
    expect(screen.getByRole("dialog", { name: "One 1 of 2", description: "About One." })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Back" })).toBeNull();
    await press(user, "Next");
    expect(screen.getByRole("dialog", { name: "Three 2 of 2" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Next" })).toBeNull();
    await press(user, "Back");
    expect(screen.getByRole("dialog", { name: "One 1 of 2" })).toBeTruthy();
    await press(user, "Next");
    await press(user, "Done");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("has the focus in its dialog at each step, and gives it back when it ends", async () => {
    const user = await start(["One", "Two"]);
    expect(document.activeElement).toBe(screen.getByRole("dialog"));
    await user.tab();
    await user.keyboard("{Enter}");
    expect(document.activeElement).toBe(screen.getByRole("dialog", { name: "Two 2 of 2" }));
    await press(user, "Back");
    await press(user, "End the tour");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Start" }));
  });

  test("ends on Escape wherever the focus is, unless something above it has used the key", async () => {
    const user = await start(["One"]);
    act(() => screen.getByRole("button", { name: "Start" }).focus());
    document.addEventListener("keydown", use);
    await user.keyboard("{Escape}");
    document.removeEventListener("keydown", use);
    expect(screen.queryByRole("dialog")).not.toBeNull();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("counts anew when an element comes, and goes on when that of its step is gone for good", async () => {
    const { rerender } = render(<Page parts={["One", "Two"]} />);
    fireEvent.click(screen.getByRole("button", { name: "Start" }));
    rerender(<Page parts={["One", "Two", "Four"]} />);
    expect(await screen.findByRole("dialog", { name: "One 1 of 3" })).toBeTruthy();
    vi.useFakeTimers();
    rerender(<Page parts={["Two", "Four"]} />);
    await act(async () => vi.advanceTimersByTimeAsync(1500));
    expect(screen.getByRole("dialog", { name: "Two 1 of 2" })).toBeTruthy();
    rerender(<Page parts={[]} />);
    await act(async () => vi.advanceTimersByTimeAsync(1500));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

test("what lies under a resting pointer hears of it only once it moves", () => {
  const entered = vi.fn<() => void>();
  document.body.addEventListener("pointerover", entered);
  ignoreRestingPointer();
  rest();
  fireEvent.pointerMove(document.body, { pointerType: "mouse", movementX: 0, movementY: 0 });
  rest();
  expect(entered).not.toHaveBeenCalled();
  fireEvent.pointerDown(document.body, { pointerType: "mouse" });
  rest();
  expect(entered).toHaveBeenCalledOnce();
  document.body.removeEventListener("pointerover", entered);
});

test("what was scrolled goes back to where it was, except what a person scrolled since", () => {
  const { container } = render(
    <div>
      <div>
        <p />
      </div>
    </div>,
  );
  const [outer, inner, element] = container.querySelectorAll("div, p");
  if (outer === undefined || inner === undefined || element === undefined) throw new Error("Not drawn.");
  // Out of sight: beyond the window's lower edge.
  vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 5000, 50, 20));
  element.scrollIntoView = () => {
    outer.scrollTop += 100;
    inner.scrollTop += 40;
  };
  inner.scrollTop = 7;
  const scrolling = createScrolling();
  scrolling.to(element);
  scrolling.to(element);
  outer.scrollTop = 130;
  scrolling.back();
  expect(inner.scrollTop).toBe(7);
  expect(outer.scrollTop).toBe(130);
});
