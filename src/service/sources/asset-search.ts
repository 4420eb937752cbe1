import { sum } from "d3-array";
import type { Asset } from "../../contract/assets/asset.ts";

type Named = Pick<Asset, "address" | "symbol" | "name" | "tags">;

/** Finds an asset by its address, or else those that match every word of the query, the best first. */
export function findAssets<Item extends Named>(
  assets: readonly Item[],
  query: string,
  limit: number,
): readonly Item[] {
  const addressed = assets.find(({ address }) => address === query.trim());
  if (addressed !== undefined) return [addressed];
  const words = queryWords(query);
  return assets
    .map((asset) => ({ asset, score: scoreOf(asset, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ asset }) => asset);
}

function scoreOf({ symbol, name, tags }: Named, words: readonly string[]): number {
  const ticker = symbol?.toLowerCase() ?? "";
  const names = queryWords(name ?? "");
  const tagWords = (tags ?? []).flatMap(queryWords);
  const fits = words.map((word) => fitOf(word, ticker, names, tagWords));
  if (fits.length === 0 || fits.includes(0)) return 0;
  return sum(fits) + (names.join(" ") === words.join(" ") ? 80 : 0);
}

function queryWords(text: string): readonly string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}$]+/u);
  return words.filter((word) => word !== "");
}

function fitOf(word: string, ticker: string, names: readonly string[], tags: readonly string[]): number {
  if (ticker === word) return 100;
  if (ticker.startsWith(word)) return 60;
  if (names.includes(word)) return 50;
  // Also matches plurals, such as "stablecoins".
  if (tags.some((tag) => tag === word || `${tag}s` === word)) return 45;
  if (names.some((known) => known.startsWith(word))) return 35;
  if (tags.some((tag) => tag.startsWith(word))) return 30;
  if (word.length >= 2 && [ticker, ...names].some((known) => known.includes(word))) return 20;
  return 0;
}
