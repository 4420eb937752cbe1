import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryWrapper } from "../../../tests/fixtures/queries.tsx";
import { useFoundAssets, withFound } from "./assets.ts";
import { useCatalogue } from "./catalogue/catalogue.ts";
import { createQueryClient } from "./query-client.ts";

const sol = "solana:So11111111111111111111111111111111111111112";
const jito = "solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";

let sent: string[] = [];
/** Whether the catalogue's cursor repeats, so that loading stops. */
let endless = false;

beforeEach(() => {
  sent = [];
  endless = false;
  vi.stubGlobal("fetch", async (address: string) => {
    sent.push(address);
    const known = { id: sol, symbol: "SOL" };
    if (address.includes("/v0/search"))
      return Response.json({ assets: [{ id: jito, symbol: "JitoSOL" }, known] });
    return Response.json({ assets: [known], cursor: endless ? "again" : null });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The symbols that a search finds. */
function show(query: string): { readonly current: string } {
  const known = (): string => {
    const catalogue = useCatalogue(false);
    const tokens = withFound(catalogue.assets, useFoundAssets(query, catalogue));
    return tokens.map(({ symbol }) => symbol).join(" ");
  };
  return renderHook(known, { wrapper: queryWrapper(createQueryClient()) }).result;
}

const searches = (): readonly string[] => sent.filter((address) => address.includes("/v0/search"));

test("an incomplete catalogue also searches the service, and shows each token once", async () => {
  endless = true;
  const known = show("jito staked");
  await vi.waitFor(() => expect(known.current).toBe("SOL JitoSOL"));
  expect(searches()).toEqual([expect.stringContaining("/v0/search?query=jito")]);
});

test("a complete catalogue is searched locally, without a request", async () => {
  const known = show("jito staked");
  await vi.waitFor(() => expect(known.current).toBe("SOL"));
  expect(searches()).toEqual([]);
});
