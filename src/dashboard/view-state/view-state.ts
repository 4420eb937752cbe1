// What the visitor asked for. The URL is its only home: it is read from there and written back there, by this folder alone.
import type { MarketType, PredictionStatus } from "../../contract/market.ts";
import type { Ratio, Usd } from "../../contract/units.ts";
import type { ApyBasis } from "../market/column.ts";
import type { ColumnId, SortableColumnId } from "../market/columns.ts";

/** The tabs: each a set of columns, a default order and the types it concerns. */
export const viewIds = ["earn", "borrow", "loop", "perpetual", "prediction", "all"] as const;
export type ViewId = (typeof viewIds)[number];

/** How a market's tokens must meet the assets chosen: one of them is enough, one of each, or no other token beside them. */
export const assetMatches = ["any", "all", "only"] as const;
export type AssetMatch = (typeof assetMatches)[number];
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
  /** Providers whose markets are left out. The service is not asked for it. Empty while `providers` names some. */
  readonly notProviders: readonly string[];
  readonly assets: readonly string[];
  /** `any` while no asset is chosen. The service knows no other; the rest is decided here. */
  readonly assetMatch: AssetMatch;
  /** Mints of tokens whose markets are left out. The service is not asked for it. */
  readonly without: readonly string[];
  /** Never empty; `["open"]` is the default. */
  readonly statuses: readonly PredictionStatus[];
  /** Search text, trimmed of nothing: what was typed. */
  readonly query: string;
  readonly minDeposits: Usd | undefined;
  readonly maxDeposits: Usd | undefined;
  readonly minApy: Ratio | undefined;
  readonly maxApy: Ratio | undefined;
  readonly minAvailable: Usd | undefined;
  readonly minLtv: Ratio | undefined;
  readonly maxLtv: Ratio | undefined;
  /** Hides markets under `smallUsd` of deposits, as long as a larger one is left. */
  readonly hideSmall: boolean;
  readonly onlyRewards: boolean;
  readonly onlyBase: boolean;
  /** Only rates that are near their own average. */
  readonly onlySteady: boolean;
  readonly onlyFits: boolean;
  /** Only markets that my size could leave at once. */
  readonly onlyExits: boolean;
  readonly onlyClean: boolean;
  readonly onlyStarred: boolean;
  /** Ids of the markets of a list that was named; empty: not only those. */
  readonly chosen: readonly string[];
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
