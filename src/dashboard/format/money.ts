// Money to the cent, as an account shows it. Its own file, because the list shows no cents and is there first.
import type { Usd } from "../../contract/units.ts";
import { assemble, formatter, hundredths, write, writeNumber } from "./number.ts";

/** Money to the cent, whatever its size: "$82,140.10", "−$6,678.66", "$0.00". Not zero but under half a cent: "< $0.01". */
export const formatMoney = formatter((value: Usd) => writeNumber(value, hundredths, { prefix: "$" }));

/** A gain or a loss to the cent: "+$24.50", "−$4.20", "$0.00". */
export const formatGain = formatter((value: Usd) =>
  writeNumber(value, hundredths, { prefix: "$", signed: true }),
);

/** The health of a loan: "1.11", with two decimals, for between 1.04 and 1.11 is all the difference. Beyond a thousand "> 1,000". */
export const formatHealth = formatter((value: number) =>
  value > 1000
    ? assemble({ digits: "> 1,000" })
    : assemble({ digits: write(Math.max(0, value), hundredths) }),
);
