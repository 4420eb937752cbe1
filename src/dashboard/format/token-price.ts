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
