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
  /** `market` first, `actions` last. */
  readonly columns: readonly ColumnId[];
  readonly narrow: readonly ColumnId[];
  /** Default columns that do not fit into a list of this width, besides those that do not fit into a wider one. */
  readonly leftOut?: Partial<Readonly<Record<(typeof widths)[number], readonly ColumnId[]>>>;
  readonly sort: readonly SortKey[];
}

const depositColumns: readonly ColumnId[] = [
  "market",
  "effectiveApy",
  "depositApy",
  "vsBenchmark",
  "baseDepositApy30d",
  "baseDepositApy90d",
  "baseDepositApy180d",
  "rewardApy",
];

export const views: Readonly<Record<ViewId, View>> = {
  earn: {
    label: "Earn",
    // Loops are off by default: their rates would be at the top of every list.
    types: ["lending", "yield"],
    columns: [...depositColumns, "low90d", "spark90d", "totalDepositUsd", "available", "maxLtv", "actions"],
    narrow: ["market", "effectiveApy", "depositApy", "vsBenchmark", "low90d", "totalDepositUsd", "spark90d"],
    // A chip warns if too little is available, and the 90-day low says what the sparkline would.
    leftOut: {
      desktop: ["available"],
      laptop: ["spark90d"],
      crowded: ["baseDepositApy30d", "baseDepositApy180d"],
    },
    sort: [{ column: "depositApy", descending: true }],
  },
  borrow: {
    label: "Borrow",
    types: ["lending"],
    columns: [
      "market",
      "loanApy",
      "borrowApy",
      "maxLtv",
      "liquidationLtv",
      "mayDrop",
      "collateralNeeded",
      "leftToBorrow",
      "borrowRewardApy",
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
    leftOut: {
      // Even a full list has no room for these: names would be cut.
      full: ["depositApy", "baseDepositApy", "totalBorrowUsd", "totalDepositUsd"],
      // These make room for the columns about a loan of the user's size.
      wide: ["borrowRewardApy", "baseBorrowApy90d", "baseBorrowApy180d", "utilization", "liquidationPenalty"],
      laptop: ["liquidationLtv", "baseBorrowApy30d"],
    },
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
    leftOut: { laptop: ["spark90d"], crowded: ["depositApy30d", "depositApy180d"] },
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
    // Keeps the outcomes of an event together, the likeliest first.
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
      ...depositColumns,
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
    // Columns of loans, perpetuals and predictions, which have tabs of their own.
    leftOut: {
      wide: ["yesAsk", "volume", "status"],
      desktop: ["totalBorrowUsd", "maxLeverage"],
      laptop: ["borrowApy", "baseBorrowApy"],
      crowded: ["baseDepositApy30d"],
    },
    sort: [{ column: "depositApy", descending: true }],
  },
};

export function isFixedColumn(id: ColumnId): boolean {
  return id === "market" || id === "actions";
}

export function withFixedColumns(columns: readonly ColumnId[]): readonly ColumnId[] {
  return ["market", ...columns.filter((id) => !isFixedColumn(id)), "actions"];
}

/** Recorded columns stay empty if the service keeps no record. */
export function columnIsPossible(
  column: ColumnId,
  state: Pick<ViewState, "types" | "size" | "benchmark">,
  records = false,
): boolean {
  const { needs, types } = columnOf(column);
  if (needs.includes("size") && state.size === undefined) return false;
  if (needs.includes("benchmark") && state.benchmark === undefined) return false;
  if (isRecorded(column) && !records) return false;
  if (columnFor(column, state.types) !== column) return false;
  return types.some((type) => state.types.includes(type));
}

const averages = [
  ["baseDepositApy30d", "average30d"],
  ["baseDepositApy90d", "average90d"],
  ["baseDepositApy180d", "average180d"],
] as const satisfies readonly (readonly [SortableColumnId, SortableColumnId])[];
const mixedFor: ReadonlyMap<ColumnId, SortableColumnId> = new Map(averages);
const plainFor: ReadonlyMap<ColumnId, SortableColumnId> = new Map(
  averages.map(([plain, mixed]) => [mixed, plain]),
);

/** Loops average only their net rate. Next to pools, one column shows the average that each market has. */
function columnFor<Id extends ColumnId>(column: Id, types: readonly MarketType[]): Id | SortableColumnId {
  const mixed = types.includes("loop") && haveBaseRate(types);
  return (mixed ? mixedFor : plainFor).get(column) ?? column;
}

/** If no type has a base rate, the total leads whatever the basis. */
export function leadingRateColumn(
  state: Pick<ViewState, "basis" | "types">,
): "depositApy" | "baseDepositApy" {
  return state.basis === "base" && haveBaseRate(state.types) ? "baseDepositApy" : "depositApy";
}

const swapped: ReadonlyMap<ColumnId, SortableColumnId> = new Map([
  ["depositApy", "baseDepositApy"],
  ["baseDepositApy", "depositApy"],
  ["borrowApy", "baseBorrowApy"],
  ["baseBorrowApy", "borrowApy"],
]);

const underTheOther = (key: SortKey): SortKey => ({ ...key, column: swapped.get(key.column) ?? key.column });

export function haveBaseRate(types: readonly MarketType[]): boolean {
  return types.some((type) => columnOf("baseDepositApy").types.includes(type));
}

/** With the basis "base", base and total rate swap places. In narrow lists the most important columns come first. */
export function ownColumns(view: ViewId, basis: ApyBasis, narrow = false): readonly ColumnId[] {
  const columns = narrow
    ? [...new Set([...views[view].narrow, ...views[view].columns])]
    : views[view].columns;
  if (basis === "total" || !haveBaseRate(views[view].types)) return columns;
  if (columns.includes("baseDepositApy")) return columns.map((column) => swapped.get(column) ?? column);
  // Views about borrow costs need only one deposit rate.
  const both = views[view].sort.some(({ column }) => column === "depositApy");
  // `vsBenchmark` stays next to the rate that it compares.
  const last = columns.includes("vsBenchmark") ? "vsBenchmark" : "depositApy";
  return columns.flatMap((column): readonly ColumnId[] => {
    const shown = swapped.get(column) ?? column;
    return both && column === last ? [shown, "depositApy"] : [shown];
  });
}

const atMySize = ["effectiveApy", "loanApy"] as const;

/** Sorts by the APY at the user's size once a size is entered and the column is shown. */
export function ownSort(
  state: Pick<ViewState, "view" | "basis" | "types" | "size" | "benchmark" | "columns">,
): readonly SortKey[] {
  const { sort, types, columns } = views[state.view];
  const shown = state.columns ?? columns;
  const mine = atMySize.find(
    (id) => columns.includes(id) && shown.includes(id) && columnIsPossible(id, state),
  );
  if (mine !== undefined) return [{ column: mine, descending: startsDescending(mine) }];
  if (state.basis === "total" || !haveBaseRate(types)) return sort;
  return sort.map(underTheOther);
}

/** "-depositApy,market". */
export function sortText(sort: readonly SortKey[]): string {
  return sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(",");
}

function isRedundantColumn(column: ColumnId, { types, statuses, columns }: ViewState): boolean {
  const predictions = types.length === 1 && types[0] === "prediction";
  return (
    (column === "actions" && predictions) ||
    // The status of a settled market says its result, too.
    (column === "status" && columns === undefined && statuses.length === 1 && statuses[0] !== "settled")
  );
}

const widths = ["full", "wide", "desktop", "laptop", "crowded"] as const;
/** A "narrow" list scrolls sideways. */
export type ListWidth = "narrow" | Exclude<(typeof widths)[number], "crowded">;

/** Loops have no room for the difference to a benchmark, other lists only without a size and a second rate. */
function isCrowded({ view, benchmark, size, basis }: ViewState): boolean {
  const hasDifference = benchmark !== undefined && views[view].columns.includes("vsBenchmark");
  return hasDifference && (view === "loop" || size !== undefined || basis === "base");
}

/** With one more rate than usual, a list has as much room as the next narrower one. */
function columnsLeftOut(state: ViewState, width: ListWidth): readonly ColumnId[] {
  if (width === "narrow") return [];
  const last = widths.indexOf(width) + (isCrowded(state) && width !== "full" ? 1 : 0);
  return widths.slice(0, last + 1).flatMap((each) => views[state.view].leftOut?.[each] ?? []);
}

/** The user's choice or the default, without columns that would be empty. */
export function visibleColumns(
  state: ViewState,
  width: ListWidth = "full",
  records = false,
): readonly ColumnId[] {
  const own = ownColumns(state.view, state.basis, width === "narrow");
  const leftOut = columnsLeftOut(state, width);
  // Next to the base rate at the user's size there is no room for the total, which is base plus rewards.
  const hasTotal =
    width === "narrow" || state.size === undefined || leadingRateColumn(state) === "depositApy";
  const columns =
    state.columns ?? own.filter((id) => !leftOut.includes(id) && (hasTotal || id !== "depositApy"));
  return [...new Set(columns.map((column) => columnFor(column, state.types)))].filter(
    (column) => columnIsPossible(column, state, records) && !isRedundantColumn(column, state),
  );
}

export function effectiveSort(state: ViewState): readonly SortKey[] {
  return (state.sort ?? ownSort(state)).map(({ column, descending }) => ({
    column: columnFor(column, state.types),
    descending,
  }));
}

export function chooseView(view: ViewId): Pick<ViewState, "view" | "types" | "sort" | "columns"> {
  return { view, types: views[view].types, sort: undefined, columns: undefined };
}

/** Inserts the difference next to its rate in custom columns. Without a benchmark, removes it from the order. */
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

/** Moves an explicit order from one rate to the other. */
export function chooseBasis(state: ViewState, basis: ApyBasis): Pick<ViewState, "basis" | "sort"> {
  if (basis === state.basis) return { basis, sort: state.sort };
  return { basis, sort: state.sort?.map(underTheOther) };
}

export function hasOwnTypes({ types, view }: Pick<ViewState, "types" | "view">): boolean {
  const own = views[view].types;
  return types.length === own.length && own.every((type) => types.includes(type));
}
