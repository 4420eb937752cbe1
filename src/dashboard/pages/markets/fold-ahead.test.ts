import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { createSearch } from "../../../domain/market/filters/search.ts";
import { prepareSearchTexts } from "./prepare-search-texts.ts";

let read = 0;

/** Rows that count how often one of their names is read. */
function countedRows(count: number): readonly MarketRow[] {
  return Array.from({ length: count }, (_, index) =>
    Object.defineProperty(marketRow({ id: `m${String(index)}` }), "label", {
      get: () => {
        read += 1;
        return `Épargne ${String(index)}`;
      },
    }),
  );
}

beforeEach(() => {
  read = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("names folded ahead", () => {
  test("are folded once, in batches, and used by the search", () => {
    const rows = countedRows(450);
    prepareSearchTexts(rows);
    expect(read).toBe(0);
    vi.advanceTimersToNextTimer();
    expect(read).toBe(200);
    vi.runAllTimers();
    expect(read).toBe(450);
    expect(rows.filter(createSearch("epargne") ?? (() => false))).toHaveLength(450);
    expect(read).toBe(450);
  });

  test("are folded no further when the list is replaced", () => {
    const end = prepareSearchTexts(countedRows(450));
    vi.advanceTimersToNextTimer();
    end();
    vi.runAllTimers();
    expect(read).toBe(200);
  });
});
