// Token prices. Separate from number.ts because only later pages need them.
import type { Usd } from "../../contract/units.ts";
import { formatter, writeNumber } from "./number.ts";

const mostPlaces = 12;

/**
 * "$96.94"; below ten dollars up to four decimals ("$1.0003"), because a hundredth matters for a stablecoin; below a
 * dollar four significant digits, "$0.00002134".
 */
export const formatTokenPrice = formatter((value: Usd) => {
  const size = Math.abs(value);
  const small = size > 0 && size < 1;
  const most = small ? Math.min(Math.ceil(-Math.log10(size)) + 3, mostPlaces) : size < 10 ? 4 : 2;
  return writeNumber(value, { least: small ? most : 2, most }, { prefix: "$" });
});

/**
 * Decimals as the step needs: "$140", "$1.0000" next to "$0.9995".
 * @param prefix empty where the price is in tokens
 */
export const formatPriceTick = formatter((value: number, step: number, prefix: "$" | "" = "$") => {
  // A step is a difference of two ticks, a few bits off its round number.
  const needed = Math.ceil(-Math.log10(step) - 1e-6);
  const places = step >= 1 ? 0 : Math.min(Math.max(2, needed), mostPlaces);
  return writeNumber(value, { least: places, most: places }, { prefix, rounds: true });
});
