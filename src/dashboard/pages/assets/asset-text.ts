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

export const columnHelp: Readonly<Record<AssetColumn, string>> = {
  asset: "The token's symbol and name. Symbols are not unique.",
  price: "The price in the token catalogue, else the one implied by deposits.",
  change: "Change of the price over 24 hours.",
  markets: "Lending and yield markets that take the token, and loops that supply it.",
  earn: "The highest APY of the open lending and yield markets that take the token; at my size once it is entered.",
  borrow: "The lowest borrow APY of the open markets that lend the token; at my size once it is entered.",
  loop: "The highest net APY of the open loops that supply the token, at the leverage shown.",
  deposits:
    "Total deposits of the token in lending and yield markets. Some vault deposits are counted twice.",
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
