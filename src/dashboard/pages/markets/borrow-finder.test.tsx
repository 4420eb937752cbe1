import { cleanup, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { listContext } from "../../../../tests/fixtures/list-context.ts";
import { poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import { marketsResult } from "../../../../tests/fixtures/markets-result.ts";
import { queryWrapper } from "../../../../tests/fixtures/queries.tsx";
import { solMint } from "../../../domain/market/asset-families.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { createQueryClient } from "../../queries/query-client.ts";
import { BorrowFinder } from "./borrow-finder.tsx";
import { ListContext, type ListContextValue } from "./list-context.ts";

const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";

const size = (): string | null => new URLSearchParams(window.location.search).get("size");

const loaded = (rows: readonly MarketRow[], state: ViewState): ListContextValue =>
  listContext(rows, state, { result: marketsResult({ rows, phase: "complete" }) });

test.each(["", "&size=900"])(
  "a link with the collateral%s fills in the loan once its terms are known",
  async (sent) => {
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    const sol = { tokens: [rowToken("SOL", solMint)], totalDeposit: tokens(1000), maxLtv: fraction(0.8) };
    const rows = [
      poolRow("sol", { deposits: 100_000 }, sol),
      poolRow("usdc", { deposits: 1e6, lent: 5e5, borrowApy: 0.05 }, { tokens: [rowToken("USDC", usdc)] }),
    ];
    const search = `view=borrow&asset=${usdc}&collateral=${solMint}&have=10&unborrowable=1${sent}`;
    const state = readViewState(search);
    window.history.replaceState(null, "", `/?${search}`);
    const shown = (known: typeof rows) => (
      <ListContext value={loaded(known, state)}>
        <BorrowFinder />
      </ListContext>
    );
    const { rerender } = render(shown([]), { wrapper: queryWrapper(createQueryClient()) });
    expect(size()).not.toBe("400");
    rerender(shown(rows));

    // 10 SOL at $100, 80 % at most, half of that.
    await vi.waitFor(() => expect(size()).toBe("400"));
  },
);

test("a stablecoin drops against a debt that is worth more or less of dollars by then", () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const terms = { maxLtv: fraction(0.8), liquidationLtv: fraction(0.9), totalDeposit: tokens(1e6) };
  const rows = [
    poolRow("usdc", { deposits: 1e6 }, { tokens: [rowToken("USDC", usdc)], ...terms }),
    poolRow("sol", { deposits: 1e6, lent: 5e5, borrowApy: 0.05 }, { tokens: [rowToken("SOL", solMint)] }),
  ];
  const search = `view=borrow&asset=${solMint}&collateral=${usdc}&size=100&unborrowable=1`;
  window.history.replaceState(null, "", `/?${search}`);
  render(
    <ListContext value={listContext(rows, readViewState(search))}>
      <BorrowFinder />
    </ListContext>,
    { wrapper: queryWrapper(createQueryClient()) },
  );
  const region = screen.getByRole("region", { name: "Share of the limit" });
  expect(region.textContent).toContain("USDC can drop 55.6 % against SOL before liquidation.");
});

const place = (name: string, ltv: number, left: number, fields: Partial<MarketRow> = {}) => [
  poolRow(
    `sol-${name}`,
    { deposits: 100_000 },
    {
      productName: name,
      tokens: [rowToken("SOL", solMint)],
      totalDeposit: tokens(1000),
      maxLtv: fraction(ltv),
      ...fields,
    },
  ),
  poolRow(
    `usdc-${name}`,
    { deposits: 1e6, lent: 5e5, borrowApy: 0.05, borrowLeft: left },
    { productName: name, tokens: [rowToken("USDC", usdc)] },
  ),
];

test("the estimate takes the highest LTV of the markets that can make the loan", async () => {
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const rows = [
    ...place("Small", 0.9, 300),
    ...place("Full", 0.8, 5e5, { maxDeposit: tokens(1000) }),
    ...place("Large", 0.7, 5e5),
  ];
  const shown = (query: string): string => {
    const search = `view=borrow&asset=${usdc}&collateral=${solMint}&unborrowable=1&${query}`;
    window.history.replaceState(null, "", `/?${search}`);
    render(
      <ListContext value={loaded(rows, readViewState(search))}>
        <BorrowFinder />
      </ListContext>,
      { wrapper: queryWrapper(createQueryClient()) },
    );
    return screen.getByRole("region", { name: "Share of the limit" }).textContent;
  };
  expect(shown("")).toContain("Highest LTV: m, Kamino · Small.");
  cleanup();
  expect(shown("size=100")).toContain("Highest LTV for this loan: m, Kamino · Small.");
  cleanup();
  expect(shown("size=400")).toContain("Highest LTV for this loan: m, Kamino · Large.");
  cleanup();
  expect(shown("size=600k")).toContain("Highest LTV (no market here can make this loan): m, Kamino · Small.");
  cleanup();
  // 10 SOL at $100: $450 at half of 90 %, more than is left there; $350 at half of 70 %.
  expect(shown("have=10")).toContain("Kamino · Large.");
  await vi.waitFor(() => expect(size()).toBe("350"));
});
