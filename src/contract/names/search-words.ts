// Words that find a market by what it is called, read the same way for whoever searches.
import type { MarketNames } from "./market-names.ts";

interface NamedToken {
  readonly symbol: string;
  /** Its mint; undefined where that is not told. */
  readonly address: string | undefined;
}

/** A market as far as words find it. */
interface Named extends MarketNames {
  readonly id: string;
  readonly providerId: string;
  readonly tokens: readonly NamedToken[];
}

/** What words are looked for in. */
interface SearchTexts {
  /** Everything a market is called, folded, one name per line so that no word matches across two names. */
  readonly names: string;
  /** The mints of its tokens, folded. */
  readonly mints: readonly string[];
}

// A market never changes, and is searched with every letter, or for thousands of views: it is folded once in its life.
const known = new WeakMap<Named, SearchTexts>();
/** Markets share their tokens. */
const knownMints = new WeakMap<NamedToken, readonly string[]>();

/** @param more what else a market is called by, always the same for it */
export function searchTexts<Market extends Named>(
  market: Market,
  more: (market: Market) => string | undefined = () => undefined,
): SearchTexts {
  const present = known.get(market);
  if (present !== undefined) return present;
  const { label, detail, productName, providerName, providerId, id, tokens } = market;
  const names = [label, detail, productName, providerName, providerId, id];
  const called = [...names, ...tokens.map(({ symbol }) => symbol), more(market)];
  const made: SearchTexts = {
    // Each once: a provider's id is often its name, a label its token's symbol.
    names: [...new Set(called.flatMap((name) => (name === undefined ? [] : foldText(name))))].join("\n"),
    mints: tokens.flatMap(foldedMint),
  };
  known.set(market, made);
  return made;
}

/** The folded mint of a token, or none. */
function foldedMint(token: NamedToken): readonly string[] {
  const present = knownMints.get(token);
  if (present !== undefined) return present;
  const mint = token.address === undefined ? [] : [foldText(token.address)];
  knownMints.set(token, mint);
  return mint;
}

/** The words of what was typed, folded. */
export function searchWords(query: string): readonly string[] {
  return foldText(query)
    .split(/\s+/u)
    .filter((word) => word !== "");
}

/** Shorter words are names, not the beginning of a mint: "so" would find every mint that starts with it. */
export const leastMintPrefix = 4;

/** Whether a word is in a name, in any place, or begins a token's mint: inside a mint any two letters occur. */
export function hasWord(word: string, { names, mints }: SearchTexts): boolean {
  return (
    names.includes(word) || (word.length >= leastMintPrefix && mints.some((mint) => mint.startsWith(word)))
  );
}

/** Text for comparing and finding: lower case, without accents, so that "Épargne" is found by "epargne" and sorts beside it. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Nearly every name is plain ASCII, and normalizing costs more than everything else here.
  return plainText.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");
}

const plainText = /^[ -~]*$/;
