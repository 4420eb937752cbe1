// Finds deposits that would earn more in another market of the same token, or by repaying a loan, and distributes them
// together.
import { sum } from "d3-array";
import { isDeposit } from "../../../contract/market.ts";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { networkCost } from "../../../finance/break-even.ts";
import { certainKinkUtilization, kinkShift, kinkUtilization } from "../../../finance/dilution.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { placeMoney, type Slot } from "../../../finance/portfolio/place-money.ts";
import { capacityLeft, impliedPrice } from "../../../finance/pool.ts";
import { compareSize, type MarketRow } from "../../../domain/market/market-row.ts";
import type { PositionRow } from "../../../domain/position/position-row.ts";
import { solMint } from "../../../domain/market/asset-families.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import { failedCheckKind, type PeerPrices } from "../../../domain/market/assess/checks.ts";
import {
  effectiveRate,
  leadingRate,
  poolAvailable,
  poolShare,
  poolUtilization,
  rewardApy,
} from "../../../domain/market/row-values.ts";
import { freeShare, loanByRow, type Loan } from "../loans.ts";
import { minGain, minImprovement, type MoveLimits } from "./move-limits.ts";

/** US dollars. Smaller deposits are dust or rounding errors. */
const minDeposit = 1;

export interface Move {
  readonly key: string;
  readonly from: PositionRow;
  readonly to: MarketRow;
  /** The loan in `to` that the move repays. Without it, the move deposits there. */
  readonly loan: PositionRow | undefined;
  readonly amount: Usd;
  readonly apyNow: Ratio | undefined;
  /** The lower bound of the rate after all moves, on the chosen basis. Of a loan, what it costs today, less rewards. */
  readonly apyThen: Ratio | undefined;
  /** Rewards, which `apyThen` leaves out, or includes on the basis "total". */
  readonly rewards: Ratio | undefined;
  /** Per year, less what the user's own money already in the market loses by dilution. */
  readonly gain: Usd;
  /** All that moves into the market, or repays the loan. */
  readonly moved: Usd;
  /** The user's money there with all moves made. */
  readonly held: Usd | undefined;
  /** That money as a share of the pool's deposits with it, or `moved` as a share of the loan. */
  readonly share: Ratio | undefined;
}

export type KeptReason =
  | { readonly kind: "loan"; readonly near: boolean; readonly free: Ratio | undefined }
  | { readonly kind: "best" }
  /** Another market pays more, but not within the limits. */
  | { readonly kind: "limits" }
  | { readonly kind: "stuck"; readonly free: Usd }
  | { readonly kind: "unknown"; readonly what: "value" | "rate" | "token" };

interface MoveTerms {
  readonly basis: ApyBasis;
  readonly limits: MoveLimits;
  /** Excludes contradictory markets as targets. */
  readonly prices: PeerPrices | undefined;
}

type Source = Readonly<ReturnType<typeof sourceOf>>;

/**
 * Dollars of the same token are interchangeable, so each token's money is one amount, placed where it earns most, or
 * where it saves most interest. The current market and the loan count with their rewards, so that the gain holds even
 * if rewards of the new market stop.
 */
export function movesOf(
  rows: readonly PositionRow[],
  loans: readonly Loan[],
  markets: readonly MarketRow[],
  terms: MoveTerms,
) {
  const loanOf = loanByRow(loans);
  const deposits = rows.filter(
    (row) =>
      (row.kind === "yield" || (row.kind === "lending" && row.side === "deposit")) &&
      !((row.netUsd ?? minDeposit) < minDeposit),
  );
  const plans = Array.from(
    groupBy(deposits, ({ token }) => token?.address),
    ([mint, held]) => {
      const sources = held.map((row) => sourceOf(row, loanOf.get(row.key)));
      const same = markets.filter(({ kind, tokens }) => isDeposit(kind) && tokens[0]?.address === mint);
      const owed = rows.filter(({ side, token }) => side === "borrow" && token?.address === mint);
      return planToken(sources, mint === undefined ? [] : same, owed, terms);
    },
  );
  const moves = plans.flatMap((plan) => plan.moves).toSorted((a, b) => b.gain - a.gain);
  const fee = networkCost({ solPrice: solPriceOf(markets) });
  return {
    moves,
    keeps: plans.flatMap((plan) => plan.keeps).toSorted((a, b) => (b.amount ?? 0) - (a.amount ?? 0)),
    gain: usd(sum(moves, ({ gain }) => gain)),
    networkFees: fee === undefined ? undefined : usd(fee * moves.length),
  };
}

function sourceOf(row: PositionRow, loan: Loan | undefined) {
  const apyNow = leadingRate(row.market, "total");
  const fixed = fixedReason(row, loan, apyNow);
  return { row, size: row.netUsd ?? 0, apyNow: apyNow ?? 0, fixed };
}
function fixedReason(
  row: PositionRow,
  loan: Loan | undefined,
  apyNow: Ratio | undefined,
): KeptReason | undefined {
  if (loan !== undefined) return { kind: "loan", near: loan.isNear, free: freeShare(loan) };
  if (row.netUsd === undefined) return { kind: "unknown", what: "value" };
  if (apyNow === undefined) return { kind: "unknown", what: "rate" };
  return row.token?.address === undefined ? { kind: "unknown", what: "token" } : undefined;
}

interface Target {
  readonly market: MarketRow;
  readonly loan?: PositionRow;
  readonly max: number;
  readonly held: number;
}

interface Flow {
  readonly source: Source;
  readonly target: Target;
  readonly amount: number;
  /** All that moves into the target. */
  readonly moved: number;
  readonly gain: number;
}

type Pair = Pick<Flow, "source" | "target" | "amount">;

function planToken(
  sources: readonly Source[],
  markets: readonly MarketRow[],
  owed: readonly PositionRow[],
  terms: MoveTerms,
) {
  const heldIn = new Map<string, number>();
  for (const { row, size } of sources) heldIn.set(row.market.id, (heldIn.get(row.market.id) ?? 0) + size);
  const worst = Math.min(...sources.flatMap(({ fixed, apyNow }) => (fixed === undefined ? apyNow : [])));
  const isSound = (market: MarketRow): boolean => failedCheckKind(market, terms.prices) !== "figures";
  const better = markets.filter(
    (market) => (leadingRate(market, terms.basis) ?? worst) >= worst + minImprovement && isSound(market),
  );
  const owedIn = new Set(owed.map(({ market }) => market.id));
  const deposits = better.flatMap((market): Target[] => {
    const held = heldIn.get(market.id) ?? 0;
    // Repaying a loan saves more than a deposit in its own market earns.
    const max = owedIn.has(market.id) ? 0 : maxMove(market, held, terms.limits);
    return max < minDeposit ? [] : [{ market, held, max }];
  });
  const repayments = owed.flatMap((loan): Target[] => {
    const { market, debtsUsd: max = 0 } = loan;
    return max < minDeposit || market.borrowApy === undefined || !isSound(market)
      ? []
      : [{ market, loan, held: 0, max }];
  });
  let targets = [...deposits, ...repayments];
  const left = new Set<Source>();
  // Drops small gains and solves the rest again.
  for (;;) {
    const flows = flowsOf(sources, left, targets, terms);
    const gainsTooLittle = (chosen: (flow: Flow) => boolean): boolean => {
      const own = flows.filter(chosen);
      return own.length > 0 && sum(own, ({ gain }) => gain) < minGain;
    };
    const poorTargets = targets.filter((target) => gainsTooLittle((flow) => flow.target === target));
    const poorSources = sources.filter((source) => gainsTooLittle((flow) => flow.source === source));
    if (poorTargets.length + poorSources.length === 0)
      return {
        moves: flows.flatMap((flow) => moveOf(flow, terms.basis) ?? []),
        keeps: keptPositions(sources, flows, better, terms.basis),
      };
    targets = targets.filter((target) => !poorTargets.includes(target));
    for (const source of poorSources) left.add(source);
  }
}

function maxMove(market: MarketRow, held: number, limits: MoveLimits): number {
  const exit = poolAvailable(market);
  if (exit === undefined || market.totalDepositUsd === undefined) return 0;
  return Math.min(
    capacityLeft(market) ?? Infinity,
    market.totalDepositUsd * Math.min(limits.poolShare, shareBelowKink(market)) - held,
    exit / limits.exitCover - held,
  );
}

/** Largest deposit, as a share of the pool: past the kink the rate may fall below the lower bound. */
function shareBelowKink(market: MarketRow): number {
  const utilization = poolUtilization(market);
  if (utilization === undefined || utilization <= kinkUtilization) return Infinity;
  if (utilization > certainKinkUtilization) return 0;
  // Slightly less than the limit, so that rounding does not exceed it.
  const share = (kinkShift * 0.99) / utilization;
  return share / (1 - share);
}

function flowsOf(
  sources: readonly Source[],
  left: ReadonlySet<Source>,
  targets: readonly Target[],
  { basis, limits }: MoveTerms,
): readonly Flow[] {
  const total = sum(sources, ({ size }) => size);
  const caps = new Map(
    [...sources.map(({ row }) => row), ...targets].map(({ market: { providerId } }) => {
      const now = sources.filter(({ row }) => row.market.providerId === providerId);
      const free = total * limits.providerShare - sum(now, ({ size }) => size);
      return [providerId, Math.max(0, free)];
    }),
  );
  const exits = new Map<string, number>();
  const stays = sources.flatMap((source) => {
    const { row, size, apyNow, fixed } = source;
    if (fixed !== undefined || left.has(source)) return [];
    const exit = exits.get(row.market.id) ?? poolAvailable(row.market) ?? Infinity;
    const max = Math.min(size, exit);
    exits.set(row.market.id, exit - max);
    // The capacity of a wallet is its money, with which it repays its own loans.
    const groups = [row.market.providerId, row.wallet];
    for (const group of groups) caps.set(group, (caps.get(group) ?? 0) + max);
    const slot: Slot = { groups, max, earned: (amount) => amount * (apyNow + minImprovement) };
    return [{ source, slot }];
  });
  const entries = targets.map((target) => ({
    target,
    slot: {
      groups: [target.loan?.wallet ?? target.market.providerId],
      max: target.max,
      earned: (amount: number) => earnedIn(target, amount, basis),
    } satisfies Slot,
  }));
  const movable = sum(stays, ({ slot }) => slot.max);
  const placed = placeMoney(
    movable,
    [...stays, ...entries].map(({ slot }) => slot),
    caps,
  );
  // Both sorted by rate, so that each pair gains.
  const outs = stays
    .map(({ source, slot }, at) => ({ source, amount: slot.max - (placed[at] ?? 0) }))
    .toSorted((a, b) => a.source.apyNow - b.source.apyNow);
  const ins = entries
    .map(({ target }, at) => ({ target, amount: placed[stays.length + at] ?? 0 }))
    .toSorted((a, b) => (rateIn(a, basis) ?? 0) - (rateIn(b, basis) ?? 0));
  const pairs = pairUp(outs, ins);
  return pairs.map(({ source, target, amount }) => {
    const moved = sum(pairs, (pair) => (pair.target === target ? pair.amount : 0));
    const gain = (earnedIn(target, moved, basis) * amount) / moved - amount * source.apyNow;
    return { source, target, amount, moved, gain };
  });
}

function pairUp(
  outs: readonly Omit<Pair, "target">[],
  ins: readonly Omit<Pair, "source">[],
): readonly Pair[] {
  const pairs: Pair[] = [];
  const left = new Map(outs.map(({ source, amount }) => [source, amount]));
  const repayments = ins.filter(({ target }) => target.loan !== undefined);
  const entries = ins.filter(({ target }) => target.loan === undefined);
  // Repayments first, because they take only money of the loan's wallet.
  for (const { target, amount: all } of [...repayments, ...entries]) {
    let rest = all;
    for (const [source, max] of left) {
      const amount = Math.min(rest, max);
      if (amount < minDeposit || (target.loan ?? source.row).wallet !== source.row.wallet) continue;
      rest -= amount;
      left.set(source, max - amount);
      pairs.push({ source, target, amount });
    }
  }
  return pairs;
}

function rateIn({ target, amount }: Omit<Pair, "source">, basis: ApyBasis): Ratio | undefined {
  const { market, loan } = target;
  return loan === undefined ? effectiveRate(market, usd(amount), basis)?.low : market.borrowApy;
}

function earnedIn(target: Target, amount: number, basis: ApyBasis): number {
  const low = rateIn({ target, amount }, basis);
  if (low === undefined) return 0;
  const dilution = (leadingRate(target.market, basis) ?? low) - low;
  return amount * low - target.held * dilution;
}

function moveOf({ source, target, ...flow }: Flow, basis: ApyBasis): Move | undefined {
  const { row } = source;
  const { market, loan } = target;
  const [amount, gain, moved] = [usd(flow.amount), usd(flow.gain), usd(flow.moved)];
  if (amount === undefined || gain === undefined || moved === undefined) return undefined;
  const total = effectiveRate(market, moved, "total")?.low;
  const base = effectiveRate(market, moved, "base")?.low;
  const rewards =
    loan !== undefined || rewardApy(market) === undefined || total === undefined || base === undefined
      ? undefined
      : ratio(Math.max(0, total - base));
  return {
    key: `${row.key} ${loan?.key ?? market.id}`,
    from: row,
    to: market,
    loan,
    amount,
    apyNow: ratio(source.apyNow),
    apyThen: rateIn({ target, amount: moved }, basis),
    rewards,
    gain,
    moved,
    held: usd(target.held + moved),
    share: loan === undefined ? poolShare(market, moved, target.held) : ratio(moved / target.max),
  };
}

function keptPositions(
  sources: readonly Source[],
  flows: readonly Flow[],
  better: readonly MarketRow[],
  basis: ApyBasis,
) {
  return sources.flatMap((source) => {
    const { row, size, apyNow, fixed } = source;
    if (fixed !== undefined) return [{ key: row.key, row, amount: row.netUsd, reason: fixed }];
    const moved = sum(flows, (flow) => (flow.source === source ? flow.amount : 0));
    if (size - moved < minDeposit) return [];
    const exit = poolAvailable(row.market);
    const hasBetter = better.some(
      (market) =>
        market.id !== row.market.id && (leadingRate(market, basis) ?? apyNow) >= apyNow + minImprovement,
    );
    const inMarket = sum(sources, (other) => (other.row.market.id === row.market.id ? other.size : 0));
    const reason: KeptReason = !hasBetter
      ? { kind: "best" }
      : exit !== undefined && exit < inMarket
        ? { kind: "stuck", free: exit }
        : { kind: "limits" };
    return [{ key: row.key, row, amount: usd(size - moved), reason }];
  });
}

/** Implied by the totals of the largest SOL market. */
function solPriceOf(markets: readonly MarketRow[]): Usd | undefined {
  const [price] = markets
    .filter(({ tokens }) => tokens[0]?.address === solMint && tokens.length === 1)
    .toSorted(compareSize)
    .flatMap((market) => impliedPrice(market) ?? []);
  return price;
}
