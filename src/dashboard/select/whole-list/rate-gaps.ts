// Where a token costs less to borrow in one market than it earns, rewards left out, in another.
import { isDeposit } from "../../../contract/market.ts";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { gapOnCollateral } from "../../../finance/debt/borrow.ts";
import { rateAfterBorrow } from "../../../finance/debt/loan-cost.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { Loans } from "../../market/column.ts";
import { doubtKind, type PeerPrices } from "../../market/doubts.ts";
import {
  borrowRewardApy,
  capacity,
  collateralFor,
  loanRoom,
  loanUtilization,
  loansAgainst,
  poolUtilization,
  sizeEffect,
  type Capacity,
  type LoanRoom,
} from "../../market/row-values.ts";

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
  /** What the loan costs then at least: the base rate in proportion to utilization. Undefined past the kink. */
  readonly borrowRate: Ratio | undefined;
  /** The one less the other; it may be under 0. */
  readonly gap: Ratio | undefined;
}

/** What is known against a market, the worse the later: nothing, that my size does not fit, that its figures contradict each other. */
const standings = ["open", "short", "doubtful"] as const;
type Standing = (typeof standings)[number];

/** A side of a gap: a market and its rate, without rewards: those of a loan are shared by whoever borrows, and stop. */
export interface GapEnd {
  readonly row: MarketRow;
  readonly rate: Ratio;
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
  /** What it brings a year on own money at the most: with a size, of the gap then. */
  readonly onCollateral: Ratio | undefined;
}

type Ends = Readonly<Record<Standing, GapEnd[]>>;

interface Draft extends Pick<RateGap, "address" | "symbol" | "icon"> {
  /** The best two of each standing, because the best of both sides may be one market. */
  readonly borrows: Ends;
  readonly lends: Ends;
}

/**
 * For every token the market with the lowest base rate for borrowers against the market where it earns the highest base rate,
 * where that is more. Markets that nothing is known against come before those that do not take all of my size, and both before
 * those whose figures contradict each other. Without a size a market known to hold under $1M is none to lend to, and one with under $10k left none to borrow from. Of what cannot
 * be used nothing is made: a market that has nothing left to borrow is none to borrow from, a full one none to lend to. What a
 * market does not say counts neither for nor against it. Tokens are told apart by mint, and one without is left out.
 *
 * @param prices what each token costs elsewhere, which a market's own price is held against
 * @returns the largest gap first among those known to be left at my size; then those of which that is not known, those that do
 *   not fit or are closed by my size, and those of doubtful figures
 */
export function toRateGaps(
  rows: readonly MarketRow[],
  size: Usd | undefined,
  prices: PeerPrices | undefined,
): readonly RateGap[] {
  const tokens = new Map<string, Draft>();
  const loans = loansAgainst(undefined, rows);
  const standingOf = (row: MarketRow, left: Usd | undefined): Standing =>
    doubtKind(row, prices) === "figures"
      ? "doubtful"
      : size !== undefined && left !== undefined && left < size
        ? "short"
        : "open";
  for (const row of rows) {
    if (!isDeposit(row.kind)) continue;
    const room = capacity(row);
    if (row.baseDepositApy !== undefined && room?.full !== true && takesEnough(row, size))
      keep(
        draftOf(tokens, row.tokens[0])?.lends,
        { row, rate: row.baseDepositApy, standing: standingOf(row, room?.left) },
        -1,
      );
    if (row.kind !== "lending") continue;
    const { left } = loanRoom(row);
    if (row.baseBorrowApy !== undefined && left !== 0 && lendsEnough(left, size))
      keep(
        // Whoever borrows gets the second token of a pair.
        draftOf(tokens, row.tokens[1] ?? row.tokens[0])?.borrows,
        { row, rate: row.baseBorrowApy, standing: standingOf(row, left) },
        1,
      );
  }
  return [...tokens.values()]
    .flatMap((draft) => toGap(draft, loans, size))
    .toSorted(
      (a, b) => rankOf(a, size) - rankOf(b, size) || b.gap - a.gap || (a.address < b.address ? -1 : 1),
    );
}

/** What stands before what: the gaps that hold, those that may, those that do not, those nobody should believe. */
function rankOf({ borrow, lend, mine }: RateGap, size: Usd | undefined): number {
  const worst = worse(borrow, lend);
  if (worst === standings.indexOf("doubtful")) return 3;
  if (size === undefined) return 0;
  if (worst > 0 || (mine?.gap ?? 1) <= 0) return 2;
  return mine?.gap === undefined ? 1 : 0;
}

/** How bad the worse end is, by its place among the standings. */
function worse(borrow: GapEnd, lend: GapEnd): number {
  return Math.max(standings.indexOf(borrow.standing), standings.indexOf(lend.standing));
}

function noEnds(): Ends {
  return { open: [], short: [], doubtful: [] };
}

function draftOf(
  tokens: Map<string, Draft>,
  token: MarketRow["tokens"][number] | undefined,
): Draft | undefined {
  if (token?.address === undefined) return undefined;
  const { address, symbol, icon } = token;
  const draft = tokens.get(address) ?? { address, symbol, icon, borrows: noEnds(), lends: noEnds() };
  tokens.set(address, draft);
  return draft;
}

/** Keeps the two with the lowest rates (direction 1) or the highest (−1). Equal rates fall to the greater deposits, then to the id. */
function keep(all: Ends | undefined, end: GapEnd, direction: 1 | -1): void {
  const ends = all?.[end.standing];
  if (ends === undefined) return;
  ends.push(end);
  ends.sort(
    (a, b) =>
      direction * (a.rate - b.rate) ||
      (b.row.totalDepositUsd ?? 0) - (a.row.totalDepositUsd ?? 0) ||
      (a.row.id < b.row.id ? -1 : 1),
  );
  ends.length = Math.min(ends.length, 2);
}

function toGap(
  { address, symbol, icon, borrows, lends }: Draft,
  loans: Loans,
  size: Usd | undefined,
): readonly RateGap[] {
  interface Pair {
    readonly borrow: GapEnd;
    readonly lend: GapEnd;
    readonly gap: Ratio;
    readonly worst: number;
  }
  let best: Pair | undefined;
  for (const borrow of standings.flatMap((standing) => borrows[standing]))
    for (const lend of standings.flatMap((standing) => lends[standing])) {
      const gap = ratio(lend.rate - borrow.rate);
      if (borrow.row.id === lend.row.id || gap === undefined || gap <= 0) continue;
      const worst = worse(borrow, lend);
      if (best === undefined || worst < best.worst || (worst === best.worst && gap > best.gap))
        best = { borrow, lend, gap, worst };
    }
  if (best === undefined) return [];
  const { lend, gap } = best;
  const { row } = best.borrow;
  const room = loanRoom(row);
  const collateral = collateralOf(row, loans);
  const borrow = { ...best.borrow, rewards: borrowRewardApy(row), room, collateral };
  const mine = atSize(borrow, room, lend, size);
  const onCollateral = gapOnCollateral({
    gap: size === undefined ? gap : mine?.gap,
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
  const now = poolUtilization(row);
  const then = loanUtilization(row, size);
  const borrowRate = rateAfterBorrow({ borrowApy: borrow.rate, utilization: now, after: then });
  const enough = room.left === undefined ? undefined : room.left >= size;
  return {
    // Enough by one of the two alone may not be enough by the other.
    borrowable: enough === true && !room.sure ? undefined : enough,
    borrowShortBy: room.left === undefined ? undefined : usd(Math.max(0, size - room.left)),
    fits: effect.fits,
    depositShortBy: effect.shortBy,
    lendRate: effect.low,
    // More than there is cannot be lent out: what is short says so.
    utilization: then === undefined || then > 1 ? undefined : then,
    borrowRate,
    gap: effect.low === undefined || borrowRate === undefined ? undefined : ratio(effect.low - borrowRate),
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
