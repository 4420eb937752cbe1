// Each stage is cached until an input changes: a search does not sort, a new sort does not read rows.
import { ratio, type Ratio } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { columnKey } from "../../domain/market/columns.ts";
import { effectiveSort, sortText } from "../../domain/view-state/views.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { loansAgainst } from "../../domain/market/loan-terms.ts";
import { isBlocked, leadingRate, marketText } from "../../domain/market/row-values.ts";
import type { ColumnInputs, Loans, LoopRooms, SelectContext } from "../../domain/market/column.ts";
import { peerPrices, type PeerPrices } from "../../domain/market/assess/checks.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import { groupEvents } from "./group-events.ts";
import { createFacets, facetKeys } from "./facets.ts";
import { filterKeys, filterInputs, filterRows, type FilterResult } from "../../domain/view-state/filter.ts";
import { sameItems } from "../../domain/market/filters/parameters.ts";
import { createOrderer } from "./order.ts";

export type Selection = ReturnType<ReturnType<typeof createSelector>>;

export interface SelectOptions {
  readonly starred: ReadonlySet<string>;
  /** Outside the list. A row of the list wins. */
  readonly benchmark?: MarketRow | undefined;
  readonly peers?: readonly MarketRow[];
  readonly loops?: LoopRooms | undefined;
  /** For lists of a few tokens: a loan's collateral is another market. */
  readonly lenders?: readonly MarketRow[] | undefined;
  readonly record?: ColumnInputs["record"];
  readonly trends?: ColumnInputs["trends"];
}

/** Equal inputs return the same object. Blocked markets are listed last; `events` are of a list of predictions. */
export function createSelector() {
  const orderOf = memoised(createOrderer(), (rows, keys, context) => [
    rows,
    sortText(keys),
    ...keys.map(({ column }) => columnKey(column, context)),
  ]);
  const countFacets = createFacets();
  let known: PeerPrices | undefined;
  const pricesOf = memoised((peers: readonly MarketRow[]) => (known = peerPrices(peers, known)));
  const facetsOf = memoised(countFacets, (rows, state, inputs) => [rows, ...facetKeys(state, inputs)]);
  const benchmarkRow = memoised((rows: readonly MarketRow[], id: string) =>
    rows.find((row) => row.id === id),
  );
  let knownLoans: Loans | undefined;
  const loansOf = memoised(
    (rows: readonly MarketRow[], mint: string | undefined, share: number) =>
      (knownLoans = loansAgainst(mint, rows, knownLoans, share)),
  );
  // Only the benchmark's name and rate, so most refreshes change nothing.
  const contextOf = memoised(
    (context: SelectContext) => context,
    ({ benchmark, ...context }) => [
      ...Object.values(context),
      benchmark?.id,
      benchmark?.name,
      benchmark?.rate,
    ],
  );
  const filter = memoised(filterRows, (rows, state, inputs) => [
    rows,
    state.types.join(),
    ...filterKeys(state, inputs),
  ]);
  const pick = memoised(
    (
      rows: readonly MarketRow[],
      order: readonly number[],
      { visible }: FilterResult,
      isBlockedAt: Uint8Array,
    ) => {
      const passes = new Uint8Array(rows.length);
      for (const position of visible) passes[position] = 1;
      const picked: MarketRow[] = [];
      const last: MarketRow[] = [];
      for (const position of order) {
        const row = passes[position] === 1 ? rows[position] : undefined;
        if (row !== undefined) (isBlockedAt[position] === 1 ? last : picked).push(row);
      }
      return [...picked, ...last];
    },
  );
  const group = memoised(groupEvents);
  const rateScale = memoised(
    (rows: readonly MarketRow[], { visible }: FilterResult, basis: ViewState["basis"]) => {
      const rates: (Ratio | undefined)[] = [];
      for (const position of visible) {
        const row = rows[position];
        if (row !== undefined) rates.push(leadingRate(row, basis));
      }
      return scaleEnd(rates, barReach);
    },
  );

  const blockedOf = memoised((rows: readonly MarketRow[], side: Side, loops: LoopRooms | undefined) => {
    const ids = new Set<string>();
    const at = Uint8Array.from(rows, (row) => {
      const is = isBlocked(row, side, loops);
      if (is) ids.add(row.id);
      return is ? 1 : 0;
    });
    return { ids, at };
  });

  return memoised(
    (rows: readonly MarketRow[], state: ViewState, options: SelectOptions) => {
      const { starred } = options;
      const { peers = rows, lenders, loops, record, trends } = options;
      const present = pricesOf(peers);
      const { benchmark: id } = state;
      const elsewhere = options.benchmark?.id === id ? options.benchmark : undefined;
      const row = id === undefined ? undefined : (benchmarkRow(rows, id) ?? elsewhere);
      const name = row === undefined ? undefined : marketText(row);
      const rate = row === undefined ? undefined : leadingRate(row, state.basis);
      // Rows of a few tokens include the chosen collateral, but not every possible one.
      const takers = state.collateral === undefined && state.assets.length > 0 ? noRows : rows;
      const loans =
        state.view === "borrow" ? loansOf(lenders ?? takers, state.collateral, state.loanShare) : undefined;
      const chosen = id === undefined ? undefined : { id, name, rate };
      const { size, basis } = state;
      const context = contextOf({
        size,
        basis,
        prices: present,
        loops,
        loans,
        record,
        trends,
        benchmark: chosen,
      });
      const order = orderOf(rows, effectiveSort(state), context);
      const inputs = filterInputs(state, starred, present, loops, loans, record);
      const result = filter(rows, state, inputs);
      const facets = facetsOf(rows, state, inputs);
      const blocked = blockedOf(rows, inputs.side, loops);
      const passing = pick(rows, order, result, blocked.at);
      const events =
        state.view === "prediction" && state.outcomes === "grouped" ? group(passing, context) : undefined;
      const visible: readonly MarketRow[] = events?.rows ?? passing;
      const maxRate = rateScale(rows, result, state.basis);
      return { ...result, visible, events, blocked: blocked.ids, facets, maxRate, context, rows };
    },
    (rows, state, options) => [rows, state, ...Object.entries(options).flat()],
  );
}

const noRows: readonly MarketRow[] = [];

/** Bars are short, so theirs reaches less far. */
const usualReach = 4;
const barReach = 1.5;

/**
 * The maximum, but at most `reach` times the 90th percentile: outliers would flatten all others. Undefined without a
 * positive rate.
 */
export function scaleEnd(
  rates: readonly (number | undefined)[],
  reach: number = usualReach,
): Ratio | undefined {
  const positive: number[] = [];
  for (const rate of rates) if (rate !== undefined && rate > 0) positive.push(rate);
  // Typed arrays sort ten times faster.
  const sorted = new Float64Array(positive).toSorted();
  const most = sorted.at(-1);
  const usual = sorted[Math.ceil(sorted.length * 0.9) - 1];
  return most === undefined || usual === undefined ? undefined : ratio(Math.min(most, reach * usual));
}

/** Keeps the last result while its inputs, by default the arguments, are the same. */
function memoised<Arguments extends readonly unknown[], Result>(
  compute: (...args: Arguments) => Result,
  inputsOf: (...args: Arguments) => readonly unknown[] = (...args) => args,
): (...args: Arguments) => Result {
  let last: { readonly inputs: readonly unknown[]; readonly result: Result } | undefined;
  return (...args) => {
    const inputs = inputsOf(...args);
    if (last === undefined || !sameItems(last.inputs, inputs)) last = { inputs, result: compute(...args) };
    return last.result;
  };
}
