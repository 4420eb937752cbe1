// Finds tokens that earn more, without rewards, than they cost to borrow elsewhere.
import { groupBy } from "../../../finance/group-by.ts";
import { capacityLeft, shortfall } from "../../../finance/pool.ts";
import { isDeposit } from "../../../contract/market.ts";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { gapOnCollateral } from "../../../finance/debt/borrow.ts";
import { compareSize, type MarketRow, type RowToken } from "../../../domain/market/market-row.ts";
import type { LoanCollateral } from "../../../domain/market/column.ts";
import { hasLink, type PeerPrices } from "../../../domain/market/assess/checks.ts";
import { sharedSymbols, uniqueName } from "../../../domain/market/market-text.ts";
import {
  collateralFor,
  isUnsecurable,
  isSecurable,
  loansAgainst,
} from "../../../domain/market/loan-terms.ts";
import {
  borrowRewardApy,
  isFull,
  effectiveRate,
  loanRate,
  loanCapacity,
  loanUtilization,
  sizeEffect,
  type LoanCapacity,
} from "../../../domain/market/row-values.ts";
import { assessReliability, reliabilityLevels, type Reliability } from "../reliability.ts";

/** Rates exclude rewards, which are shared and may stop. */
interface GapEnd {
  readonly row: MarketRow;
  readonly token: RowToken | undefined;
  readonly rate: Ratio;
  readonly judged: Ratio | undefined;
  readonly reliability: Reliability;
}

export type RateGap = ReturnType<typeof toGap>;

/** In US dollars. Smaller markets pay their rates on next to nothing. */
const minLentUsd = 1_000_000;
const minLeftUsd = 10_000;

/**
 * Compares the lowest base borrow APY with the highest base deposit APY, after dilution by the size. Prefers open
 * markets, then those too small for the size, then failed checks. Without a size, the deposit market needs $1M of
 * deposits and the loan $10k left to borrow. Unknown amounts fail, because the gap may be on next to nothing. Loans
 * whose every collateral is at its deposit cap are left out, and those without a known one if another has one.
 */
export function toRateGaps(
  rows: readonly MarketRow[],
  size: Usd | undefined,
  prices: PeerPrices | undefined,
) {
  const loans = loansAgainst(undefined, rows);
  const isEnough = (value: Usd | undefined, min: number): boolean =>
    size !== undefined || (value ?? 0) >= min;
  const lends = rows.flatMap((row): readonly GapEnd[] => {
    const { baseDepositApy: rate } = row;
    if (!isDeposit(row.kind) || rate === undefined || isFull(row)) return [];
    if (!isEnough(row.totalDepositUsd, minLentUsd)) return [];
    const judged = size === undefined ? rate : effectiveRate(row, size, "base")?.low;
    const reliability = assessReliability("deposit", row, size, prices);
    return [{ row, token: row.tokens[0], rate, judged, reliability }];
  });
  const borrows = rows.flatMap((row): readonly GapEnd[] => {
    const { baseBorrowApy: rate } = row;
    const { left } = loanCapacity(row);
    if (row.kind !== "lending" || rate === undefined || left === 0 || !hasLink(row)) return [];
    if (!isEnough(left, minLeftUsd) || isUnsecurable(row, loans)) return [];
    const reliability = assessReliability("borrow", row, size, prices);
    // In a pair, the second token is borrowed.
    return [{ row, token: row.tokens[1] ?? row.tokens[0], rate, judged: rate, reliability }];
  });
  const debts = groupBy(borrows, ({ token }) => token?.address);
  const shared = sharedSymbols([...lends, ...borrows].flatMap(({ token }) => token ?? []));
  return Array.from(groupBy(lends, ({ token }) => token?.address))
    .flatMap(([address, own]) => {
      const [{ token }] = own;
      const offers = debts.get(address) ?? [];
      const secured = offers.filter(({ row }) => isSecurable(row, loans));
      const best = bestPair(secured.length > 0 ? secured : offers, own);
      if (address === undefined || token === undefined || best === undefined) return [];
      return toGap({ ...token, address, symbol: uniqueName(token, shared) }, best, loans, size);
    })
    .toSorted(
      (a, b) =>
        rankOf(a, size) - rankOf(b, size) || leftOf(b) - leftOf(a) || (a.address < b.address ? -1 : 1),
    );
}

/** Gaps that remain at the size, then possible ones, closed ones, and failed checks. */
function rankOf({ borrow, lend, mine }: RateGap, size: Usd | undefined): number {
  const worst = worse(borrow, lend);
  if (worst === reliabilityLevels.indexOf("contradictory")) return 3;
  if (size === undefined) return 0;
  if (worst > 0 || (mine?.gapHigh ?? 1) <= 0) return 2;
  return (mine?.gapLow ?? 0) > 0 ? 0 : 1;
}

/** The gap that remains at the size, or without a size the gap itself. */
function leftOf({ gap, mine }: RateGap): number {
  return mine?.gapLow ?? gap;
}

function worse(borrow: GapEnd, lend: GapEnd): number {
  return Math.max(reliabilityLevels.indexOf(borrow.reliability), reliabilityLevels.indexOf(lend.reliability));
}

/** Lowest (1) or highest (−1) first, unknown last. Ties by deposits, then by id. */
function ordered(ends: readonly GapEnd[], direction: 1 | -1): readonly GapEnd[] {
  const place = ({ judged }: GapEnd): number => (judged === undefined ? Infinity : direction * judged);
  return ends.toSorted((a, b) => place(a) - place(b) || compareSize(a.row, b.row));
}

/** Prefers reliable markets, then the widest gap after a deposit of the user's size. */
function bestPair(borrows: readonly GapEnd[], lends: readonly GapEnd[]) {
  // Two of each level, because the best market of both sides may be the same.
  const cheapest = reliabilityLevels.flatMap((wanted) =>
    ordered(
      borrows.filter(({ reliability }) => reliability === wanted),
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

function toGap(
  { address, symbol, icon }: RowToken & { readonly address: string },
  best: NonNullable<ReturnType<typeof bestPair>>,
  loans: LoanCollateral,
  size: Usd | undefined,
) {
  const { lend, gap } = best;
  const { row } = best.borrow;
  const capacity = loanCapacity(row);
  const collateral = collateralOf(row, loans);
  const borrow = { ...best.borrow, rewards: borrowRewardApy(row), capacity, collateral };
  const mine = atSize(borrow, capacity, lend, size);
  // Per year and per own money. With a size, uses the upper end of the gap.
  const onCollateral = gapOnCollateral({
    gap: size === undefined ? gap : mine?.gapHigh,
    ltv: collateral?.maxLtv,
  });
  const capped = { ...lend, capacityLeft: capacityLeft(lend.row) };
  return { address, symbol, icon, borrow, lend: capped, gap, mine, onCollateral };
}

/** `gapLow` is the gap after the loan's upper bound, and may be negative. Undefined without such a bound. */
function atSize(borrow: GapEnd, capacity: LoanCapacity, lend: GapEnd, size: Usd | undefined) {
  const effect = sizeEffect(lend.row, size, "base");
  if (size === undefined || effect === undefined) return undefined;
  const { row } = borrow;
  const then = loanUtilization(row, size);
  const borrowRate = loanRate(row, size, "base");
  const { low: lendRate } = effect;
  const left = (cost: Ratio | undefined): Ratio | undefined =>
    lendRate === undefined || cost === undefined ? undefined : ratio(lendRate - cost);
  const enough = capacity.left === undefined ? undefined : capacity.left >= size;
  return {
    // The amount may fit one limit and exceed the other, which is unknown.
    borrowable: enough === true && capacity.unknown !== undefined ? undefined : enough,
    borrowShortBy: shortfall({ size, capacityLeft: capacity.left }),
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
function collateralOf(row: MarketRow, loans: LoanCollateral) {
  const { tokens: [token] = [], maxLtv } = collateralFor(row, loans) ?? {};
  return token === undefined || maxLtv === undefined || maxLtv <= 0 || maxLtv > 1
    ? undefined
    : { symbol: token.symbol, maxLtv };
}
