import { memoize } from "../../memoize.ts";
import { foldText, minMintPrefix, searchWords } from "../../search-words.ts";
import type { MarketRow } from "../market-row.ts";
import { familyWords } from "../asset-families.ts";

/**
 * The names, one per line, so that a word cannot match across two. Cached per market, because search runs over
 * thousands of markets with every keystroke.
 */
export const searchText = memoize((row: MarketRow): string => {
  // A set, because ids often repeat names and labels repeat symbols.
  const folded = new Set([...namesOf(row), row.providerId, row.id].map(foldText));
  return [...folded].join("\n");
});

export function namesOf({ label, detail, productName, providerName, tokens }: MarketRow): readonly string[] {
  const words = tokens.length === 0 ? undefined : familyWords(tokens.map(({ address }) => address));
  const names = [label, detail, productName, providerName, ...tokens.map(({ symbol }) => symbol), words];
  return names.filter((name) => name !== undefined);
}

/**
 * Finds rows that contain all words, in any order and case, anywhere in the names or at the start of a mint.
 * Undefined for an empty query, which matches everything.
 */
export function createSearch(query: string): ((row: MarketRow) => boolean) | undefined {
  const words = searchWords(query);
  return words.length === 0 ? undefined : (row) => words.every((word) => hasWord(word, row));
}

function hasWord(word: string, row: MarketRow): boolean {
  return (
    searchText(row).includes(word) ||
    (word.length >= minMintPrefix &&
      row.tokens.some(({ address }) => address?.slice(0, word.length).toLowerCase() === word))
  );
}
