import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { marketRow } from "../../../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { useFrozenOrder } from "./use-shown-order.ts";

const list = (ids: string): readonly MarketRow[] => Array.from(ids, row);
const kept = new Map<string, MarketRow>();
function row(id: string): MarketRow {
  const known = kept.get(id) ?? marketRow({ id });
  kept.set(id, known);
  return known;
}
const ids = (rows: readonly MarketRow[]): string => rows.map(({ id }) => id).join("");

interface Props {
  readonly next: readonly MarketRow[];
  readonly key?: string;
  readonly reading: boolean;
}

function hold(first: Props) {
  return renderHook(({ next, key = "", reading }: Props) => useFrozenOrder(next, key, reading, () => 3), {
    initialProps: first,
  });
}

describe("useFrozenOrder", () => {
  it("keeps rows in place while they are read and holds back new rows until released", () => {
    const { result, rerender } = hold({ next: list("abcd"), reading: true });
    rerender({ next: list("xabycd"), reading: true });
    expect([ids(result.current.rows), result.current.waiting]).toEqual(["abcd", 2]);
    act(() => result.current.release());
    expect([ids(result.current.rows), result.current.waiting]).toEqual(["xabycd", 0]);
  });

  it.each<readonly [when: string, ...steps: readonly [Props, Props]]>([
    [
      "another order is requested",
      { next: list("abcd"), key: "up", reading: true },
      { next: list("dcbxa"), key: "down", reading: true },
    ],
    ["reading has ended", { next: list("abcd"), reading: true }, { next: list("dcbxa"), reading: false }],
    [
      "the list is not being read",
      { next: list("ab"), reading: false },
      { next: list("dcbxa"), reading: false },
    ],
  ])("holds nothing back when %s", (_when, first, then) => {
    const { result, rerender } = hold(first);
    rerender(then);
    expect(ids(result.current.rows)).toBe("dcbxa");
  });
});
