import { tokenAmount, type Usd } from "../../../contract/units.ts";
import { impliedPrice } from "../../../finance/pool.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  formatAmount,
  formatRate,
  formatRateRange,
  formatUsdExact,
  formatUsdRangeExact,
  inWords,
} from "../../../domain/format/number.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { marketTitle, placeTitle } from "../../../domain/market/market-text.ts";
import { hasOnlyNetRate, leadingRate, sizeEffect } from "../../../domain/market/row-values.ts";

/** `rate`: "At your size it would earn 7.88–8.49 % per year, $19,700–21,225." */
export function requestedAction(
  key: string,
  label: string,
  row: MarketRow,
  { size, basis }: Pick<SelectContext, "size" | "basis">,
) {
  const place = placeTitle(row);
  if (key === "deposit") {
    const what = amountText(row, size) ?? row.tokens[0]?.symbol ?? row.label;
    return { title: `Deposit ${what} into ${place}`, rate: earns(row, size, basis) };
  }
  if (key === "borrow") {
    const token = row.tokens.at(-1)?.symbol ?? row.label;
    const cost = row.borrowApy;
    return {
      title: `Borrow ${token} from ${place}`,
      rate: cost === undefined ? undefined : `A loan costs ${inWords(formatRate(cost))} per year now.`,
    };
  }
  return { title: `${label}: ${marketTitle(row)}`, rate: undefined };
}

function amountText(row: MarketRow, size: Usd | undefined): string | undefined {
  const symbol = row.tokens[0]?.symbol;
  if (size === undefined || symbol === undefined) return undefined;
  const dollars = inWords(formatUsdExact(size));
  const price = impliedPrice(row);
  if (price === undefined) return `${dollars} of ${symbol}`;
  return `${inWords(formatAmount(tokenAmount(size / price), symbol))}, worth ${dollars},`;
}

function earns(row: MarketRow, size: Usd | undefined, basis: SelectContext["basis"]): string | undefined {
  const effect = sizeEffect(row, size, basis);
  if (effect?.low !== undefined)
    return `At your size it would earn ${inWords(formatRateRange(effect.low, effect.high))} per year, ${inWords(formatUsdRangeExact(effect.usdPerYearLow, effect.usdPerYearHigh))}.`;
  const rate = leadingRate(row, basis);
  const net = hasOnlyNetRate(row, basis) ? " net" : "";
  return rate === undefined ? undefined : `It pays ${inWords(formatRate(rate))}${net} per year now.`;
}
