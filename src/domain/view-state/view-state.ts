// State of a list. It is stored only in the URL.
import type { MarketType } from "../../contract/market.ts";
import type { TokenAmount, Usd } from "../../contract/units.ts";
import type { ApyBasis } from "../market/column.ts";
import type { ColumnId, SortableColumnId } from "../market/columns.ts";
import type { FilterState } from "../market/filters/filters.ts";

export const viewIds = ["earn", "borrow", "loop", "perpetual", "prediction", "all"] as const;
export type ViewId = (typeof viewIds)[number];

export type Density = "normal" | "compact";

export interface SortKey {
  readonly column: SortableColumnId;
  readonly descending: boolean;
}

/** Lists contain each value once, in canonical order. */
export interface ViewState extends FilterState {
  readonly view: ViewId;
  /** Never empty. If it has all five, requests send no `type`, so that unknown types arrive too. */
  readonly types: readonly MarketType[];
  readonly size: Usd | undefined;
  /** Borrow view: the collateral as entered. `size`, the loan, is then estimated from it. */
  readonly collateralAmount: TokenAmount | undefined;
  /** Borrow view: the loan as a share of what the collateral allows. */
  readonly loanShare: number;
  readonly basis: ApyBasis;
  /** Prediction view: one row per event, or every outcome in every currency. */
  readonly outcomes: "grouped" | "all";
  /** A market id. Does not filter. */
  readonly benchmark: string | undefined;
  /** Undefined for the default order. Never empty. */
  readonly sort: readonly SortKey[] | undefined;
  /** Undefined for the default columns. `market` is first, `actions` last. */
  readonly columns: readonly ColumnId[] | undefined;
  readonly density: Density;
}
