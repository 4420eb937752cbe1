// The tabs: which columns each shows, in which order it sorts, and which types it concerns.
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
  /** In the order shown: `market` first, `actions` last. */
  readonly columns: readonly ColumnId[];
  /** The columns that decide, which come first where there is room for a few only. The others follow in their order. */
  readonly narrow: readonly ColumnId[];
  /** The order of the list until the visitor chooses another; at least one key. */
  readonly sort: readonly SortKey[];
}

export const views: Readonly<Record<ViewId, View>> = {
  earn: {
    label: "Earn",
    // Plain deposits. Leveraged loops are never mixed in unasked: their rates would lead every list.
    types: ["lending", "yield"],
    columns: [
      "market",
      "effectiveApy",
      "depositApy",
      "vsBenchmark",
      "baseDepositApy30d",
      "baseDepositApy90d",
      "baseDepositApy180d",
      "trend",
      "rewardApy",
      "totalDepositUsd",
      "available",
      "capacityLeft",
      "maxLtv",
      "actions",
    ],
    narrow: [
      "market",
      "effectiveApy",
      "depositApy",
      "vsBenchmark",
      "totalDepositUsd",
      "trend",
      "capacityLeft",
    ],
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
      "depositApy30d",
      "depositApy90d",
      "depositApy180d",
      "capacityLeft",
      "maxLeverage",
      "maxLtv",
      "liquidationLtv",
      "actions",
    ],
    narrow: [
      "market",
      "depositApy",
      "vsBenchmark",
      "depositApy90d",
      "capacityLeft",
      "maxLeverage",
      "liquidationLtv",
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
    // The outcomes of one event close together and are asked in the same words, so they stand together, the likeliest first.
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

/** Columns that are always there and never move. */
export function isFixedColumn(id: ColumnId): boolean {
  return id === "market" || id === "actions";
}

/** `market` names the row and `actions` ends it, whatever is chosen between them. */
export function framed(columns: readonly ColumnId[]): readonly ColumnId[] {
  return ["market", ...columns.filter((id) => !isFixedColumn(id)), "actions"];
}

/**
 * Whether a column can hold a value for at least one of the types asked for, with what the visitor gave and chose.
 * @param records whether the service records, without which there is nothing recorded to show
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

/** The averages of pools, and those that stand in their place in a list that mixes pools with loops. */
const averages = [
  ["baseDepositApy30d", "average30d"],
  ["baseDepositApy90d", "average90d"],
  ["baseDepositApy180d", "average180d"],
] as const satisfies readonly (readonly [ColumnId, ColumnId])[];
const mixedFor: ReadonlyMap<ColumnId, ColumnId> = new Map(averages);
const plainFor: ReadonlyMap<ColumnId, ColumnId> = new Map(averages.map(([plain, mixed]) => [mixed, plain]));

/** Loops publish averages of their net rate alone: beside pools, one column shows of each market its own. */
function inPlaceOf(column: ColumnId, types: readonly MarketType[]): ColumnId {
  const mixed = types.includes("loop") && haveBaseRate(types);
  return (mixed ? mixedFor : plainFor).get(column) ?? column;
}

/** The column of the leading rate, which has the bar. Where no type has a base rate, the total rate leads under either basis. */
export function leadingRateColumn(
  state: Pick<ViewState, "basis" | "types">,
): "depositApy" | "baseDepositApy" {
  return state.basis === "base" && haveBaseRate(state.types) ? "baseDepositApy" : "depositApy";
}

/** The rate that leads under the other basis. */
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
 * A view's own columns under an APY basis. With basis base the base rate stands where the total rate stands otherwise, and
 * the total rate where the base rate would be (or right after it, in views that deposits lead and that do not show the base rate).
 * @param narrow whether there is room for a few columns only: those that decide come first then
 */
export function ownColumns(view: ViewId, basis: ApyBasis, narrow = false): readonly ColumnId[] {
  const columns = narrow
    ? [...new Set([...views[view].narrow, ...views[view].columns])]
    : views[view].columns;
  if (basis === "total" || !haveBaseRate(views[view].types)) return columns;
  if (columns.includes("baseDepositApy")) return columns.map((column) => swapped.get(column) ?? column);
  // Beside what a loan costs, one rate of deposits is enough.
  const both = views[view].sort.some(({ column }) => column === "depositApy");
  // What is measured against a benchmark is the rate that leads: nothing comes between the two.
  const last = columns.includes("vsBenchmark") ? "vsBenchmark" : "depositApy";
  return columns.flatMap((column): readonly ColumnId[] => {
    const shown = column === "depositApy" ? "baseDepositApy" : column;
    return both && column === last ? [shown, "depositApy"] : [shown];
  });
}

/** The rates that my size makes, which lead once it is entered. */
const atMySize = ["effectiveApy", "loanApy"] as const;

/**
 * A view's own order: by what my size would earn, or cost as a loan, once it is entered and shown; else with basis base, the base rate takes the
 * total rate's place.
 */
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

/** An order as its one text, as the URL holds it: "-depositApy,market". */
export function sortText(sort: readonly SortKey[]): string {
  return sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(",");
}

/** Says the same of every market asked for: open predictions are open, and a prediction is sent without actions. */
function saysNothing(column: ColumnId, { types, statuses, columns }: ViewState): boolean {
  const predictions = types.length === 1 && types[0] === "prediction";
  return (
    (column === "actions" && predictions) ||
    (column === "status" && columns === undefined && statuses.length === 1)
  );
}

/** The columns to show, in order: the visitor's choice or the view's own, without those that could only be empty. */
export function visibleColumns(state: ViewState, narrow = false, records = false): readonly ColumnId[] {
  const columns = state.columns ?? ownColumns(state.view, state.basis, narrow);
  return columns
    .map((column) => inPlaceOf(column, state.types))
    .filter((column) => columnIsPossible(column, state, records) && !saysNothing(column, state));
}

/** The order of the list: the visitor's choice or the view's own; at least one key. */
export function effectiveSort(state: ViewState): readonly SortKey[] {
  return state.sort ?? ownSort(state);
}

/** The change that choosing a view makes: its types, and its own order and columns. */
export function chooseView(view: ViewId): Pick<ViewState, "view" | "types" | "sort" | "columns"> {
  return { view, types: views[view].types, sort: undefined, columns: undefined };
}

/**
 * The change that choosing a benchmark makes, or giving it up. Columns that somebody chose get the difference beside the rate
 * it is made of; without a benchmark nothing can be ordered by it.
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

/** The change that the switch `APY basis` makes: an explicit order by one of the two rates goes over to the other. */
export function chooseBasis(state: ViewState, basis: ApyBasis): Pick<ViewState, "basis" | "sort"> {
  if (basis === state.basis) return { basis, sort: state.sort };
  return { basis, sort: state.sort?.map(underTheOther) };
}

/** Whether a list asks for the types of its view, no more and no fewer. */
export function hasOwnTypes({ types, view }: Pick<ViewState, "types" | "view">): boolean {
  const own = views[view].types;
  return types.length === own.length && own.every((type) => types.includes(type));
}
