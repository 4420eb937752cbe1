// What a token costs, as text. Apart from the other formats, because only pages that are loaded later say it.
import type { Usd } from "../../contract/units.ts";
import { assemble, formatter, isZeroFigures, minus, write } from "./number.ts";

const mostPlaces = 12;

/** What a token costs: "$96.94", "$78,000.12"; under a dollar four digits that count, "$0.9998", "$0.00002134". */
export const formatTokenPrice = formatter((value: Usd, prefix: "$" | "" = "$") => {
  const size = Math.abs(value);
  const zeros = size > 0 && size < 1 ? Math.ceil(-Math.log10(size)) - 1 : -2;
  const places = Math.min(zeros + 4, mostPlaces);
  const figures = write(size, { least: places, most: places });
  if (size > 0 && isZeroFigures(figures)) return assemble({ digits: `< ${prefix}0.000000000001` });
  return assemble({ sign: value < 0 ? minus : "", prefix, digits: figures });
});
