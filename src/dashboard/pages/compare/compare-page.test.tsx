import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sentMarket } from "../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { ComparePage } from "./compare-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

test("markets without rates are not split by rate, and ask for no size", async () => {
  const markets = ["a", "b"].map((id) => sentMarket({ id, type: "prediction", title: `Event ${id}?` }));
  vi.stubGlobal("fetch", async (address: string) =>
    address.includes("/markets?")
      ? Response.json({ markets, cursor: null })
      : Response.json({}, { status: 404 }),
  );
  window.history.replaceState(null, "", "/compare?ids=a,b");
  render(<ComparePage />, { wrapper: queryWrapper(createQueryClient()) });
  await screen.findByRole("checkbox", { name: "Differences only" });
  expect(screen.queryByRole("region", { name: "Split your money" })).toBeNull();
  expect(screen.queryByText(/^Enter your size/)).toBeNull();
});
