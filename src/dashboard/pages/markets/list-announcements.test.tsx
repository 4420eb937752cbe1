import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../tests/fixtures/markets-result.ts";
import { usd, type Usd } from "../../../contract/units.ts";
import { createSelector } from "../../select/select.ts";
import { defaultViewState } from "../../../domain/view-state/codec.ts";
import { useListAnnouncements } from "./list-announcements.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
});

const rows = [marketRow({ id: "one" })];
const selection = createSelector()(rows, defaultViewState, { starred: new Set() });
const result = marketsResult({ phase: "complete", rows });
function announcements(
  before: { readonly by: string; readonly size?: Usd | undefined },
  after: { readonly by: string; readonly size?: Usd | undefined },
): readonly string[] {
  const announced: string[] = [];
  const announce = (message: string): void => void announced.push(message);
  const { rerender } = renderHook(
    ({ by, size }) =>
      useListAnnouncements(result, selection, announce, { by, inputs: { size, basis: "total" } }),
    { initialProps: before },
  );
  rerender(after);
  act(() => void vi.runAllTimers());
  return announced;
}

describe("the order of the list", () => {
  it("is announced when a size changes it, after typing pauses", () => {
    expect(announcements({ by: "Deposit APY" }, { by: "At $250k", size: usd(250_000) })).toEqual([
      "Ordered by At $250k.",
    ]);
  });

  it("is not announced when a size leaves it unchanged or the user chose it", () => {
    expect(announcements({ by: "Deposits" }, { by: "Deposits", size: usd(250_000) })).toEqual([]);
    expect(announcements({ by: "Deposit APY" }, { by: "Deposits" })).toEqual([]);
  });
});

it.each([
  ["1,234 of 2,000 markets.", undefined],
  ["1,234 events of 2,000 markets.", { rows: [], outcomes: new Map(), otherCurrency: 0 }],
])("writes the counts of the list alike: %s", (text, events) => {
  const announced: string[] = [];
  const announce = (message: string): void => void announced.push(message);
  const { rerender } = renderHook(
    ({ count }) =>
      useListAnnouncements(
        result,
        { ...selection, visible: Array.from({ length: count }, () => marketRow()), total: 2000, events },
        announce,
      ),
    { initialProps: { count: 2000 } },
  );
  rerender({ count: 1234 });
  act(() => void vi.runAllTimers());
  expect(announced).toEqual([text]);
});

it("says why a list stopped early instead of calling it complete", () => {
  const announced: string[] = [];
  const announce = (message: string): void => void announced.push(message);
  const { rerender } = renderHook(({ shown }) => useListAnnouncements(shown, selection, announce), {
    initialProps: { shown: marketsResult({ phase: "loading" }) },
  });
  rerender({ shown: { ...result, ended: "repeated-cursor" } });
  expect(announced).toEqual([
    "1 market loaded. The source sent the same cursor twice, so loading stopped there. Markets may be missing.",
  ]);
});
