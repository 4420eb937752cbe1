import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatRate, inWords, type Formatted } from "../../../domain/format/number.ts";
import { smallMarkets } from "../../../domain/market/filters/filters.ts";
import { borrowRateOfBasis, rateOfBasis } from "../../../domain/market/column.ts";
import { columnText, loanRateText } from "../../../domain/market/column-text.ts";
import { toTokenIcon } from "../../../domain/market/market-text.ts";
import type { SizeAndBasis, AssetFacts } from "../../select/assets/asset-facts.ts";
import type { AssetColumn } from "../../select/assets/asset-list.ts";
import type { IconSource } from "../../../domain/marks.ts";

export const assetFigures: Readonly<Record<AssetColumn, { readonly label: string; readonly help: string }>> =
  {
    asset: { label: "Asset", help: "The token's symbol and name. Symbols are not unique." },
    price: { label: "Price", help: "The price in the token catalog, else the one implied by deposits." },
    change: { label: "24 h", help: "Change of the price over 24 hours." },
    markets: {
      label: "Markets",
      help: "Lending and yield markets that take the token, and loops that supply it.",
    },
    earn: {
      label: "Best deposit",
      help: `The highest APY of the open lending and yield markets that take the token. With a size: the APY at your size, among markets that take your whole size. Skips ${smallMarkets} if there is another one. “By holding” is what the token earns on its own, as implied by loops with a known leverage.`,
    },
    borrow: {
      label: "Cheapest loan",
      help: "The lowest borrow APY of the open markets that lend the token. With a size: the APY at your size, among markets that lend your whole size.",
    },
    loop: {
      label: "Best loop",
      help: "The highest net APY of the open loops that supply the token, at the leverage shown. With a size: among loops that take your whole size.",
    },
    deposits: {
      label: "Deposits",
      help: "Total deposits of the token in lending and yield markets. Some vault deposits are counted twice.",
    },
  };

export function toAssetIcon({
  symbol,
  mint,
  icon,
}: Pick<AssetFacts, "symbol" | "mint" | "icon">): IconSource {
  return toTokenIcon({ symbol, address: mint, icon });
}

/** What deposit rates leave out, such as staking rewards. */
export function holdingText({
  ownYield,
  hasUnknownYield,
}: Pick<AssetFacts, "ownYield" | "hasUnknownYield">): string | undefined {
  if (ownYield !== undefined && ownYield > 0) return `${inWords(formatRate(ownYield))} by holding`;
  return hasUnknownYield ? "unknown yield by holding" : undefined;
}

export function earnText(row: MarketRow, inputs: SizeAndBasis): Formatted | string | undefined {
  const column = inputs.size === undefined ? rateOfBasis[inputs.basis] : "effectiveApy";
  return columnText(column, row, { ...inputs, benchmark: undefined });
}

export function earnedText(row: MarketRow, inputs: SizeAndBasis): Formatted | string | undefined {
  return columnText("usdPerYear", row, { ...inputs, benchmark: undefined });
}

export function costText(row: MarketRow | undefined, { size, basis }: SizeAndBasis): Formatted | undefined {
  if (row === undefined || size === undefined) return formatRate(row?.[borrowRateOfBasis[basis]]);
  return loanRateText(row, size, basis);
}

export function loopWith({ tokens, providerName }: MarketRow): string {
  const debt = tokens[1];
  return debt === undefined ? providerName : `with ${debt.symbol}`;
}
