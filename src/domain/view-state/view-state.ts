// The URL is its only home.
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

/** Lists hold each value once, in canonical order. */
export interface ViewState extends FilterState {
  readonly view: ViewId;
  /** Never empty. All five are sent as no `type`, so that unknown types arrive too. */
  readonly types: readonly MarketType[];
  readonly size: Usd | undefined;
  /** Borrow: as entered. The loan, `size`, is then estimated from it. */
  readonly collateralAmount: TokenAmount | undefined;
  /** Borrow: the loan as a share of what the collateral allows. */
  readonly loanShare: number;
  readonly basis: ApyBasis;
  /** Predictions: one row per event, or every outcome in every currency. */
  readonly outcomes: "grouped" | "all";
  /** A market id. Filters nothing. */
  readonly benchmark: string | undefined;
  /** Undefined: the default order. Never empty. */
  readonly sort: readonly SortKey[] | undefined;
  /** Undefined: the default columns. `market` first, `actions` last. */
  readonly columns: readonly ColumnId[] | undefined;
  readonly density: Density;
}
