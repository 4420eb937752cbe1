// For each plain deposit: a market that would pay more for the same token and size, what moving there costs, and when it pays off.
// All moves can be made together.
import { isDeposit } from "../../contract/market.ts";
import { usd, type Ratio, type Usd } from "../../contract/units.ts";
import { networkCost, switchBreakEven } from "../../finance/break-even.ts";
import { impliedPrice } from "../../finance/pool.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { PositionRow } from "../data/positions/position-row.ts";
import { solMint } from "../market/asset-families.ts";
import type { ApyBasis } from "../market/column.ts";
import { failedCheckKind, type PeerPrices } from "../market/assess/checks.ts";
import {
  effectiveRate,
  leadingRate,
  poolAvailable,
  rewardApy,
  sizeEffect,
  type SizeEffect,
} from "../market/row-values.ts";
import { freeShare, isNear, loanByRow, type Loan } from "./loans.ts";

/** Days within which a move has to pay; undefined: any time. */
const horizons = { "30d": 30, "90d": 90, any: undefined } as const;
export type Horizon = keyof typeof horizons;
export const horizonIds = ["30d", "90d", "any"] as const satisfies readonly Horizon[];

/** A market that pays more. Rates are fractions per year, the lower end after all moves into it. */
export interface BetterMarket {
  readonly market: MarketRow;
  /** All deposits that move there, this one included. */
  readonly moved: Usd;
  readonly apy: Ratio;
  /** The effect of all of them on the market. */
  readonly effect: SizeEffect;
  /** Without rewards; undefined where rewards are unknown. */
  readonly baseApy: Ratio | undefined;
  readonly morePerYear: Usd;
  /** Undefined without a price of SOL. */
  readonly costUsd: Usd | undefined;
  readonly days: number | undefined;
}

export interface Move {
  readonly key: string;
  readonly row: PositionRow;
  readonly size: Usd | undefined;
  readonly apyNow: Ratio | undefined;
  /** Present when it pays within the horizon. */
  readonly to: BetterMarket | undefined;
  /** Undefined where there is a move. */
  readonly stay: StayReason | undefined;
}

type StayReason =
  | { readonly kind: "loan"; readonly near: boolean; readonly free: Ratio | undefined }
  | { readonly kind: "best" }
  /** A market pays more, but other moves take too much of its capacity. */
  | { readonly kind: "taken" }
  /** A market pays more, but only this much can be withdrawn now. */
  | { readonly kind: "stuck"; readonly free: Usd }
  /** A market pays more, but not within the horizon. */
  | { readonly kind: "late"; readonly to: BetterMarket }
  | { readonly kind: "unknown"; readonly what: "value" | "rate" | "token" };

interface MoveTerms {
  readonly horizon: Horizon;
  /** Whether rewards count. */
  readonly basis: ApyBasis;
  /** For checks: a market whose figures contradict each other is never better. */
  readonly prices: PeerPrices | undefined;
}

/** Less is not worth a transaction. US dollars. */
const leastMove = 1;

/** US dollars per SOL, from the totals of the largest loaded SOL market. */
function solPriceOf(markets: readonly MarketRow[]): Usd | undefined {
  let largest: MarketRow | undefined;
  for (const market of markets)
    if (
      market.tokens[0]?.address === solMint &&
      market.tokens.length === 1 &&
      impliedPrice(market) !== undefined &&
      (market.totalDepositUsd ?? 0) > (largest?.totalDepositUsd ?? 0)
    )
      largest = market;
  return largest === undefined ? undefined : impliedPrice(largest);
}

/**
 * One line for each deposit of at least a dollar, the moves that bring most first, then what stays.
 *
 * Greedy: of all moves that are left the one that adds most is made first, and the next is judged with it made. A market takes a
 * move only while all that moves there fits its limit, could leave again, and pays every deposit in it more than before, within
 * the horizon. A market is left only by as much as can leave it. In the end every market counts once, with all that moves there.
 *
 * @param markets all deposits that can be made: lending and yield markets
 */
export function movesOf(
  rows: readonly PositionRow[],
  loans: readonly Loan[],
  markets: readonly MarketRow[],
  terms: MoveTerms,
): readonly Move[] {
  const loanOf = loanByRow(loans);
  const plan = new Plan(markets, terms);
  const best: StayReason = { kind: "best" };
  const deposits = rows.filter(
    (row) =>
      (row.kind === "yield" || (row.kind === "lending" && row.side === "deposit")) &&
      !((row.netUsd ?? leastMove) < leastMove),
  );
  const judged = deposits.map((row) => ({
    row,
    mover: moverOf(row, loanOf.get(row.key), terms.basis),
  }));
  const outcomes = plan.make(judged.flatMap(({ mover }) => ("kind" in mover ? [] : mover)));
  return judged
    .map(({ row, mover }): Move => {
      const outcome = "kind" in mover ? mover : (outcomes.get(row.key) ?? best);
      const [to, stay] = "kind" in outcome ? [undefined, outcome] : [outcome, undefined];
      const apyNow = leadingRate(row.market, terms.basis);
      return { key: row.key, row, size: row.netUsd, apyNow, to, stay };
    })
    .toSorted(
      (a, b) =>
        Number(b.to !== undefined) - Number(a.to !== undefined) ||
        (b.to?.morePerYear ?? 0) - (a.to?.morePerYear ?? 0) ||
        (b.size ?? 0) - (a.size ?? 0),
    );
}

interface Mover {
  readonly row: PositionRow;
  readonly mint: string;
  readonly size: Usd;
  readonly apyNow: Ratio;
}

function moverOf(row: PositionRow, loan: Loan | undefined, basis: ApyBasis): Mover | StayReason {
  const size = row.netUsd;
  const apyNow = leadingRate(row.market, basis);
  const mint = row.token?.address;
  if (loan !== undefined) return { kind: "loan", near: isNear(loan) === true, free: freeShare(loan) };
  if (size === undefined) return { kind: "unknown", what: "value" };
  if (apyNow === undefined) return { kind: "unknown", what: "rate" };
  if (mint === undefined) return { kind: "unknown", what: "token" };
  return { row, mint, size, apyNow };
}

interface Candidate {
  readonly market: MarketRow;
  /** Per year, less what it takes from earlier moves into the same market. */
  readonly gain: number;
}

class Plan {
  readonly #terms: MoveTerms;
  readonly #costUsd: Usd | undefined;
  readonly #byMint = new Map<string, MarketRow[]>();
  /** Deposits that move into a market, by its id. */
  readonly #into = new Map<string, readonly Mover[]>();
  /** US dollars withdrawn from a market, by its id. */
  readonly #leaving = new Map<string, number>();

  constructor(markets: readonly MarketRow[], terms: MoveTerms) {
    this.#terms = terms;
    this.#costUsd = networkCost({ solPrice: solPriceOf(markets) });
    for (const market of markets) {
      const mint = market.tokens[0]?.address;
      if (mint === undefined || !isDeposit(market.kind)) continue;
      const same = this.#byMint.get(mint);
      if (same === undefined) this.#byMint.set(mint, [market]);
      else same.push(market);
    }
  }

  /** @returns by deposit key the move or the reason against it; absent where no market pays more */
  make(movers: readonly Mover[]): ReadonlyMap<string, BetterMarket | StayReason> {
    const first: ReadonlyMap<Mover, Candidate | undefined> = new Map(
      movers.map((mover) => [mover, this.#best(mover)]),
    );
    const waiting = new Map(first);
    const made = new Map<Mover, MarketRow>();
    for (;;) {
      let next: readonly [Mover, Candidate] | undefined;
      for (const [mover, candidate] of waiting)
        if (
          candidate !== undefined &&
          candidate.gain > (next?.[1].gain ?? 0) &&
          this.#canMove(mover, candidate)
        )
          next = [mover, candidate];
      if (next === undefined) break;
      const [mover, { market }] = next;
      this.#into.set(market.id, [...this.#movers(market), mover]);
      const from = mover.row.marketId ?? mover.row.market.id;
      this.#leaving.set(from, (this.#leaving.get(from) ?? 0) + mover.size);
      made.set(mover, market);
      waiting.delete(mover);
      // Only others that would move there too are affected.
      for (const [other, candidate] of waiting)
        if (candidate?.market === market) waiting.set(other, this.#best(other));
    }
    const outcomes = new Map<string, BetterMarket | StayReason>();
    for (const [mover, market] of made) {
      const better = this.#better(mover, market, this.#movers(market));
      if (better !== undefined) outcomes.set(mover.row.key, better);
    }
    for (const [mover, candidate] of waiting) {
      const to =
        candidate && this.#better(mover, candidate.market, [...this.#movers(candidate.market), mover]);
      const free = this.#free(mover);
      if (to !== undefined && free !== undefined && free < mover.size)
        outcomes.set(mover.row.key, { kind: "stuck", free });
      else if (to !== undefined) outcomes.set(mover.row.key, { kind: "late", to });
      else if (first.get(mover) !== undefined) outcomes.set(mover.row.key, { kind: "taken" });
    }
    return outcomes;
  }

  #movers({ id }: MarketRow): readonly Mover[] {
    return this.#into.get(id) ?? [];
  }

  /** What can still be withdrawn from the deposit's market. */
  #free({ row }: Mover): Usd | undefined {
    const free = poolAvailable(row.market);
    const left = this.#leaving.get(row.marketId ?? row.market.id) ?? 0;
    return free === undefined ? undefined : usd(Math.max(0, free - left));
  }

  #canMove(mover: Mover, { market }: Candidate): boolean {
    const free = this.#free(mover);
    if (free !== undefined && free < mover.size) return false;
    return this.#pays(mover, this.#rate(market, [...this.#movers(market), mover]));
  }

  #rate(market: MarketRow, movers: readonly Mover[]): Ratio | undefined {
    return effectiveRate(market, sumOf(movers), this.#terms.basis)?.low;
  }

  /** Whether the deposit earns more and has the cost back within the horizon. */
  #pays(mover: Mover, apy: Ratio | undefined): boolean {
    if (apy === undefined || apy <= mover.apyNow) return false;
    const limit = horizons[this.#terms.horizon];
    return limit === undefined || (this.#days(mover, apy) ?? Number.MAX_VALUE) <= limit;
  }

  #days({ size, apyNow }: Mover, apy: Ratio): number | undefined {
    const paid = switchBreakEven({ size, fromApy: apyNow, toApy: apy, costUsd: this.#costUsd });
    return paid?.kind === "after" ? paid.days : undefined;
  }

  #best(mover: Mover): Candidate | undefined {
    const { basis, prices } = this.#terms;
    let best: Candidate | undefined;
    for (const market of this.#byMint.get(mover.mint) ?? []) {
      if (market.id === mover.row.marketId) continue;
      // What cannot beat the best at today's rate cannot beat it with more money in it.
      const most = mover.size * ((leadingRate(market, basis) ?? 0) - mover.apyNow);
      if (most <= (best?.gain ?? 0)) continue;
      const before = this.#movers(market);
      const after = [...before, mover];
      const effect = sizeEffect(market, sumOf(after), basis);
      const apy = effect?.low;
      if (effect === undefined || apy === undefined || apy <= mover.apyNow) continue;
      if (effect.fits === false || (effect.exitCover ?? 1) < 1) continue;
      if (!before.every((other) => this.#pays(other, apy))) continue;
      const gain = yearly(after, apy) - yearly(before, this.#rate(market, before));
      if (gain <= (best?.gain ?? 0) || failedCheckKind(market, prices) === "figures") continue;
      best = { market, gain };
    }
    return best;
  }

  /** The deposit in a market with all of these in it. */
  #better(mover: Mover, market: MarketRow, movers: readonly Mover[]): BetterMarket | undefined {
    const { basis } = this.#terms;
    const moved = sumOf(movers);
    const effect = sizeEffect(market, moved, basis);
    const apy = effect?.low;
    if (moved === undefined || effect === undefined || apy === undefined) return undefined;
    const morePerYear = usd(mover.size * (apy - mover.apyNow));
    const rewards = rewardApy(market);
    return morePerYear === undefined
      ? undefined
      : {
          market,
          moved,
          apy,
          effect,
          baseApy: rewards === undefined ? undefined : effectiveRate(market, moved, "base")?.low,
          morePerYear,
          costUsd: this.#costUsd,
          days: this.#days(mover, apy),
        };
  }
}

function sumOf(movers: readonly Mover[]): Usd | undefined {
  return usd(movers.reduce((sum, { size }) => sum + size, 0));
}

/** What deposits earn more per year at a rate than now. */
function yearly(movers: readonly Mover[], apy: Ratio | undefined): number {
  return movers.reduce((sum, { size, apyNow }) => sum + size * ((apy ?? apyNow) - apyNow), 0);
}

export function movesTogether(moves: readonly Move[]) {
  const gains = moves.flatMap(({ to }) => to?.morePerYear ?? []);
  return { count: gains.length, morePerYear: usd(gains.reduce((sum: number, gain) => sum + gain, 0)) };
}

export function onlyWithRewards({ apyNow, to }: Move): boolean {
  return to?.baseApy !== undefined && to.baseApy < to.apy && apyNow !== undefined && to.baseApy <= apyNow;
}
