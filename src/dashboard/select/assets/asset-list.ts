import { groupBy } from "../../../finance/group-by.ts";
import { foldText } from "../../../domain/search-words.ts";
import { bestToEarn, judgedCost, judgedRate, type SizeAndBasis, type AssetFacts } from "./asset-facts.ts";
import { findAssets, type Found } from "./find-assets.ts";

/** In the order of the table. The names are values in the URL. */
export const assetColumns = [
  "asset",
  "price",
  "change",
  "markets",
  "earn",
  "borrow",
  "loop",
  "deposits",
] as const;
export type AssetColumn = (typeof assetColumns)[number];

export interface AssetOrder {
  readonly column: AssetColumn;
  readonly descending: boolean;
}

export const usualOrder: AssetOrder = { column: "deposits", descending: true };

export function startsHigh(column: AssetColumn): boolean {
  return column !== "asset" && column !== "borrow";
}

export function assetValue(
  column: AssetColumn,
  facts: AssetFacts,
  asked: SizeAndBasis,
): number | string | undefined {
  switch (column) {
    case "asset":
      return foldText(facts.symbol);
    case "price":
      return facts.price;
    case "change":
      return facts.change24h;
    case "markets":
      return facts.markets;
    case "earn": {
      const best = bestToEarn(facts, asked);
      return best === undefined ? undefined : judgedRate(best, asked);
    }
    case "borrow":
      return facts.cheapestLoan === undefined ? undefined : judgedCost(facts.cheapestLoan, asked);
    case "loop":
      return facts.bestLoop?.depositApy;
    case "deposits":
      return facts.deposits;
  }
}

/** Missing values are last in both directions. Ties by deposits, then by mint. */
export function orderAssets(
  all: readonly AssetFacts[],
  { column, descending }: AssetOrder,
  asked: SizeAndBasis,
): readonly AssetFacts[] {
  const values = new Map(all.map((facts) => [facts.mint, assetValue(column, facts, asked)]));
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
  asked: SizeAndBasis,
): Found<AssetFacts> {
  const ordered = orderAssets(withTags(all, tags), order ?? usualOrder, asked);
  const { items, meant } = findAssets(query, ordered);
  return { items: order === undefined ? items : orderAssets(items, order, asked), meant };
}
