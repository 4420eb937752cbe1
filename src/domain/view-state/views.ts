import { marketTypes, type MarketType } from "../../contract/market.ts";
import {
  columnOf,
  isRecorded,
  startsDescending,
  type ColumnId,
  type SortableColumnId,
} from "../market/columns.ts";
import type { ApyBasis } from "../market/column.ts";
import type { SortKey, ViewId, ViewState } from "./view-state.ts";

interface View {
  readonly label: string;
  readonly types: readonly MarketType[];
  /** In order: `market` first, `actions` last. */
  readonly columns: readonly ColumnId[];
  /** The most important columns, which come first on narrow screens; the others follow in order. */
  readonly narrow: readonly ColumnId[];
  /** The default order; at least one key. */
  readonly sort: readonly SortKey[];
}

export const views: Readonly<Record<ViewId, View>> = {
  earn: {
    label: "Earn",
    // Loops are not mixed in by default: their rates would lead every list.
    types: ["lending", "yield"],
    columns: [
      "market",
      "effectiveApy",
      "depositApy",
      "vsBenchmark",
      "baseDepositApy30d",
      "baseDepositApy90d",
      "baseDepositApy180d",
      "rewardApy",
      "low90d",
      "spark90d",
      "totalDepositUsd",
      "available",
      "maxLtv",
      "actions",
    ],
    narrow: ["market", "effectiveApy", "depositApy", "vsBenchmark", "low90d", "totalDepositUsd", "spark90d"],
    sort: [{ column: "depositApy", descending: true }],
  },
  borrow: {
    label: "Borrow",
    types: ["lending"],
    columns: [
      "market",
      "loanApy",
      "borrowApy",
      "borrowRewardApy",
      "maxLtv",
      "liquidationLtv",
      "collateralNeeded",
      "leftToBorrow",
      "mayDrop",
      "baseBorrowApy30d",
      "baseBorrowApy90d",
      "baseBorrowApy180d",
      "utilization",
      "liquidationPenalty",
      "depositApy",
      "totalBorrowUsd",
      "totalDepositUsd",
      "actions",
    ],
    narrow: ["market", "loanApy", "borrowApy", "leftToBorrow", "maxLtv", "liquidationLtv", "borrowRewardApy"],
    sort: [{ column: "borrowApy", descending: false }],
  },
  loop: {
    label: "Loop",
    types: ["loop"],
    columns: [
      "market",
      "depositApy",
      "vsBenchmark",
      "vsHolding",
      "dropToLiquidation",
      "depositApy30d",
      "depositApy90d",
      "depositApy180d",
      "low90d",
      "spark90d",
      "capacityLeft",
      "actions",
    ],
    narrow: [
      "market",
      "depositApy",
      "vsHolding",
      "vsBenchmark",
      "dropToLiquidation",
      "low90d",
      "capacityLeft",
    ],
    sort: [{ column: "depositApy", descending: true }],
  },
  perpetual: {
    label: "Perpetual",
    types: ["perpetual"],
    columns: ["market", "longUsd", "shortUsd", "maxLeverage", "actions"],
    narrow: [],
    sort: [{ column: "longUsd", descending: true }],
  },
  prediction: {
    label: "Prediction",
    types: ["prediction"],
    columns: [
      "market",
      "chance",
      "yesAsk",
      "noAsk",
      "spread",
      "volume",
      "openInterest",
      "closeTime",
      "status",
      "actions",
    ],
    narrow: ["market", "chance", "closeTime", "yesAsk", "noAsk", "volume"],
    // Outcomes of one event close together and share their question, so they stay together, the likeliest first.
    sort: [
      { column: "closeTime", descending: false },
      { column: "market", descending: false },
      { column: "chance", descending: true },
    ],
  },
  all: {
    label: "All",
    types: marketTypes,
    columns: [
      "market",
      "effectiveApy",
      "depositApy",
      "vsBenchmark",
      "baseDepositApy30d",
      "baseDepositApy90d",
      "baseDepositApy180d",
      "rewardApy",
      "borrowApy",
      "totalDepositUsd",
      "totalBorrowUsd",
      "maxLtv",
      "maxLeverage",
      "yesAsk",
      "volume",
      "status",
      "actions",
    ],
    narrow: ["market", "effectiveApy", "depositApy", "vsBenchmark", "totalDepositUsd", "borrowApy"],
    sort: [{ column: "depositApy", descending: true }],
  },
};

/** Columns that are always visible and never move. */
export function isFixedColumn(id: ColumnId): boolean {
  return id === "market" || id === "actions";
}

/** `market` names the row and `actions` ends it, whatever is between. */
export function framed(columns: readonly ColumnId[]): readonly ColumnId[] {
  return ["market", ...columns.filter((id) => !isFixedColumn(id)), "actions"];
}

/**
 * Whether a column can hold a value for one of the requested types.
 * @param records whether the service records, without which recorded columns are empty
 */
export function columnIsPossible(
  column: ColumnId,
  state: Pick<ViewState, "types" | "size" | "benchmark">,
  records = false,
): boolean {
  const { needs, types } = columnOf(column);
  if (needs.includes("size") && state.size === undefined) return false;
  if (needs.includes("benchmark") && state.benchmark === undefined) return false;
  if (isRecorded(column) && !records) return false;
  if (inPlaceOf(column, state.types) !== column) return false;
  return types.some((type) => state.types.includes(type));
}

/** The averages of pools, and the columns that replace them in a list that mixes pools with loops. */
const averages = [
  ["baseDepositApy30d", "average30d"],
  ["baseDepositApy90d", "average90d"],
  ["baseDepositApy180d", "average180d"],
] as const satisfies readonly (readonly [ColumnId, ColumnId])[];
const mixedFor: ReadonlyMap<ColumnId, ColumnId> = new Map(averages);
const plainFor: ReadonlyMap<ColumnId, ColumnId> = new Map(averages.map(([plain, mixed]) => [mixed, plain]));

/** Loops publish averages of their net rate only: next to pools, one column shows each market's own kind. */
function inPlaceOf(column: ColumnId, types: readonly MarketType[]): ColumnId {
  const mixed = types.includes("loop") && haveBaseRate(types);
  return (mixed ? mixedFor : plainFor).get(column) ?? column;
}

/** The column with the rate bar. Where no type has a base rate, the total rate leads under either basis. */
export function leadingRateColumn(
  state: Pick<ViewState, "basis" | "types">,
): "depositApy" | "baseDepositApy" {
  return state.basis === "base" && haveBaseRate(state.types) ? "baseDepositApy" : "depositApy";
}

/** The leading rate under the other basis. */
const swapped: ReadonlyMap<ColumnId, SortableColumnId> = new Map([
  ["depositApy", "baseDepositApy"],
  ["baseDepositApy", "depositApy"],
]);

const underTheOther = ({ column, descending }: SortKey): SortKey => ({
  column: swapped.get(column) ?? column,
  descending,
});

function haveBaseRate(types: readonly MarketType[]): boolean {
  return types.some((type) => columnOf("baseDepositApy").types.includes(type));
}

/**
 * A view's own columns under an APY basis. With basis base the base rate takes the place of the total rate, and
 * the total rate where the base rate would be (or right after it, in views that deposits lead and that do not show the base rate).
 * @param narrow whether there is room for a few columns only: those that decide come first then
 */
export function ownColumns(view: ViewId, basis: ApyBasis, narrow = false): readonly ColumnId[] {
  const columns = narrow
    ? [...new Set([...views[view].narrow, ...views[view].columns])]
    : views[view].columns;
  if (basis === "total" || !haveBaseRate(views[view].types)) return columns;
  if (columns.includes("baseDepositApy")) return columns.map((column) => swapped.get(column) ?? column);
  // Next to borrow costs one deposit rate is enough.
  const both = views[view].sort.some(({ column }) => column === "depositApy");
  // The benchmark compares the leading rate: nothing comes between the two.
  const last = columns.includes("vsBenchmark") ? "vsBenchmark" : "depositApy";
  return columns.flatMap((column): readonly ColumnId[] => {
    const shown = column === "depositApy" ? "baseDepositApy" : column;
    return both && column === last ? [shown, "depositApy"] : [shown];
  });
}

/** Rates at my size, which lead once a size is entered. */
const atMySize = ["effectiveApy", "loanApy"] as const;

/** A view's default order: by earnings or cost at my size once entered and shown; else with basis base, by the base rate. */
export function ownSort(
  state: Pick<ViewState, "view" | "basis" | "types" | "size" | "benchmark" | "columns">,
): readonly SortKey[] {
  const { sort, types, columns } = views[state.view];
  const shown = state.columns ?? columns;
  const mine = atMySize.find((id) => shown.includes(id) && columnIsPossible(id, state));
  if (mine !== undefined) return [{ column: mine, descending: startsDescending(mine) }];
  if (state.basis === "total" || !haveBaseRate(types)) return sort;
  return sort.map(underTheOther);
}

/** The order as the URL holds it: "-depositApy,market". */
export function sortText(sort: readonly SortKey[]): string {
  return sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(",");
}

/** Whether a column would be the same for every requested market: open predictions are open, and have no actions. */
function saysNothing(column: ColumnId, { types, statuses, columns }: ViewState): boolean {
  const predictions = types.length === 1 && types[0] === "prediction";
  return (
    (column === "actions" && predictions) ||
    (column === "status" && columns === undefined && statuses.length === 1)
  );
}

/** A narrow list scrolls sideways, its most important columns first. */
export type ListWidth = "narrow" | "laptop" | "desktop" | "wide";

/** Default columns without room: flags say when the available amount matters, and the 90-day low what the line would show. */
const leftOut: Readonly<Record<ListWidth, readonly ColumnId[]>> = {
  narrow: [],
  laptop: ["available", "spark90d"],
  desktop: ["available"],
  wide: [],
};

/** The columns to show, in order: the user's choice or the view's default, without ones that could only be empty. */
export function visibleColumns(
  state: ViewState,
  width: ListWidth = "wide",
  records = false,
): readonly ColumnId[] {
  const own = ownColumns(state.view, state.basis, width === "narrow");
  const columns = state.columns ?? own.filter((id) => !leftOut[width].includes(id));
  return columns
    .map((column) => inPlaceOf(column, state.types))
    .filter((column) => columnIsPossible(column, state, records) && !saysNothing(column, state));
}

/** The user's order or the view's default; at least one key. */
export function effectiveSort(state: ViewState): readonly SortKey[] {
  return state.sort ?? ownSort(state);
}

/** Selecting a view sets its types and its default order and columns. */
export function chooseView(view: ViewId): Pick<ViewState, "view" | "types" | "sort" | "columns"> {
  return { view, types: views[view].types, sort: undefined, columns: undefined };
}

/**
 * Selecting or clearing the benchmark. Custom columns get the difference next to its rate; without a benchmark it cannot be
 * sorted by.
 */
export function chooseBenchmark(
  state: ViewState,
  benchmark: string | undefined,
): Pick<ViewState, "benchmark" | "sort" | "columns"> {
  const { sort, columns } = state;
  if (benchmark === undefined) {
    const rest = sort?.filter(({ column }) => column !== "vsBenchmark");
    return { benchmark, sort: rest?.length === 0 ? undefined : rest, columns };
  }
  const lead = leadingRateColumn(state);
  return {
    benchmark,
    sort,
    columns:
      columns?.includes("vsBenchmark") === true
        ? columns
        : columns?.flatMap((column): readonly ColumnId[] =>
            column === lead ? [column, "vsBenchmark"] : [column],
          ),
  };
}

/** Switching the APY basis: an explicit order by one rate moves to the other. */
export function chooseBasis(state: ViewState, basis: ApyBasis): Pick<ViewState, "basis" | "sort"> {
  if (basis === state.basis) return { basis, sort: state.sort };
  return { basis, sort: state.sort?.map(underTheOther) };
}

/** Whether the requested types are exactly the view's. */
export function hasOwnTypes({ types, view }: Pick<ViewState, "types" | "view">): boolean {
  const own = views[view].types;
  return types.length === own.length && own.every((type) => types.includes(type));
}
