// A file of its own, because only later pages show prices.
import { formatter, writeNumber } from "./number.ts";

const maxPlaces = 12;

/**
 * Four decimals below ten dollars, because a hundredth of a cent matters for a stablecoin; four significant digits
 * below one. Pass an empty prefix for a price in another token.
 */
export const formatTokenPrice = formatter((value: number, prefix: "$" | "" = "$") => {
  const size = Math.abs(value);
  const small = size > 0 && size < 1;
  const max = small ? Math.min(Math.ceil(-Math.log10(size)) + 3, maxPlaces) : size < 10 ? 4 : 2;
  return writeNumber(value, { min: small ? max : 2, max }, { prefix });
});

/** Uses as many decimals as the step needs: "$140", "$1.0000" next to "$0.9995". */
export const formatPriceTick = formatter((value: number, step: number, prefix: "$" | "" = "$") => {
  // A step is a difference of two ticks, so it is slightly off its round number.
  const needed = Math.ceil(-Math.log10(step) - 1e-6);
  const places = step >= 1 ? 0 : Math.min(Math.max(2, needed), maxPlaces);
  return writeNumber(value, { min: places, max: places }, { prefix, rounds: true });
});
