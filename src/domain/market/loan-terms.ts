import type { Ratio, Usd } from "../../contract/units.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { ltvAtShare } from "../../finance/debt/loan-cost.ts";
import { impliedPrice } from "../../finance/pool.ts";
import type { Loans } from "./column.ts";
import type { MarketRow } from "./market-row.ts";
import { collateralFor, usualLoanShare } from "./row-values.ts";

export interface LoanTerms {
  readonly share: number;
  readonly ltv: Ratio | undefined;
  readonly drop: Ratio | undefined;
  /** Of the collateral. */
  readonly price: Usd | undefined;
  readonly symbol: string | undefined;
}

/** Loops and perpetuals have their own leverage, to which these terms do not apply. */
export function loanTerms(row: MarketRow, loans: Loans | undefined): LoanTerms | undefined {
  const taker = row.kind === "lending" || row.kind === "other" ? collateralFor(row, loans) : undefined;
  if (taker === undefined) return undefined;
  const { maxLtv, liquidationLtv } = taker;
  const share = loans?.share ?? usualLoanShare;
  const ltv = ltvAtShare({ maxLtv, share });
  return {
    share,
    ltv,
    drop: dropToLiquidation({ ltv, liquidationLtv }),
    price: impliedPrice(taker),
    symbol: taker.tokens[0]?.symbol,
  };
}
