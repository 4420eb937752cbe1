import type {
  DepositFlow,
  MoveReason,
  Pair,
  RateMove,
  RecordChanges,
} from "../../contract/record/record-changes.ts";
import { maxRecordItems } from "../../contract/record/record-parts.ts";
import { hourMs, isoText } from "../../contract/units.ts";
import { quantile } from "../../finance/blend.ts";
import { flowAmounts, type FlowSums } from "./averages.ts";
import { limitFields, toWireEvent, type RecordedEvent } from "./events.ts";
import { roundAmount, roundRate, type FigureName, type Reading } from "./figures.ts";
import type { KnownMarket } from "./market-record.ts";
import { priceOf, utilizationOf } from "./pool.ts";

const movedBy = 0.005;
const minMove = 0.0001;
const minUtilizationMove = 0.001;
/** As a fraction of deposits. Smaller flows count only in the sums. */
const minShare = 0.0001;
const rounding = 1e-9;

/** A market's readings at both ends, and its flow between them. */
export interface ComparedMarket {
  readonly market: KnownMarket;
  readonly was: Reading | undefined;
  readonly now: Reading | undefined;
  readonly flow: FlowSums | undefined;
}

/** The newest of each kind, newest first, and the number of all. `caps` are about limits. */
interface Events extends Readonly<Record<"caps" | "parameters" | "rewards", readonly RecordedEvent[]>> {
  readonly counted: readonly { readonly kind: string; readonly field: string; readonly count: number }[];
}

/** `counts` are the lengths of the full lists. */
export function changesBetween(
  compared: readonly ComparedMarket[],
  { caps, parameters, rewards, counted }: Events,
  since: number,
) {
  const moves = compared.flatMap(toMove).toSorted(bySize<RateMove>(moveSize));
  const flows = compared.flatMap((market) => toDepositFlow(market, since)).toSorted(bySize(flowSize));
  const countWhere = (isCounted: (one: Events["counted"][number]) => boolean): number =>
    counted.reduce((sum, one) => sum + (isCounted(one) ? one.count : 0), 0);
  const count = (...kinds: RecordedEvent["kind"][]): number =>
    countWhere((one) => kinds.some((kind) => kind === one.kind));
  return {
    summary: {
      movedBy,
      moved: countMoved(compared, "depositApy"),
      movedBase: countMoved(compared, "baseDepositApy"),
      medianDepositApy: medians(compared, "depositApy"),
      medianBaseDepositApy: medians(compared, "baseDepositApy"),
      deposits: sumDeposits(compared),
      capsReached: count("cap-reached"),
      capsLifted: count("cap-lifted"),
      added: count("first-seen"),
      gone: count("gone"),
      back: count("back"),
      parameters: count("parameter"),
    },
    counts: {
      moves: moves.length,
      flows: flows.length,
      caps: countWhere(({ field }) => limitFields.some((name) => name === field)),
      arrivals: count("first-seen", "gone", "back"),
      parameters: count("parameter"),
      rewards: count("reward-began", "reward-ended"),
    },
    moves: moves.slice(0, maxRecordItems),
    flows: flows.slice(0, maxRecordItems),
    caps: caps.map(toWireEvent),
    parameters: parameters.map(toWireEvent),
    rewards: rewards.map(toWireEvent),
  } satisfies Partial<RecordChanges>;
}

function toMove({ market, was, now, flow }: ComparedMarket): RateMove[] {
  if (was === undefined || now === undefined) return [];
  const rates = {
    depositApy: pairOf(was, now, "depositApy"),
    baseDepositApy: pairOf(was, now, "baseDepositApy"),
    rewardApy: pairOf(was, now, "rewardApy"),
    borrowApy: pairOf(was, now, "borrowApy"),
    utilization: pair(utilizationOf(now.figures, market), utilizationOf(was.figures, market)),
  };
  if (moveSize(rates) < minMove - rounding) return [];
  return [
    {
      ...named(market),
      ...rates,
      totalDepositUsd: roundAmount(now.figures.totalDepositUsd),
      flowUsd: flow && flowAmounts(flow, priceOf(now.figures)).netUsd,
      reason: reasonOf(market.type, rates),
    },
  ];
}

type Rates = Pick<RateMove, DepositRate | "rewardApy" | "borrowApy" | "utilization">;

function reasonOf(type: string, rates: Rates): MoveReason | undefined {
  const move = changeOf(rates.depositApy);
  const paid = changeOf(rates.rewardApy);
  if (paid !== undefined && Math.abs(paid) >= minMove) {
    if (rates.rewardApy.was === 0) return "rewards-began";
    if (rates.rewardApy.now === 0) return "rewards-ended";
    if (move !== undefined && paid * move > 0 && Math.abs(paid) >= Math.abs(move) / 2) return "rewards";
  }
  if (type === "loop" && sizeOf(rates.borrowApy) >= minMove) return "borrow";
  return sizeOf(rates.utilization) >= minUtilizationMove ? "utilization" : undefined;
}

/** Empty if nothing is worth listing: no flow, or a small part of the deposits. */
function toDepositFlow({ market, was, now, flow }: ComparedMarket, since: number): DepositFlow[] {
  if (flow === undefined || now === undefined) return [];
  const { in: came, out, net, netUsd } = flowAmounts(flow, priceOf(now.figures));
  const before = was?.figures.totalDeposit;
  const knownFrom = was?.time ?? market.firstSeen;
  const totalDeposit = roundAmount(now.figures.totalDeposit);
  if (net === 0 || Math.abs(net) < minShare * (totalDeposit ?? 0)) return [];
  return [
    {
      ...named(market),
      in: came,
      out,
      net,
      netUsd,
      share: before === undefined || before <= 0 ? undefined : roundRate((flow.in - flow.out) / before),
      totalDeposit,
      totalDepositUsd: roundAmount(now.figures.totalDepositUsd),
      // Older readings are hourly.
      since: knownFrom - since > hourMs ? isoText(knownFrom) : undefined,
    },
  ];
}

function named({ id, type, provider }: KnownMarket) {
  return { marketId: id, type, provider };
}

type DepositRate = "depositApy" | "baseDepositApy";

function countMoved(compared: readonly ComparedMarket[], field: DepositRate) {
  const moved = compared.flatMap(({ was, now }) => (was && now && changeOf(pairOf(was, now, field))) ?? []);
  return {
    up: moved.filter((move) => move >= movedBy - rounding).length,
    down: moved.filter((move) => move <= rounding - movedBy).length,
    of: moved.length,
  };
}

/** Only markets with a rate at both ends: new ones shift the median. Excludes loops, whose rates include leverage. */
function medians(compared: readonly ComparedMarket[], field: DepositRate): Pair {
  const known = compared.flatMap(({ market, was, now }) => {
    const begin = was?.figures[field];
    const end = now?.figures[field];
    return begin === undefined || end === undefined || market.type === "loop" ? [] : [{ begin, end }];
  });
  const now = known.map(({ end }) => end);
  const was = known.map(({ begin }) => begin);
  return pair(quantile(now, 0.5), quantile(was, 0.5));
}

/** At today's prices. */
function sumDeposits(compared: readonly ComparedMarket[]): { inUsd: number; outUsd: number; of: number } {
  const sums = { inUsd: 0, outUsd: 0, of: 0 };
  for (const { flow, now } of compared) {
    const price = priceOf(now?.figures);
    if (flow === undefined || price === undefined || flow.in + flow.out === 0) continue;
    sums.of += 1;
    sums.inUsd += flow.in * price;
    sums.outUsd += flow.out * price;
  }
  return { inUsd: roundAmount(sums.inUsd), outUsd: roundAmount(sums.outUsd), of: sums.of };
}

function bySize<Item extends { readonly marketId: string }>(size: (item: Item) => number) {
  return (left: Item, right: Item): number =>
    size(right) - size(left) || left.marketId.localeCompare(right.marketId);
}

function moveSize({ depositApy, baseDepositApy }: Pick<RateMove, DepositRate>): number {
  return Math.max(sizeOf(depositApy), sizeOf(baseDepositApy));
}

/** Flows without a price sort last. */
function flowSize({ netUsd }: DepositFlow): number {
  return typeof netUsd === "number" ? Math.abs(netUsd) : -1;
}

function pairOf(was: Reading, now: Reading, field: FigureName): Pair {
  return pair(now.figures[field], was.figures[field]);
}

function pair(now: number | undefined, was: number | undefined): Pair {
  return { now: roundRate(now), was: roundRate(was) };
}

function changeOf({ now, was }: Pair): number | undefined {
  return typeof now === "number" && typeof was === "number" ? now - was : undefined;
}

function sizeOf(figure: Pair): number {
  return Math.abs(changeOf(figure) ?? 0);
}
