import { groupBy } from "../../../finance/group-by.ts";
import { foldText } from "../../../domain/search-words.ts";
import { judgedCost, judgedRate, type SizeAndBasis, type AssetFacts } from "./asset-facts.ts";
import { findAssets, type Found } from "./find-assets.ts";

type ReadValue = (facts: AssetFacts, inputs: SizeAndBasis) => number | string | undefined;

/** By column, in the order of the table. The names are values in the URL. */
export const assetValues = {
  asset: ({ symbol }) => foldText(symbol),
  price: ({ price }) => price,
  change: ({ change24h }) => change24h,
  markets: ({ markets }) => markets,
  earn: ({ bestDeposit }, inputs) => bestDeposit && judgedRate(bestDeposit, inputs),
  borrow: ({ cheapestLoan }, inputs) => cheapestLoan && judgedCost(cheapestLoan, inputs),
  loop: ({ bestLoop }) => bestLoop?.depositApy,
  deposits: ({ deposits }) => deposits,
} as const satisfies Readonly<Record<string, ReadValue>>;
export type AssetColumn = keyof typeof assetValues;

export function isAssetColumn(id: string): id is AssetColumn {
  return Object.hasOwn(assetValues, id);
}

export interface AssetOrder {
  readonly column: AssetColumn;
  readonly descending: boolean;
}

export const defaultOrder: AssetOrder = { column: "deposits", descending: true };

export function startsHigh(column: string): boolean {
  return column !== "asset" && column !== "borrow";
}

/** Missing values are last in both directions. Ties by deposits, then by mint. */
export function orderAssets(
  all: readonly AssetFacts[],
  { column, descending }: AssetOrder,
  inputs: SizeAndBasis,
): readonly AssetFacts[] {
  const values = new Map(all.map((facts) => [facts.mint, assetValues[column](facts, inputs)]));
  const compare = (one: AssetFacts, other: AssetFacts): number => {
    const a = values.get(one.mint);
    const b = values.get(other.mint);
    if (a === b) return 0;
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
    return (a < b ? -1 : 1) * (descending ? -1 : 1);
  };
  return all.toSorted(
    (one, other) =>
      compare(one, other) ||
      (other.deposits ?? -1) - (one.deposits ?? -1) ||
      (one.mint < other.mint ? -1 : 1),
  );
}

/** Works like a tag for filters and counts. */
export const starredTag = "starred";

export function withStars(all: readonly AssetFacts[], starred: ReadonlySet<string>): readonly AssetFacts[] {
  return all.map((facts) => {
    const tags = facts.tags.filter((tag) => tag !== starredTag);
    if (starred.has(facts.mint)) return { ...facts, tags: [starredTag, ...tags] };
    return tags.length === facts.tags.length ? facts : { ...facts, tags };
  });
}

export function withTags(all: readonly AssetFacts[], tags: readonly string[]): readonly AssetFacts[] {
  return tags.length === 0 ? all : all.filter((facts) => tags.every((tag) => facts.tags.includes(tag)));
}

/** Stars first, then the most frequent tags. */
export function countTags(all: readonly AssetFacts[]) {
  const tagged = groupBy(
    all.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  return Array.from(tagged, ([tag, { length: count }]) => ({ tag, count })).toSorted(
    (one, other) =>
      Number(other.tag === starredTag) - Number(one.tag === starredTag) ||
      other.count - one.count ||
      (one.tag < other.tag ? -1 : 1),
  );
}

export interface AssetQuery {
  readonly query: string;
  readonly tags: readonly string[];
  /** Undefined: by deposits, or by relevance in a search. */
  readonly order: AssetOrder | undefined;
}

/** In order. If a search finds nothing, its corrected form is used. */
export function selectAssets(
  all: readonly AssetFacts[],
  { query, tags, order }: AssetQuery,
  inputs: SizeAndBasis,
): Found<AssetFacts> {
  const ordered = orderAssets(withTags(all, tags), order ?? defaultOrder, inputs);
  const { items, suggestion } = findAssets(query, ordered);
  return { items: order === undefined ? items : orderAssets(items, order, inputs), suggestion };
}
