import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { poolRow } from "../../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../../tests/fixtures/markets-result.ts";
import { dollars } from "../../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { defaultViewState } from "../../../../domain/view-state/codec.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { createSelector } from "../../../select/select.ts";
import { ListContext } from "../list-context.ts";
import { Answer } from "./answer.tsx";

test("the picks are unknown, and not loading, while a page of markets is missing", () => {
  const rows = [poolRow("a", { deposits: 5e7, apy: 0.05 })];
  const state = { ...defaultViewState, size: dollars(1000) };
  render(
    <ListContext
      value={{
        state,
        onChange: () => undefined,
        selection: createSelector()(rows, state, { starred: new Set() }),
        hasOneToken: true,
        onSearchEnter: () => undefined,
        history: { loading: false, error: undefined, retry: () => undefined },
        columns: [],
        result: marketsResult({ rows, phase: "partial", failedPage: 2 }),
        lookingForBenchmark: false,
        shownRowsRef: { current: [] },
      }}
    >
      <Answer />
    </ListContext>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  expect(screen.getAllByText(/^Not all markets could be loaded/)).toHaveLength(3);
});
