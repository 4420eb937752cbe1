// What is entered into the calculators of a market's page, in its URL.
import { isLeverage } from "../../../finance/debt/leverage.ts";
import { writeDecimal } from "../../../domain/format/read-amount.ts";
import {
  amount,
  mint,
  optional,
  percent,
  share,
  tokens,
  type ParametersFor,
} from "../../../domain/market/filters/parameters.ts";
import { defaultLoanShare } from "../../../domain/market/loan-terms.ts";
import type { LoanState } from "../../calculators/loan-inputs.ts";
import type { LoopState } from "../../calculators/loop/loop-inputs.ts";

/** Of a loan against the market's own token. A loan in the market is part of the view state. */
export const loanParameters: ParametersFor<LoanState> = {
  size: amount("loan"),
  collateral: mint("debt"),
  collateralAmount: tokens("pledge"),
  loanShare: share("part", defaultLoanShare),
};

function enteredRate(name: string): ParametersFor<LoopState>["supply"] {
  const rate = percent(name);
  return optional(
    name,
    (text) => {
      const apy = rate.read(text);
      return text !== "" && apy === undefined ? undefined : { apy };
    },
    ({ apy }) => rate.write(apy),
  );
}

export const loopParameters: ParametersFor<LoopState> = {
  supply: enteredRate("supply"),
  borrow: enteredRate("cost"),
  leverage: optional(
    "leverage",
    (text) => [Number(text)].find(isLeverage),
    (value) => writeDecimal(value),
  ),
};
