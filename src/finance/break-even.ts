// Whether moving money from one market to another pays, and when.
import { daysPerYear, usd, type Ratio, type Usd } from "../contract/units.ts";
import { multiple } from "./multiple.ts";
import { dailyRate, earnings } from "./rates.ts";

export type BreakEven = { readonly kind: "after"; readonly days: number } | { readonly kind: "never" };

/** `size` and the one-time `costUsd` in US dollars, rates as fractions per year. */
export interface Move {
  readonly size: Usd | undefined;
  readonly fromApy: Ratio | undefined;
  readonly toApy: Ratio | undefined;
  readonly costUsd: Usd | undefined;
}

/**
 * Days until a move has earned back its cost: cost / (P·(daily(to) − daily(from))), daily(y) = (1 + y)^(1/365) − 1.
 * Linear: over these days it differs from compounding by less than a day per year.
 *
 * @returns "never" when the target pays no more and the move costs something; undefined when an input is missing or
 * out of range
 */
export function switchBreakEven(move: Move): BreakEven | undefined {
  const { size, costUsd } = move;
  const from = dailyRate({ apy: move.fromApy });
  const to = dailyRate({ apy: move.toApy });
  if (size === undefined || size <= 0 || costUsd === undefined || costUsd < 0) return undefined;
  if (from === undefined || to === undefined) return undefined;
  if (costUsd === 0 && to >= from) return { kind: "after", days: 0 };
  if (to <= from) return { kind: "never" };
  const days = multiple(costUsd / (size * (to - from)));
  return days === undefined ? undefined : { kind: "after", days };
}

/**
 * The net gain of a move after some days, against staying: P·((1 + to)^(t/365) − (1 + from)^(t/365)) − cost.
 *
 * @returns US dollars, negative when staying is better; undefined when something is missing or negative
 */
export function switchGain(move: Move & { days?: number }): Usd | undefined {
  const { size, costUsd, days = daysPerYear } = move;
  const moved = earnings({ size, apy: move.toApy, days });
  const stayed = earnings({ size, apy: move.fromApy, days });
  if (moved === undefined || stayed === undefined || costUsd === undefined || costUsd < 0) return undefined;
  return usd(moved - stayed - costUsd);
}

/** Solana's fixed base fee in SOL: 5,000 lamports per signature (solana.com/docs/core/fees). */
const baseFeeSol = 0.000005;
/** A generous priority fee in SOL: 100,000 lamports; most pay less. */
const priorityFeeSol = 0.0001;
/**
 * Rent-exempt minimum of a new token account in SOL: 2,039,280 lamports for 165 bytes
 * (solana.com/docs/core/accounts). A deposit often opens one for its receipt token.
 */
const accountRentSol = 0.00203928;
/** A withdrawal and a deposit. */
const transactionsOfMove = 2;

/**
 * Network fees of a move: two transactions and a token account for the receipt.
 *
 * @param input.solPrice US dollars per SOL
 * @returns US dollars; undefined without a price
 */
export function networkCost({ solPrice }: { readonly solPrice: Usd | undefined }): Usd | undefined {
  return solPrice === undefined || solPrice <= 0
    ? undefined
    : usd((transactionsOfMove * (baseFeeSol + priorityFeeSol) + accountRentSol) * solPrice);
}
