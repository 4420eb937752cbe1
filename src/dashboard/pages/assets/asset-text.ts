import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatRate, type Formatted } from "../../../domain/format/number.ts";
import { loanRateText } from "../../../domain/market/column-text.ts";
import { iconLetter } from "../../../domain/market/market-text.ts";
import type { Asked, AssetFacts } from "../../select/assets/asset-facts.ts";
import type { AssetColumn } from "../../select/assets/asset-list.ts";
import type { IconFace } from "../../../domain/marks.ts";

export const columnNames: Readonly<Record<AssetColumn, string>> = {
  asset: "Asset",
  price: "Price",
  change: "24 h",
  markets: "Markets",
  earn: "Best to earn",
  borrow: "Cheapest to borrow",
  loop: "Best loop",
  deposits: "Deposits",
};

const tagNames: ReadonlyMap<string, string> = new Map([
  ["stablecoin", "Stablecoin"],
  ["usd", "US dollar"],
  ["eur", "Euro"],
  ["sol", "SOL family"],
  ["lst", "Liquid staking"],
]);

export function tagName(tag: string): string {
  const plain = tag.replaceAll("-", " ");
  return tagNames.get(tag) ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

export function assetFace({ symbol, mint, icon }: Pick<AssetFacts, "symbol" | "mint" | "icon">): IconFace {
  return { letter: iconLetter(symbol), seed: mint, image: icon };
}

export function costText(row: MarketRow | undefined, { size, basis }: Asked): Formatted | undefined {
  if (row === undefined || size === undefined) return formatRate(row?.borrowApy);
  return loanRateText(row, size, basis);
}

export function loopWith({ tokens, providerName }: MarketRow): string {
  const debt = tokens[1];
  return debt === undefined ? providerName : `with ${debt.symbol}`;
}
