import { daysPerYear, usd, type Maybe, type Ratio, type Usd } from "../contract/units.ts";
import { earnings } from "./rates.ts";

export type SwitchTerms = Maybe<Usd, "size" | "costUsd"> & Maybe<Ratio, "fromApy" | "toApy">;

/** More than a thousand years. A cost that takes longer to earn back counts as never earned back. */
const maxDays = 1e6;

// Days to earn back the cost, by halving, because both rates compound. "never" when the target pays no more.
export function switchBreakEven(move: SwitchTerms): number | "never" | undefined {
  const { size, costUsd, fromApy, toApy } = move;
  if (size === 0 || fromApy === undefined || toApy === undefined || switchGain(move) === undefined)
    return undefined;
  if (costUsd === 0 && toApy >= fromApy) return 0;
  // A gain too large for a number has paid the cost.
  const pays = (days: number): boolean => (switchGain(move, days) ?? 0) >= 0;
  if (toApy <= fromApy || !pays(maxDays)) return "never";
  let [tooFew, enough] = [0, maxDays];
  for (let step = 0; step < 60; step += 1) {
    const days = (tooFew + enough) / 2;
    if (pays(days)) enough = days;
    else tooFew = days;
  }
  return enough;
}

/** Net gain over staying: P·((1 + to)^(days/365) − (1 + from)^(days/365)) − cost. Negative if staying is better. */
export function switchGain(
  { size, costUsd, fromApy, toApy }: SwitchTerms,
  days: number = daysPerYear,
): Usd | undefined {
  const moved = earnings({ size, apy: toApy, days });
  const stayed = earnings({ size, apy: fromApy, days });
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

export function networkCost({ solPrice }: { readonly solPrice: Usd | undefined }): Usd | undefined {
  return solPrice === undefined || solPrice <= 0
    ? undefined
    : usd((transactionsOfMove * (baseFeeSol + priorityFeeSol) + accountRentSol) * solPrice);
}
