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

test("an id that no longer exists does not hide what a staked token earns by itself", async () => {
  const jito = { address: "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn", symbol: "JitoSOL", decimals: 9 };
  const sol = { address: "So11111111111111111111111111111111111111112", symbol: "SOL", decimals: 9 };
  const loop = { type: "loop", tokenA: jito, tokenB: sol, depositApy: 0.1, additionalData: { leverage: 2 } };
  const markets = [
    sentMarket({ id: "usdc" }),
    sentMarket({ id: "jito", token: jito, depositApy: 0, baseDepositApy: 0 }),
    sentMarket({ id: "sol", token: sol, borrowApy: 0.02 }),
    sentMarket({ id: "loop", ...loop }),
  ];
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://localhost");
    if (!pathname.endsWith("/markets")) return Response.json({}, { status: 404 });
    const types = searchParams.get("type")?.split(",");
    const asked = markets.filter(({ type }) => types?.includes(String(type)) ?? true);
    return Response.json({ markets: asked, cursor: null });
  });
  window.history.replaceState(null, "", "/compare?ids=usdc,jito,gone");
  render(<ComparePage />, { wrapper: queryWrapper(createQueryClient()) });
  await screen.findByText(/The service lists no market “gone”/);
  // 2 × the yield less 1 × 2 % is 10 %.
  await screen.findAllByText(/JitoSOL earns 6\.00.% by itself, as its loops imply/);
});
