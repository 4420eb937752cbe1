import type { MarketNames } from "./market-names.ts";

interface NamedToken {
  readonly symbol: string;
  readonly address: string | undefined;
}

interface Named extends MarketNames {
  readonly id: string;
  readonly providerId: string;
  readonly tokens: readonly NamedToken[];
}

/** One name per line, so that no word matches across two. */
export function foldedNames(market: Named, more: string | undefined): string {
  const { label, detail, productName, providerName, providerId, id, tokens } = market;
  const names = [label, detail, productName, providerName, providerId, id];
  const called = [...names, ...tokens.map(({ symbol }) => symbol), more];
  // Ids often repeat names, labels repeat symbols.
  const folded = new Set(called.flatMap((name) => (name === undefined ? [] : foldText(name))));
  return [...folded].join("\n");
}

export function searchWords(query: string): readonly string[] {
  return foldText(query)
    .split(/\s+/u)
    .filter((word) => word !== "");
}

/** Shorter words match names only: "so" begins many mints. */
export const leastMintPrefix = 4;

/** `names` is the result of `foldedNames`. */
export function hasWord(word: string, names: string, tokens: readonly NamedToken[]): boolean {
  return (
    names.includes(word) ||
    (word.length >= leastMintPrefix &&
      tokens.some(({ address }) => address?.slice(0, word.length).toLowerCase() === word))
  );
}

/** "epargne" finds "Épargne". */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  // Most names are plain ASCII, and normalizing costs more than everything else.
  return plainText.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{Mark}+/gu, "");
}

const plainText = /^[ -~]*$/;
