import { ratio, tokenAmount, usd, type Ratio, type Usd } from "../../contract/units.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { priceFall, weightedLtv } from "../../finance/debt/liquidation.ts";
import { groupLoans, type LoanGroup } from "../../domain/position/loan-group.ts";
import { impliedPrice } from "../../finance/pool.ts";
import { isDollarMint, isStable } from "../../domain/market/asset-families.ts";
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
export type Drop = Pick<Loan, "fall" | "rise" | "endsBy" | "debtMoves" | "price" | "health" | "isNear">;

/** The collateral may fall by a fifth. Our choice. */
const nearHealth = 1.25;

export function loansOf(rows: readonly PositionRow[]): readonly Loan[] {
  return groupLoans(rows)
    .map(loanOf)
    .toSorted((a, b) => (a.health ?? Number.MAX_VALUE) - (b.health ?? Number.MAX_VALUE));
}

export function loanByRow(loans: readonly Loan[]): ReadonlyMap<string, Loan> {
  return new Map(loans.flatMap((loan) => loan.rows.map((row) => [row.key, loan] as const)));
}

function loanOf({ others, loop, ...group }: LoanGroup) {
  const { key, collateral, debts, ltv, liquidationLtv, health } = group;
  const rows = [...collateral, ...debts, ...others];
  const debtMoves = debts.some(isVolatile);
  // A rise liquidates if the collateral is a stablecoin and the debt is not. A loop is its own collateral.
  const rises = debtMoves && debts.every(isVolatile) && collateral.length > 0 && !collateral.some(isVolatile);
  const rise = health === undefined ? undefined : ratio(health - 1);
  const [mover, second] = rises ? debts : collateral;
  const only = second === undefined ? mover : undefined;
  const moved = loop === undefined ? only?.token : loop.supplied?.token;
  const sentLimit = [...debts, ...collateral].find((row) => row.liquidationPrice !== undefined);
  const price =
    loop !== undefined
      ? loopLimit(loop, ltv)
      : only && (rises ? debtLimit(only, rise) : limitOf(only, sentLimit?.liquidationPrice));
  return {
    key,
    wallet: rows[0]?.wallet ?? "",
    rows,
    ltv,
    liquidationLtv,
    health,
    isNear: health !== undefined && health < nearHealth,
    endsBy: rises ? ("rise" as const) : ("fall" as const),
    debtMoves,
    /** The token whose price liquidates the loan, or the side of several. */
    mover: moved?.symbol ?? (rises ? "Its debt" : "Its collateral"),
    rise,
    // Computed from the displayed prices if possible, so that both agree.
    fall:
      (!rises && price?.unit !== "unknown"
        ? priceFall({ price: price?.now, limit: price?.limit })
        : undefined) ?? dropToLiquidation({ ltv, liquidationLtv }),
    price,
    maxLtv:
      loop === undefined
        ? weightedLtv(collateral.map(({ assetsUsd, market }) => ({ usd: assetsUsd, limit: market.maxLtv })))
        : loop.market.maxLtv,
  };
}

/** By the price that is sent, because perpetuals publish no liquidation LTV. It is in dollars if dollars are borrowed. */
export function perpetualDrop(row: PositionRow): Drop | undefined {
  const { kind, side, token, market, liquidationPrice: limit, raw } = row;
  if (kind !== "perpetual" || limit === undefined) return undefined;
  const held = { amount: tokenAmount(raw.amountTokenA), usd: usd(raw.amountTokenAUsd) };
  const unit = isDollarMint(market.tokens[1]?.address) ? "usd" : "unknown";
  const now = side === "long" && unit === "usd" ? priceOf(held) : undefined;
  const fall = priceFall({ price: now, limit });
  const price = { token, limit, now, unit, debt: undefined } as const;
  const isNear = fall !== undefined && fall < 1 - 1 / nearHealth;
  return { fall, rise: undefined, endsBy: "fall", debtMoves: false, price, health: undefined, isNear };
}

function isVolatile({ token }: PositionRow): boolean {
  return !isStable(token?.address);
}

function limitOf(row: PositionRow, limit: number | undefined): LiquidationLimit | undefined {
  return limit === undefined
    ? undefined
    : { token: row.token, limit, now: priceOf(row), unit: "usd", debt: undefined };
}

function debtLimit(row: PositionRow, rise: Ratio | undefined): LiquidationLimit | undefined {
  const now = priceOf(row);
  return limitOf(row, now === undefined || rise === undefined ? undefined : now * (1 + rise));
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
