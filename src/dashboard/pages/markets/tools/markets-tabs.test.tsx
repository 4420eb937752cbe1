import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { poolRow } from "../../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../../tests/fixtures/markets-result.ts";
import { defaultViewState, readViewState } from "../../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../../domain/view-state/view-state.ts";
import { views } from "../../../../domain/view-state/views.ts";
import type { MarketsResult } from "../../../queries/markets/use-markets.ts";
import { viewStateHref } from "../../../view-state/use-view-state.ts";
import { ListContext } from "../list-context.ts";
import { MarketsTabs } from "./markets-tabs.tsx";

afterEach(() => window.history.replaceState(null, "", "/"));

const rows = [poolRow("a", { apy: 0.05, deposits: 5_000_000 })];

function show(state: ViewState = defaultViewState, phase: MarketsResult["phase"] = "complete") {
  window.history.replaceState(null, "", viewStateHref("/", state));
  return render(
    <ListContext value={listContext(rows, state, { result: marketsResult({ rows, phase }) })}>
      <MarketsTabs />
    </ListContext>,
  );
}

function countOf(tab: string, phase: MarketsResult["phase"]): string | null {
  const { unmount } = show({ ...defaultViewState, view: "all", types: views.all.types }, phase);
  const count = screen.getByRole("tab", { name: tab }).getAttribute("data-count");
  unmount();
  return count;
}

test("a view counts no markets of a type that may not have arrived", () => {
  expect(countOf("Loop", "loading")).toBeNull();
  expect(countOf("Earn", "loading")).toBe("1");
  expect(countOf("Loop", "complete")).toBe("0");
});

test("each tab is named by its view alone and described by the count", () => {
  show();
  const tab = screen.getByRole("tab", { name: "Earn" });
  expect(tab.getAttribute("aria-selected")).toBe("true");
  expect(tab.getAttribute("aria-description")).toBe("1 market");
});

test("arrow keys move the focus, and Enter selects", async () => {
  show();
  screen.getByRole("tab", { name: "Earn" }).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "Borrow" }));
  expect(window.location.search).toBe("");
  await userEvent.keyboard("{End}{Enter}");
  expect(readViewState(window.location.search).view).toBe("all");
});
