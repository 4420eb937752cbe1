// Finding a token by what somebody typed: its ticker, its name, a tag or its address, with the slips of a hand.
import { tagsOf } from "./asset-catalogue.ts";
import type { DemoToken } from "../token-prices.ts";

interface Entry {
  readonly token: DemoToken;
  readonly ticker: string;
  readonly words: readonly string[];
  readonly tags: readonly string[];
}

/** How well a word fits a token: the higher, the earlier it is listed. 0 does not fit. */
const fits = {
  ticker: 100,
  wholeName: 80,
  tickerBegins: 60,
  nameWord: 50,
  tag: 45,
  nameBegins: 35,
  tagBegins: 30,
  inside: 20,
  slip: 10,
} as const;

/** A word of this many letters may have one slip, of as many more two. */
const oneSlip = 3;
const twoSlips = 6;

/** Searches tokens; equal fits keep the order they were given in. */
export class AssetSearch {
  readonly #entries: readonly Entry[];

  constructor(tokens: readonly DemoToken[]) {
    this.#entries = tokens.map((token) => ({
      token,
      ticker: token.symbol.toLowerCase(),
      words: wordsOf(token.name),
      tags: tagsOf(token).flatMap(wordsOf),
    }));
  }

  /** Tokens that every word of a query fits, best first, or the one whose address it is. */
  find(query: string, limit: number): readonly DemoToken[] {
    const addressed = this.#entries.find(({ token }) => token.mint === query.trim());
    if (addressed !== undefined) return [addressed.token];
    const words = wordsOf(query);
    if (words.length === 0) return [];
    return this.#entries
      .map((entry) => ({ token: entry.token, score: scoreOf(entry, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ token }) => token);
  }
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}$]+/u)
    .filter((word) => word !== "");
}

/** The sum over the words; 0 as soon as one does not fit. */
function scoreOf(entry: Entry, words: readonly string[]): number {
  let sum = entry.words.join(" ") === words.join(" ") ? fits.wholeName : 0;
  for (const word of words) {
    const fit = fitOf(entry, word);
    if (fit === 0) return 0;
    sum += fit;
  }
  return sum;
}

function fitOf({ ticker, words, tags }: Entry, word: string): number {
  if (ticker === word) return fits.ticker;
  if (ticker.startsWith(word)) return fits.tickerBegins;
  if (words.includes(word)) return fits.nameWord;
  // People say "stablecoins" and "stocks".
  if (tags.some((tag) => tag === word || `${tag}s` === word)) return fits.tag;
  if (words.some((known) => known.startsWith(word))) return fits.nameBegins;
  if (tags.some((tag) => tag.startsWith(word))) return fits.tagBegins;
  if (word.length >= 2 && (ticker.includes(word) || words.some((known) => known.includes(word))))
    return fits.inside;
  const most = word.length >= twoSlips ? 2 : word.length >= oneSlip ? 1 : 0;
  if (most === 0) return 0;
  let best = most + 1;
  for (const known of [ticker, ...words, ...tags]) best = Math.min(best, slips(word, known, best));
  return best > most ? 0 : fits.slip - best;
}

/**
 * Letters to add, drop, change or swap with their neighbour until one word is the other (optimal string alignment).
 * @returns at least `enough` when it is that many or more
 */
export function slips(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough) return enough;
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    before = above;
    above = current;
  }
  return above[other.length] ?? enough;
}
