// What the user asked for. The URL is its only home.
import type { MarketType } from "../../contract/market.ts";
import type { Usd } from "../../contract/units.ts";
import type { ApyBasis } from "../market/column.ts";
import type { ColumnId, SortableColumnId } from "../market/columns.ts";
import type { FilterState } from "../market/filters/filters.ts";

/** Each view is a set of columns, a default order and its types. */
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
  /** Never empty. All five means no `type` is sent, so that unknown types arrive too. */
  readonly types: readonly MarketType[];
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  /** The id of the benchmark. It filters nothing. */
  readonly benchmark: string | undefined;
  /** Undefined: the view's default order. Otherwise at least one key, each column once. */
  readonly sort: readonly SortKey[] | undefined;
  /** Undefined: the view's default columns. Otherwise visible columns in order, `market` first and `actions` last. */
  readonly columns: readonly ColumnId[] | undefined;
  readonly density: Density;
}
