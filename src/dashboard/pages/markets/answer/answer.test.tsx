import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { listContext } from "../../../../../tests/fixtures/list-context.ts";
import { poolRow } from "../../../../../tests/fixtures/market-rows.ts";
import { marketsResult } from "../../../../../tests/fixtures/markets-result.ts";
import { dollars } from "../../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../../tests/fixtures/queries.tsx";
import { defaultViewState } from "../../../../domain/view-state/codec.ts";
import { createQueryClient } from "../../../queries/query-client.ts";
import { ListContext } from "../list-context.ts";
import { Answer } from "./answer.tsx";

test("the picks are unknown, and not loading, while a page of markets is missing", () => {
  const rows = [poolRow("a", { deposits: 5e7, apy: 0.05 })];
  const state = { ...defaultViewState, size: dollars(1000) };
  render(
    <ListContext
      value={listContext(rows, state, {
        hasOneToken: true,
        result: marketsResult({ rows, phase: "partial", failedPage: 2 }),
      })}
    >
      <Answer />
    </ListContext>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  expect(screen.getAllByText(/^Not all markets could be loaded/)).toHaveLength(3);
});
