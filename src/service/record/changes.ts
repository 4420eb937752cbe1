import { mostRecordItems } from "../../contract/record/record-parts.ts";
import { readMarket } from "../../contract/markets-page.ts";
import {
  sparkPoints,
  type Arrival,
  type DepositFlow,
  type MoveReason,
  type Pair,
  type RateMove,
  type RecordChanges,
} from "../../contract/record/record-changes.ts";
import { dayMs } from "../../contract/units.ts";
import { quantile } from "../../finance/blend.ts";
import { marketNames, marketTokens } from "../../contract/names/market-names.ts";
import { toRowToken } from "../../domain/market/market-row.ts";
import type { Reading, RecordedArrival } from "../store/analysis.ts";
import type { FigureName } from "../store/figures.ts";
import type { RecordedEvent } from "../store/market-events.ts";
import type { KnownMarket, MarketStore } from "../store/market-store.ts";
import { emptyBody } from "../store/poll-draft.ts";
import { amount, moment, priceOf, rate, utilizationOf } from "./figures.ts";
import { toWireEvent } from "./market-changes.ts";
import { inPortions, pollCoverage, type Pace } from "./reading.ts";

const movedBy = 0.005;
const leastMove = 0.0001;
/** Of the deposits. Smaller flows count only in the sums. */
const leastShare = 0.0001;
const rounding = 1e-9;
/** Items with a sparkline. */
const drawn = 20;
const mostEvents = 10_000;
const longestRawMs = 2 * dayMs;

/** `resolution`: longer spans compare hourly means instead of readings. */
interface Span {
  readonly since: number;
  readonly until: number;
  readonly resolution: "raw" | "1h";
}

type Compared = Awaited<ReturnType<typeof compare>>[number];

export async function describeChanges(
  store: MarketStore,
  { since, until }: { readonly since: number; readonly until: number },
  recordedSince: number,
  pace: Pace,
): Promise<RecordChanges> {
  const span = { since, until, resolution: until - since <= longestRawMs ? "raw" : "1h" } as const;
  const events = await store.events({ since: since + 1, until: until + 1, limit: mostEvents });
  const arrivals = await store.analysis.arrivals(since + 1000, until + 1000, mostRecordItems);
  const listed = (await store.markets(until)).filter(({ firstSeen }) => firstSeen <= until);
  const compared: Compared[] = [];
  for await (const portion of inPortions(listed))
    compared.push(...(await compare(store, portion, span, pace)));

  const moves = compared.flatMap(toMove).toSorted(bySize<RateMove>(moveSize));
  const flows = compared.flatMap((market) => toFlow(market, span)).toSorted(bySize(flowSize));
  const caps = events.filter(({ kind, field }) => kind.startsWith("cap-") || isCap(kind, field));
  const parameters = events.filter(({ kind }) => kind === "parameter");
  const rewards = events.filter(({ kind }) => kind.startsWith("reward-"));
  const count = (...kinds: RecordedEvent["kind"][]): number =>
    events.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    since: moment(since),
    until: moment(until),
    recordedSince: moment(recordedSince),
    everyMs: pace.everyMs,
    coverage: await pollCoverage(store, since, until),
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
      parameters: parameters.length,
    },
    counts: {
      moves: moves.length,
      flows: flows.length,
      caps: caps.length,
      arrivals: count("first-seen", "gone", "back"),
      parameters: parameters.length,
      rewards: rewards.length,
    },
    moves: await addLines(store, moves, "depositApy", span),
    flows: await addLines(store, flows, "totalDeposit", span),
    caps: firstOf(caps),
    arrivals: arrivals.map(toArrival),
    parameters: firstOf(parameters),
    rewards: firstOf(rewards),
  };
}

function firstOf(events: readonly RecordedEvent[]) {
  return events.slice(0, mostRecordItems).map(toWireEvent);
}

async function compare(
  { analysis }: MarketStore,
  markets: readonly KnownMarket[],
  { since, until, resolution }: Span,
  { holdMs }: Pace,
) {
  const marketIds = markets.map(({ id }) => id);
  const was = await analysis.lastReadings({ marketIds, from: since - holdMs, to: since });
  const now = await analysis.lastReadings({ marketIds, from: until - holdMs, to: until });
  const missing = markets.filter(({ id, firstSeen }) => !was.has(id) && firstSeen <= since);
  const firstHalf = { from: since, to: since + (until - since) / 2 };
  const lateIds = missing.map(({ id }) => id);
  const late = await analysis.firstReadings({ marketIds: lateIds, ...firstHalf }, resolution);
  const windows = { windows: [since], from: since, until, resolution, withStart: true };
  const flows = await analysis.flows({ marketIds, ...windows });
  return markets.map((market) => {
    const { id } = market;
    const end = now.get(id);
    const [flow] = end === undefined ? [] : (flows.get(id) ?? []);
    /** Today's. */
    const price = end && priceOf(end.figures);
    return { market, was: was.get(id) ?? late.get(id), now: end, flow, price };
  });
}

function toMove({ market, was, now, flow, price }: Compared): RateMove[] {
  if (was === undefined || now === undefined) return [];
  const rates = {
    depositApy: pairOf(was, now, "depositApy"),
    baseDepositApy: pairOf(was, now, "baseDepositApy"),
    rewardApy: pairOf(was, now, "rewardApy"),
    borrowApy: pairOf(was, now, "borrowApy"),
    utilization: pair(utilizationOf(now.figures, market), utilizationOf(was.figures, market)),
  };
  if (moveSize(rates) < leastMove - rounding) return [];
  return [
    {
      ...named(market),
      ...rates,
      totalDepositUsd: amount(now.figures.totalDepositUsd),
      flowUsd: flow === undefined || price === undefined ? undefined : amount((flow.in - flow.out) * price),
      reason: reasonOf(market.type, rates),
    },
  ];
}

const leastUtilizationMove = 0.001;

function reasonOf(
  type: string,
  {
    depositApy,
    rewardApy,
    borrowApy,
    utilization,
  }: Pick<RateMove, "depositApy" | "rewardApy" | "borrowApy" | "utilization">,
): MoveReason | undefined {
  const move = changeOf(depositApy);
  const paid = changeOf(rewardApy);
  if (paid !== undefined && Math.abs(paid) >= leastMove) {
    if (rewardApy.was === 0) return "rewards-began";
    if (rewardApy.now === 0) return "rewards-ended";
    if (move !== undefined && paid * move > 0 && Math.abs(paid) >= Math.abs(move) / 2) return "rewards";
  }
  if (type === "loop" && sizeOf(borrowApy) >= leastMove) return "borrow";
  return sizeOf(utilization) >= leastUtilizationMove ? "utilization" : undefined;
}

/** None worth listing: nothing came or went, or little of the deposits. */
function toFlow({ market, was, now, flow, price }: Compared, { since }: Span): DepositFlow[] {
  if (flow === undefined || now === undefined) return [];
  const net = flow.in - flow.out;
  const before = was?.figures.totalDeposit;
  const knownFrom = was?.time ?? market.firstSeen;
  const totalDeposit = amount(now.figures.totalDeposit);
  if (amount(net) === 0 || Math.abs(amount(net)) < leastShare * (totalDeposit ?? 0)) return [];
  return [
    {
      ...named(market),
      in: amount(flow.in),
      out: amount(flow.out),
      net: amount(net),
      netUsd: price === undefined ? undefined : amount(net * price),
      share: before === undefined || before <= 0 ? undefined : rate(net / before),
      totalDeposit,
      totalDepositUsd: amount(now.figures.totalDepositUsd),
      since: knownFrom > since ? moment(knownFrom) : undefined,
    },
  ];
}

function named({ id, type, provider }: KnownMarket) {
  return { marketId: id, type, provider };
}

function toArrival({ event, type, provider, figures, body }: RecordedArrival): Arrival {
  return {
    ...toWireEvent(event),
    type,
    provider,
    name: nameIn(body),
    depositApy: rate(figures.depositApy),
    totalDepositUsd: amount(figures.totalDepositUsd),
    maxLeverage: rate(figures.maxLeverage),
  };
}

export function nameIn(body: string | undefined): string | undefined {
  const reading = body === undefined || body === emptyBody ? undefined : readMarket(JSON.parse(body));
  return reading?.success === true
    ? marketNames(reading.data, marketTokens(reading.data, toRowToken)).label
    : undefined;
}

/** The first items, those drawn with their line. */
async function addLines<Item extends { readonly marketId: string }>(
  { analysis }: MarketStore,
  all: readonly Item[],
  name: FigureName,
  { since, until, resolution }: Span,
): Promise<(Item & { spark?: (number | null)[] })[]> {
  const items = all.slice(0, mostRecordItems);
  const marketIds = items.slice(0, drawn).map(({ marketId }) => marketId);
  const stepMs = Math.max(1, Math.ceil((until - since) / 1000 / sparkPoints)) * 1000;
  const from = Math.floor(until / 1000) * 1000 + 1000 - stepMs * sparkPoints;
  const steps = Array.from({ length: sparkPoints }, (_, index) => from + index * stepMs);
  const lines = await analysis.lines({ marketIds, name, steps, stepMs, until, resolution });
  const round = name === "totalDeposit" ? amount : rate;
  return items.map((item) => {
    const line = lines.get(item.marketId);
    return line === undefined
      ? item
      : Object.assign({}, item, { spark: line.map((value) => round(value) ?? null) });
  });
}

type DepositRate = "depositApy" | "baseDepositApy";

function countMoved(compared: readonly Compared[], field: DepositRate) {
  const moved = compared.flatMap(({ was, now }) => (was && now && changeOf(pairOf(was, now, field))) ?? []);
  return {
    up: moved.filter((move) => move >= movedBy - rounding).length,
    down: moved.filter((move) => move <= rounding - movedBy).length,
    of: moved.length,
  };
}

/** Only markets with a rate at both ends, because new ones shift the median; no loops, whose rates include leverage. */
function medians(compared: readonly Compared[], field: DepositRate): Pair {
  const known = compared.flatMap(({ market, was, now }) => {
    const begin = was?.figures[field];
    const end = now?.figures[field];
    return begin === undefined || end === undefined || market.type === "loop" ? [] : [{ begin, end }];
  });
  const now = known.map(({ end }) => end);
  const was = known.map(({ begin }) => begin);
  return pair(quantile(now, 0.5), quantile(was, 0.5));
}

/** At today's prices. Each market counts as inflow or outflow. */
function sumDeposits(compared: readonly Compared[]): { inUsd: number; outUsd: number; of: number } {
  const sums = { inUsd: 0, outUsd: 0, of: 0 };
  for (const { flow, price } of compared) {
    if (flow === undefined || price === undefined || flow.in + flow.out === 0) continue;
    sums.of += 1;
    sums.inUsd += flow.in * price;
    sums.outUsd += flow.out * price;
  }
  return { inUsd: amount(sums.inUsd), outUsd: amount(sums.outUsd), of: sums.of };
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
  return { now: rate(now), was: rate(was) };
}

function changeOf({ now, was }: Pair): number | undefined {
  return typeof now === "number" && typeof was === "number" ? now - was : undefined;
}

function sizeOf(figure: Pair): number {
  return Math.abs(changeOf(figure) ?? 0);
}

function isCap(kind: RecordedEvent["kind"], field: FigureName | undefined): boolean {
  return kind === "parameter" && (field === "maxDeposit" || field === "maxBorrow");
}
