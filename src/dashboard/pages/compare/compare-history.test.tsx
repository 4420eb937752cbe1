import { cleanup, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { demoConfig, queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { CompareHistory } from "./compare-history.tsx";

const rows = [marketRow({ id: "a" }), marketRow({ id: "b" })];

test.each([
  ["deposit", "Deposit APY"],
  ["borrow", "Borrow APY"],
] as const)("a comparison of the side %s first shows the history of its %s", (side, label) => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const config = { ...demoConfig, record: { everyMs: 60_000 } };
  render(<CompareHistory rows={rows} side={side} />, {
    wrapper: queryWrapper(createQueryClient(), config),
  });
  expect(screen.getByRole("heading", { name: label })).toBeTruthy();
  cleanup();
  vi.unstubAllGlobals();
});

test("markets without a rate are named only if others have one", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const bet = marketRow({ id: "c", type: "prediction", label: "Will it?" });
  const wrapper = queryWrapper(createQueryClient(), demoConfig);
  const { rerender } = render(<CompareHistory rows={[bet, { ...bet, id: "d" }]} side="deposit" />, {
    wrapper,
  });
  screen.getByText("No history to show: markets of these types have no rate.");
  rerender(<CompareHistory rows={[...rows, bet]} side="deposit" />);
  screen.getByText(/^Not shown: markets of these types have no rate: Will it\?, .* \(Prediction\)\.$/);
  cleanup();
  vi.unstubAllGlobals();
});
