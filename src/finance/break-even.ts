// Whether moving money from one market to another pays, and when.
import { daysPerYear, usd, type Ratio, type Usd } from "../contract/units.ts";
import { multiple } from "./multiple.ts";
import { dailyRate, earnings } from "./rates.ts";

/** The answer to "when has the move paid?": after some days, or never at these rates. */
export type BreakEven = { readonly kind: "after"; readonly days: number } | { readonly kind: "never" };

/** A move of money: `size` and `costUsd` (all of it, once) in US dollars, rates as fractions per year. */
export interface Move {
  readonly size: Usd | undefined;
  readonly fromApy: Ratio | undefined;
  readonly toApy: Ratio | undefined;
  readonly costUsd: Usd | undefined;
}

/**
 * Days until a move has earned back its cost: cost / (P·(daily(to) − daily(from))), daily(y) = (1 + y)^(1/365) − 1.
 *
 * The gain is counted in a straight line, which over the days in question differs from compounding by less than a day per
 * year. Asked with 90-day averages instead of today's rates it often answers "never" where today says two weeks.
 *
 * @returns "never" when the other market pays no more and the move costs something; undefined when something is missing,
 *   the size is not above 0 or the cost is negative
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
 * What a move has brought after a number of days, its cost taken off, against staying:
 * P·((1 + to)^(t/365) − (1 + from)^(t/365)) − cost.
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

/** What a Solana transaction costs, in SOL: 5,000 lamports a signature, which is fixed (solana.com/docs/core/fees). */
const baseFeeSol = 0.000005;
/** A generous tip to be taken in soon, in SOL: 100,000 lamports; most pay less. */
const priorityFeeSol = 0.0001;
/**
 * What a new token account holds as long as it is open, in SOL: 2,039,280 lamports for its 165 bytes, rent-exempt
 * (solana.com/docs/core/accounts). A deposit often opens one for its receipt.
 */
const accountRentSol = 0.00203928;
/** One to withdraw, one to deposit. */
const transactionsOfMove = 2;

/**
 * What the network takes of a move from one market to another: two transactions and a token account for the receipt.
 *
 * @param input.solPrice US dollars per SOL
 * @returns US dollars; undefined without a price
 */
export function networkCost({ solPrice }: { readonly solPrice: Usd | undefined }): Usd | undefined {
  return solPrice === undefined || solPrice <= 0
    ? undefined
    : usd((transactionsOfMove * (baseFeeSol + priorityFeeSol) + accountRentSol) * solPrice);
}
