// In the order of the URL, the chips and the panel.
import { isRateSteady } from "../assess/rate-trend.ts";
import { canWithdraw, fitsSize } from "../assess/capacity.ts";
import { predictionStatuses, type MarketType, type PredictionStatus } from "../../../contract/market.ts";
import { keysOf } from "../../../contract/names/keys-of.ts";
import { usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { rewardShare } from "../../../finance/rates.ts";
import type { MarketRow } from "../market-row.ts";
import { formatUsd, inWords } from "../../format/number.ts";
import { mintsOfAssets, nameAssets } from "../asset-families.ts";
import { collateralFor } from "../loan-terms.ts";
import { isUnborrowable, leadingRate, rewardApy } from "../row-values.ts";
import { borrowRateOfBasis } from "../column.ts";
import { columns } from "../columns.ts";
import { failedCheckCount, hasLink, toVerdict, type Verdict } from "../assess/checks.ts";
import { assetJudge, assetsApply, judgeAsset } from "./asset-match.ts";
import {
  assetMatches,
  filter,
  flag,
  ids,
  check,
  minimum,
  maximum,
  type AssetMatch,
  type Filter,
  type FilterInputs,
} from "./filter-kinds.ts";
import {
  assetList,
  balance,
  initialValues,
  marketIds,
  mint,
  onOff,
  option,
  providerIds,
  optionList,
  words,
} from "./parameters.ts";
import { createSearch } from "./search.ts";

/** USD. In smaller markets a single deposit moves the rate. */
export const smallUsd = 100_000;
export const smallText = inWords(formatUsd(usd(smallUsd), "short"));
export const smallMarkets = `markets under ${smallText} or with unknown deposits`;

export const statusNames: Readonly<Record<PredictionStatus, string>> = {
  open: "Open",
  closed: "Closed",
  settled: "Settled",
};

const matchNames: Readonly<Record<AssetMatch, string>> = {
  side: "your side",
  any: "either side",
  all: "all of them",
  only: "no other token",
};

const leading = {
  unit: "rate",
  needs: ["basis", "side"],
  read: (row: MarketRow, { basis, side }: Pick<FilterInputs, "basis" | "side">): Ratio | undefined =>
    side === "borrow" ? row[borrowRateOfBasis[basis]] : leadingRate(row, basis),
} as const;

const rewardPart = {
  unit: "rate",
  needs: [],
  read: (row: MarketRow): Ratio | undefined => {
    const rewards = rewardApy(row);
    return rewards === 0 ? rewards : rewardShare({ rewards, total: row.depositApy });
  },
} as const;

const deposits = { field: "Deposits", unknown: "deposits" };
const age = { field: "Seen for", unknown: "age", collapsed: true } as const;

const opposite: Readonly<Record<Verdict, Verdict>> = { pass: "fail", fail: "pass", unknown: "unknown" };

const records = {
  providers: ids(providerIds("provider"), {
    label: "Provider",
    unknown: "providers",
    judge: (wanted) => (row) => toVerdict(wanted.has(row.providerId)),
    names: (chosen, { provider }) => chosen.map(provider),
  }),
  /** Applied only in the dashboard, not by the service. Empty while `providers` is set. */
  notProviders: ids(providerIds("notProvider"), {
    label: "Not from",
    unknown: "providers",
    judge: (unwanted) => (row) => toVerdict(!unwanted.has(row.providerId)),
    hint: "Hides markets of these providers.",
    names: (chosen, { provider }) => chosen.map(provider),
  }),
  /** Mints and families. The service returns every market that contains one, on either side. */
  assets: ids(assetList("asset"), {
    label: "Asset",
    unknown: "tokens",
    needs: ["types", "assetMatch", "side"],
    judge: (chosen, { types, assetMatch, side }) =>
      assetsApply(types) ? assetJudge([...chosen], assetMatch, side) : undefined,
    names: (chosen, { token }) => nameAssets(chosen, token),
  }),
  /** The service knows only "any"; the other values are applied here. */
  assetMatch: filter(option("match", assetMatches), {
    label: "Asset side",
    unknown: "tokens",
    judge: () => undefined,
    chipText: (match) => matchNames[match],
    hint: "Which of a market's tokens must be the chosen one.",
  }),
  collateral: filter(mint("collateral"), {
    label: "Collateral",
    unknown: "LTV",
    needs: ["loans"],
    chipText: (chosen, { token }) => (chosen === undefined ? undefined : token(chosen)),
    judge: (_chosen, { loans }) =>
      loans === undefined
        ? undefined
        : (row) => {
            const taker = collateralFor(row, loans);
            return taker === undefined ? "fail" : check(taker.maxLtv, (ltv) => ltv > 0);
          },
  }),
  unborrowable: filter(onOff("unborrowable"), {
    label: "Nothing to borrow",
    unknown: "loans",
    needs: ["side"],
    offValue: true,
    chipText: () => "shown",
    hint: "Also shows markets without a loan or a link.",
    judge: (_shown, { side }) =>
      side === "borrow" ? (row) => toVerdict(!isUnborrowable(row) && hasLink(row)) : undefined,
  }),
  without: ids(assetList("without"), {
    label: "Without",
    unknown: "tokens",
    judge: (chosen) => {
      const unwanted = new Set(mintsOfAssets([...chosen]));
      return (row) => opposite[judgeAsset(row, unwanted)];
    },
    hint: "Hides markets with these tokens.",
    names: (chosen, { token }) => nameAssets(chosen, token),
  }),
  statuses: ids(optionList<PredictionStatus>("status", predictionStatuses, ["open"]), {
    label: "Prediction status",
    unknown: "status",
    types: ["prediction"],
    offValue: predictionStatuses,
    // The service has applied it, and the specification lists no status among a market's fields.
    judge: (wanted) => (row) =>
      toVerdict(row.kind !== "prediction" || row.status === undefined || wanted.has(row.status)),
    names: (chosen) => chosen.map((status) => statusNames[status]),
  }),
  query: filter(words("q"), {
    label: "Search markets",
    field: "Search",
    unknown: "names",
    key: (typed) => typed.trim(),
    chipText: (typed) => (createSearch(typed) === undefined ? undefined : `“${typed.trim()}”`),
    judge: (typed) => {
      const search = createSearch(typed);
      return search === undefined ? undefined : (row) => toVerdict(search(row));
    },
  }),
  minDeposits: minimum("minDeposits", columns.totalDepositUsd, deposits),
  maxDeposits: maximum("maxDeposits", columns.totalDepositUsd, { ...deposits, collapsed: true }),
  minApy: minimum("minApy", leading, { field: "APY", unknown: "APY" }),
  maxApy: maximum("maxApy", leading, { field: "APY", unknown: "APY", collapsed: true }),
  minAvailable: minimum("minAvailable", columns.available, {
    label: "Minimum available",
    field: "Available",
    unknown: "available liquidity",
    collapsed: true,
  }),
  minLtv: minimum("minLtv", columns.maxLtv, { field: "Max LTV", unknown: "LTV", collapsed: true }),
  maxLtv: maximum("maxLtv", columns.maxLtv, { field: "Max LTV", unknown: "LTV", collapsed: true }),
  maxUtilization: maximum("maxUtilization", columns.utilization, {
    field: "Utilization",
    unknown: "utilization",
    collapsed: true,
  }),
  maxRewards: maximum("maxRewards", rewardPart, {
    label: "Maximum rewards in the rate",
    field: "Rewards in the rate",
    unknown: "rewards",
    collapsed: true,
  }),
  minFlow: {
    ...minimum("minFlow", columns.flow30d, {
      label: "Minimum flow 30d",
      field: "Flow 30d",
      unknown: "flows",
      collapsed: true,
    }),
    ...balance("minFlow"),
    control: "flow" as const,
    placeholder: "any",
  },
  minAge: minimum("minAge", columns.firstSeen, { ...age, label: "Seen for at least" }),
  maxAge: maximum("maxAge", columns.firstSeen, { ...age, label: "Seen for at most" }),
  hideSmall: flag("small", {
    label: "Hide small markets",
    unknown: "deposits",
    types: ["lending", "yield"],
    judge: ({ kind, totalDepositUsd }) =>
      kind === "lending" || kind === "yield" ? check(totalDepositUsd, (value) => value >= smallUsd) : "pass",
    hint: `Hides ${smallMarkets}.`,
    ignoredText: "none larger, so shown",
    initial: true,
  }),
  onlyRewards: flag("rewards", {
    label: "Only with rewards",
    unknown: "rewards",
    judge: (row) =>
      row.rewards.some(({ apy = 0 }) => apy > 0) ? "pass" : check(rewardApy(row), (paid) => paid > 0),
  }),
  onlyBase: flag("baseOnly", {
    label: "Base yield only",
    unknown: "rewards",
    judge: (row) => check(rewardApy(row), (paid) => paid === 0),
  }),
  onlySteady: flag("steady", {
    label: "Steady rate",
    unknown: "averages",
    needs: ["record", "side"],
    judge: (row, inputs) => toVerdict(isRateSteady(row, inputs)),
    hint: "Near its averages, with and without rewards.",
  }),
  onlyFits: flag("fits", {
    label: "Fits my size",
    unknown: "capacity",
    needs: ["size", "loops", "side"],
    // In the Borrow view, the size is that of a loan.
    judge: (row, inputs) => toVerdict(fitsSize(row, inputs)),
    hint: "Capacity left covers your size.",
  }),
  onlyExits: flag("exit", {
    label: "Withdrawable now",
    unknown: "available liquidity",
    needs: ["size", "side"],
    judge: (row, { size, side }) => (side === "borrow" ? "pass" : toVerdict(canWithdraw(row, { size }))),
    hint: "Available liquidity covers your size.",
  }),
  onlyClean: flag("clean", {
    label: "Data checks passed",
    unknown: "figures",
    needs: ["prices"],
    judge: (row, { prices }) => check(failedCheckCount(row, prices), (failed) => failed === 0),
    hint: "No contradictory figures.",
  }),
  onlyStarred: flag("starred", {
    label: "Starred",
    unknown: "stars",
    needs: ["starred"],
    judge: (row, { starred }) => toVerdict(starred.has(row.id)),
    hint: "Markets that you starred in this browser.",
  }),
  /** Ids of a saved list. Empty means all markets. */
  chosen: ids(marketIds("list"), {
    label: "Selected markets",
    unknown: "choice",
    judge: (wanted) => (row) => toVerdict(wanted.has(row.id)),
  }),
};

type ValueOf<Of> = Of extends Filter<infer Value> ? Value : never;

export type FilterId = keyof typeof records;
type FilterValues = { -readonly [Id in FilterId]: ValueOf<(typeof records)[Id]> };
export type FilterState = Readonly<FilterValues>;

export const filters: { readonly [Id in FilterId]: Filter<FilterValues[Id]> } = records;
/** Some filters are on by default. */
export const initialFilters: FilterState = initialValues<FilterState>(filters);
export const filterIds: readonly FilterId[] = keysOf(filters);

type IdOf<Value> = { [Id in FilterId]: FilterValues[Id] extends Value ? Id : never }[FilterId];
export type FlagId = IdOf<boolean>;
export const flagIds: readonly FlagId[] = filterIds.filter(
  (id): id is FlagId => filters[id].control === "flag",
);
export type RangeId = IdOf<number | undefined>;
export const rangeIds: readonly RangeId[] = filterIds.filter(
  (id): id is RangeId => filters[id].control !== "flag" && filters[id].control !== "own",
);

export function isUsdRange(id: RangeId): id is IdOf<Usd | undefined> {
  return filters[id].control === "usd" || filters[id].control === "flow";
}

export function isPercentRange(id: RangeId): id is IdOf<Ratio | undefined> {
  return filters[id].control === "percent";
}

/** Whether the filter has no effect if the service keeps no record. */
export function isRecordFilter(id: RangeId): boolean {
  return filters[id].needs.includes("record");
}

export function filtersByRecord(state: FilterState): boolean {
  return rangeIds.some((id) => isRecordFilter(id) && state[id] !== undefined);
}

/** Includes filters for which the record only fills gaps. */
export function mayUseRecord(state: FilterState): boolean {
  return filtersByRecord(state) || state.onlySteady;
}

export function isOn<Id extends FilterId>(
  id: Id,
  value: FilterValues[Id],
  types: readonly MarketType[],
): boolean {
  const { [id]: own } = filters;
  return !own.isInitial(value) && (own.types?.some((type) => types.includes(type)) ?? true);
}

export function setFilter<Id extends FilterId>(id: Id, value: FilterValues[Id]): Partial<FilterState> {
  const change: Partial<FilterValues> = {};
  change[id] = value;
  return change;
}

export function clearFilters(cleared: readonly FilterId[]): Partial<FilterState> {
  const change: Partial<FilterState> = {};
  for (const id of cleared) Object.assign(change, setFilter(id, filters[id].offValue));
  return change;
}
