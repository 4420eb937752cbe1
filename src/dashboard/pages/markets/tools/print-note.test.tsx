import { act, render, screen } from "@testing-library/react";
import { useRef, type ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { PrintNote } from "./print-note.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});

function List({ total }: { readonly total: number }): ReactNode {
  const region = useRef<HTMLDivElement>(null);
  return (
    <div ref={region}>
      <PrintNote region={region} total={total} />
      <p data-row="0">First</p>
      <p data-row="1">Second</p>
    </div>
  );
}

it.each([
  [5, "2 of 5 markets are printed. Export has all of them."],
  [2, undefined],
])("printing a list of %i markets, two of them rendered, shows the note: %s", (total, note) => {
  const print = window.matchMedia("print");
  vi.spyOn(window, "matchMedia").mockReturnValue(print);
  render(<List total={total} />);
  expect(screen.queryByText(/are printed/)).toBeNull();
  vi.spyOn(print, "matches", "get").mockReturnValue(true);
  act(() => void print.dispatchEvent(new Event("change")));
  expect(screen.queryByText(/are printed/)?.textContent).toBe(note);
});
