import { assetIdOf, type Asset } from "../../../../contract/assets/asset.ts";
import { dayMs } from "../../../../contract/units.ts";
import { roundPrice } from "../rounding.ts";
import { demoTokens, tokenOfMint, type DemoToken, type TokenBook } from "../tokens.ts";

export function assetAt(token: DemoToken, book: TokenBook, time: number): Asset {
  const { mint, symbol, name, decimals, icon, tags } = token;
  const price = book.price(token, time);
  return {
    id: assetIdOf(mint),
    address: mint,
    symbol,
    name,
    decimals,
    icon,
    tags,
    priceUsd: roundPrice(price),
    priceChange24h: roundPrice(price / book.price(token, time - dayMs) - 1),
  };
}

const entries = demoTokens.map((token) => ({
  token,
  ticker: token.symbol.toLowerCase(),
  words: wordsOf(token.name),
  tags: token.tags.flatMap(wordsOf),
}));
type Entry = (typeof entries)[number];

export function findTokens(query: string, limit: number): readonly DemoToken[] {
  const addressed = tokenOfMint(query.trim());
  if (addressed !== undefined) return [addressed];
  const words = wordsOf(query);
  const scoreOf = (entry: Entry): number => {
    const fits = words.map((word) => fitOf(entry, word));
    if (fits.length === 0 || fits.includes(0)) return 0;
    const wholeName = entry.words.join(" ") === words.join(" ") ? 80 : 0;
    return fits.reduce((sum, fit) => sum + fit, wholeName);
  };
  return entries
    .map((entry) => ({ token: entry.token, score: scoreOf(entry) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ token }) => token);
}

function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}$]+/u);
  return words.filter((word) => word !== "");
}

function fitOf({ ticker, words, tags }: Entry, word: string): number {
  if (ticker === word) return 100;
  if (ticker.startsWith(word)) return 60;
  if (words.includes(word)) return 50;
  // Also matches plurals, such as "stablecoins".
  if (tags.some((tag) => tag === word || `${tag}s` === word)) return 45;
  if (words.some((known) => known.startsWith(word))) return 35;
  if (tags.some((tag) => tag.startsWith(word))) return 30;
  if (word.length >= 2 && [ticker, ...words].some((known) => known.includes(word))) return 20;
  return 0;
}
