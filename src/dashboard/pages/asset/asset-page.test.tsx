import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { sentMarket } from "../../../../tests/fixtures/positions.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { solMint } from "../../../domain/market/asset-families.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { AssetPage } from "./asset-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

test("a token's page waits for its name and tags, which would move everything below them", async () => {
  const asset = { id: `solana:${solMint}`, symbol: "SOL", name: "Wrapped SOL", tags: ["native"] };
  let answer: (() => void) | undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname } = new URL(address, "http://localhost");
    if (pathname.endsWith("/markets"))
      return Response.json({ markets: [sentMarket({ token: { address: solMint } })], cursor: null });
    await answered;
    return pathname.endsWith("/assets") ? Response.json({}, { status: 404 }) : Response.json(asset);
  });
  window.history.replaceState(null, "", `/assets/solana:${solMint}`);
  const client = createQueryClient();
  render(<AssetPage />, { wrapper: queryWrapper(client) });
  // All but the token and the catalog.
  await waitFor(() => expect(client.isFetching()).toBe(2));
  screen.getByRole("heading", { name: "Loading asset…" });
  answer?.();
  await screen.findByRole("heading", { name: "SOL" });
  screen.getByText("Wrapped SOL");
});
