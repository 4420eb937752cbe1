import { usd } from "../../contract/units.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { ltvAtShare } from "../../finance/debt/loan-cost.ts";
import { impliedPrice } from "../../finance/pool.ts";
import { isStable } from "./asset-families.ts";
import type { Loans } from "./column.ts";
import type { MarketRow } from "./market-row.ts";
import { collateralFor, usualLoanShare } from "./row-values.ts";

export type LoanTerms = NonNullable<ReturnType<typeof loanTerms>>;

/** Loops and perpetuals have their own leverage, to which these terms do not apply. */
export function loanTerms(row: MarketRow, loans: Loans | undefined) {
  const taker = row.kind === "lending" || row.kind === "other" ? collateralFor(row, loans) : undefined;
  if (taker === undefined) return undefined;
  const { maxLtv, liquidationLtv } = taker;
  const share = loans?.share ?? usualLoanShare;
  const ltv = ltvAtShare({ maxLtv, share });
  const drop = dropToLiquidation({ ltv, liquidationLtv });
  const price = impliedPrice(taker);
  const owesDollars = isStable(row.tokens.at(-1)?.address);
  return {
    share,
    ltv,
    drop,
    price,
    symbol: taker.tokens[0]?.symbol,
    // In dollars, so unknown for debts that are not worth a dollar themselves.
    liquidatedAt:
      owesDollars && price !== undefined && drop !== undefined ? usd(price * (1 - drop)) : undefined,
  };
}
