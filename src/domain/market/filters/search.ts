// Finding markets by typed words.
import { foldedNames, hasWord, searchWords } from "../../../contract/names/search-words.ts";
import type { MarketRow } from "../market-row.ts";
import { assetFamilies } from "../asset-families.ts";

/** Everything that finds a market by words, folded, for lists of options. */
export function searchText(row: MarketRow): string {
  return foldedNames(row, familyWords);
}

/** What the family is called that all tokens of a market are of. */
function familyWords({ tokens }: MarketRow): string | undefined {
  if (tokens.length === 0) return undefined;
  return assetFamilies.find(({ symbols }) =>
    tokens.every(({ address }) => address !== undefined && symbols.has(address)),
  )?.words;
}

/**
 * Reads what was typed as words that must all be found: in the label, subtitle, product, provider, symbols, id or the family of
 * all its tokens, in any place and any case, or at the beginning of a token's mint.
 *
 * @returns undefined when nothing but spaces was typed, which finds everything
 */
export function createSearch(query: string): ((row: MarketRow) => boolean) | undefined {
  const words = searchWords(query);
  if (words.length === 0) return undefined;
  return (row) => {
    const names = foldedNames(row, familyWords);
    return words.every((word) => hasWord(word, names, row.tokens));
  };
}
