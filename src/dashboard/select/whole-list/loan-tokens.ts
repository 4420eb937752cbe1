import { groupBy } from "../../../finance/group-by.ts";
import { isStakedSol } from "../../../domain/market/asset-families.ts";
import type { MarketRow, RowToken } from "../../../domain/market/market-row.ts";
import { collateralFor, loansAgainst } from "../../../domain/market/loan-terms.ts";
import { sharedSymbols, uniqueName } from "../../../domain/market/market-text.ts";
import { isUnborrowable } from "../../../domain/market/row-values.ts";

export type LoanToken = ReturnType<typeof depositTokens>[number];

/** Tokens with the most dollars first. Only those that markets lend, or lend against. */
export function loanTokens(rows: readonly MarketRow[]) {
  const lending = rows.filter(({ kind }) => kind === "lending");
  return {
    collaterals: depositTokens(lending.filter(({ maxLtv }) => (maxLtv ?? 0) > 0)),
    debts: byDollars(
      lending
        .filter((row) => !isUnborrowable(row))
        .map(({ tokens, totalBorrowUsd }) => ({ token: tokens.at(-1), dollars: totalBorrowUsd })),
    ),
  };
}

const maxStaked = 3;

/** Staked SOL tokens that can back at least one of the loans, those with the most dollars first. */
export function stakedSolFor(
  loans: readonly MarketRow[],
  lenders: readonly MarketRow[],
): readonly LoanToken[] {
  const open = loans.filter((row) => !isUnborrowable(row));
  const isTaken = ({ mint }: LoanToken): boolean => {
    const against = loansAgainst(mint, lenders);
    return open.some((row) => (collateralFor(row, against)?.maxLtv ?? 0) > 0);
  };
  return loanTokens(lenders)
    .collaterals.filter((token) => isStakedSol(token.mint) && isTaken(token))
    .slice(0, maxStaked);
}

export function depositTokens(rows: readonly MarketRow[]) {
  return byDollars(rows.map(({ tokens: [token], totalDepositUsd }) => ({ token, dollars: totalDepositUsd })));
}

interface Holding {
  readonly token: RowToken | undefined;
  readonly dollars: number | undefined;
}

function byDollars(holdings: readonly Holding[]) {
  const held = holdings.flatMap(({ token, dollars }) =>
    token?.address === undefined ? [] : [{ mint: token.address, token, dollars }],
  );
  const all = Array.from(groupBy(held, ({ mint }) => mint).values(), (own) => ({
    ...own[0],
    weight: own.reduce((total, { dollars }) => total + (dollars ?? 0), 0),
  })).toSorted((a, b) => b.weight - a.weight || (a.mint < b.mint ? -1 : 1));
  const shared = sharedSymbols(all.map(({ token }) => token));
  return all.map(({ mint, token }) => ({ mint, token, name: uniqueName(token, shared) }));
}
