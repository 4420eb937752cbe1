import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { marketTypes } from "../../../contract/market.ts";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../../tests/fixtures/quantities.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { createQueryClient } from "../../queries/query-client.ts";
import { createSelector } from "../../select/select.ts";
import { defaultViewState, readViewState } from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import { NoResults } from "./no-results.tsx";

const rows = [
  poolRow("a", { apy: 0.05, deposits: 5_000_000 }),
  poolRow("b", { apy: 0.04, deposits: 2_000_000 }),
  poolRow("c", { apy: 0.2 }),
];

function show(change: Partial<ViewState>, list = rows): void {
  const state = { ...defaultViewState, ...change };
  const selection = createSelector()(list, state, { starred: new Set() });
  window.history.replaceState(null, "", viewStateHref("/", state));
  render(<NoResults state={state} selection={selection} onRefresh={() => undefined} />, {
    wrapper: queryWrapper(createQueryClient()),
  });
}

const changed = (): ViewState => readViewState(window.location.search);

const tether = {
  id: "solana:Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  symbol: "USDT",
  name: "Tether USD",
};

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ assets: [tether], cursor: null }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

describe("NoResults", () => {
  it("lists filters by how many markets they hide and removes the first in one click", async () => {
    show({ minApy: fraction(0.15), minDeposits: dollars(1_000_000) });
    screen.getByRole("heading", { name: "No market passes both filters" });
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Minimum APY ≥ 15 %hides 2Remove",
      "Minimum deposits ≥ $1Mhides 1 with unknown depositsRemove",
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Without Minimum APY: 2 markets" }));
    expect(changed()).toMatchObject({ minApy: undefined, minDeposits: 1_000_000 });
  });

  it("says that no market passes when the service applied one of the filters", () => {
    show({ providers: ["lulo"], minApy: fraction(9) });
    expect(screen.getByRole("heading").textContent).toMatch(/^No market passes/);
  });

  it("offers the search matches that other filters hide", async () => {
    show({ query: "a", minApy: fraction(9) });
    await userEvent.click(screen.getByRole("button", { name: "Show" }));
    expect(changed()).toMatchObject({ query: "a", minApy: undefined });
  });

  const everything = { view: "all", types: marketTypes } as const;

  it("says that no market has the name only if markets of all types and providers were searched", () => {
    show({ ...everything, query: "kamno" });
    screen.getByRole("heading", { name: "No market is called “kamno”" });
    expect(screen.queryByRole("button", { name: "Search all markets" })).toBeNull();
    cleanup();
    show({ ...everything, query: "kamno", providers: ["kamino"] });
    screen.getByRole("heading", { name: "No match for “kamno” with these filters" });
    cleanup();
    show({ ...everything, query: "kamno", statuses: ["closed"] });
    screen.getByRole("heading", { name: "No match for “kamno” with these filters" });
  });

  it("else offers to search all markets, without other filters", async () => {
    show({ query: "S&P", providers: ["kamino"], minApy: fraction(9), size: dollars(500) });
    screen.getByRole("heading", { name: "No match for “S&P” in Earn" });
    await userEvent.click(screen.getByRole("button", { name: "Search all markets" }));
    expect(changed()).toMatchObject({
      ...everything,
      query: "S&P",
      providers: [],
      minApy: undefined,
      size: 500,
    });
  });

  it("suggests the intended name, or removing the search, when no market matches it", async () => {
    show({ query: "kamno", minApy: fraction(9) });
    await userEvent.click(await screen.findByRole("button", { name: "Did you mean Kamino?" }));
    expect(changed()).toMatchObject({ query: "Kamino", minApy: 9 });
    await userEvent.click(screen.getByRole("button", { name: "Remove the search" }));
    expect(changed()).toMatchObject({ query: "", minApy: 9 });
  });

  it("suggests the symbol of a token that is searched by name, before a similar word", async () => {
    show({ query: "tether" }, [
      poolRow("ether", {}, { tokens: [rowToken("ether")] }),
      poolRow("usdt", {}, { tokens: [rowToken("USDT")] }),
    ]);
    await userEvent.click(await screen.findByRole("button", { name: "Did you mean USDT?" }));
    expect(changed()).toMatchObject({ query: "USDT" });
  });

  it("counts the loans that removing the collateral shows, by the LTV of the best one", () => {
    const pool = { deposits: 1e6, lent: 5e5, borrowLeft: 1e5, borrowApy: 0.05 };
    const usdc = poolRow("usdc", pool, { tokens: [rowToken("USDC")], websiteUrl: "https://a.test" });
    const sol = { ...usdc, id: "sol", tokens: [rowToken("SOL")], maxLtv: fraction(0.8) };
    const lending = ["lending"] as const;
    show({ view: "borrow", types: lending, collateral: "ELSEmint", minLtv: fraction(0.6) }, [usdc, sol]);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toContain(
      "Collateral ELSEminthides 1Remove",
    );
  });

  it("says that the source lists no markets when no filter is set", () => {
    show({}, []);
    screen.getByRole("heading", { name: "The source lists no markets here" });
  });
});
