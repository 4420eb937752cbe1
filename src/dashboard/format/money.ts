// Money to the cent. Separate from number.ts because the list needs no cents and loads first.
import type { Usd } from "../../contract/units.ts";
import { assemble, formatter, hundredths, write, writeNumber } from "./number.ts";

/** "$82,140.10", "−$6,678.66", "$0.00"; below half a cent "< $0.01". */
export const formatMoney = formatter((value: Usd) => writeNumber(value, hundredths, { prefix: "$" }));

/** "+$24.50", "−$4.20", "$0.00". */
export const formatGain = formatter((value: Usd) =>
  writeNumber(value, hundredths, { prefix: "$", signed: true }),
);

/** A health factor with two decimals, because 1.04 and 1.11 differ a lot; beyond a thousand "> 1,000". */
export const formatHealth = formatter((value: number) =>
  value > 1000
    ? assemble({ digits: "> 1,000" })
    : assemble({ digits: write(Math.max(0, value), hundredths) }),
);
