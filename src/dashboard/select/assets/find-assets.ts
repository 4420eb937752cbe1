import { foldText, minMintPrefix, searchWords } from "../../../domain/search-words.ts";
import { capitalize } from "../../../domain/format/capitalize.ts";
import { familyWords } from "../../../domain/market/asset-families.ts";
import { memoize } from "../../../domain/memoize.ts";
import { countWords, nearestWord } from "../whole-list/did-you-mean.ts";

export interface Findable {
  readonly mint: string;
  readonly symbol: string;
  readonly name: string | undefined;
  readonly tags: readonly string[];
}

export interface Found<Item> {
  readonly items: readonly Item[];
  readonly suggestion: string | undefined;
}

const tagNames: ReadonlyMap<string, string> = new Map([
  ["stablecoin", "Stablecoin"],
  ["usd", "US dollar"],
  ["eur", "Euro"],
  ["sol", "SOL family"],
  ["lst", "Liquid staking"],
]);

export function tagName(tag: string): string {
  return tagNames.get(tag) ?? capitalize(tag.replaceAll("-", " "));
}

const textsOf = memoize((item: Findable) => {
  // One per line, so that no match spans two names.
  const names = [item.symbol, item.name, familyWords([item.mint]), ...item.tags, ...item.tags.map(tagName)];
  const all = foldText(names.join("\n"));
  const words: readonly string[] = all.match(/[\p{L}\p{N}]+/gu) ?? [];
  return { symbol: searchWords(item.symbol).join(" "), words, all, mint: foldText(item.mint) };
});

/**
 * Every word must match. Exact matches come first, then prefixes. If nothing matches, replaces unknown words by the
 * most similar known ones.
 */
export function findAssets<Item extends Findable>(query: string, items: readonly Item[]): Found<Item> {
  const typed = searchWords(query);
  if (typed.length === 0) return { items, suggestion: undefined };
  const found = findWords(typed, items);
  if (found.length > 0) return { items: found, suggestion: undefined };
  const counts = countWords(items.map((item) => textsOf(item).words));
  const suggestion = typed.map((word) =>
    items.some((item) => has(textsOf(item), word)) ? word : nearestWord(word, counts),
  );
  if (!suggestion.every((word) => word !== undefined)) return { items: [], suggestion: undefined };
  const near = findWords(suggestion, items);
  // Symbols keep their spelling.
  const text = suggestion.map((word) => near.find(({ symbol }) => foldText(symbol) === word)?.symbol ?? word);
  return { items: near, suggestion: near.length === 0 ? undefined : text.join(" ") };
}

function findWords<Item extends Findable>(words: readonly string[], items: readonly Item[]): readonly Item[] {
  const typed = words.join(" ");
  const found = items.filter((item) => words.every((word) => has(textsOf(item), word)));
  const distance = (item: Item): number => {
    const { symbol, words: own } = textsOf(item);
    if (symbol === typed) return 0;
    if (symbol.startsWith(typed)) return 1;
    return words.every((word) => own.some((other) => other.startsWith(word))) ? 2 : 3;
  };
  const distances = new Map(found.map((item) => [item, distance(item)]));
  return found.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
}

function has({ all, mint }: ReturnType<typeof textsOf>, word: string): boolean {
  return all.includes(word) || (word.length >= minMintPrefix && mint.startsWith(word));
}
