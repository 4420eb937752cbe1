import { describe, expect, it } from "vitest";
import { marketRow, rowToken } from "../../../tests/fixtures/market-rows.ts";
import { dollars, fraction, tokens } from "../../../tests/fixtures/quantities.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { defaultViewState } from "../../domain/view-state/codec.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { columnValue } from "../../domain/market/columns.ts";
import { createSelector, type Selection } from "./select.ts";

function rated(id: string, rate: number, fields: Partial<MarketRow> = {}): MarketRow {
  return marketRow({ id, depositApy: fraction(rate), ...fields });
}

const rows = [
  rated("low", 0.01, { label: "USDC", baseDepositApy: fraction(0.01) }),
  rated("high", 0.09, { label: "SOL", baseDepositApy: fraction(0.005) }),
  rated("prediction", 0, { type: "prediction" }),
];

const options = { starred: new Set<string>() };

function select(change: Partial<ViewState> = {}, list: readonly MarketRow[] = rows): Selection {
  return createSelector()(list, { ...defaultViewState, ...change }, options);
}

function ids(selection: Selection): string {
  return selection.visible.map((row) => row.id).join(" ");
}

it("a selection has the rows of the requested types that pass the filters, counted and in order, blocked ones last", () => {
  const selection = select();
  expect(ids(selection)).toBe("high low");
  expect(selection).toMatchObject({ total: 2, facets: { loaded: 3 } });
  expect(ids(select({ sort: [{ column: "market", descending: true }] }))).toBe("low high");
  expect(ids(select({ basis: "base" }))).toBe("low high");
  expect(select({ query: "usdc" })).toMatchObject({ visible: [{ id: "low" }], total: 2 });
  const full = rated("full", 0.2, { totalDeposit: tokens(100), maxDeposit: tokens(100) });
  expect(ids(select({}, [full, ...rows]))).toBe("high low full");
});

const priced = (id: string, price: number): MarketRow =>
  rated(id, 0.05, {
    tokens: [rowToken("USDC")],
    totalDeposit: tokens(100),
    totalDepositUsd: dollars(100 * price),
    websiteUrl: "https://example.com",
  });

describe("prices", () => {
  const usual = [priced("a", 1), priced("b", 1.01), priced("c", 0.99)];

  it("are compared across all providers, for filtering, counting and sorting by failed checks", () => {
    const own = [priced("x", 10), priced("y", 1), priced("z", 1)];
    const selector = createSelector();
    const shown = (change: Partial<ViewState>, peers = own): string =>
      ids(selector(own, { ...defaultViewState, ...change }, { ...options, peers }));
    const dear = ["p", "q", "r", "s"].map((id) => priced(id, 10));
    const byFailedChecks = { sort: [{ column: "doubts", descending: true }] } as const;
    expect(select({ onlyClean: true }, own)).toMatchObject({ visible: [{ id: "y" }, { id: "z" }] });
    expect(select({}, own).facets.switchCount("onlyClean")).toBe(2);
    expect(shown({ onlyClean: true })).toBe("y z");
    expect(shown({ onlyClean: true }, [...dear, ...own])).toBe("x");
    expect(shown(byFailedChecks)).toBe("x y z");
    expect(shown(byFailedChecks, [...dear, ...own])).toBe("y z x");
  });

  it("keep the columns' context while a list grows and no check changes", () => {
    const selector = createSelector();
    const of = (...more: readonly MarketRow[]) =>
      selector([...usual, ...more], defaultViewState, options).context;
    const [d, e] = [priced("d", 1.02), priced("e", 5)];
    const first = of();
    expect(of(d)).toBe(first);
    const off = of(d, e);
    expect(off).not.toBe(first);
    // The check still fails but its median moves, so its text must follow.
    expect(of(d, e, priced("f", 1.02))).not.toBe(off);
  });
});

it("the rate bar scales to the greatest leading rate of the list, except for a far outlier, whatever filters hide", () => {
  const scales = [{}, { basis: "base" }, { query: "usdc" }] as const;
  expect(scales.map((change) => select(change).maxRate)).toEqual([0.09, 0.01, 0.09]);
  const usual = Array.from({ length: 40 }, (_value, at) => rated(`m${at}`, 0.05));
  expect(select({}, [...usual, rated("dust", 9)]).maxRate).toBeCloseTo(0.075);
  expect(select({}, [rated("a", -0.1), marketRow({ id: "b" })]).maxRate).toBeUndefined();
});

describe("memoization", () => {
  const typed: ViewState = {
    ...defaultViewState,
    query: "usd",
    sort: [{ column: "market", descending: false }],
  };

  it("an equal state in new lists or at another density returns the same rows", () => {
    const selector = createSelector();
    const first = selector(rows, typed, options);
    expect(selector(rows, typed, { ...options })).toBe(first);
    const lists = { types: [...typed.types], providers: [], assets: [], statuses: ["open"] } as const;
    const shown = { query: "usd ", density: "compact" } as const;
    const again = selector(rows, { ...typed, ...lists, ...shown }, options);
    expect(again.visible).toBe(first.visible);
    expect(again.facets).toBe(first.facets);
    // This size neither filters nor sorts.
    expect(selector(rows, { ...typed, size: dollars(1000) }, options).visible).toBe(first.visible);
  });

  it("starring changes the rows only while just starred markets are shown", () => {
    const selector = createSelector();
    const first = selector(rows, defaultViewState, options);
    expect(selector(rows, defaultViewState, { starred: new Set(["low"]) }).visible).toBe(first.visible);
    const only = { ...defaultViewState, onlyStarred: true };
    expect(ids(selector(rows, only, { starred: new Set(["low"]) }))).toBe("low");
    expect(ids(selector(rows, only, { starred: new Set(["high"]) }))).toBe("high");
  });
});

const vs = (benchmark: string, change: Partial<ViewState> = {}): ViewState => ({
  ...defaultViewState,
  benchmark,
  sort: [{ column: "vsBenchmark", descending: true }],
  ...change,
});
const fresh = (rate: number): readonly MarketRow[] => [
  rated("safe", rate, { baseDepositApy: fraction(rate / 2) }),
  rated("other", 0.06, { baseDepositApy: fraction(0.06) }),
];

describe("the benchmark", () => {
  it("has its name and leading rate, even when a filter hides it", () => {
    expect(select(vs("low")).context.benchmark).toMatchObject({ id: "low", name: "USDC", rate: 0.01 });
    const hidden = select(vs("high", { query: "usdc", basis: "base" }));
    expect(ids(hidden)).toBe("low");
    expect(hidden.context.benchmark).toMatchObject({ id: "high", name: "SOL", rate: 0.005, isNet: false });
    expect(select().context.benchmark).toBeUndefined();
    const loop = rated("loop", 0.3, { kind: "loop", baseDepositApy: undefined });
    const net = select(vs("loop", { basis: "base" }), [...rows, loop]);
    expect(net.context.benchmark).toMatchObject({ rate: 0.3, isNet: true });
    // Bars of base rates do not shrink to make room for net rates.
    expect(net.maxRate).toBe(select({ basis: "base" }).maxRate);
  });

  it("has neither name nor rate until it is loaded or found elsewhere", () => {
    const selector = createSelector();
    const of = (benchmark?: MarketRow) =>
      selector(rows, vs("gone"), { ...options, benchmark }).context.benchmark;
    const absent = { id: "gone", name: undefined, rate: undefined };
    expect([of(), of(rated("stray", 0.05))]).toEqual([absent, absent]);
    expect(of(rated("gone", 0.05, { label: "USDS" }))).toMatchObject({
      id: "gone",
      name: "USDS",
      rate: 0.05,
    });
  });

  it("follows a refresh, another choice and the basis, in value and order", () => {
    const selector = createSelector();
    const spread = (list: readonly MarketRow[], state: ViewState): readonly unknown[] => {
      const { visible, context } = selector(list, state, options);
      return visible.map((row) => `${row.id} ${columnValue("vsBenchmark", row, context) ?? "—"}`);
    };
    expect(spread(fresh(0.05), vs("safe"))).toEqual(["other 0.01", "safe 0"]);
    const list = fresh(0.07);
    expect(spread(list, vs("safe"))).toEqual(["safe 0", "other -0.01"]);
    expect(spread(list, vs("other"))).toEqual(["safe 0.01", "other 0"]);
    expect(spread(list, vs("other", { basis: "base" }))).toEqual(["other 0", "safe -0.025"]);
    expect(spread(list, vs("noOne"))).toEqual(["other —", "safe —"]);
    expect(spread(list, vs("safe"))).toEqual(["safe 0", "other -0.01"]);
  });

  it("hides and moves nothing unless the list is sorted by it", () => {
    const selector = createSelector();
    const first = selector(rows, defaultViewState, options);
    const chosen = selector(rows, { ...defaultViewState, benchmark: "low" }, options);
    expect(chosen.visible).toBe(first.visible);
    expect(chosen.hiding).toEqual([]);
    const again = selector([...rows], { ...defaultViewState, benchmark: "low" }, options);
    expect(again.context).toBe(chosen.context);
  });
});
