// Words that find a market by what it is called, read the same way for whoever searches.
import type { MarketNames } from "./market-names.ts";

/** A market as far as words find it. */
interface Named extends MarketNames {
  readonly id: string;
  readonly providerId: string;
  readonly tokens: readonly { readonly symbol: string }[];
}

/** Everything a market is called, folded, one name per line so that no word matches across two names. @param more further names */
export function foldedNames(
  { label, detail, productName, providerName, providerId, id, tokens }: Named,
  more?: string,
): string {
  const names = [label, detail, productName, providerName, providerId, id];
  const called = [...names, ...tokens.map(({ symbol }) => symbol), more];
  // Each once: a provider's id is often its name, a label its token's symbol.
  return [...new Set(called.flatMap((name) => (name === undefined ? [] : foldText(name))))].join("\n");
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
 * @param mints folded
 */
export function hasWord(word: string, names: string, mints: readonly string[]): boolean {
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
