import { useMemo, useState } from "react";
import { tokenAmount, usd, type Usd } from "../../contract/units.ts";
import { borrowCapacity } from "../../finance/debt/borrow.ts";
import { collateralNeeded, ltvAtShare } from "../../finance/debt/loan-cost.ts";
import { debtInOtherToken, impliedPrice } from "../../finance/pool.ts";
import { wholeUsd } from "../../domain/format/significant.ts";
import { compareSize, type MarketRow } from "../../domain/market/market-row.ts";
import { collateralFor, loansAgainst } from "../../domain/market/loan-terms.ts";
import { placesIn } from "../../domain/market/loops/places.ts";
import type { ViewState } from "../../domain/view-state/view-state.ts";
import { borrowLimitLeft, givesLoans, loanCapacity, poolAvailable } from "../../domain/market/row-values.ts";

export function takesLoans(row: MarketRow): boolean {
  return row.kind === "lending" && row.maxLtv !== undefined && row.maxLtv > 0;
}

/** Reserves of other tokens in the same place, the largest first. For a pair, the market itself. */
export function otherEnds(
  row: MarketRow,
  rows: readonly MarketRow[],
  fits: (row: MarketRow) => boolean,
): readonly MarketRow[] {
  if (debtInOtherToken(row)) return [row];
  const { placeOf } = placesIn(rows);
  const place = placeOf(row);
  const own = row.tokens[0]?.address;
  return rows
    .filter(
      (other) =>
        other.id !== row.id &&
        fits(other) &&
        !debtInOtherToken(other) &&
        other.tokens[0]?.address !== own &&
        placeOf(other) === place,
    )
    .toSorted(compareSize);
}

const assumedCollateral = usd(10_000);

interface Typed {
  readonly side: "collateral" | "loan";
  readonly amount: Usd | undefined;
}

export type LoanInputs = ReturnType<typeof useLoanInputs>;

export type LoanState = Pick<ViewState, "size" | "collateral" | "collateralAmount" | "loanShare">;

/**
 * If `borrows`, the loan is taken in this market. Otherwise `collateral` is what is borrowed, and `deposit` is pledged until
 * an amount is entered.
 */
export function useLoanInputs(
  row: MarketRow,
  rows: readonly MarketRow[],
  borrows: boolean,
  {
    size,
    collateral: mint,
    collateralAmount: owned,
    loanShare: share,
    deposit,
  }: LoanState & { readonly deposit?: Usd | undefined },
  onChange: (change: Partial<LoanState>) => void,
) {
  const offered = useMemo(
    () => otherEnds(row, rows, borrows ? takesLoans : givesLoans),
    [row, rows, borrows],
  );
  // The terms that the list of loans shows for this market.
  const listed = useMemo(
    () => (borrows ? collateralFor(row, loansAgainst(undefined, rows)) : undefined),
    [row, rows, borrows],
  );
  const [chosenId, setChosenId] = useState<string>();
  const [entered, setEntered] = useState<Typed>();
  const other =
    offered.find(({ id }) => id === chosenId) ??
    offered.find(({ tokens }) => tokens[0]?.address === mint) ??
    offered.find(({ id }) => id === listed?.id) ??
    offered[0];
  const collateral = borrows ? other : row;
  const debt = borrows ? row : other;
  const collateralMint = collateral?.tokens[0]?.address;
  const price = collateral && impliedPrice(collateral);
  const isOwned = owned !== undefined && (!borrows || collateralMint === mint);
  const ownedUsd = isOwned && price !== undefined ? usd(owned * price) : undefined;
  const start: Typed =
    size !== undefined && ownedUsd === undefined
      ? { side: "loan", amount: size }
      : { side: "collateral", amount: ownedUsd ?? deposit ?? assumedCollateral };
  const typed = entered ?? start;
  const isExample = [entered, size, ownedUsd, deposit].every((known) => known === undefined);
  const isEmpty = debt !== undefined && loanCapacity(debt).left === 0;
  const collateralUsd =
    typed.side === "collateral"
      ? typed.amount
      : isEmpty
        ? undefined
        : collateralNeeded({ debtUsd: typed.amount, ltv: ltvAtShare({ maxLtv: collateral?.maxLtv, share }) });
  const maxLoanOf = (amount: Usd | undefined) =>
    debt &&
    borrowCapacity({
      collateralUsd: amount,
      maxLtv: collateral?.maxLtv,
      capacityLeft: borrowLimitLeft(debt),
      available: poolAvailable(debt),
    });
  const maxLoan = maxLoanOf(collateralUsd);
  const loanOf = (max: typeof maxLoan, ofLimit: number) => max && usd(max.amount * ofLimit);
  return {
    row,
    borrows,
    offered,
    collateral,
    debt,
    typed: typed.side,
    collateralUsd,
    debtUsd: isEmpty ? undefined : typed.side === "loan" ? typed.amount : loanOf(maxLoan, share),
    share,
    maxLoan,
    isEmpty,
    /** No amount has been entered. */
    isExample,
    choose: (id: string): void => {
      setChosenId(id);
      const chosen = offered.find((candidate) => candidate.id === id);
      if (borrows) setEntered(undefined);
      onChange({
        collateral: chosen?.tokens[0]?.address,
        ...(borrows && { collateralAmount: undefined }),
      });
    },
    setAmount: (side: Typed["side"], amount: Usd | undefined): void => {
      setEntered({ side, amount });
      if (side === "loan") return onChange({ size: amount, collateralAmount: undefined });
      const estimate = { size: wholeUsd(loanOf(maxLoanOf(amount), share)), collateral: collateralMint };
      onChange({
        ...(borrows ? estimate : { size: undefined }),
        collateralAmount:
          amount === undefined || price === undefined ? undefined : tokenAmount(amount / price),
      });
    },
    setShare: (next: number): void => {
      const isEstimate = borrows && typed.side === "collateral" && !isExample;
      onChange({ loanShare: next, ...(isEstimate ? { size: wholeUsd(loanOf(maxLoan, next)) } : {}) });
    },
  };
}
