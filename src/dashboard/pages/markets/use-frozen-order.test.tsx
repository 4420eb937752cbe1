import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { useFrozenOrder } from "./use-frozen-order.ts";

afterEach(cleanup);

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
  readonly wish?: string;
  readonly reading: boolean;
}

function hold(first: Props) {
  return renderHook(({ next, wish = "", reading }: Props) => useFrozenOrder(next, wish, reading, () => 3), {
    initialProps: first,
  });
}

describe("useFrozenOrder", () => {
  it("keeps what is read in place and lets new rows among them wait, until it is asked to put them in order", () => {
    const { result, rerender } = hold({ next: list("abcd"), reading: true });
    rerender({ next: list("xabycd"), reading: true });
    expect([ids(result.current.rows), result.current.waiting]).toEqual(["abcd", 2]);
    act(() => result.current.release());
    expect([ids(result.current.rows), result.current.waiting]).toEqual(["xabycd", 0]);
  });

  it.each<readonly [when: string, ...steps: readonly [Props, Props]]>([
    [
      "another order is wished for",
      { next: list("abcd"), wish: "up", reading: true },
      { next: list("dcbxa"), wish: "down", reading: true },
    ],
    [
      "no one reads it any more",
      { next: list("abcd"), reading: true },
      { next: list("dcbxa"), reading: false },
    ],
    ["no one reads", { next: list("ab"), reading: false }, { next: list("dcbxa"), reading: false }],
  ])("holds nothing back when %s", (_when, first, then) => {
    const { result, rerender } = hold(first);
    rerender(then);
    expect(ids(result.current.rows)).toBe("dcbxa");
  });
});
