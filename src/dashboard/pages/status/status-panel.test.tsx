import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { marketsResult } from "../../../../tests/fixtures/markets-result.ts";
import { moment } from "../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { StatusPanel } from "./status-panel.tsx";

test("lists that scroll can be scrolled by the keyboard", () => {
  const result = marketsResult({
    phase: "complete",
    pages: [{ page: 1, markets: 200, durationMs: 5, readAt: moment("2026-11-27T12:00:00Z") }],
    rejected: [{ page: 1, index: 3, id: "a", path: "token", reason: "is missing" }],
  });
  const wrapper = queryWrapper(createQueryClient());
  render(<StatusPanel result={result} onRefresh={() => undefined} onLeave={() => undefined} />, { wrapper });
  for (const name of ["Pages", "Could not be read"])
    expect(screen.getByRole("list", { name }).getAttribute("tabindex")).toBe("0");
});

const at = (page: number, index: number) => ({ page, index, id: undefined, path: "", reason: "is null" });

test("markets without an id are named by their position, or together by their page", () => {
  const result = marketsResult({ rejected: [at(1, 3), at(1, -1), at(1, -1), at(2, -1)] });
  const wrapper = queryWrapper(createQueryClient());
  render(<StatusPanel result={result} onRefresh={() => undefined} onLeave={() => undefined} />, { wrapper });
  expect(screen.getByRole("list", { name: "Could not be read" }).textContent).toBe(
    "the market is null4page 1, market 4 page 1 page 2",
  );
});
