// Where a token costs less to borrow in one market than it earns, rewards left out, in another.
import { isDeposit } from "../../../contract/market.ts";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { gapOnCollateral } from "../../../finance/debt/borrow.ts";
import type { LoanRate } from "../../../finance/debt/loan-cost.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { Loans } from "../../market/column.ts";
import type { PeerPrices } from "../../market/doubts.ts";
import {
  borrowRewardApy,
  capacity,
  collateralFor,
  effectiveRate,
  loanRate,
  loanRoom,
  loanUtilization,
  loansAgainst,
  sizeEffect,
  type Capacity,
  type LoanRoom,
} from "../../market/row-values.ts";
import { depositReliability, loanReliability, reliabilityLevels, type Standing } from "../reliability.ts";

/** The deposit against which most can be borrowed. */
export interface Collateral {
  readonly symbol: string;
  readonly maxLtv: Ratio;
}

/** What my size makes of a gap. What is not known is undefined. */
export interface GapAtSize {
  /** Whether as much can be borrowed now. */
  readonly borrowable: boolean | undefined;
  /** How much of it cannot; 0 when all of it can. */
  readonly borrowShortBy: Usd | undefined;
  /** Whether the deposit limit lets all of it in; undefined when no limit is stated. */
  readonly fits: boolean | undefined;
  readonly depositShortBy: Usd | undefined;
  /** The base rate once my size is in: the lower edge of its bracket. */
  readonly lendRate: Ratio | undefined;
  /** How much of the borrowed pool is lent out once my loan is taken. */
  readonly utilization: Ratio | undefined;
  /** What the loan costs then, before rewards. */
  readonly borrowRate: LoanRate | undefined;
  /** That less the loan at its dearest; it may be under 0. Undefined where the loan has no upper bound. */
  readonly gapLow: Ratio | undefined;
  /** And less the loan at its cheapest. */
  readonly gapHigh: Ratio | undefined;
}

/** A side of a gap: a market and its rate, without rewards: those of a loan are shared by whoever borrows, and stop. */
export interface GapEnd {
  readonly row: MarketRow;
  readonly rate: Ratio;
  /** What the side is chosen by, as the list is ordered: of a deposit the lower edge at my size, of a loan the rate of now. */
  readonly judged: Ratio | undefined;
  readonly standing: Standing;
}

export interface RateGap {
  readonly address: string;
  readonly symbol: string;
  readonly icon: string | undefined;
  readonly borrow: GapEnd & {
    /** What borrowers are paid beside it; 0 when it is known that they are not. */
    readonly rewards: Ratio | undefined;
    readonly room: LoanRoom;
    /** Undefined where nothing is known that could be borrowed against. */
    readonly collateral: Collateral | undefined;
  };
  /** Its capacity is undefined where no limit is stated. */
  readonly lend: GapEnd & { readonly capacity: Capacity | undefined };
  /** Lending less borrowing, above 0. */
  readonly gap: Ratio;
  /** Undefined without a size. */
  readonly mine: GapAtSize | undefined;
  /** What it brings a year on own money at the most: with a size, of the most that is left of the gap then. */
  readonly onCollateral: Ratio | undefined;
}

interface Draft extends Pick<RateGap, "address" | "symbol" | "icon"> {
  readonly borrows: GapEnd[];
  readonly lends: GapEnd[];
}

/**
 * For every token the market with the lowest base rate for borrowers against the market where it earns the highest base rate, with
 * a size the highest that my size leaves, where lending earns more than borrowing costs today. Markets that nothing is known
 * against come before those that do not take or lend all of my size, and both before those whose figures contradict each other.
 * Without a size a market known to hold under $1M is none to lend to, and one with under $10k left none to borrow from. Markets
 * with nothing left to borrow and full ones are left out. What a market does not publish counts neither for nor against it. Tokens
 * are told apart by mint, and one without is left out.
 *
 * @param prices what each token costs elsewhere, which a market's own price is held against
 * @returns the largest gap first among those known to be left at my size; then those of which that is unknown, those that do
 *   not fit or are closed by my size, and those of doubtful figures
 */
export function toRateGaps(
  rows: readonly MarketRow[],
  size: Usd | undefined,
  prices: PeerPrices | undefined,
): readonly RateGap[] {
  const tokens = new Map<string, Draft>();
  const loans = loansAgainst(undefined, rows);
  for (const row of rows) {
    if (!isDeposit(row.kind)) continue;
    const { baseDepositApy: earns, baseBorrowApy: costs } = row;
    if (earns !== undefined && capacity(row)?.full !== true && takesEnough(row, size))
      draftOf(tokens, row.tokens[0])?.lends.push({
        row,
        rate: earns,
        judged: size === undefined ? earns : effectiveRate(row, size, "base")?.low,
        standing: depositReliability(row, size, prices),
      });
    if (row.kind !== "lending") continue;
    const { left } = loanRoom(row);
    if (costs !== undefined && left !== 0 && lendsEnough(left, size))
      // Whoever borrows gets the second token of a pair.
      draftOf(tokens, row.tokens[1] ?? row.tokens[0])?.borrows.push({
        row,
        rate: costs,
        judged: costs,
        standing: loanReliability(row, size, prices),
      });
  }
  return [...tokens.values()]
    .flatMap((draft) => toGap(draft, loans, size))
    .toSorted(
      (a, b) => rankOf(a, size) - rankOf(b, size) || b.gap - a.gap || (a.address < b.address ? -1 : 1),
    );
}

/** What comes before what: gaps that are left, those that may be, those that are not, those of doubtful figures. */
function rankOf({ borrow, lend, mine }: RateGap, size: Usd | undefined): number {
  const worst = worse(borrow, lend);
  if (worst === reliabilityLevels.indexOf("doubtful")) return 3;
  if (size === undefined) return 0;
  if (worst > 0 || (mine?.gapHigh ?? 1) <= 0) return 2;
  return (mine?.gapLow ?? 0) > 0 ? 0 : 1;
}

/** How bad the worse end is, by its place among the reliabilityLevels. */
function worse(borrow: GapEnd, lend: GapEnd): number {
  return Math.max(reliabilityLevels.indexOf(borrow.standing), reliabilityLevels.indexOf(lend.standing));
}

function draftOf(
  tokens: Map<string, Draft>,
  token: MarketRow["tokens"][number] | undefined,
): Draft | undefined {
  if (token?.address === undefined) return undefined;
  const { address, symbol, icon } = token;
  const draft = tokens.get(address) ?? { address, symbol, icon, borrows: [], lends: [] };
  tokens.set(address, draft);
  return draft;
}

/** The lowest first (direction 1) or the highest (−1), unknown last. Equal ones fall to the greater deposits, then to the id. */
function ordered(ends: readonly GapEnd[], direction: 1 | -1): readonly GapEnd[] {
  return ends.toSorted(
    (a, b) =>
      (a.judged === undefined || b.judged === undefined
        ? Number(a.judged === undefined) - Number(b.judged === undefined)
        : direction * (a.judged - b.judged)) ||
      (b.row.totalDepositUsd ?? 0) - (a.row.totalDepositUsd ?? 0) ||
      (a.row.id < b.row.id ? -1 : 1),
  );
}

interface Pair {
  readonly borrow: GapEnd;
  readonly lend: GapEnd;
  readonly gap: Ratio;
  /** What it is chosen by: the gap with the deposit at my size. Unknown is behind all that is known. */
  readonly judged: number;
  readonly worst: number;
}

function bestPair({ borrows, lends }: Draft): Pair | undefined {
  let best: Pair | undefined;
  // Two of each standing are enough, because the best of both sides may be one market.
  const cheapest = reliabilityLevels.flatMap((wanted) =>
    ordered(
      borrows.filter(({ standing }) => standing === wanted),
      1,
    ).slice(0, 2),
  );
  for (const lend of ordered(lends, -1))
    for (const borrow of cheapest) {
      const gap = ratio(lend.rate - borrow.rate);
      if (borrow.row.id === lend.row.id || gap === undefined || gap <= 0) continue;
      const worst = worse(borrow, lend);
      const judged = lend.judged === undefined ? -Infinity : lend.judged - borrow.rate;
      const better =
        best === undefined || worst < best.worst || (worst === best.worst && judged > best.judged);
      if (better) best = { borrow, lend, gap, judged, worst };
    }
  return best;
}

function toGap(draft: Draft, loans: Loans, size: Usd | undefined): readonly RateGap[] {
  const best = bestPair(draft);
  if (best === undefined) return [];
  const { address, symbol, icon } = draft;
  const { lend, gap } = best;
  const { row } = best.borrow;
  const room = loanRoom(row);
  const collateral = collateralOf(row, loans);
  const borrow = { ...best.borrow, rewards: borrowRewardApy(row), room, collateral };
  const mine = atSize(borrow, room, lend, size);
  const onCollateral = gapOnCollateral({
    gap: size === undefined ? gap : mine?.gapHigh,
    ltv: collateral?.maxLtv,
  });
  return [
    {
      address,
      symbol,
      icon,
      borrow,
      lend: { ...lend, capacity: capacity(lend.row) },
      gap,
      mine,
      onCollateral,
    },
  ];
}

function atSize(borrow: GapEnd, room: LoanRoom, lend: GapEnd, size: Usd | undefined): GapAtSize | undefined {
  const effect = sizeEffect(lend.row, size, "base");
  if (size === undefined || effect === undefined) return undefined;
  const { row } = borrow;
  const then = loanUtilization(row, size);
  const borrowRate = loanRate(row, size, "base");
  const { low: lendRate } = effect;
  const left = (cost: Ratio | undefined): Ratio | undefined =>
    lendRate === undefined || cost === undefined ? undefined : ratio(lendRate - cost);
  const enough = room.left === undefined ? undefined : room.left >= size;
  return {
    // Enough by one of the two alone may not be enough by the other.
    borrowable: enough === true && !room.sure ? undefined : enough,
    borrowShortBy: room.left === undefined ? undefined : usd(Math.max(0, size - room.left)),
    fits: effect.fits,
    depositShortBy: effect.shortBy,
    lendRate,
    // More than there is cannot be lent out: what is short says so.
    utilization: then === undefined || then > 1 ? undefined : then,
    borrowRate,
    gapLow: left(borrowRate?.high),
    gapHigh: left(borrowRate?.low),
  };
}

/** Deposits under which a market leads without a size: what it earns there is earned on next to nothing. */
const leastLent = 1_000_000;

function takesEnough({ totalDepositUsd: deposits }: MarketRow, size: Usd | undefined): boolean {
  return size !== undefined || deposits === undefined || deposits >= leastLent;
}

/** What must be left to borrow for a market to lead without a size. */
const leastLeft = 10_000;

function lendsEnough(left: Usd | undefined, size: Usd | undefined): boolean {
  return size !== undefined || left === undefined || left >= leastLeft;
}

/** What most can be borrowed against, as the list of loans has it while no collateral is chosen. */
function collateralOf(row: MarketRow, loans: Loans): Collateral | undefined {
  const { tokens: [token] = [], maxLtv } = collateralFor(row, loans) ?? {};
  return token === undefined || maxLtv === undefined || maxLtv <= 0 || maxLtv > 1
    ? undefined
    : { symbol: token.symbol, maxLtv };
}
