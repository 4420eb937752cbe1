// What a token costs, as text. Apart from the other formats, because only pages that are loaded later say it.
import type { Usd } from "../../contract/units.ts";
import { formatter, writeNumber } from "./number.ts";

const mostPlaces = 12;

/**
 * What a token costs: "$96.94", "$78,000.12"; under ten dollars up to four decimals, "$1.0003", because of a stablecoin a hundredth
 * is a lot; under a dollar four digits that count, "$0.9998", "$0.00002134".
 */
export const formatTokenPrice = formatter((value: Usd) => {
  const size = Math.abs(value);
  const small = size > 0 && size < 1;
  const most = small ? Math.min(Math.ceil(-Math.log10(size)) + 3, mostPlaces) : size < 10 ? 4 : 2;
  return writeNumber(value, { least: small ? most : 2, most }, { prefix: "$" });
});

/**
 * A price on an axis, whose ticks have their decimals alike, as many as a step takes: "$140", "$1.00", "$1.0000" beside "$0.9995".
 * @param step from one tick to the next, above 0
 * @param prefix none where the price is in tokens
 */
export const formatPriceTick = formatter((value: number, step: number, prefix: "$" | "" = "$") => {
  // A step is a difference of two ticks, a few bits off its round number.
  const needed = Math.ceil(-Math.log10(step) - 1e-6);
  const places = step >= 1 ? 0 : Math.min(Math.max(2, needed), mostPlaces);
  return writeNumber(value, { least: places, most: places }, { prefix, rounds: true });
});
