// Properties that every filter has, including filters added later.
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { sol, usdc } from "../../../tests/fixtures/mints.ts";
import { marketRow, poolRow, rowToken, someRows } from "../../../tests/fixtures/market-rows.ts";
import { runs } from "../../../tests/fixtures/property-runs.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import { marketTypes } from "../../contract/market.ts";
import type { MarketRow } from "../market/market-row.ts";
import type { FilterInput } from "../market/filters/filter-kinds.ts";
import {
  filterIds,
  filters,
  flagIds,
  initialFilters,
  clearFilters,
  setFilter,
  mayUseRecord,
  type FilterId,
  type FilterState,
} from "../market/filters/filters.ts";
import { changeViewState, defaultViewState, readViewState, writeViewState } from "./codec.ts";
import type { RecordFigure } from "../market/record-figures.ts";
import type { ViewState } from "./view-state.ts";
import { filterChips } from "../../dashboard/select/chips.ts";
import { createSelector, type SelectOptions } from "../../dashboard/select/select.ts";

const rows: readonly MarketRow[] = [
  poolRow(
    "alpha",
    { apy: 0.05, deposits: 5e6, lent: 1e6, left: 1e6 },
    {
      label: "Alpha",
      tokens: [rowToken("USDC", usdc)],
      depositApy: fraction(0.08),
      baseDepositApy90d: fraction(0.05),
      maxLtv: fraction(0.8),
      websiteUrl: "https://example.com",
    },
  ),
  poolRow(
    "beta",
    { apy: 0.03, deposits: 2e5, lent: 1.8e5, left: 1e4 },
    {
      label: "Beta",
      providerId: "lulo",
      tokens: [rowToken("SOL", sol)],
      baseDepositApy90d: fraction(0.01),
      maxLtv: fraction(0.5),
      liquidationLtv: fraction(0.4),
    },
  ),
  marketRow({
    id: "gamma",
    type: "loop",
    detail: "Main Market",
    tokens: [rowToken("USDC", usdc), rowToken("SOL", sol)],
    depositApy: fraction(0.12),
    maxLtv: fraction(0.9),
  }),
  marketRow({ id: "zeta", type: "loop", tokens: [rowToken("GEM"), rowToken("SOL", sol)] }),
  marketRow({ id: "epsilon", type: "loop", tokens: [rowToken("USDC", usdc), rowToken("GEM")] }),
  poolRow("delta", { apy: 0.02, deposits: 5000 }, { tokens: [rowToken("GEM")] }),
  marketRow({ id: "eta", providerId: "lulo", tokens: [rowToken("GEM")], maxBorrow: tokens(0) }),
  marketRow({ id: "open", type: "prediction", status: "open" }),
  marketRow({ id: "closed", type: "prediction", status: "closed" }),
];

/** Values of each filter that hide different rows; a switch has only one. */
const samples: { readonly [Id in FilterId]: readonly FilterState[Id][] } = {
  providers: [["kamino"], ["lulo"]],
  notProviders: [["kamino"], ["lulo"]],
  assets: [[usdc], [sol]],
  assetMatch: ["any", "all", "only"],
  collateral: [usdc, sol],
  unborrowable: [false],
  without: [[usdc], [sol]],
  statuses: [["closed"], ["settled"]],
  query: ["alpha", "beta"],
  minDeposits: [dollars(1e5), dollars(1e6)],
  maxDeposits: [dollars(1e5), dollars(1e6)],
  minApy: [fraction(0.025), fraction(0.06)],
  maxApy: [fraction(0.025), fraction(0.06)],
  minAvailable: [dollars(1e4), dollars(1e6)],
  minLtv: [fraction(0.6), fraction(0.85)],
  maxLtv: [fraction(0.6), fraction(0.85)],
  maxUtilization: [fraction(0.5), fraction(0.95)],
  maxRewards: [fraction(0.1), fraction(0.6)],
  minFlow: [dollars(-1000), dollars(0), dollars(1e6)],
  minAge: [0.5, 10],
  maxAge: [0.5, 10],
  hideSmall: [true],
  onlyRewards: [true],
  onlyBase: [true],
  onlySteady: [true],
  onlyFits: [true],
  onlyExits: [true],
  onlyClean: [true],
  onlyStarred: [true],
  chosen: [["alpha"], ["beta"]],
};

interface Sample {
  readonly state: ViewState;
  readonly options: SelectOptions;
}

/** A record of flows in dollars, ages in days and an average that the provider of one market does not send. */
function recordOf(
  figures: readonly (readonly [id: string, flow: number, age: number])[],
  average = 0.02,
): NonNullable<SelectOptions["record"]> {
  const known = { since: 0, coverage: fraction(1) };
  const byMarket = new Map<string, RecordFigure>(
    figures.map(([id, flow, age]) => [
      id,
      { flow30d: { ...known, value: dollars(flow) }, age, averages: new Map() },
    ]),
  );
  const averages = new Map([["baseDepositApy90d" as const, { ...known, value: fraction(average) }]]);
  byMarket.set("delta", { flow30d: undefined, age: undefined, averages });
  return { byMarket, text: JSON.stringify([figures, average]) };
}

const nothing = clearFilters(filterIds);
const starred: ReadonlySet<string> = new Set(["beta"]);
const start: Sample = {
  state: {
    ...defaultViewState,
    ...nothing,
    types: marketTypes,
    size: dollars(15_000),
    // The order depends only on the rows, so that a stale result cannot hide behind a new order.
    sort: [{ column: "market", descending: false }],
  },
  options: {
    starred,
    record: recordOf([
      ["alpha", 2e6, 20],
      ["beta", 500, 5],
      ["gamma", -200, 0],
    ]),
  },
};

/** The state with one filter set and what it needs: chosen assets, or the Borrow view. */
function withFilter<Id extends FilterId>(
  id: Id,
  value: FilterState[Id],
  { state, options }: Sample = start,
): Sample {
  const beside: Partial<ViewState> =
    id === "assetMatch"
      ? { assets: [usdc, sol] }
      : id === "collateral" || id === "unborrowable"
        ? { view: "borrow", types: ["lending"] }
        : {};
  return { state: { ...state, ...beside, ...setFilter(id, value) }, options };
}

const dear = (id: string): MarketRow =>
  poolRow(id, { deposits: 1 }, { tokens: [rowToken("USDC", usdc)], totalDepositUsd: dollars(100) });

/** A lending market with ample capacity for a loop. */
const leg = (symbol: string, mint: string): MarketRow =>
  poolRow(
    symbol,
    { deposits: 1e8, lent: 1e7, left: 1e8, borrowLeft: 8e7 },
    { productName: "Main Market", tokens: [rowToken(symbol, mint)] },
  );

function inState(change: (state: ViewState) => Partial<ViewState>): (sample: Sample) => Sample {
  return ({ state, options }) => ({ state: { ...state, ...change(state) }, options });
}

function withOptions(change: Partial<SelectOptions>): (sample: Sample) => Sample {
  return ({ state, options }) => ({ state, options: { ...options, ...change } });
}

/** Another value of each input, which changes the result of some filter that needs it. */
const others: { readonly [Input in FilterInput]: (sample: Sample) => Sample } = {
  types: inState(() => ({ types: ["prediction"] })),
  assetMatch: inState(() => ({ assetMatch: "only" })),
  side: inState(({ view }) => ({ view: view === "borrow" ? "earn" : "borrow" })),
  loans: inState(({ view }) => (view === "borrow" ? { view: "earn" } : { view: "borrow", collateral: sol })),
  size: inState(() => ({ size: dollars(5e6) })),
  basis: inState(() => ({ basis: "base" })),
  starred: withOptions({ starred: new Set(["alpha"]) }),
  record: withOptions({ record: recordOf([["beta", 3e6, 1]], 0.1) }),
  prices: withOptions({ peers: [...rows, dear("p"), dear("q"), dear("r"), dear("s")] }),
  loops: withOptions({ legs: [leg("USDC", usdc), leg("SOL", sol)] }),
};

type Selector = ReturnType<typeof createSelector>;

function shown({ state, options }: Sample, selector: Selector = createSelector()): string {
  return selector(rows, state, options)
    .visible.map(({ id }) => id)
    .join(" ");
}

/** Defaults are not in the URL. */
function written<Id extends FilterId>(id: Id): readonly FilterState[Id][] {
  const { [id]: filter } = filters;
  // Lifting a default filter is in the URL; it has no chip, because it hides nothing.
  const values: readonly FilterState[Id][] = samples[id];
  return [...values, filter.offValue].filter((value) => !filter.isInitial(value));
}

const each = filterIds.flatMap((id) => written(id).map((value) => [id, value] as const));
const eachNeed = filterIds.flatMap((id) => filters[id].needs.map((need) => [id, need] as const));

describe("a selector that has answered before", () => {
  test.each(filterIds)("reacts to every change of %s", (id) => {
    const selector = createSelector();
    const cases = [filters[id].offValue, ...samples[id], filters[id].offValue].map((to) =>
      withFilter(id, to),
    );
    const seen = cases.map((one) => shown(one, selector));
    expect(seen).toEqual(cases.map((one) => shown(one)));
    // Each value hides something, and something different from the others.
    expect(new Set(seen).size).toBe(samples[id].length + 1);
  });

  test.each(eachNeed)("re-evaluates %s when %s changes", (id, need) => {
    const selector = createSelector();
    const changes = samples[id].map((value) => {
      const sample = withFilter(id, value);
      const changed = others[need](sample);
      const [first, second] = [shown(sample, selector), shown(changed, selector)];
      expect(second).toBe(shown(changed));
      return first !== second;
    });
    expect(changes).toContain(true);
  });
});

describe("every filter", () => {
  test.each(each)("%s as %j is written to the URL and read back", (id, value) => {
    const { state } = withFilter(id, value, { ...start, state: defaultViewState });
    const search = writeViewState(state, "");
    expect(search).toContain(`${filters[id].name}=`);
    expect(readViewState(search)).toEqual(state);
    expect(writeViewState(changeViewState(state, setFilter(id, filters[id].initial)), search)).not.toContain(
      `${filters[id].name}=`,
    );
  });

  const hides = each.filter(([id, value]) => id !== "hideSmall" || value === true);

  test.each(hides)("%s as %j has a chip that removes it and nothing else", (id, value) => {
    const initial = { state: { ...start.state, ...initialFilters }, options: start.options };
    const { state } = withFilter(id, value, initial);
    const without = { ...state, ...setFilter(id, filters[id].initial) };
    const chips = chipsOf(state);
    expect(chips.filter(({ filter }) => filter !== id)).toEqual(chipsOf(without));
    const chip = chips.find(({ filter }) => filter === id);
    expect(chip?.label).toBe(filters[id].label);
    expect({ ...state, ...chip?.removal }).toEqual(without);
  });

  it("needs the record when it filters by recorded figures or by averages the record can fill", () => {
    expect(mayUseRecord(initialFilters)).toBe(false);
    for (const change of [setFilter("minAge", 0.5), setFilter("onlySteady", true)])
      expect(mayUseRecord({ ...initialFilters, ...change })).toBe(true);
  });

  it("has its own label and parameter", () => {
    for (const key of ["label", "name"] as const)
      expect(new Set(filterIds.map((id) => filters[id][key])).size).toBe(filterIds.length);
  });
});

const select = createSelector();
function selected(list: readonly MarketRow[], changes: Iterable<Partial<ViewState>>) {
  const state = { ...start.state };
  for (const change of changes) Object.assign(state, change);
  return select(list, state, start.options);
}

describe("filters together", () => {
  const someList = fc.shuffledSubarray([...rows], { minLength: 1 });
  const changes = filterIds
    .filter((id) => id !== "hideSmall")
    .flatMap((id) => samples[id].map((value) => [id, setFilter(id, value)] as const));
  /** At most one value of each filter. */
  const someFilters = fc.subarray(changes).map((chosen) => new Map(chosen));

  it("keep exactly the intersection of any two halves, so their order never matters", () => {
    fc.assert(
      fc.property(someList, someFilters, fc.func(fc.boolean()), (list, chosen, isFirst) => {
        const half = (first: boolean): readonly MarketRow[] => {
          // A filter that others depend on stays in both halves.
          const own = [...chosen].filter(([id]) => id === "assetMatch" || isFirst(id) === first);
          return selected(list, new Map(own).values()).visible;
        };
        const [one, other] = [half(true), half(false)];
        expect(selected(list, chosen.values()).visible).toEqual(one.filter((row) => other.includes(row)));
      }),
      runs(50),
    );
  });

  it("only remove, and lifting each brings back exactly what it hides alone, most first", () => {
    fc.assert(
      fc.property(someList, someFilters, (list, chosen) => {
        const { visible, hiding } = selected(list, chosen.values());
        expect(list).toEqual(expect.arrayContaining([...visible]));
        const alone = hiding.map((filter) => filter.alone);
        expect(alone).toEqual(alone.toSorted((a, b) => b - a));
        const cleared = hiding.map(({ filter }) =>
          selected(list, [...chosen.values(), clearFilters([filter])]),
        );
        expect(cleared.map((left) => left.visible.length)).toEqual(
          alone.map((count) => visible.length + count),
        );
      }),
      runs(50),
    );
  });
});

describe("counts", () => {
  it("of a switch match the markets it leaves", () => {
    fc.assert(
      fc.property(someRows(), (list) => {
        for (const id of flagIds) {
          const { state, options } = withFilter(id, true);
          const { facets, visible, ignoredOptional } = select(list, state, options);
          expect([id, facets.switchCount(id)]).toEqual([id, ignoredOptional ? 0 : visible.length]);
        }
      }),
      runs(50),
    );
  });

  it("of a provider, an asset and a status match the markets that choosing it leaves", () => {
    fc.assert(
      fc.property(someRows(), fc.constantFrom("earn", "borrow"), (list, view) => {
        const state = { ...start.state, view };
        const answer = (change: Partial<ViewState>) => select(list, { ...state, ...change }, start.options);
        const left = (change: Partial<ViewState>): number => answer(change).visible.length;
        const { providers, assets, statuses } = answer({}).facets;
        const listed = new Set(list.map(({ providerId }) => providerId));
        for (const { id, count } of providers.filter((provider) => listed.has(provider.id)))
          expect(left({ providers: [id] })).toBe(count);
        for (const { mint, count } of assets.slice(0, 5)) expect(left({ assets: [mint] })).toBe(count);
        for (const { status, count } of statuses) {
          const { visible } = answer({ statuses: [status] });
          const known = visible.filter((row) => row.kind === "prediction" && row.status !== undefined);
          expect(known).toHaveLength(count ?? 0);
        }
      }),
      runs(40),
    );
  });
});

function chipsOf(state: ViewState): ReturnType<typeof filterChips> {
  return filterChips(state, createSelector()(rows, state, start.options));
}
