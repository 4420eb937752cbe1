import { groupBy } from "../../../finance/group-by.ts";
import type { CatalogueAsset } from "../../data/assets/catalogue-asset.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { foldText, searchWords } from "../../../domain/search-words.ts";
import { createSearch, namesOf } from "../../../domain/market/filters/search.ts";

/** In its original spelling. */
interface Known {
  readonly word: string;
  readonly count: number;
}

export function knownWords(rows: readonly MarketRow[]): ReadonlyMap<string, Known> {
  return countWords(rows.map((row) => namesOf(row).flatMap((name) => name.match(/[\p{L}\p{N}]+/gu) ?? [])));
}

/** By folded word: in how many of the lists it occurs. */
export function countWords(lists: readonly (readonly string[])[]): ReadonlyMap<string, Known> {
  const words = lists.flatMap((list) => [...new Set(list)]);
  return new Map(
    Array.from(groupBy(words, foldText), ([key, same]) => [key, { word: same[0], count: same.length }]),
  );
}

/** Markets contain only symbols: replaces a token's name, so that "kamino tether" becomes "kamino USDT". */
export function bySymbol(
  query: string,
  rows: readonly MarketRow[],
  assets: readonly Pick<CatalogueAsset, "symbol" | "name">[],
): string | undefined {
  const typed = searchWords(query);
  for (const { symbol, name = "" } of assets) {
    const folded = foldText(name);
    const others = typed.filter((word) => !folded.includes(word));
    const text = [...others, symbol].join(" ");
    const finds = createSearch(text);
    if (others.length < typed.length && finds !== undefined && rows.some(finds)) return text;
  }
  return undefined;
}

/** Undefined if a word has no similar match, or the correction finds nothing. */
export function didYouMean(
  query: string,
  rows: readonly MarketRow[],
  words: ReadonlyMap<string, Known>,
): string | undefined {
  const typed = searchWords(query);
  const suggestion = typed.map((word) => {
    const finds = createSearch(word);
    return finds === undefined || rows.some(finds) ? word : nearestWord(word, words);
  });
  if (suggestion.includes(undefined) || suggestion.join() === typed.join()) return undefined;
  const text = suggestion.join(" ");
  const finds = createSearch(text);
  return finds !== undefined && rows.some(finds) ? text : undefined;
}

/** Shorter words are similar to too many others. */
const minLetters = 3;
const longLetters = 6;

/** One letter wrong, missing, extra or swapped; two in a long word. Ties go to the more frequent word. */
export function nearestWord(typed: string, words: ReadonlyMap<string, Known>): string | undefined {
  if (typed.length < minLetters) return undefined;
  let max = typed.length < longLetters ? 1 : 2;
  let best: Known | undefined;
  for (const [key, known] of words) {
    if (Math.abs(key.length - typed.length) > max || key.length < minLetters) continue;
    const distance = editDistance(typed, key);
    if (distance > max || (distance === max && best !== undefined && known.count <= best.count)) continue;
    max = distance;
    best = known;
  }
  return best?.word;
}

/** Optimal string alignment (Damerau 1964, Levenshtein 1966). */
function editDistance(one: string, other: string): number {
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      const costs = [(last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1)];
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        costs.push((before[at - 2] ?? 0) + 1);
      next.push(Math.min(...costs));
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}
