// Finding markets by typed words.
import { foldedNames, foldText, hasWord, searchWords } from "../../../contract/names/search-words.ts";
import type { MarketRow, RowToken } from "../../data/markets/market-row.ts";
import { assetFamilies, type AssetFamily } from "../asset-families.ts";

interface SearchTexts {
  /** Those of `foldedNames`. */
  readonly names: string;
  /** Folded. */
  readonly mints: readonly string[];
}

// Rows are kept by identity across pages and refreshes, so each is folded once in its life.
const known = new WeakMap<MarketRow, SearchTexts>();

function searchTexts(row: MarketRow): SearchTexts {
  const present = known.get(row);
  if (present !== undefined) return present;
  const made: SearchTexts = {
    names: foldedNames(row, wholeFamily(row)?.words),
    mints: row.tokens.flatMap(foldedMint),
  };
  known.set(row, made);
  return made;
}

/** Rows share their tokens. */
const knownMints = new WeakMap<RowToken, readonly string[]>();

/** The folded mint of a token, or none. */
function foldedMint(token: RowToken): readonly string[] {
  const present = knownMints.get(token);
  if (present !== undefined) return present;
  const mint = token.address === undefined ? [] : [foldText(token.address)];
  knownMints.set(token, mint);
  return mint;
}

/** So many names are folded at once, and so long the page is left alone then: less than a millisecond of every frame. */
const foldedAtOnce = 200;
const foldEveryMs = 16;

/**
 * Folds the names of markets bit by bit, so that the first letter of a search need not wait until thousands are.
 * @returns the function that ends it
 */
export function foldAhead(rows: readonly MarketRow[]): () => void {
  let at = 0;
  const timer = setInterval(() => {
    for (const row of rows.slice(at, at + foldedAtOnce)) searchTexts(row);
    at += foldedAtOnce;
    if (at >= rows.length) clearInterval(timer);
  }, foldEveryMs);
  return () => clearInterval(timer);
}

/** The family that all tokens of a market are of: it is called by that as well. */
function wholeFamily({ tokens }: MarketRow): AssetFamily | undefined {
  const [first] = tokens;
  return first === undefined
    ? undefined
    : assetFamilies.find(({ symbols }) =>
        tokens.every(({ address }) => address !== undefined && symbols.has(address)),
      );
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
    const { names, mints } = searchTexts(row);
    return words.every((word) => hasWord(word, names, mints));
  };
}
