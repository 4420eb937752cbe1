import { isMarketType } from "../../../contract/market.ts";
import { groupBy } from "../../../finance/group-by.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { changeViewState, readViewState, writeViewState } from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import {
  assetFamilies,
  assetFamilyIds,
  solMint,
  canonicalAssets,
  mintsOfAssets,
  type AssetFamily,
} from "../../../domain/market/asset-families.ts";
import { typeNames } from "../../../domain/market/market-text.ts";

export const groupings = ["asset", "provider", "type"] as const;
export type Grouping = (typeof groupings)[number];

export interface MarketGroup {
  readonly key: string;
  readonly label: string;
  readonly rows: readonly MarketRow[];
  /** Filters that list exactly these markets. Undefined if no URL can express it. */
  readonly narrow: Partial<ViewState> | undefined;
}

export function wholeGroup(rows: readonly MarketRow[]): MarketGroup {
  return { key: "all", label: "All markets", rows, narrow: {} };
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
      narrow: storableChange(state, narrow) ?? storableChange(state, { chosen: own.map(({ id }) => id) }),
    };
  });
}

/** Undefined if the URL cannot hold the change: a list of ids may be too long, or an id may not survive the codec. */
function storableChange(
  state: ViewState,
  change: Partial<ViewState> | undefined,
): Partial<ViewState> | undefined {
  if (change === undefined) return undefined;
  const next = changeViewState(state, change);
  if (change.chosen !== undefined && next.chosen.length < change.chosen.length) return undefined;
  const read = readViewState(writeViewState(next, ""));
  return JSON.stringify(read) === JSON.stringify(next) ? change : undefined;
}

/** A group is an exact set of tokens: USDC and USDC–SOL are two groups, so that no deposit counts twice. */
export function groupMarkets(
  rows: readonly MarketRow[],
  state: ViewState,
  by: Grouping,
): readonly MarketGroup[] {
  const groups = grouped(rows, state, (row) => placeBy[by](row, state));
  return by === "asset" ? withUniqueNames(groups) : groups;
}

const noToken: Placed = { key: "no token", label: "No token", narrow: { types: ["prediction"] } };
const unnamedToken: Placed = { key: "unnamed", label: "Unknown token", narrow: undefined };

function mintsOf(row: MarketRow): readonly string[] | undefined {
  const mints = row.tokens.flatMap(({ address }) => address ?? []);
  return mints.length === 0 || mints.length < row.tokens.length ? undefined : [...new Set(mints)];
}

function placeByTokens(row: MarketRow, { assets }: ViewState): Placed {
  if (row.kind === "prediction") return noToken;
  const mints = mintsOf(row)?.toSorted();
  if (mints === undefined) return unnamedToken;
  // Sorted, because the group contains pairs in both orders.
  const symbols = [...new Set(row.tokens.map(({ symbol }) => symbol))].toSorted();
  return {
    key: mints.join(" "),
    label: symbols.join(" / "),
    narrow:
      mints.length === 1
        ? { assets: mints, assetMatch: "only" }
        : // Both of a family's two tokens are taken for the family, of which one is enough. And with assets selected, a
          // group may contain only pairs in one order.
          assets.length > 0 || canonicalAssets(mints).length < mints.length
          ? undefined
          : { assets: mints, assetMatch: "all" },
  };
}

const placeBy: Readonly<Record<Grouping, (row: MarketRow, state: ViewState) => Placed>> = {
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

/** If tokens share a name, their mints are appended. */
function withUniqueNames(groups: readonly MarketGroup[]): readonly MarketGroup[] {
  const byLabel = groupBy(groups, ({ label }) => label);
  return groups.map((group) => {
    if (byLabel.get(group.label)?.length === 1) return group;
    const mints = group.key.split(" ").map((mint) => `${mint.slice(0, 4)}…`);
    return { ...group, label: `${group.label} (${mints.join(" / ")})` };
  });
}

const mixedPair: Placed = { key: "mixed", label: "Mixed pairs", narrow: undefined };

/** Staking tokens earn native yield, so their markets say nothing about SOL's rates, and get a group of their own. */
function splitFamily({ id, label, shortLabel }: AssetFamily) {
  // "SOL + staked SOL" would take a line of its own.
  if (id !== "sol") return [{ key: id, label: id === "stables" ? label : shortLabel, assets: [id] }];
  return [
    { key: id, label: shortLabel, assets: [solMint] },
    {
      key: "staked-sol",
      label: "Staked SOL",
      assets: mintsOfAssets([id]).filter((mint) => mint !== solMint),
    },
  ];
}

/** Families in their order, then markets that belong to none or several. */
export function groupFamilies(rows: readonly MarketRow[], state: ViewState): readonly MarketGroup[] {
  const families = assetFamilies
    .flatMap(splitFamily)
    .map(({ key, label, assets }): Placed & { readonly mints: ReadonlySet<string> } => ({
      key,
      label,
      mints: new Set(mintsOfAssets(assets)),
      // Not possible if assets are selected, which may be only part of a family.
      narrow: state.assets.length > 0 ? undefined : { assets, assetMatch: "only" },
    }));
  const other: Placed = {
    key: "other",
    label: "Other assets",
    narrow: { without: canonicalAssets([...state.without, ...assetFamilyIds]) },
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
