import { memoize } from "../../memoize.ts";
import { foldText, leastMintPrefix, searchWords } from "../../search-words.ts";
import type { MarketRow } from "../market-row.ts";
import { familyWords } from "../asset-families.ts";

/**
 * The names, one per line, so that a word cannot match across two. Cached per market, because search runs over
 * thousands of markets with every keystroke.
 */
export const searchText = memoize((row: MarketRow): string => {
  const { label, detail, productName, providerName, providerId, id, tokens } = row;
  const names = [label, detail, productName, providerName, providerId, id];
  const called = [...names, ...tokens.map(({ symbol }) => symbol), wordsOfTokens(row)];
  // A set, because ids often repeat names and labels repeat symbols.
  const folded = new Set(called.flatMap((name) => (name === undefined ? [] : foldText(name))));
  return [...folded].join("\n");
});

export function wordsOfTokens({ tokens }: MarketRow): string | undefined {
  return tokens.length === 0 ? undefined : familyWords(tokens.map(({ address }) => address));
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
    (word.length >= leastMintPrefix &&
      row.tokens.some(({ address }) => address?.slice(0, word.length).toLowerCase() === word))
  );
}
