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

describe("useHeldOrder", () => {
  it("keeps what is read in place and lets new rows among them wait", () => {
    const { result, rerender } = hold({ next: list("abcd"), reading: true });
    rerender({ next: list("xabycd"), reading: true });
    expect(ids(result.current.rows)).toBe("abcd");
    expect(result.current.waiting).toBe(2);
  });

  it("puts the list in order on request", () => {
    const { result, rerender } = hold({ next: list("abcd"), reading: true });
    rerender({ next: list("xabcd"), reading: true });
    act(() => result.current.release());
    expect(ids(result.current.rows)).toBe("xabcd");
    expect(result.current.waiting).toBe(0);
  });

  it("puts the list in order when no one reads it any more", () => {
    const { result, rerender } = hold({ next: list("abcd"), reading: true });
    const next = list("xabcd");
    rerender({ next, reading: true });
    rerender({ next, reading: false });
    expect(ids(result.current.rows)).toBe("xabcd");
  });

  it("holds nothing back when another order is wished for", () => {
    const { result, rerender } = hold({ next: list("abcd"), wish: "up", reading: true });
    rerender({ next: list("dcbxa"), wish: "down", reading: true });
    expect(ids(result.current.rows)).toBe("dcbxa");
  });

  it("follows every change while no one reads", () => {
    const { result, rerender } = hold({ next: list("ab"), reading: false });
    rerender({ next: list("cab"), reading: false });
    expect(ids(result.current.rows)).toBe("cab");
  });
});
