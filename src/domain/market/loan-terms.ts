import { usd } from "../../contract/units.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { ltvAtShare } from "../../finance/debt/loan-cost.ts";
import { groupBy } from "../../finance/group-by.ts";
import { capacityLeft, debtInOtherToken, impliedPrice } from "../../finance/pool.ts";
import { formatUsd } from "../format/number.ts";
import { isStable } from "./asset-families.ts";
import type { LoanCollateral } from "./column.ts";
import { placesIn, withMostCapacity } from "./loops/places.ts";
import { compareSize, type MarketRow } from "./market-row.ts";
import { isFull } from "./row-values.ts";

/** Share of the max LTV. At 1 the first price move would liquidate the loan. */
export const defaultLoanShare = 0.5;

/**
 * Without a mint, uses the tokens with the highest max LTV, those at their deposit cap last. If a place has several pools of a token, uses the one
 * with the most capacity. Returns `last` if nothing changed, because all rows depend on it.
 */
export function loansAgainst(
  mint: string | undefined,
  rows: readonly MarketRow[],
  last?: LoanCollateral,
  share: number = defaultLoanShare,
): LoanCollateral {
  const places = placesIn(rows);
  const tokenOf = ({ tokens }: MarketRow) => tokens.find(({ address }) => address === mint);
  const lending = rows.filter(
    (row) => row.kind === "lending" && (mint === undefined || tokenOf(row) !== undefined),
  );
  const symbol = mint === undefined ? undefined : lending.map(tokenOf)[0]?.symbol;
  const accepted = lending.filter(
    (row) => !debtInOtherToken(row) && (mint !== undefined || isCollateral(row)),
  );
  // Keeps the best two, because a token cannot be collateral for itself.
  const byPlace = new Map(
    Array.from(groupBy(accepted, places.placeOf), ([place, held]) => [
      place,
      [...groupBy(held, ({ tokens: [token] }) => token?.address).values()]
        .flatMap((same) => bestPool(same) ?? [])
        .toSorted(
          (one, other) =>
            Number(isFull(one)) - Number(isFull(other)) ||
            (other.maxLtv ?? 0) - (one.maxLtv ?? 0) ||
            compareSize(one, other),
        )
        .slice(0, 2),
    ]),
  );
  const terms = Array.from(byPlace, ([place, best]) => {
    const limits = best.flatMap((row) => [
      row.id,
      row.maxLtv,
      row.liquidationLtv,
      row.liquidationPenalty,
      // Only a chosen collateral is judged by how much fits under its cap.
      mint === undefined ? isFull(row) : formatUsd(capacityLeft(row), "short")?.text,
    ]);
    return [place, ...limits].join(" ");
  });
  const text = [mint, symbol, share, places.count, ...terms].join();
  if (last?.text === text) return last;
  return { mint, symbol, share, byPlace, rows, text };
}

function bestPool(pools: readonly MarketRow[]): MarketRow | undefined {
  const accepted = pools.filter(isCollateral);
  return withMostCapacity(accepted.length > 0 ? accepted : pools, capacityLeft);
}

/** A max LTV above 100 % is ignored. */
function isCollateral({ maxLtv }: MarketRow): boolean {
  return maxLtv !== undefined && maxLtv > 0 && maxLtv <= 1;
}

/**
 * The market that takes the collateral: the chosen token's, or else the best one in the same place. A pair takes its
 * own. Undefined if no market is known to take it.
 */
export function collateralFor(row: MarketRow, loans: LoanCollateral | undefined): MarketRow | undefined {
  if (loans === undefined) return row;
  if (debtInOtherToken(row))
    return loans.mint === undefined || row.tokens[0]?.address === loans.mint ? row : undefined;
  const place = placesIn(loans.rows).placeOf(row);
  return loans.byPlace.get(place)?.find(({ tokens }) => tokens[0]?.address !== row.tokens[0]?.address);
}

/** Whether a collateral is known of which more can be deposited. */
export function isSecurable(row: MarketRow, loans: LoanCollateral | undefined): boolean {
  const collateral = collateralFor(row, loans);
  return collateral !== undefined && !isFull(collateral);
}

/** Whether the collateral is known to be at its deposit cap, or the chosen one is not accepted. */
export function isUnsecurable(row: MarketRow, loans: LoanCollateral | undefined): boolean {
  if (loans === undefined) return false;
  const collateral = collateralFor(row, loans);
  return collateral === undefined ? loans.mint !== undefined && loans.byPlace.size > 0 : isFull(collateral);
}

/** Undefined for loops and perpetuals, whose leverage follows other terms. */
export function loanTerms(row: MarketRow, loans: LoanCollateral | undefined) {
  const collateral = row.kind === "lending" || row.kind === "other" ? collateralFor(row, loans) : undefined;
  if (collateral === undefined) return undefined;
  const { maxLtv, liquidationLtv } = collateral;
  const ltv = ltvAtShare({ maxLtv, share: loans?.share ?? defaultLoanShare });
  const drop = dropToLiquidation({ ltv, liquidationLtv });
  const price = impliedPrice(collateral);
  const owesDollars = isStable(row.tokens.at(-1)?.address);
  return {
    ltv,
    drop,
    price,
    symbol: collateral.tokens[0]?.symbol,
    // In dollars, so unknown unless the debt is worth a dollar.
    liquidatedAt:
      owesDollars && price !== undefined && drop !== undefined ? usd(price * (1 - drop)) : undefined,
  };
}
