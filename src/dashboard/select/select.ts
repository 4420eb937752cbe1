// Each stage is cached until an input changes: a search does not sort, and a new order does not read rows.
import { ratio, type Ratio } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { columnInputs } from "../../domain/market/columns.ts";
import { effectiveSort, leadingRateColumn, sortText } from "../../domain/view-state/views.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { withLeverage } from "../../domain/market/market-text.ts";
import { loansAgainst } from "../../domain/market/loan-terms.ts";
import { loopCapacities } from "../../domain/market/loops/loop-capacity.ts";
import { hasOnlyNetRate, leadingRate, marketText } from "../../domain/market/row-values.ts";
import type {
  Benchmark,
  ColumnInputs,
  LoanCollateral,
  LoopCapacities,
  SelectContext,
} from "../../domain/market/column.ts";
import { peerPrices, type PeerPrices } from "../../domain/market/assess/checks.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import { blockedBy } from "../../domain/market/assess/capacity.ts";
import { groupEvents } from "./group-events.ts";
import { countFacets, facetKeys } from "./facets.ts";
import { filterKeys, filterInputs, filterRows } from "../../domain/view-state/filter.ts";
import { memoizeLast } from "../../domain/memoize.ts";
import { createOrderer } from "./order.ts";

export type Selection = ReturnType<ReturnType<typeof createSelector>>;

export interface SelectOptions {
  readonly starred: ReadonlySet<string>;
  /** Used if the list does not contain the benchmark. */
  readonly benchmark?: MarketRow | undefined;
  readonly peers?: readonly MarketRow[];
  /** The markets that limit the capacity of loops. Undefined until one is known. */
  readonly legs?: readonly MarketRow[] | undefined;
  /** Needed for lists of a few tokens, because a loan's collateral is in another market. */
  readonly lenders?: readonly MarketRow[] | undefined;
  readonly record?: ColumnInputs["record"];
  readonly trends?: ColumnInputs["trends"];
}

/** Returns the same object for equal inputs. Blocked markets come last. `events` is set for predictions. */
export function createSelector() {
  const orderOf = memoizeLast(createOrderer(), (rows, keys, context) => [
    rows,
    sortText(keys),
    ...keys.flatMap(({ column }) => columnInputs(column, context)),
  ]);
  const facetsOf = memoizeLast(countFacets, (rows, state, inputs) => [rows, ...facetKeys(state, inputs)]);
  const filter = memoizeLast(filterRows, (rows, state, inputs) => [
    rows,
    state.types.join(),
    ...filterKeys(state, inputs),
  ]);
  const blockedLast = memoizeLast(putBlockedLast);
  const pick = memoizeLast(pickRows);
  const group = memoizeLast(groupEvents);
  const blockedOf = memoizeLast(findBlocked);
  const rateScale = memoizeLast(barEnd);
  const contextOf = createContext();
  return memoizeLast(
    (rows: readonly MarketRow[], state: ViewState, options: SelectOptions) => {
      const { starred, record } = options;
      const context = contextOf(rows, state, options);
      const { loops } = context;
      const order = orderOf(rows, effectiveSort(state), context);
      const inputs = filterInputs(state, starred, context.prices, loops, context.loans, record);
      const result = filter(rows, state, inputs);
      const facets = facetsOf(rows, state, inputs);
      const blocked = blockedOf(rows, inputs.side, loops);
      const passing = pick(rows, blockedLast(order, blocked.at), result.visible);
      const events =
        state.view === "prediction" && state.outcomes === "grouped" ? group(passing, context) : undefined;
      const visible: readonly MarketRow[] = events?.rows ?? passing;
      const maxRate = rateScale(rows, leadingRateColumn(state));
      return { ...result, visible, events, blocked: blocked.ids, facets, maxRate, context, rows };
    },
    (rows, state, options) => [rows, state, ...Object.entries(options).flat()],
  );
}

/** What the values of rows depend on besides the rows. */
function createContext() {
  let knownPrices: PeerPrices | undefined;
  const pricesOf = memoizeLast(
    (peers: readonly MarketRow[]) => (knownPrices = peerPrices(peers, knownPrices)),
  );
  let knownLoans: LoanCollateral | undefined;
  const loansOf = memoizeLast(
    (rows: readonly MarketRow[], mint: string | undefined, share: number) =>
      (knownLoans = loansAgainst(mint, rows, knownLoans, share)),
  );
  let knownLoops: LoopCapacities | undefined;
  const loopsOf = memoizeLast(
    (rows: readonly MarketRow[], legs: readonly MarketRow[]) =>
      (knownLoops = loopCapacities(rows, legs, knownLoops)),
  );
  const findRow = memoizeLast((rows: readonly MarketRow[], id: string) => rows.find((row) => row.id === id));
  // Depends only on the benchmark's name and rate, so most refreshes change nothing.
  const stable = memoizeLast(
    (context: SelectContext) => context,
    ({ benchmark, ...context }) => [
      ...Object.values(context),
      benchmark?.id,
      benchmark?.name,
      benchmark?.rate,
    ],
  );
  return (rows: readonly MarketRow[], state: ViewState, options: SelectOptions): SelectContext => {
    const { peers = rows, legs, record, trends } = options;
    const { size, basis, collateral, collateralAmount, loanShare, benchmark: id } = state;
    const elsewhere = options.benchmark?.id === id ? options.benchmark : undefined;
    const row = id === undefined ? undefined : (findRow(rows, id) ?? elsewhere);
    // Rows of a few tokens include the chosen collateral, but not every possible one.
    const takers = collateral === undefined && state.assets.length > 0 ? noRows : rows;
    return stable({
      size,
      basis,
      prices: pricesOf(peers),
      loops: legs === undefined ? knownLoops : loopsOf(rows, legs),
      loans: state.view === "borrow" ? loansOf(options.lenders ?? takers, collateral, loanShare) : undefined,
      record,
      trends,
      benchmark: id === undefined ? undefined : benchmarkOf(id, row, basis),
      collateralAmount: state.view === "borrow" ? collateralAmount : undefined,
    });
  };
}

function benchmarkOf(id: string, row: MarketRow | undefined, basis: ViewState["basis"]): Benchmark {
  if (row === undefined) return { id, name: undefined, rate: undefined };
  return {
    id,
    name: withLeverage(marketText(row), row),
    rate: leadingRate(row, basis),
    isNet: hasOnlyNetRate(row, basis),
  };
}

/** `at` has 1 at the position of each blocked market. */
function findBlocked(rows: readonly MarketRow[], side: Side, loops: LoopCapacities | undefined) {
  const ids = new Set<string>();
  const at = new Uint8Array(rows.length);
  for (const [position, row] of rows.entries()) {
    if (blockedBy(row, { side, loops, size: undefined }) === undefined) continue;
    ids.add(row.id);
    at[position] = 1;
  }
  return { ids, at };
}

function putBlockedLast(order: readonly number[], blockedAt: Uint8Array): readonly number[] {
  return [
    ...order.filter((position) => blockedAt[position] !== 1),
    ...order.filter((position) => blockedAt[position] === 1),
  ];
}

function pickRows(
  rows: readonly MarketRow[],
  order: readonly number[],
  passing: readonly number[],
): readonly MarketRow[] {
  const passes = new Uint8Array(rows.length);
  for (const position of passing) passes[position] = 1;
  const picked: MarketRow[] = [];
  for (const position of order) {
    const row = passes[position] === 1 ? rows[position] : undefined;
    if (row !== undefined) picked.push(row);
  }
  return picked;
}

/** The rate at which the bars in a list are full, the same for all filters, so that no bar changes with them. */
function barEnd(rows: readonly MarketRow[], column: ReturnType<typeof leadingRateColumn>): Ratio | undefined {
  return scaleEnd(
    rows.map((row) => row[column]),
    barFactor,
  );
}

const noRows: readonly MarketRow[] = [];

/** Bars are short, so their scale ends earlier. */
const defaultFactor = 4;
const barFactor = 1.5;

/**
 * The maximum, but at most `factor` times the 90th percentile, because outliers would flatten all others. Undefined
 * without a positive rate.
 */
export function scaleEnd(
  rates: readonly (number | undefined)[],
  factor: number = defaultFactor,
): Ratio | undefined {
  const positive: number[] = [];
  for (const rate of rates) if (rate !== undefined && rate > 0) positive.push(rate);
  // Typed arrays sort ten times faster.
  const sorted = new Float64Array(positive).toSorted();
  const max = sorted.at(-1);
  const usual = sorted[Math.ceil(sorted.length * 0.9) - 1];
  return max === undefined || usual === undefined ? undefined : ratio(Math.min(max, factor * usual));
}
