import { foldedNames, hasWord, searchWords } from "../../../contract/names/search-words.ts";
import { remember } from "../../remember.ts";
import type { MarketRow } from "../market-row.ts";
import { assetFamilies } from "../asset-families.ts";

/** Folded once per market: search runs with every keystroke, over thousands of markets. */
export const searchText = remember((row: MarketRow): string => foldedNames(row, familyWords(row)));

function familyWords({ tokens }: MarketRow): string | undefined {
  if (tokens.length === 0) return undefined;
  return assetFamilies.find(({ symbols }) =>
    tokens.every(({ address }) => address !== undefined && symbols.has(address)),
  )?.words;
}

/**
 * All words must be found, in any order and case, anywhere in the names or at the start of a mint. Undefined for an
 * empty query, which matches everything.
 */
export function createSearch(query: string): ((row: MarketRow) => boolean) | undefined {
  const words = searchWords(query);
  if (words.length === 0) return undefined;
  return (row) => {
    const names = searchText(row);
    return words.every((word) => hasWord(word, names, row.tokens));
  };
}
