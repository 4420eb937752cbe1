// Covers exactly the rows of a list. Missing figures are left out and counted.
import { isMarketType } from "../../../contract/market.ts";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { knownSum } from "../../../finance/portfolio/net-worth.ts";
import { quantile, weightedRate } from "../../../finance/blend.ts";
import { averageWindows, direction } from "../../../finance/fade.ts";
import { debtInOtherToken } from "../../../finance/pool.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { changeViewState, readViewState, writeViewState } from "../../../domain/view-state/codec.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { averagesOf, leadingRate } from "../../../domain/market/row-values.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import {
  assetFamilies,
  assetFamilyIds,
  solMint,
  tidyAssets,
  type AssetFamily,
} from "../../../domain/market/asset-families.ts";
import { typeNames } from "../../../domain/market/market-text.ts";
import { scaleEnd } from "../select.ts";

export const groupings = ["asset", "provider", "type"] as const;
export type Grouping = (typeof groupings)[number];

export interface MarketGroup {
  readonly key: string;
  readonly label: string;
  readonly rows: readonly MarketRow[];
  /** Lists exactly these markets; undefined where no URL can express it. */
  readonly narrow: Partial<ViewState> | undefined;
}

/** Their rate is always 0: a reserve without debt, or a pair whose collateral earns nothing. */
export function isCollateralOnly(row: MarketRow): boolean {
  if (row.kind !== "lending") return false;
  if (debtInOtherToken(row)) return earnsNothing(row);
  return (row.totalBorrowUsd ?? row.totalBorrow) === 0;
}

function earnsNothing(row: MarketRow): boolean {
  const averages = [row.baseDepositApy30d, row.baseDepositApy90d, row.baseDepositApy180d];
  return row.depositApy === 0 && averages.every((average) => (average ?? 0) === 0);
}

/** Without collateral-only deposits, or half of all rates would be 0. */
function rateOf(row: MarketRow, basis: ApyBasis): Ratio | undefined {
  return isCollateralOnly(row) ? undefined : leadingRate(row, basis);
}

function depositsOf(row: MarketRow): Usd | undefined {
  return row.totalDepositUsd !== undefined && row.totalDepositUsd >= 0 ? row.totalDepositUsd : undefined;
}

type Placed = Omit<MarketGroup, "rows">;

function grouped(
  rows: readonly MarketRow[],
  state: ViewState,
  place: (row: MarketRow) => Placed,
): readonly MarketGroup[] {
  return Array.from(groupBy(rows, (row) => place(row).key).values(), (own) => {
    const { key, label, narrow } = place(own[0]);
    return {
      key,
      label,
      rows: own,
      narrow: sayable(state, narrow) ?? sayable(state, { chosen: own.map(({ id }) => id) }),
    };
  });
}

/** A list of ids may be too long, or an id may not survive the codec. */
function sayable(state: ViewState, change: Partial<ViewState> | undefined): Partial<ViewState> | undefined {
  if (change === undefined) return undefined;
  const next = changeViewState(state, change);
  if (change.chosen !== undefined && next.chosen.length < change.chosen.length) return undefined;
  const read = readViewState(writeViewState(next, ""));
  return JSON.stringify(read) === JSON.stringify(next) ? change : undefined;
}

/** An asset is the exact set of tokens: USDC and USDC–SOL are two groups, so that no deposit counts twice. */
export function groupMarkets(
  rows: readonly MarketRow[],
  state: ViewState,
  by: Grouping,
): readonly MarketGroup[] {
  const groups = grouped(rows, state, placeBy[by]);
  return by === "asset" ? withUniqueNames(groups) : groups;
}

const noToken: Placed = { key: "no token", label: "No token", narrow: { types: ["prediction"] } };
const unnamedToken: Placed = { key: "unnamed", label: "Token not named", narrow: undefined };

function mintsOf(row: MarketRow): readonly string[] | undefined {
  const mints = row.tokens.flatMap(({ address }) => address ?? []);
  return mints.length === 0 || mints.length < row.tokens.length ? undefined : [...new Set(mints)];
}

function placeByTokens(row: MarketRow): Placed {
  if (row.kind === "prediction") return noToken;
  const mints = mintsOf(row)?.toSorted();
  if (mints === undefined) return unnamedToken;
  // The group holds both orders of a pair.
  const symbols = [...new Set(row.tokens.map(({ symbol }) => symbol))].toSorted();
  return {
    key: mints.join(" "),
    label: symbols.join(" / "),
    narrow:
      mints.length === 1
        ? { assets: mints, assetMatch: "only" }
        : // Both of a family's two tokens are taken for the family, of which one is enough.
          tidyAssets(mints).length < mints.length
          ? undefined
          : { assets: mints, assetMatch: "all" },
  };
}

const placeBy: Readonly<Record<Grouping, (row: MarketRow) => Placed>> = {
  asset: placeByTokens,
  provider: ({ providerId: id, providerName }) => ({
    key: id,
    label: providerName,
    narrow: { providers: [id] },
  }),
  type: ({ type }) =>
    isMarketType(type)
      ? { key: type, label: typeNames[type], narrow: { types: [type] } }
      : { key: type, label: type, narrow: undefined },
};

/** Tokens may share a name; those get their mint appended. */
function withUniqueNames(groups: readonly MarketGroup[]): readonly MarketGroup[] {
  const byLabel = groupBy(groups, ({ label }) => label);
  return groups.map((group) => {
    if (byLabel.get(group.label)?.length === 1) return group;
    const mints = group.key.split(" ").map((mint) => `${mint.slice(0, 4)}…`);
    return { ...group, label: `${group.label} (${mints.join(" / ")})` };
  });
}

const mixedPair: Placed = { key: "mixed", label: "Mixed pairs", narrow: undefined };

interface Family {
  readonly id: string;
  readonly label: string;
  readonly mints: readonly string[];
  readonly assets: readonly string[];
}

/** Staking tokens earn native yield, so their markets say nothing about SOL's rates. */
function parted({ id, label, shortLabel, mints }: AssetFamily): readonly Family[] {
  // "SOL and staking tokens" would need its own line.
  if (id !== "sol") return [{ id, label: id === "stables" ? label : shortLabel, mints, assets: [id] }];
  const staked = mints.filter((mint) => mint !== solMint);
  return [
    { id, label: shortLabel, mints: [solMint], assets: [solMint] },
    { id: "staked-sol", label: "Staked SOL", mints: staked, assets: staked },
  ];
}

/** In the order of the families, then tokens of none or several. */
export function groupFamilies(rows: readonly MarketRow[], state: ViewState): readonly MarketGroup[] {
  const families = assetFamilies
    .flatMap(parted)
    .map((family): Placed & { readonly mints: ReadonlySet<string> } => ({
      key: family.id,
      label: family.label,
      mints: new Set(family.mints),
      // Selected assets may be part of a family only.
      narrow: state.assets.length > 0 ? undefined : { assets: family.assets, assetMatch: "only" },
    }));
  const other: Placed = {
    key: "other",
    label: "Other assets",
    narrow: { without: tidyAssets([...state.without, ...assetFamilyIds]) },
  };
  const place = (row: MarketRow): Placed => {
    if (row.kind === "prediction") return other;
    const mints = mintsOf(row);
    if (mints === undefined) return unnamedToken;
    const whole = families.find((family) => mints.every((mint) => family.mints.has(mint)));
    if (whole !== undefined) return whole;
    return mints.some((mint) => families.some((family) => family.mints.has(mint))) ? mixedPair : other;
  };
  const order = [...families.map(({ key }) => key), other.key, mixedPair.key, unnamedToken.key];
  return grouped(rows, state, place).toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
}

function holdingOf(rows: readonly MarketRow[]) {
  const { sum: deposits, unknown: unpublished } = knownSum(rows.map(depositsOf));
  return { deposits, unpublished };
}

type HeldGroup = ReturnType<typeof holdingOf> & { readonly group: MarketGroup };

/** Largest first, unknown last, then by name. */
function byDeposits(a: HeldGroup, b: HeldGroup): number {
  return (
    Number(a.deposits === undefined) - Number(b.deposits === undefined) ||
    (b.deposits ?? 0) - (a.deposits ?? 0) ||
    b.group.rows.length - a.group.rows.length ||
    (a.group.label < b.group.label ? -1 : 1)
  );
}

export type GroupRates = ReturnType<typeof ratesOf>;

/** `canLead`: not full, not closed, no failed checks. */
export function groupRates(
  groups: readonly MarketGroup[],
  basis: ApyBasis,
  canLead: (row: MarketRow) => boolean,
): readonly GroupRates[] {
  return groups.map((group) => ratesOf(group, basis, canLead)).toSorted(byDeposits);
}

function meanRate(rows: readonly MarketRow[], basis: ApyBasis): Ratio | undefined {
  return weightedRate(rows.map((row) => ({ apy: rateOf(row, basis), totalDepositUsd: row.totalDepositUsd })));
}

function ratesOf(group: MarketGroup, basis: ApyBasis, canLead: (row: MarketRow) => boolean) {
  const rated = group.rows.flatMap((row) => {
    const rate = rateOf(row, basis);
    return rate === undefined ? [] : [{ row, rate, deposits: depositsOf(row) ?? -1 }];
  });
  const best = rated
    .toSorted((a, b) => b.rate - a.rate || b.deposits - a.deposits)
    .find(({ row }) => canLead(row));
  return {
    group,
    ...holdingOf(group.rows),
    weighted: meanRate(group.rows, basis),
    median: medianOf(rated.map(({ rate }) => rate)),
    best: best?.row,
  };
}

function medianOf(rates: readonly number[]): Ratio | undefined {
  return ratio(quantile(rates, 0.5));
}

export type RateScale = NonNullable<ReturnType<typeof rateScale>>;

/** 0 at the low end to 1 at the high end; clamped. */
export function shareOnScale(rate: number, { low, high }: RateScale): number {
  return (Math.min(high, Math.max(low, rate)) - low) / (high - low);
}

/** `low` is at most 0, `high` above it. */
export function rateScale(rows: readonly MarketRow[], basis: ApyBasis) {
  const rates = rows.flatMap((row) => rateOf(row, basis) ?? []);
  const high = ratio(scaleEnd(rates) ?? 0);
  const low = ratio(0 - (scaleEnd(rates.map((rate) => 0 - rate)) ?? 0));
  if (high === undefined || low === undefined || high <= low) return undefined;
  return {
    low,
    high,
    above: rates.filter((rate) => rate > high).length,
    below: rates.filter((rate) => rate < low).length,
  };
}

export interface SizedMarket {
  readonly row: MarketRow;
  readonly rate: Ratio;
  readonly deposits: Usd;
}

export type SizedMarkets = ReturnType<typeof sizedMarkets>;

export function sizedMarkets(rows: readonly MarketRow[], basis: ApyBasis) {
  const markets: SizedMarket[] = [];
  let withoutDeposits = 0;
  let withoutRate = 0;
  for (const row of rows) {
    const rate = rateOf(row, basis);
    const deposits = depositsOf(row);
    if (rate === undefined) withoutRate += 1;
    else if (deposits === undefined || deposits === 0) withoutDeposits += 1;
    else markets.push({ row, rate, deposits });
  }
  markets.sort((a, b) => a.deposits - b.deposits || (a.row.id < b.row.id ? -1 : 1));
  return { markets, withoutDeposits, withoutRate };
}

export type SizeClass = ReturnType<typeof sizeClasses>[number];

const classBounds = [100_000, 1_000_000, 10_000_000, 100_000_000] as const;
/** The URL holds six decimals, so the next class starts this much higher. */
const leastStep = 0.000001;

export function sizeClasses(rows: readonly MarketRow[], state: ViewState, basis: ApyBasis) {
  const edges = [undefined, ...classBounds.map((bound) => usd(bound)), undefined];
  return edges.slice(0, -1).flatMap((from, at) => {
    const to = edges[at + 1];
    const own = rows.filter((row) => {
      const deposits = depositsOf(row);
      return deposits !== undefined && deposits >= (from ?? 0) && deposits < (to ?? Infinity);
    });
    if (own.length === 0) return [];
    const rates = own.flatMap((row) => rateOf(row, basis) ?? []);
    const least = Math.max(from ?? 0, state.minDeposits ?? 0);
    const most = Math.min(to === undefined ? Infinity : to - leastStep, state.maxDeposits ?? Infinity);
    return [
      {
        from,
        to,
        markets: own.length,
        deposits: holdingOf(own).deposits,
        median: medianOf(rates),
        weighted: meanRate(own, basis),
        narrow: { minDeposits: least === 0 ? undefined : usd(least), maxDeposits: usd(most) },
      },
    ];
  });
}

export type RatesOverTime = ReturnType<typeof thenAndNow>[number];

/** Half a year, every period from the same markets: those with a base rate and all three averages. */
export function thenAndNow(groups: readonly MarketGroup[]) {
  return groups.map((group) => {
    const known = group.rows.flatMap((row) => {
      const averages = averagesOf(row, "baseDepositApy");
      const past = averageWindows(averages).map(({ value }) => value);
      const { now } = averages;
      return isCollateralOnly(row) || past.length < 3 || now === undefined ? [] : [[now, ...past]];
    });
    const [now, days1to30, days31to90, before] = [0, 1, 2, 3].map((period) =>
      medianOf(known.flatMap((rates) => rates[period] ?? [])),
    );
    return {
      group,
      counted: known.length,
      days91to180: before,
      days31to90,
      days1to30,
      now,
      change: before === undefined || now === undefined ? undefined : ratio(now - before),
      direction: direction(before, now),
    };
  });
}

export function wholeGroup(rows: readonly MarketRow[]): MarketGroup {
  return { key: "all", label: "All markets", rows, narrow: {} };
}

export type DepositShare = ReturnType<typeof depositShares>[number];

/** Largest first, without unknown deposits. */
export function depositShares(groups: readonly MarketGroup[]) {
  const parts = groups.map((group) => ({ group, ...holdingOf(group.rows) })).toSorted(byDeposits);
  const total = parts.reduce((sum, { deposits }) => sum + (deposits ?? 0), 0);
  return parts.map(({ group, deposits, unpublished }) => {
    const share = deposits === undefined || total <= 0 ? undefined : ratio(deposits / total);
    return { group, deposits, unpublished, share };
  });
}
