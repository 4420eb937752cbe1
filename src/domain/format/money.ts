// A file of its own: the list loads number.ts first and needs no cents.
import { usd, type Usd } from "../../contract/units.ts";
import { assemble, formatter, formatUsd, formatUsdExact, hundredths, write, writeNumber } from "./number.ts";

/** "$82,140.10", "−$6,678.66", "$0.00"; below half a cent "< $0.01". */
export const formatMoney = formatter((value: Usd) => writeNumber(value, hundredths, { prefix: "$" }));

/** Whether a sum and its terms still add up when each is rounded to whole dollars. Without that, show cents. */
export function addUpInDollars(total: number, terms: readonly number[]): boolean {
  return terms.reduce((sum, term) => sum + Math.round(term), 0) === Math.round(total);
}

/** "+$24.50", "−$4.20", "$0.00"; "whole" drops cents from a hundred dollars on: "+$2,696". */
export const formatGain = formatter((value: Usd, length?: "whole") => {
  if (length === undefined || Math.abs(value) < 99.995)
    return writeNumber(value, hundredths, { prefix: "$", signed: true });
  const exact = formatUsdExact(value);
  return value > 0 ? assemble({ ...exact, sign: "+" }) : exact;
});

/** An estimate, to two digits: "$4,800", "$150k", "$54". */
export const formatAbout = formatter((value: Usd) => {
  const rounded = Number(value.toPrecision(2));
  if (Math.abs(rounded) >= 1e5) return formatUsd(usd(rounded) ?? value, "short");
  return writeNumber(rounded, { min: 0, max: 0 }, { prefix: "$" });
});

/** Two decimals, because 1.04 and 1.11 differ a lot. Values under 1 never read "1.00". Above a thousand: "> 1,000". */
export const formatHealth = formatter((value: number, digits: number = 2) => {
  if (value > 1000) return assemble({ digits: "> 1,000" });
  const shown = value < 1 ? Math.min(value, 1 - 10 ** -digits) : value;
  return assemble({ digits: write(Math.max(0, shown), { min: digits, max: digits }) });
});
