import * as fc from "fast-check";
import { expect, test } from "vitest";
import { poolRow, rowToken, someRows } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction } from "../../../tests/fixtures/quantities.ts";
import { clearFilters, type FilterId } from "../../domain/market/filters/filters.ts";
import { loansAgainst } from "../../domain/market/loan-terms.ts";
import { defaultViewState } from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { fewestFilters } from "./fewest-filters.ts";
import { filterInputs, filterRows } from "../../domain/view-state/filter.ts";

const on = {
  minDeposits: dollars(1e6),
  minApy: fraction(0.1),
  onlyRewards: true,
  onlyBase: true,
  query: "kamino",
} as const satisfies Partial<ViewState>;
const ids: readonly FilterId[] = ["query", "minDeposits", "minApy", "onlyRewards", "onlyBase"];
const subsets = Array.from({ length: 2 ** ids.length }, (_, bits) =>
  ids.filter((_id, at) => Math.floor(bits / 2 ** at) % 2 === 1),
);

function countWithout(
  rows: Parameters<typeof filterRows>[0],
  state: ViewState,
  cleared: readonly FilterId[],
): number {
  const changed = { ...state, ...clearFilters(cleared) };
  return filterRows(rows, changed, filterInputs(changed, new Set(), undefined)).visible.length;
}

test("finds the smallest set of filters to lift that brings back the most markets", () => {
  fc.assert(
    fc.property(someRows(), fc.subarray([...ids]), fc.boolean(), (rows, active, hideSmall) => {
      const state: ViewState = {
        ...defaultViewState,
        hideSmall,
        ...Object.fromEntries(Object.entries(on).filter(([id]) => active.some((own) => own === id))),
      };
      fc.pre(countWithout(rows, state, []) === 0);
      const found = fewestFilters(rows, state, filterInputs(state, new Set(), undefined));
      const helping = subsets
        .filter((set) => set.every((id) => active.includes(id)))
        .map((set) => ({ size: set.length, count: countWithout(rows, state, set) }))
        .filter(({ count }) => count > 0);
      const least = Math.min(...helping.map(({ size }) => size));
      const most = Math.max(...helping.filter(({ size }) => size === least).map(({ count }) => count));
      const best = helping.length === 0 ? undefined : { size: least, count: most };
      expect(found && { size: found.ids.length, count: found.count }).toEqual(best);
      expect(countWithout(rows, state, found?.ids ?? [])).toBe(found?.count ?? 0);
    }),
  );
});

test("without the chosen collateral, a minimum LTV is that of the best one", () => {
  const pool = { deposits: 1e6, lent: 5e5, borrowLeft: 1e5, borrowApy: 0.05 };
  const usdc = poolRow("usdc", pool, { tokens: [rowToken("USDC")], websiteUrl: "https://a.test" });
  const rows = [usdc, { ...usdc, id: "sol", tokens: [rowToken("SOL")], maxLtv: fraction(0.8) }];
  const state: ViewState = {
    ...defaultViewState,
    view: "borrow",
    types: ["lending"],
    collateral: "ELSEmint",
    minLtv: fraction(0.6),
  };
  const loans = loansAgainst(state.collateral, rows);
  const inputs = filterInputs(state, new Set(), undefined, undefined, loans);
  expect(fewestFilters(rows, state, inputs)).toEqual({ ids: ["collateral"], count: 1 });
});
