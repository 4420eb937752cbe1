import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DashboardConfigContext } from "./configuration.ts";
import { useFoundAssets, withFound } from "./assets.ts";
import { useCatalogue } from "./catalogue/catalogue.ts";
import { createQueryClient } from "./query-client.ts";

const sol = "solana:So11111111111111111111111111111111111111112";
const jito = "solana:J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";
const config = {
  source: { kind: "demo" as const, label: "Demo" },
  clientKey: "key",
  interstitialUrl: "/action",
};

let sent: string[] = [];
/** Whether the catalogue goes round in a circle and so is left. */
let endless = false;

beforeEach(() => {
  sent = [];
  endless = false;
  vi.stubGlobal("fetch", async (address: string) => {
    sent.push(address);
    return Response.json(
      address.includes("/v0/search")
        ? {
            assets: [
              { id: jito, symbol: "JitoSOL" },
              { id: sol, symbol: "SOL" },
            ],
          }
        : { assets: [{ id: sol, symbol: "SOL" }], cursor: endless ? "again" : null },
    );
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Known({ query }: { readonly query: string }): ReactNode {
  const catalogue = useCatalogue(false);
  const found = useFoundAssets(query, catalogue);
  return (
    <output>
      {withFound(catalogue.assets, found)
        .map(({ symbol }) => symbol)
        .join(" ")}
    </output>
  );
}

function show(query: string): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DashboardConfigContext value={config}>
        <Known query={query} />
      </DashboardConfigContext>
    </QueryClientProvider>,
  );
}

const searches = (): readonly string[] => sent.filter((address) => address.includes("/v0/search"));

test("what lies beyond a catalogue that could not be read whole is asked of the service, each token once", async () => {
  endless = true;
  show("jito staked");
  await screen.findByText("SOL JitoSOL");
  expect(searches()).toEqual([expect.stringContaining("/v0/search?query=jito")]);
});

test("a catalogue that was read whole is searched here, and the service is asked for nothing", async () => {
  show("jito staked");
  await screen.findByText("SOL");
  expect(searches()).toEqual([]);
});
