import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { priceFall, weightedLtv } from "../../finance/debt/liquidation.ts";
import { groupLoans, type LoanGroup } from "../../finance/debt/loan-group.ts";
import { impliedPrice } from "../../finance/pool.ts";
import { isStable } from "../../domain/market/asset-families.ts";
import type { RowToken } from "../../domain/market/market-row.ts";
import type { PositionRow, TokenValue } from "../../domain/position/position-row.ts";

export interface LiquidationLimit {
  readonly token: RowToken | undefined;
  readonly limit: number;
  readonly now: number | undefined;
  readonly unit: "usd" | "debt" | "unknown";
  readonly debt: RowToken | undefined;
}

export type Loan = Readonly<ReturnType<typeof loanOf>>;

/** The collateral may fall by a fifth. Our choice. */
const nearHealth = 1.25;

export function isNear(loan: Loan): boolean | undefined {
  return loan.health === undefined ? undefined : loan.health < nearHealth;
}

export function loansOf(rows: readonly PositionRow[]): readonly Loan[] {
  return groupLoans(rows, ({ wallet }) => wallet)
    .map(loanOf)
    .toSorted((a, b) => (a.health ?? Number.MAX_VALUE) - (b.health ?? Number.MAX_VALUE));
}

export function loanByRow(loans: readonly Loan[]): ReadonlyMap<string, Loan> {
  return new Map(loans.flatMap((loan) => loan.rows.map((row) => [row.key, loan] as const)));
}

function loanOf(group: LoanGroup<PositionRow>) {
  const { key, loop, collateral, debts, others, ltv, liquidationLtv } = group;
  const rows = [...collateral, ...debts, ...others];
  const rise = group.health === undefined ? undefined : ratio(group.health - 1);
  // A loop's liquidation price is already one token in terms of the other.
  const ends = loop === undefined ? endsOf(collateral, debts) : fallOfLoop;
  const price =
    loop === undefined
      ? ends.endsBy === "rise"
        ? debtLimit(debts, rise)
        : collateralLimit(collateral, debts)
      : loopLimit(loop, ltv);
  return {
    key,
    wallet: rows[0]?.wallet ?? "",
    rows,
    ltv,
    liquidationLtv,
    health: group.health,
    rise,
    // Computed from the displayed prices if possible, so that both agree.
    fall:
      (ends.endsBy === "fall" && price?.unit !== "unknown"
        ? priceFall({ price: price?.now, limit: price?.limit })
        : undefined) ?? dropToLiquidation({ ltv, liquidationLtv }),
    ...ends,
    price,
    maxLtv:
      loop === undefined
        ? weightedLtv(collateral.map(({ assetsUsd, market }) => ({ usd: assetsUsd, limit: market.maxLtv })))
        : loop.market.maxLtv,
  };
}

const fallOfLoop = { endsBy: "fall", debtMoves: false } as const;

function collateralLimit(
  collateral: readonly PositionRow[],
  debts: readonly PositionRow[],
): LiquidationLimit | undefined {
  const [only, second] = collateral;
  const limit = [...debts, ...collateral].find((row) => row.liquidationPrice !== undefined)?.liquidationPrice;
  return limit === undefined || only === undefined || second !== undefined
    ? undefined
    : { token: only.token, limit, now: priceOf(only), unit: "usd", debt: undefined };
}

export function moverOf({ endsBy, rows }: Loan): string {
  const movers = rows.filter(({ side, kind }) =>
    kind === "loop" ? true : side === (endsBy === "rise" ? "borrow" : "deposit"),
  );
  const [only, second] = movers;
  const token = only?.kind === "loop" ? only.supplied?.token : only?.token;
  if (second === undefined && token !== undefined) return token.symbol;
  return endsBy === "rise" ? "Its debt" : "Its collateral";
}

/** Whether a fall or a rise liquidates. It is a rise if the collateral is a stablecoin and the debt is not. */
function endsOf(
  collateral: readonly PositionRow[],
  debts: readonly PositionRow[],
): { readonly endsBy: "fall" | "rise"; readonly debtMoves: boolean } {
  const debtMoves = debts.some(({ token }) => !isStable(token?.address));
  const rises =
    collateral.length > 0 &&
    collateral.every(({ token }) => isStable(token?.address)) &&
    debts.every(({ token }) => !isStable(token?.address));
  return { endsBy: rises ? "rise" : "fall", debtMoves };
}

function debtLimit(debts: readonly PositionRow[], rise: Ratio | undefined): LiquidationLimit | undefined {
  const [only, second] = debts;
  const now = only === undefined || second !== undefined ? undefined : priceOf(only);
  return now === undefined || rise === undefined
    ? undefined
    : { token: only?.token, limit: now * (1 + rise), now, unit: "usd", debt: undefined };
}

/** How far the fall may differ from the one that the LTVs imply. */
const sameFall = 0.05;

/** A loop's limit is sent in dollars or in debt tokens, so this picks the unit that agrees with the LTVs. */
function loopLimit(row: PositionRow, ltv: Ratio | undefined): LiquidationLimit | undefined {
  const { supplied, borrowed, liquidationPrice: limit, market } = row;
  if (limit === undefined) return undefined;
  const shared = { token: supplied?.token, limit, debt: borrowed?.token };
  const inUsd = supplied === undefined ? undefined : priceOf(supplied);
  const debtPrice = borrowed === undefined ? undefined : priceOf(borrowed);
  const inDebt = inUsd === undefined || debtPrice === undefined ? undefined : inUsd / debtPrice;
  const left = dropToLiquidation({ ltv, liquidationLtv: market.liquidationLtv });
  const distance = (now: number | undefined): number => {
    const fall = priceFall({ price: now, limit });
    return fall === undefined || left === undefined ? Number.MAX_VALUE : Math.abs(fall - left);
  };
  // For a debt in dollars, both are the same.
  if (distance(inUsd) <= sameFall && distance(inUsd) <= distance(inDebt) + 0.001)
    return { ...shared, now: inUsd, unit: "usd" };
  if (distance(inDebt) <= sameFall) return { ...shared, now: inDebt, unit: "debt" };
  return { ...shared, now: undefined, unit: "unknown" };
}

function priceOf({ amount, usd: value }: Pick<TokenValue, "amount" | "usd">): Usd | undefined {
  return impliedPrice({ totalDeposit: amount, totalDepositUsd: value });
}

/** Share of the collateral that can be withdrawn before the maximum LTV: 1 − ltv / maxLtv, at least 0. */
export function freeShare({ ltv, maxLtv }: Loan): Ratio | undefined {
  return ltv === undefined || maxLtv === undefined || maxLtv <= 0
    ? undefined
    : ratio(Math.max(0, 1 - ltv / maxLtv));
}
