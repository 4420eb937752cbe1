// For each plain deposit: the market that would pay most for the same token and size, what moving there costs, and when it has
// paid. Nothing here says what to do: it is the same arithmetic that the list makes of a size.
import { isDeposit } from "../../contract/market.ts";
import { usd, type Ratio, type Usd } from "../../contract/units.ts";
import { networkCost, switchBreakEven } from "../../finance/break-even.ts";
import { impliedPrice } from "../../finance/pool.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { PositionRow } from "../data/positions/position-row.ts";
import { solMint } from "../market/asset-families.ts";
import type { ApyBasis } from "../market/column.ts";
import { doubtKind, type PeerPrices } from "../market/doubts.ts";
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

/** A market that pays more. Rates are fractions per year, the lower end of what the size leaves. */
export interface BetterMarket {
  readonly market: MarketRow;
  readonly apy: Ratio;
  readonly effect: SizeEffect;
  /** What is left of the rate if its rewards stop; undefined where rewards are not known. */
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
  /** Why to stay: a sentence's end; undefined where there is a move. */
  readonly stay: StayReason | undefined;
}

type StayReason =
  | { readonly kind: "loan"; readonly near: boolean; readonly free: Ratio | undefined }
  | { readonly kind: "best" }
  /** Something pays more, but not all of it can leave now: this much is free. */
  | { readonly kind: "stuck"; readonly free: Usd }
  /** Something pays more, but not within the horizon. */
  | { readonly kind: "late"; readonly to: BetterMarket }
  | { readonly kind: "unknown"; readonly what: "value" | "rate" | "token" };

/** By what moves are judged. */
interface MoveTerms {
  readonly horizon: Horizon;
  /** Whether rewards count. */
  readonly basis: ApyBasis;
  /** What prices are held against; a market whose figures contradict each other is no better one. */
  readonly prices: PeerPrices | undefined;
}

/** Deposits of less are not worth a transaction. US dollars. */
const leastMove = 1;

/** US dollars per SOL, by the totals of the largest market of SOL that is loaded. */
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
 * @param markets all deposits that can be made: lending and yield markets
 */
export function movesOf(
  rows: readonly PositionRow[],
  loans: readonly Loan[],
  markets: readonly MarketRow[],
  terms: MoveTerms,
): readonly Move[] {
  const loanOf = loanByRow(loans);
  const costUsd = networkCost({ solPrice: solPriceOf(markets) });
  return rows
    .filter(
      (row) =>
        (row.kind === "yield" || (row.kind === "lending" && row.side === "deposit")) &&
        !((row.netUsd ?? leastMove) < leastMove),
    )
    .map((row) => moveOf(row, { ...terms, loan: loanOf.get(row.key), markets, costUsd }))
    .toSorted(
      (a, b) =>
        Number(b.to !== undefined) - Number(a.to !== undefined) ||
        (b.to?.morePerYear ?? 0) - (a.to?.morePerYear ?? 0) ||
        (b.size ?? 0) - (a.size ?? 0),
    );
}

function moveOf(
  row: PositionRow,
  around: {
    readonly loan: Loan | undefined;
    readonly markets: readonly MarketRow[];
    readonly costUsd: Usd | undefined;
  } & MoveTerms,
): Move {
  const { loan, horizon, basis } = around;
  const size = row.netUsd;
  const apyNow = leadingRate(row.market, basis);
  const said = { key: row.key, row, size, apyNow };
  const staying = (stay: StayReason): Move => ({ ...said, to: undefined, stay });
  if (loan !== undefined)
    return staying({ kind: "loan", near: isNear(loan) === true, free: freeShare(loan) });
  if (size === undefined) return staying({ kind: "unknown", what: "value" });
  if (apyNow === undefined) return staying({ kind: "unknown", what: "rate" });
  const mint = row.token?.address;
  if (mint === undefined) return staying({ kind: "unknown", what: "token" });
  const to = bestOf({ ...around, mint, size, apyNow, except: row.marketId });
  if (to === undefined) return staying({ kind: "best" });
  const free = poolAvailable(row.market);
  if (free !== undefined && free < size) return staying({ kind: "stuck", free });
  const limit = horizons[horizon];
  return limit === undefined || (to.days ?? Number.MAX_VALUE) <= limit
    ? { ...said, to, stay: undefined }
    : staying({ kind: "late", to });
}

function bestOf({
  mint,
  size,
  apyNow,
  except,
  markets,
  costUsd,
  prices,
  basis,
}: {
  readonly mint: string;
  readonly size: Usd;
  readonly apyNow: Ratio;
  readonly except: string | undefined;
  readonly markets: readonly MarketRow[];
  readonly costUsd: Usd | undefined;
  readonly prices: PeerPrices | undefined;
  readonly basis: ApyBasis;
}): BetterMarket | undefined {
  let best: { readonly market: MarketRow; readonly effect: SizeEffect; readonly apy: Ratio } | undefined;
  for (const market of markets) {
    if (market.tokens[0]?.address !== mint || market.id === except) continue;
    if (!isDeposit(market.kind)) continue;
    // What cannot beat the best by today's rate cannot beat it with more money in it.
    if ((leadingRate(market, basis) ?? 0) <= (best?.apy ?? apyNow)) continue;
    const effect = sizeEffect(market, size, basis);
    const apy = effect?.low;
    if (effect === undefined || apy === undefined || apy <= (best?.apy ?? apyNow)) continue;
    if (effect.fits === false || (effect.exitCover ?? 1) < 1) continue;
    if (doubtKind(market, prices) === "figures") continue;
    best = { market, effect, apy };
  }
  if (best === undefined) return undefined;
  const { market, effect, apy } = best;
  const morePerYear = usd(size * (apy - apyNow));
  if (morePerYear === undefined) return undefined;
  const paid = switchBreakEven({ size, fromApy: apyNow, toApy: apy, costUsd });
  const rewards = rewardApy(market);
  return {
    market,
    effect,
    apy,
    baseApy: rewards === undefined ? undefined : effectiveRate(market, size, "base")?.low,
    morePerYear,
    costUsd,
    days: paid?.kind === "after" ? paid.days : undefined,
  };
}

/** All moves together: how many, and what they bring in a year at today's rates. */
export function movesTogether(moves: readonly Move[]): {
  readonly count: number;
  readonly morePerYear: Usd | undefined;
} {
  const made = moves.filter(({ to }) => to !== undefined);
  return {
    count: made.length,
    morePerYear: usd(made.reduce((sum, { to }) => sum + (to?.morePerYear ?? 0), 0)),
  };
}

/** Whether the better market pays more only while its rewards last. */
export function onlyWithRewards({ apyNow, to }: Move): boolean {
  return to?.baseApy !== undefined && to.baseApy < to.apy && apyNow !== undefined && to.baseApy <= apyNow;
}
