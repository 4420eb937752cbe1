import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { poolRow } from "../../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../../tests/fixtures/markets-result.ts";
import { defaultViewState } from "../../../../domain/view-state/codec.ts";
import { views } from "../../../../domain/view-state/views.ts";
import type { MarketsResult } from "../../../queries/markets/use-markets.ts";
import { ListContext } from "../list-context.ts";
import { MarketsTabs } from "./markets-tabs.tsx";

function countOf(tab: string, phase: MarketsResult["phase"]): string | null {
  const state = { ...defaultViewState, view: "all", types: views.all.types } as const;
  const rows = [poolRow("a", { apy: 0.05, deposits: 5_000_000 })];
  const { unmount } = render(
    <ListContext value={listContext(rows, state, { result: marketsResult({ rows, phase }) })}>
      <MarketsTabs />
    </ListContext>,
  );
  const count = screen.getByRole("tab", { name: tab }).getAttribute("data-count");
  unmount();
  return count;
}

test("a view counts no markets of a type that may not have arrived", () => {
  expect(countOf("Loop", "loading")).toBeNull();
  expect(countOf("Earn", "loading")).toBe("1");
  expect(countOf("Loop", "complete")).toBe("0");
});
