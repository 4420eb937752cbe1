// What the visitor asked for. The URL is its only home: it is read from there and written back there, by this folder alone.
import type { MarketType, PredictionStatus } from "../../contract/market.ts";
import type { Ratio, Usd } from "../../contract/units.ts";
import type { ColumnId, SortableColumnId } from "../data/columns.ts";

/** The tabs: each a set of columns, a default order and the types it concerns. */
export const viewIds = ["earn", "borrow", "loop", "perpetual", "prediction", "all"] as const;
export type ViewId = (typeof viewIds)[number];

export type ApyBasis = "total" | "base";
export type Density = "normal" | "compact";

export interface SortKey {
  readonly column: SortableColumnId;
  readonly descending: boolean;
}

/** Everything the markets page shows is a function of the rows and this. Lists hold each value once, in canonical order. */
export interface ViewState {
  readonly view: ViewId;
  /** Never empty. All five means that no `type` is sent, so that unknown types arrive too. */
  readonly types: readonly MarketType[];
  readonly providers: readonly string[];
  readonly assets: readonly string[];
  /** Mints of tokens whose markets are left out. The service is not asked for it. */
  readonly without: readonly string[];
  /** Never empty; `["open"]` is the default. */
  readonly statuses: readonly PredictionStatus[];
  /** Search text, trimmed of nothing: what was typed. */
  readonly query: string;
  readonly minDeposits: Usd | undefined;
  readonly minApy: Ratio | undefined;
  readonly onlyRewards: boolean;
  readonly onlyBase: boolean;
  readonly onlyFits: boolean;
  readonly onlyStarred: boolean;
  /** Ids of the markets of a list that was named; empty: not only those. */
  readonly chosen: readonly string[];
  readonly size: Usd | undefined;
  readonly basis: ApyBasis;
  /** Undefined: the view's own order. Otherwise at least one key, each column once. */
  readonly sort: readonly SortKey[] | undefined;
  /** Undefined: the view's own columns. Otherwise visible columns in order, `market` first and `actions` last. */
  readonly columns: readonly ColumnId[] | undefined;
  readonly density: Density;
}
