// Finds tokens that earn more, without rewards, than they cost to borrow elsewhere.
import { capacityLeft } from "../../../finance/pool.ts";
import { isDeposit } from "../../../contract/market.ts";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";
import { gapOnCollateral } from "../../../finance/debt/borrow.ts";
import { compareSize, type MarketRow } from "../../../domain/market/market-row.ts";
import type { Loans } from "../../../domain/market/column.ts";
import { hasLink, type PeerPrices } from "../../../domain/market/assess/checks.ts";
import { sharedSymbols, tokenName } from "../../../domain/market/market-text.ts";
import { collateralFor, loansAgainst } from "../../../domain/market/loan-terms.ts";
import {
  borrowRewardApy,
  isFull,
  effectiveRate,
  loanRate,
  loanRoom,
  loanUtilization,
  sizeEffect,
  type LoanRoom,
} from "../../../domain/market/row-values.ts";
import { reliability, reliabilityLevels, type Reliability } from "../reliability.ts";

/** Rates exclude rewards, which are shared and may stop. */
interface GapEnd {
  readonly row: MarketRow;
  readonly rate: Ratio;
  readonly judged: Ratio | undefined;
  readonly standing: Reliability;
}

export type RateGap = ReturnType<typeof toGap>[number];

interface Draft {
  readonly address: string;
  readonly symbol: string;
  readonly icon: string | undefined;
  readonly borrows: GapEnd[];
  readonly lends: GapEnd[];
}

/** In US dollars. Smaller markets pay their rates on next to nothing. */
const leastLent = 1_000_000;
const leastLeft = 10_000;

/**
 * Compares the lowest base borrow APY with the highest base deposit APY, after dilution by the size. Prefers open
 * markets, then those too small for the size, then failed checks. Without a size, requires $1M of deposits and $10k
 * to borrow. Unknown values count neither for nor against.
 */
export function toRateGaps(
  rows: readonly MarketRow[],
  size: Usd | undefined,
  prices: PeerPrices | undefined,
): readonly RateGap[] {
  const tokens = new Map<string, Draft>();
  const loans = loansAgainst(undefined, rows);
  const isEnough = (value: Usd | undefined, least: number): boolean =>
    size !== undefined || value === undefined || value >= least;
  for (const row of rows) {
    if (!isDeposit(row.kind)) continue;
    const { baseDepositApy: earns, baseBorrowApy: costs } = row;
    if (earns !== undefined && !isFull(row) && isEnough(row.totalDepositUsd, leastLent))
      draftOf(tokens, row.tokens[0])?.lends.push({
        row,
        rate: earns,
        judged: size === undefined ? earns : effectiveRate(row, size, "base")?.low,
        standing: reliability("deposit", row, size, prices),
      });
    if (row.kind !== "lending") continue;
    const { left } = loanRoom(row);
    if (costs !== undefined && left !== 0 && hasLink(row) && isEnough(left, leastLeft))
      // In a pair, the second token is borrowed.
      draftOf(tokens, row.tokens[1] ?? row.tokens[0])?.borrows.push({
        row,
        rate: costs,
        judged: costs,
        standing: reliability("borrow", row, size, prices),
      });
  }
  const shared = sharedSymbols(tokens.values());
  return [...tokens.values()]
    .flatMap((draft) => toGap({ ...draft, symbol: tokenName(draft, shared) }, loans, size))
    .toSorted(
      (a, b) =>
        rankOf(a, size) - rankOf(b, size) || leftOf(b) - leftOf(a) || (a.address < b.address ? -1 : 1),
    );
}

/** Gaps that remain at the size, then possible ones, closed ones, and failed checks. */
function rankOf({ borrow, lend, mine }: RateGap, size: Usd | undefined): number {
  const worst = worse(borrow, lend);
  if (worst === reliabilityLevels.indexOf("doubtful")) return 3;
  if (size === undefined) return 0;
  if (worst > 0 || (mine?.gapHigh ?? 1) <= 0) return 2;
  return (mine?.gapLow ?? 0) > 0 ? 0 : 1;
}

/** The gap that remains at the size, or without a size the gap itself. */
function leftOf({ gap, mine }: RateGap): number {
  return mine?.gapLow ?? gap;
}

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

/** Lowest (1) or highest (−1) first, unknown last. Ties by deposits, then by id. */
function ordered(ends: readonly GapEnd[], direction: 1 | -1): readonly GapEnd[] {
  return ends.toSorted(
    (a, b) =>
      (a.judged === undefined || b.judged === undefined
        ? Number(a.judged === undefined) - Number(b.judged === undefined)
        : direction * (a.judged - b.judged)) || compareSize(a.row, b.row),
  );
}

/** Prefers reliable markets, then the widest gap after a deposit of the user's size. */
function bestPair({ borrows, lends }: Draft) {
  // Two of each level, because the best market of both sides may be the same.
  const cheapest = reliabilityLevels.flatMap((wanted) =>
    ordered(
      borrows.filter(({ standing }) => standing === wanted),
      1,
    ).slice(0, 2),
  );
  const pairs = ordered(lends, -1).flatMap((lend) =>
    cheapest.flatMap((borrow) => {
      const gap = ratio(lend.rate - borrow.rate);
      if (borrow.row.id === lend.row.id || gap === undefined || gap <= 0) return [];
      return { borrow, lend, gap, left: (lend.judged ?? -Infinity) - borrow.rate };
    }),
  );
  const [best] = pairs.toSorted(
    (a, b) => worse(a.borrow, a.lend) - worse(b.borrow, b.lend) || b.left - a.left,
  );
  return best;
}

function toGap(draft: Draft, loans: Loans, size: Usd | undefined) {
  const best = bestPair(draft);
  if (best === undefined) return [];
  const { address, symbol, icon } = draft;
  const { lend, gap } = best;
  const { row } = best.borrow;
  const room = loanRoom(row);
  const collateral = collateralOf(row, loans);
  const borrow = { ...best.borrow, rewards: borrowRewardApy(row), room, collateral };
  const mine = atSize(borrow, room, lend, size);
  // Per year and per own money. With a size, uses the upper end of the gap.
  const onCollateral = gapOnCollateral({
    gap: size === undefined ? gap : mine?.gapHigh,
    ltv: collateral?.maxLtv,
  });
  const capped = { ...lend, capacityLeft: capacityLeft(lend.row) };
  return [{ address, symbol, icon, borrow, lend: capped, gap, mine, onCollateral }];
}

/** `gapLow` is the gap after the loan's upper bound, and may be negative. Undefined without such a bound. */
function atSize(borrow: GapEnd, room: LoanRoom, lend: GapEnd, size: Usd | undefined) {
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
    // The amount may fit one limit and exceed the other, which is unknown.
    borrowable: enough === true && !room.sure ? undefined : enough,
    borrowShortBy: room.left === undefined ? undefined : usd(Math.max(0, size - room.left)),
    fits: effect.fits,
    depositShortBy: effect.shortBy,
    lendRate,
    // Utilization cannot exceed 100 %: `borrowShortBy` reports what is missing.
    utilization: then === undefined || then > 1 ? undefined : then,
    borrowRate,
    gapLow: left(borrowRate?.high),
    gapHigh: left(borrowRate?.low),
  };
}

/** As in the Borrow list if no collateral is chosen. */
function collateralOf(row: MarketRow, loans: Loans) {
  const { tokens: [token] = [], maxLtv } = collateralFor(row, loans) ?? {};
  return token === undefined || maxLtv === undefined || maxLtv <= 0 || maxLtv > 1
    ? undefined
    : { symbol: token.symbol, maxLtv };
}
