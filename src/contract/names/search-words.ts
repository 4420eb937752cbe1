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

// A market never changes, and is searched with every letter, or for thousands of views: it is folded once in its life.
const known = new WeakMap<Named, string>();

/**
 * Everything a market is called, folded, one name per line so that no word matches across two names.
 * @param more what else a market is called by, always the same for it
 */
export function foldedNames<Market extends Named>(
  market: Market,
  more: (market: Market) => string | undefined = () => undefined,
): string {
  const present = known.get(market);
  if (present !== undefined) return present;
  const { label, detail, productName, providerName, providerId, id, tokens } = market;
  const names = [label, detail, productName, providerName, providerId, id];
  const called = [...names, ...tokens.map(({ symbol }) => symbol), more(market)];
  // Each once: a provider's id is often its name, a label its token's symbol.
  const folded = new Set(called.flatMap((name) => (name === undefined ? [] : foldText(name))));
  const made = [...folded].join("\n");
  known.set(market, made);
  return made;
}

/** Markets share their tokens. */
const knownMints = new WeakMap<NamedToken, string>();

/** The folded mint of a token; empty where it has none. */
function foldedMint(token: NamedToken): string {
  const present = knownMints.get(token);
  if (present !== undefined) return present;
  const mint = foldText(token.address ?? "");
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

/**
 * Whether a word is in a name, in any place, or begins a token's mint: inside a mint any two letters occur.
 * @param names those of `foldedNames`
 */
export function hasWord(word: string, names: string, tokens: readonly NamedToken[]): boolean {
  return (
    names.includes(word) ||
    (word.length >= leastMintPrefix && tokens.some((token) => foldedMint(token).startsWith(word)))
  );
}

/** Text for comparing and finding: lower case, without accents, so that "Épargne" is found by "epargne" and sorts beside it. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Nearly every name is plain ASCII, and normalizing costs more than everything else here.
  return plainText.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");
}

const plainText = /^[ -~]*$/;
