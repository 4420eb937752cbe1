import { act, render } from "@testing-library/react";
import { useRef, type ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { useFitToSheet } from "./use-fit-to-sheet.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function Wide(): ReactNode {
  const container = useRef<HTMLElement>(null);
  useFitToSheet(container);
  return <section ref={container} />;
}

it("content twice as wide as the sheet is printed at less than half its size, and shown at full size on screen", () => {
  const print = window.matchMedia("print");
  vi.spyOn(window, "matchMedia").mockReturnValue(print);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "scrollWidth", "get").mockReturnValue(2000);
  const { container } = render(<Wide />);
  const matches = vi.spyOn(print, "matches", "get");
  const zoomIn = (media: "print" | "screen"): string | undefined => {
    matches.mockReturnValue(media === "print");
    act(() => void print.dispatchEvent(new Event("change")));
    return container.querySelector("section")?.style.getPropertyValue("zoom");
  };
  expect(zoomIn("print")).toBe("0.485");
  expect(zoomIn("screen")).toBe("");
});
