import { usd, finite, type Maybe, type Ratio, type Usd } from "../contract/units.ts";
import { dailyRate, earnings } from "./rates.ts";

export type BreakEven = { readonly kind: "after"; readonly days: number } | { readonly kind: "never" };

export type Move = Maybe<Usd, "size" | "costUsd"> & Maybe<Ratio, "fromApy" | "toApy">;

// Days to earn back the cost: cost / (P·(daily(to) − daily(from))), daily(y) = (1 + y)^(1/365) − 1. Linear: within a
// day per year of compounding. "never" when the target pays no more.
export function switchBreakEven(move: Move): BreakEven | undefined {
  const { size, costUsd } = move;
  const from = dailyRate({ apy: move.fromApy });
  const to = dailyRate({ apy: move.toApy });
  if (size === undefined || size <= 0 || costUsd === undefined || costUsd < 0) return undefined;
  if (from === undefined || to === undefined) return undefined;
  if (costUsd === 0 && to >= from) return { kind: "after", days: 0 };
  if (to <= from) return { kind: "never" };
  const days = finite(costUsd / (size * (to - from)));
  return days === undefined ? undefined : { kind: "after", days };
}

/** Net gain over staying, after a year: P·(to − from) − cost. Negative if staying is better. */
export function switchGain({ size, costUsd, fromApy, toApy }: Move): Usd | undefined {
  const moved = earnings({ size, apy: toApy });
  const stayed = earnings({ size, apy: fromApy });
  if (moved === undefined || stayed === undefined || costUsd === undefined || costUsd < 0) return undefined;
  return usd(moved - stayed - costUsd);
}

/** SOL: 5,000 lamports per signature (solana.com/docs/core/fees). */
const baseFeeSol = 0.000005;
/** SOL: 100,000 lamports, more than most people pay. */
const priorityFeeSol = 0.0001;
/** SOL: 2,039,280 lamports for 165 bytes (solana.com/docs/core/accounts). Deposits often open a receipt token account. */
const accountRentSol = 0.00203928;
/** A withdrawal and a deposit. */
const transactionsOfMove = 2;

/** Fees of two transactions, and the rent of a receipt token account. */
export function networkCost({ solPrice }: { readonly solPrice: Usd | undefined }): Usd | undefined {
  return solPrice === undefined || solPrice <= 0
    ? undefined
    : usd((transactionsOfMove * (baseFeeSol + priorityFeeSol) + accountRentSol) * solPrice);
}
