// What the visitor asked for. The URL is its only home: it is read from there and written back there, by this folder alone.
import type { MarketType } from "../../contract/market.ts";
import type { Usd } from "../../contract/units.ts";
import type { ApyBasis } from "../market/column.ts";
import type { ColumnId, SortableColumnId } from "../market/columns.ts";
import type { FilterState } from "../market/filters/filters.ts";

/** The tabs: each a set of columns, a default order and the types it concerns. */
export const viewIds = ["earn", "borrow", "loop", "perpetual", "prediction", "all"] as const;
export type ViewId = (typeof viewIds)[number];

export type Density = "normal" | "compact";

export interface SortKey {
  readonly column: SortableColumnId;
  readonly descending: boolean;
}

/** What the visitor asked for: the filters, and what is none. Lists hold each value once, in canonical order. */
export interface ViewState extends FilterState {
  readonly view: ViewId;
  /** Never empty. All five means that no `type` is sent, so that unknown types arrive too. */
  readonly types: readonly MarketType[];
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  /** The id of the market that all others are measured against. No filter: nothing is hidden by it. */
  readonly benchmark: string | undefined;
  /** Undefined: the view's own order. Otherwise at least one key, each column once. */
  readonly sort: readonly SortKey[] | undefined;
  /** Undefined: the view's own columns. Otherwise visible columns in order, `market` first and `actions` last. */
  readonly columns: readonly ColumnId[] | undefined;
  readonly density: Density;
}
