// Which markets are shown. What the service is asked for is applied here as well, so that a list which holds more than was
// asked for (kept from before, or sent by mistake) still answers right.
import { isMarketType, marketTypes, predictionStatuses } from "../../contract/market.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { views } from "../view-state/views.ts";
import type { ViewState } from "../view-state/view-state.ts";
import { splitFamilies } from "../market/asset-families.ts";
import {
  fitShortfall,
  leadingRate,
  poolAvailable,
  rateFade,
  rewardApy,
  sizeCover,
} from "../market/row-values.ts";
import { doubtCount, type PeerPrices } from "../market/doubts.ts";
import { createSearch } from "./search.ts";

/** Every filter, in the order of the sidebar. The type is the frame the others work in. */
export const filterIds = [
  "type",
  "provider",
  "notProvider",
  "asset",
  "assetMatch",
  "without",
  "status",
  "query",
  "minDeposits",
  "maxDeposits",
  "minApy",
  "maxApy",
  "minAvailable",
  "minLtv",
  "maxLtv",
  "hideSmall",
  "onlyRewards",
  "onlyBase",
  "onlySteady",
  "onlyFits",
  "onlyExits",
  "onlyClean",
  "onlyStarred",
  "chosen",
] as const;
export type FilterId = (typeof filterIds)[number];

/** The names of the controls. */
export const filterLabels: Readonly<Record<FilterId, string>> = {
  type: "Type",
  provider: "Provider",
  notProvider: "Not from",
  asset: "Asset",
  assetMatch: "Asset match",
  without: "Without",
  status: "Prediction status",
  query: "Search markets",
  minDeposits: "Minimum deposits",
  maxDeposits: "Maximum deposits",
  minApy: "Minimum APY",
  maxApy: "Maximum APY",
  minAvailable: "Minimum available",
  minLtv: "Minimum LTV",
  maxLtv: "Maximum LTV",
  hideSmall: "Hide small markets",
  onlyRewards: "Only with rewards",
  onlyBase: "Base yield only",
  onlySteady: "Steady rate",
  onlyFits: "Fits my size",
  onlyExits: "Can leave at once",
  onlyClean: "No doubts",
  onlyStarred: "Starred",
  chosen: "Chosen markets",
};

/** The change that lifts each filter and nothing else. */
export const lifted: Readonly<Record<Exclude<FilterId, "type">, Partial<ViewState>>> = {
  provider: { providers: [] },
  notProvider: { notProviders: [] },
  asset: { assets: [] },
  assetMatch: { assetMatch: "any" },
  without: { without: [] },
  status: { statuses: predictionStatuses },
  query: { query: "" },
  minDeposits: { minDeposits: undefined },
  maxDeposits: { maxDeposits: undefined },
  minApy: { minApy: undefined },
  maxApy: { maxApy: undefined },
  minAvailable: { minAvailable: undefined },
  minLtv: { minLtv: undefined },
  maxLtv: { maxLtv: undefined },
  hideSmall: { hideSmall: false },
  onlyRewards: { onlyRewards: false },
  onlyBase: { onlyBase: false },
  onlySteady: { onlySteady: false },
  onlyFits: { onlyFits: false },
  onlyExits: { onlyExits: false },
  onlyClean: { onlyClean: false },
  onlyStarred: { onlyStarred: false },
  chosen: { chosen: [] },
};

/** The change that lifts one filter and nothing else. The type goes back to the view's own. */
export function liftFilter(id: FilterId, state: Pick<ViewState, "view">): Partial<ViewState> {
  return id === "type" ? { types: views[state.view].types } : lifted[id];
}

/** A row passes, fails, or cannot be judged. What cannot be judged is hidden like what fails, and counted apart. */
export type Verdict = "pass" | "fail" | "unknown";

export interface ActiveFilter {
  readonly id: FilterId;
  readonly judge: (row: MarketRow) => Verdict;
}

/** The part of the view state that decides what is shown. */
export type FilterState = Omit<ViewState, "view" | "benchmark" | "sort" | "columns" | "density">;

/** Deposits in US dollars under which a market is small: one deposit moves its rate. */
export const smallUsd = 100_000;

function verdict(passes: boolean): Verdict {
  return passes ? "pass" : "fail";
}

/**
 * Whether a row is of a type that was asked for. A type nobody knew is shown only when all types are: it was never asked
 * for by name.
 */
export function createTypeFilter({ types }: Pick<ViewState, "types">): (row: MarketRow) => boolean {
  const wanted: ReadonlySet<string> = new Set(types);
  const everything = marketTypes.every((type) => wanted.has(type));
  return (row) => wanted.has(row.type) || (everything && !isMarketType(row.type));
}

/**
 * The filters that are on, the type apart. Each row is judged by each on its own, so that the order of filters never
 * matters.
 */
export function createFilters(
  state: FilterState,
  starred: ReadonlySet<string>,
  prices?: PeerPrices,
): readonly ActiveFilter[] {
  const filters: ActiveFilter[] = [];
  const add = (id: FilterId, judge: ActiveFilter["judge"]): void => void filters.push({ id, judge });
  const { minDeposits, maxDeposits, minApy, maxApy, minAvailable, minLtv, maxLtv, size, basis } = state;

  if (state.providers.length > 0) {
    const wanted = new Set(state.providers);
    add("provider", (row) => verdict(wanted.has(row.providerId)));
  }
  if (state.notProviders.length > 0) {
    const unwanted = new Set(state.notProviders);
    add("notProvider", (row) => verdict(!unwanted.has(row.providerId)));
  }
  // Prediction markets have no asset. When nothing else is asked for, the asset is not asked for either.
  if (state.assets.length > 0 && state.types.some((type) => type !== "prediction")) {
    const wanted = new Set(state.assets);
    add("asset", (row) => judgeAsset(row, wanted));
    if (state.assetMatch === "all") {
      const groups = assetGroups(state.assets);
      add("assetMatch", (row) => worst(groups.map((group) => judgeAsset(row, group))));
    }
    if (state.assetMatch === "only") add("assetMatch", (row) => judgeOnlyAssets(row, wanted));
  }
  if (state.without.length > 0) {
    const unwanted = new Set(state.without);
    add("without", (row) => opposite[judgeAsset(row, unwanted)]);
  }
  if (state.statuses.length < predictionStatuses.length) {
    const wanted: ReadonlySet<string> = new Set(state.statuses);
    add("status", (row) =>
      row.kind !== "prediction"
        ? "pass"
        : row.status === undefined
          ? "unknown"
          : verdict(wanted.has(row.status)),
    );
  }
  const search = createSearch(state.query);
  if (search !== undefined) add("query", (row) => verdict(search(row)));
  if (minDeposits !== undefined) add("minDeposits", (row) => judgeLeast(row.totalDepositUsd, minDeposits));
  if (maxDeposits !== undefined) add("maxDeposits", (row) => judgeMost(row.totalDepositUsd, maxDeposits));
  if (minApy !== undefined) add("minApy", (row) => judgeLeast(leadingRate(row, basis), minApy));
  if (maxApy !== undefined) add("maxApy", (row) => judgeMost(leadingRate(row, basis), maxApy));
  if (minAvailable !== undefined) add("minAvailable", (row) => judgeLeast(poolAvailable(row), minAvailable));
  if (minLtv !== undefined) add("minLtv", (row) => judgeLeast(row.maxLtv, minLtv));
  if (maxLtv !== undefined) add("maxLtv", (row) => judgeMost(row.maxLtv, maxLtv));
  if (state.hideSmall) add("hideSmall", judgeNotSmall);
  if (state.onlyRewards) add("onlyRewards", judgeRewards);
  if (state.onlyBase) add("onlyBase", judgeBaseOnly);
  if (state.onlySteady) add("onlySteady", judgeSteady);
  if (state.onlyFits && size !== undefined) add("onlyFits", (row) => judgeFits(row, size));
  if (state.onlyExits && size !== undefined) add("onlyExits", (row) => judgeExits(row, size));
  if (state.onlyClean) add("onlyClean", (row) => judgeClean(row, prices));
  if (state.onlyStarred) add("onlyStarred", (row) => verdict(starred.has(row.id)));
  if (state.chosen.length > 0) {
    const wanted = new Set(state.chosen);
    add("chosen", (row) => verdict(wanted.has(row.id)));
  }
  return filters;
}

function judgeLeast(value: number | undefined, least: number): Verdict {
  return value === undefined ? "unknown" : verdict(value >= least);
}

function judgeMost(value: number | undefined, most: number): Verdict {
  return value === undefined ? "unknown" : verdict(value <= most);
}

/** Whether a market's deposits are not small; unknown when it does not tell them. */
export function judgeNotSmall(row: MarketRow): Verdict {
  return judgeLeast(row.totalDepositUsd, smallUsd);
}

/** A family that was chosen whole is one wish; every other token is one of its own. */
function assetGroups(assets: readonly string[]): readonly ReadonlySet<string>[] {
  const { families, single } = splitFamilies(assets);
  return [...families.map(({ mints }) => new Set(mints)), ...single.map((mint) => new Set([mint]))];
}

function worst(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("fail")) return "fail";
  return verdicts.includes("unknown") ? "unknown" : "pass";
}

/** Whether a market has no token but those wanted. */
function judgeOnlyAssets(row: MarketRow, wanted: ReadonlySet<string>): Verdict {
  if (row.tokens.some(({ address }) => address !== undefined && !wanted.has(address))) return "fail";
  return row.tokens.length === 0 || row.tokens.some(({ address }) => address === undefined)
    ? "unknown"
    : "pass";
}

function judgeAsset(row: MarketRow, wanted: ReadonlySet<string>): Verdict {
  let unknown = row.tokens.length === 0 && row.kind !== "prediction";
  for (const { address } of row.tokens) {
    if (address === undefined) unknown = true;
    else if (wanted.has(address)) return "pass";
  }
  return unknown ? "unknown" : "fail";
}

const opposite = { pass: "fail", fail: "pass", unknown: "unknown" } as const satisfies Record<
  Verdict,
  Verdict
>;

/** Whether a market pays rewards on either side; unknown when it does not tell. */
export function judgeRewards(row: MarketRow): Verdict {
  if (row.rewards.some((reward) => (reward.apy ?? 0) > 0)) return "pass";
  const paid = rewardApy(row);
  return paid === undefined ? "unknown" : verdict(paid > 0);
}

/** Whether the deposit rate is known to hold no rewards. */
export function judgeBaseOnly(row: MarketRow): Verdict {
  const paid = rewardApy(row);
  return paid === undefined ? "unknown" : verdict(paid === 0);
}

/** Whether the rate is near its own average, a loop's net rate near its net averages; unknown without averages to tell. */
export function judgeSteady(row: MarketRow): Verdict {
  const trend = rateFade(row)?.class;
  switch (trend) {
    case "steady":
      return "pass";
    case "spiking":
    case "fading":
      return "fail";
    case "too new":
    case "no averages given":
    case undefined:
      return "unknown";
    default:
      return trend satisfies never;
  }
}

/** Whether a size could leave at once as the market stands; unknown when it does not tell what is free. */
export function judgeExits(row: MarketRow, size: ViewState["size"]): Verdict {
  const cover = sizeCover(row, size);
  return cover === undefined ? "unknown" : verdict(cover >= 1);
}

/** Whether a size fits; unknown when the market states no limit. */
export function judgeFits(row: MarketRow, size: ViewState["size"]): Verdict {
  const short = fitShortfall(row, size);
  return short === undefined ? "unknown" : verdict(short === 0);
}

/** Whether a market's figures agree with each other; unknown when it gives none that could. */
export function judgeClean(row: MarketRow, prices: PeerPrices | undefined): Verdict {
  const doubts = doubtCount(row, prices);
  return doubts === undefined ? "unknown" : verdict(doubts === 0);
}

/** What one filter hides of the rows that pass all others. */
export interface FilterHiding {
  readonly filter: FilterId;
  /** The name of its control. */
  readonly label: string;
  /** Rows that pass every other filter and fail this one by what is known of them. */
  readonly hides: number;
  /** Rows that pass every other filter and cannot be judged by this one. */
  readonly unknown: number;
  /** What lifting this filter alone brings back: both of the above. */
  readonly alone: number;
  /** Rows this filter does not let pass, whatever the others say. */
  readonly fails: number;
}

export interface FilterResult {
  /** Positions of the rows that pass every filter, in the order given. */
  readonly visible: Uint32Array;
  /** Rows of the types asked for, shown or not. */
  readonly total: number;
  /** Filters that hide something, the one whose lifting brings back the most first. */
  readonly hiding: readonly FilterHiding[];
  /** Rows hidden for nothing but that something about them is unknown. */
  readonly unknownHidden: number;
  /** Rows that match the search text and are hidden by other filters. 0 without a search text. */
  readonly searchHidden: number;
  /** Whether small markets are shown although they were to be hidden, because no larger one is left. */
  readonly smallShown: boolean;
}

/**
 * Applies all filters to rows in a given order. Small markets are hidden only where a larger one is left: where none is, they
 * are judged by the other filters alone.
 */
export function filterRows(
  rows: readonly MarketRow[],
  order: Uint32Array,
  state: FilterState,
  starred: ReadonlySet<string>,
  prices?: PeerPrices,
): FilterResult {
  const strict = filterStrictly(rows, order, state, starred, prices);
  if (!state.hideSmall || strict.visible.length > 0) return strict;
  const relaxed = filterStrictly(rows, order, { ...state, hideSmall: false }, starred, prices);
  if (relaxed.visible.length === 0) return relaxed;
  return { ...relaxed, smallShown: true };
}

function filterStrictly(
  rows: readonly MarketRow[],
  order: Uint32Array,
  state: FilterState,
  starred: ReadonlySet<string>,
  prices: PeerPrices | undefined,
): FilterResult {
  const isOfType = createTypeFilter(state);
  const filters = createFilters(state, starred, prices);
  const hides = new Float64Array(filters.length);
  const unknown = new Float64Array(filters.length);
  const fails = new Float64Array(filters.length);
  const searchAt = filters.findIndex((filter) => filter.id === "query");
  const kept = new Uint32Array(order.length);
  let visible = 0;
  let total = 0;
  let unknownHidden = 0;
  let searchHidden = 0;

  for (const position of order) {
    const row = rows[position];
    if (row === undefined || !isOfType(row)) continue;
    total += 1;
    let failing = 0;
    let lastFailing = -1;
    let anyKnown = false;
    let searchFails = false;
    for (let at = 0; at < filters.length; at += 1) {
      const result = filters[at]?.judge(row) ?? "pass";
      if (result === "pass") continue;
      failing += 1;
      lastFailing = at;
      if (result === "fail") anyKnown = true;
      if (at === searchAt) searchFails = true;
      fails[at] = (fails[at] ?? 0) + 1;
    }
    if (failing === 0) {
      kept[visible] = position;
      visible += 1;
      continue;
    }
    if (!anyKnown) unknownHidden += 1;
    if (searchAt >= 0 && !searchFails) searchHidden += 1;
    if (failing === 1) {
      const counter = anyKnown ? hides : unknown;
      counter[lastFailing] = (counter[lastFailing] ?? 0) + 1;
    }
  }

  const hiding = filters
    .map(({ id }, at): FilterHiding => {
      const known = hides[at] ?? 0;
      const unjudged = unknown[at] ?? 0;
      return {
        filter: id,
        label: filterLabels[id],
        hides: known,
        unknown: unjudged,
        alone: known + unjudged,
        fails: fails[at] ?? 0,
      };
    })
    .filter((entry) => entry.fails > 0)
    .toSorted((a, b) => b.alone - a.alone || b.fails - a.fails);
  return { visible: kept.slice(0, visible), total, hiding, unknownHidden, searchHidden, smallShown: false };
}
