// Money to the cent, as an account shows it. Its own file, because the list shows no cents and is there first.
import type { Usd } from "../../contract/units.ts";
import { assemble, formatter, isZeroFigures, minus, write, type Formatted } from "./number.ts";

function cents(value: number, plus: "" | "+"): Formatted {
  const figures = write(Math.abs(value), { least: 2, most: 2 });
  if (isZeroFigures(figures) && value !== 0)
    return assemble({ digits: value > 0 ? "< $0.01" : `> ${minus}$0.01` });
  return assemble({ sign: value < 0 ? minus : value > 0 ? plus : "", prefix: "$", digits: figures });
}

/** Money to the cent, whatever its size: "$82,140.10", "−$6,678.66", "$0.00". Not zero but under half a cent: "< $0.01". */
export const formatMoney = formatter((value: Usd) => cents(value, ""));

/** A gain or a loss to the cent: "+$24.50", "−$4.20", "$0.00". */
export const formatGain = formatter((value: Usd) => cents(value, "+"));

/** The health of a loan: "1.11", with two decimals, for between 1.04 and 1.11 is all the difference. Beyond a thousand "> 1,000". */
export const formatHealth = formatter((value: number) =>
  value > 1000
    ? assemble({ digits: "> 1,000" })
    : assemble({ digits: write(Math.max(0, value), { least: 2, most: 2 }) }),
);
