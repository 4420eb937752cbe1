import { shortAddress } from "../../../contract/names/market-names.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { isStakedSol } from "../../../domain/market/asset-families.ts";
import type { MarketRow, RowToken } from "../../../domain/market/market-row.ts";
import { collateralFor, loansAgainst } from "../../../domain/market/loan-terms.ts";
import { isUnborrowable } from "../../../domain/market/row-values.ts";

export type LoanToken = ReturnType<typeof listed>[number];

interface Weighed {
  readonly mint: string;
  readonly token: RowToken;
  weight: number;
}

/** Tokens with the most dollars first. Only those that markets lend, or lend against. */
export function loanTokens(rows: readonly MarketRow[]) {
  const collaterals = new Map<string, Weighed>();
  const debts = new Map<string, Weighed>();
  for (const row of rows) {
    if (row.kind !== "lending") continue;
    if ((row.maxLtv ?? 0) > 0) addWeight(collaterals, row.tokens[0], row.totalDepositUsd);
    if (!isUnborrowable(row)) addWeight(debts, row.tokens.at(-1), row.totalBorrowUsd);
  }
  return { collaterals: listed(collaterals), debts: listed(debts) };
}

const mostStaked = 3;

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
    .slice(0, mostStaked);
}

export function depositTokens(rows: readonly MarketRow[]): readonly LoanToken[] {
  const held = new Map<string, Weighed>();
  for (const { tokens, totalDepositUsd } of rows) addWeight(held, tokens[0], totalDepositUsd);
  return listed(held);
}

function addWeight(
  tokens: Map<string, Weighed>,
  token: RowToken | undefined,
  dollars: number | undefined,
): void {
  if (token?.address === undefined) return;
  const { address: mint } = token;
  const known = tokens.get(mint) ?? { mint, token, weight: 0 };
  known.weight += dollars ?? 0;
  tokens.set(mint, known);
}

/** Adds the shortened mint to the name if another token has the same symbol. */
function listed(tokens: ReadonlyMap<string, Weighed>) {
  const all = [...tokens.values()].toSorted((a, b) => b.weight - a.weight || (a.mint < b.mint ? -1 : 1));
  const bySymbol = groupBy(all, ({ token }) => token.symbol);
  return all.map(({ mint, token }) => {
    const { symbol } = token;
    const name = bySymbol.get(symbol)?.length === 1 ? symbol : `${symbol} ${shortAddress(mint)}`;
    return { mint, token, name };
  });
}
