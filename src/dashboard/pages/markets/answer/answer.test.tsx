import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { poolRow } from "../../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../../tests/fixtures/markets-result.ts";
import { dollars } from "../../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { defaultViewState } from "../../../../domain/view-state/codec.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { ListContext } from "../list-context.ts";
import { Answer } from "./answer.tsx";

function renderAnswer(row: MarketRow, change: Parameters<typeof marketsResult>[0]) {
  const rows = [row];
  const state = { ...defaultViewState, size: dollars(1000) };
  const result = marketsResult({ rows, ...change });
  render(
    <ListContext value={listContext(rows, state, { hasOneToken: true, result })}>
      <Answer />
    </ListContext>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
}

test("the picks are unknown, and not loading, while a page of markets is missing", () => {
  renderAnswer(poolRow("a", { deposits: 5e7, apy: 0.05 }), { phase: "partial", failedPage: 2 });
  expect(screen.getAllByText(/^Not all markets could be loaded/)).toHaveLength(3);
});

test.each([
  [0.05, true],
  [0.001, false],
])("the highest, at an APY of %d, has a filled button: %s", (apy, isFilled) => {
  const site = { websiteUrl: "https://example.com" };
  renderAnswer(poolRow("a", { deposits: 5e7, lent: 0, left: 5e7, apy }, site), { phase: "complete" });
  const card = within(screen.getByRole("article", { name: "Highest with full exit" }));
  expect(card.getAllByRole("link").at(-1)?.classList.contains("bg-fill")).toBe(isFilled);
});

test("figures stay on one line with their signs and units", () => {
  renderAnswer(poolRow("a", { deposits: 5e7, lent: 0, left: 500, apy: 0.05 }), { phase: "complete" });
  const card = screen.getByRole("article", { name: "Highest with full exit" });
  const figures = [...card.querySelectorAll("p .whitespace-nowrap")].map(({ textContent }) => textContent);
  expect(figures).toContain("0.01 %.");
});
