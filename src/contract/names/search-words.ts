// Words that find a market by its names.
import type { MarketNames } from "./market-names.ts";

interface NamedToken {
  readonly symbol: string;
  /** The mint. */
  readonly address: string | undefined;
}

interface Named extends MarketNames {
  readonly id: string;
  readonly providerId: string;
  readonly tokens: readonly NamedToken[];
}

// Folded once per market: a market is searched with every keystroke, or for thousands of views.
const known = new WeakMap<Named, string>();

/**
 * All names of a market, folded, one per line so that no word matches across two of them.
 * @param more further names, always the same for a market
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
  // A provider's id is often its name, a label its token's symbol.
  const folded = new Set(called.flatMap((name) => (name === undefined ? [] : foldText(name))));
  const made = [...folded].join("\n");
  known.set(market, made);
  return made;
}

const knownMints = new WeakMap<NamedToken, string>();

/** Empty without a mint. */
function foldedMint(token: NamedToken): string {
  const present = knownMints.get(token);
  if (present !== undefined) return present;
  const mint = foldText(token.address ?? "");
  knownMints.set(token, mint);
  return mint;
}

export function searchWords(query: string): readonly string[] {
  return foldText(query)
    .split(/\s+/u)
    .filter((word) => word !== "");
}

/** Shorter words only match names: "so" begins many mints. */
export const leastMintPrefix = 4;

/**
 * Whether a word is anywhere in a name, or begins a token's mint.
 * @param names of `foldedNames`
 */
export function hasWord(word: string, names: string, tokens: readonly NamedToken[]): boolean {
  return (
    names.includes(word) ||
    (word.length >= leastMintPrefix && tokens.some((token) => foldedMint(token).startsWith(word)))
  );
}

/** Lower case without accents: "epargne" finds "Épargne". */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Nearly every name is plain ASCII, and normalizing costs more than all the rest.
  return plainText.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");
}

const plainText = /^[ -~]*$/;
