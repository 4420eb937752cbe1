import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../tests/fixtures/markets-result.ts";
import { millis } from "../../../contract/units.ts";
import { LoadError } from "../../queries/fetch-json.ts";
import { ListProblem } from "./list-problem.tsx";

afterEach(() => {
  vi.useRealTimers();
});

/** The text that a screen reader announces: all but the parts marked silent. */
function spoken(): string {
  const copy = screen.getByRole("status").cloneNode(true);
  if (!(copy instanceof HTMLElement)) return "";
  for (const silent of copy.querySelectorAll('[aria-live="off"]')) silent.remove();
  return copy.textContent;
}

it.each([
  [undefined, /^These rates were read at .* The service has received no newer rates\./],
  [
    { kind: "unavailable", message: "The service cannot be reached." },
    /^The last refresh failed\. The service cannot be reached\. Showing data read at/,
  ],
  [{ kind: "offline" }, /^You are offline\./],
] as const)("a banner over old data says why it is old: %o", (fault, text) => {
  const error = fault && new LoadError(1, fault);
  const rows = [marketRow({ id: "one" })];
  render(
    <ListProblem
      result={marketsResult({ phase: "complete", rows, stale: true, readAt: millis(6000), error })}
    />,
  );
  expect(screen.getByRole("status").textContent).toMatch(text);
});

it("a banner over stale data announces nothing new while it counts down to the next try", () => {
  vi.useFakeTimers();
  const now = Date.now();
  const result = marketsResult({
    phase: "complete",
    rows: [marketRow({ id: "one" })],
    stale: true,
    readAt: millis(now - 6000),
    nextRetryAt: millis(now + 40_000),
  });
  render(<ListProblem result={result} />);
  const [text, shown] = [spoken(), screen.getByRole("status").textContent];
  act(() => void vi.advanceTimersByTime(30_000));
  expect(screen.getByRole("status").textContent).not.toBe(shown);
  expect(spoken()).toBe(text);
});
