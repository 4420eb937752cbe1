// What changed in all markets over a time: GET /v0/changes.
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
import { dayMs, hourMs } from "../../contract/units.ts";
import { quantile } from "../../finance/blend.ts";
import { inAndOut } from "../../finance/flows/flow-steps.ts";
import { watchedMarket } from "../alerts/watched.ts";
import type { KnownMarket, MarketRecord, MarketStore, RecordedEvent } from "../store/market-store.ts";
import type { PointField } from "../store/point.ts";
import { rollUp } from "../store/roll-up.ts";
import type { Series } from "../store/series.ts";
import { amount, moment, priceOf, rate, utilizationOf } from "./figures.ts";
import { toWireEvent } from "./market-changes.ts";
import { coverageOfTicks, inPortions, type Pace } from "./reading.ts";
import { firstPointOf, flowStepsOf, lastPointOf, type LastPoint } from "./sums.ts";

/** A move of a rate by this much is one to count. */
const movedBy = 0.005;
/** Less than a basis point is no move at all. */
const leastMove = 0.0001;
/** Less than a ten-thousandth of the deposits is no flow to list; the sums have it. */
const leastShare = 0.0001;
/** Differences below this are the sums' own. */
const rounding = 1e-9;
/** So many of the leading ones are drawn. */
const drawn = 20;
const mostEvents = 10_000;
/** Up to this long the points themselves are read, else the means of hours. */
const longestRawMs = 2 * dayMs;

/** The time that is compared: from the end of one moment to that of another. */
interface Span {
  readonly since: number;
  readonly until: number;
}

/** One market at both ends, and what flowed between them. */
interface Compared {
  readonly market: KnownMarket;
  readonly was: LastPoint | undefined;
  readonly now: LastPoint | undefined;
  readonly flow: { readonly in: number; readonly out: number } | undefined;
}

/** @param recordedSince the first walk */
export async function describeChanges(
  store: MarketStore,
  span: Span,
  recordedSince: number,
  pace: Pace,
): Promise<RecordChanges> {
  const { since, until } = span;
  const events = await store.events({ since: since + 1, until: until + 1, limit: mostEvents });
  // The newest come first.
  const allArrivals = events.filter(({ kind }) => isArrival(kind));
  const arrived = allArrivals.slice(0, mostRecordItems);
  // A market that is gone has no figures at the end to compare. There may be many: only what is listed of them is read.
  const there = (await store.markets(until)).filter(({ firstSeen }) => firstSeen <= until);
  const listed = new Set(arrived.map(({ marketId }) => marketId));
  const ids = new Set([...there.map(({ id }) => id), ...listed]);
  const compared: Compared[] = [];
  const reads = new Map<string, Moving>();
  for await (const portion of inPortions([...ids])) {
    for (const read of await readMoving(store, portion, span, pace)) {
      compared.push(compare(read, span, pace));
      if (listed.has(read.market.id)) reads.set(read.market.id, read);
    }
  }
  const arrivals = arrived.flatMap((event) => {
    const read = reads.get(event.marketId);
    return read === undefined ? [] : [toArrival(event, read)];
  });

  const moves = compared.flatMap((market) => toMove(market) ?? []).toSorted(byMove);
  const flows = compared
    .flatMap((market) => toFlow(market, span) ?? [])
    .filter(isWorthListing)
    .toSorted(byFlow);
  const caps = events.filter(({ kind, field }) => kind.startsWith("cap-") || isCap(kind, field));
  const parameters = events.filter(({ kind }) => kind === "parameter");
  const rewards = events.filter(({ kind }) => kind.startsWith("reward-"));
  const count = (kind: RecordedEvent["kind"]): number => events.filter((event) => event.kind === kind).length;
  return {
    since: moment(since),
    until: moment(until),
    recordedSince: moment(recordedSince),
    everyMs: pace.everyMs,
    coverage: await coverageOfTicks(store, since, until, pace),
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
      arrivals: allArrivals.length,
      parameters: parameters.length,
      rewards: rewards.length,
    },
    moves: await drawSparks(store, moves.slice(0, mostRecordItems), "depositApy", span, pace),
    flows: await drawSparks(store, flows.slice(0, mostRecordItems), "totalDeposit", span, pace),
    caps: caps.slice(0, mostRecordItems).map(toWireEvent),
    arrivals: await nameArrivals(store, arrivals),
    parameters: parameters.slice(0, mostRecordItems).map(toWireEvent),
    rewards: rewards.slice(0, mostRecordItems).map(toWireEvent),
  };
}

interface Moving {
  readonly market: KnownMarket;
  /** The points around both ends, and between them where the time is short. */
  readonly points: readonly Series[];
  /** The points between the ends, or the means of their hours. */
  readonly steps: Series;
  readonly stepMs: number;
}

/** What is needed of markets: the points themselves where the time is short, else those of both ends and the hours between. */
async function readMoving(
  store: MarketStore,
  marketIds: readonly string[],
  { since, until }: Span,
  { holdMs }: Pace,
): Promise<readonly Moving[]> {
  const read = (
    startTime: number,
    endTime: number,
    resolution: "raw" | "1h",
  ): Promise<readonly MarketRecord[]> => store.history({ marketIds, startTime, endTime, resolution });
  if (until - since <= longestRawMs) {
    const records = await read(since - holdMs, until + 1, "raw");
    return records.map(({ series, ...market }) => ({ market, points: [series], steps: series, stepMs: 0 }));
  }
  const first = await read(since - holdMs, since + hourMs, "raw");
  const last = await read(until - hourMs - holdMs, until + 1, "raw");
  const between = await read(Math.ceil(since / hourMs) * hourMs, until, "1h");
  return between.map(({ series, ...market }, index) => ({
    market,
    points: [first[index]?.series, last[index]?.series].flatMap((points) => points ?? []),
    steps: series,
    stepMs: hourMs,
  }));
}

function compare(read: Moving, { since, until }: Span, { holdMs }: Pace): Compared {
  const { market } = read;
  const [first] = read.points;
  const half = since + (until - since) / 2;
  const earliest = market.firstSeen <= since ? firstPointOf(read.steps, since) : undefined;
  const was =
    (first === undefined ? undefined : lastPointOf(first, since - holdMs, since)) ??
    // The record may have a gap at the beginning.
    (earliest !== undefined && earliest.time <= half ? earliest : undefined);
  const last = read.points.at(-1);
  const now = last === undefined ? undefined : lastPointOf(last, until - holdMs, until);
  if (now === undefined) return { market, was, now, flow: undefined };
  const steps = flowStepsOf(read.steps, market.type, read.stepMs, { start: was, end: now });
  const counted = steps.filter(({ to }) => to > since);
  return { market, was, now, flow: counted.length === 0 ? undefined : inAndOut(counted) };
}

/** A move of at least a basis point; undefined where there is none, or an end is not known. */
function toMove({ market, was, now, flow }: Compared): RateMove | undefined {
  if (was === undefined || now === undefined) return undefined;
  const depositApy = pairOf(was, now, "depositApy");
  const baseDepositApy = pairOf(was, now, "baseDepositApy");
  if (!(Math.max(sizeOf(depositApy), sizeOf(baseDepositApy)) >= leastMove - rounding)) return undefined;
  const price = priceOf(now.point);
  const rewardApy = pairOf(was, now, "rewardApy");
  const borrowApy = pairOf(was, now, "borrowApy");
  const used = pair(utilizationOf(now.point, market), utilizationOf(was.point, market));
  const reason = reasonOf(market.type, { depositApy, rewardApy, borrowApy, utilization: used });
  return {
    marketId: market.id,
    type: market.type,
    provider: market.provider,
    depositApy,
    baseDepositApy,
    rewardApy,
    borrowApy,
    utilization: used,
    totalDepositUsd: amount(now.point.totalDepositUsd),
    flowUsd: flow === undefined || price === undefined ? undefined : amount((flow.in - flow.out) * price),
    reason,
  };
}

type MovedRates = Pick<RateMove, "depositApy" | "rewardApy" | "borrowApy" | "utilization">;

/** More or less lent out by this share of the deposits is a reason for a rate to move. */
const leastUtilizationMove = 0.001;

/** Why a rate moved, as far as the record tells: see `moveReasons`. */
function reasonOf(
  type: string,
  { depositApy, rewardApy, borrowApy, utilization }: MovedRates,
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

function toFlow({ market, was, now, flow }: Compared, { since }: Span): DepositFlow | undefined {
  if (flow === undefined || now === undefined) return undefined;
  const price = priceOf(now.point);
  const net = flow.in - flow.out;
  const before = was?.point.totalDeposit;
  const knownFrom = was?.time ?? market.firstSeen;
  if (amount(net) === 0) return undefined;
  return {
    marketId: market.id,
    type: market.type,
    provider: market.provider,
    in: amount(flow.in),
    out: amount(flow.out),
    net: amount(net),
    netUsd: price === undefined ? undefined : amount(net * price),
    share: before === undefined || before <= 0 ? undefined : rate(net / before),
    totalDeposit: amount(now.point.totalDeposit),
    totalDepositUsd: amount(now.point.totalDepositUsd),
    since: knownFrom > since ? moment(knownFrom) : undefined,
  };
}

function isWorthListing({ net, totalDeposit }: DepositFlow): boolean {
  return typeof totalDeposit !== "number" || Math.abs(net) >= leastShare * totalDeposit;
}

function toArrival(event: RecordedEvent, { market, points, steps, stepMs }: Moving): Arrival {
  const { time } = event;
  const candidates = [...points, steps].flatMap(
    (series) =>
      (event.kind === "gone"
        ? lastPointOf(series, 0, time - 1000)
        : firstPointOf(series, time - (series === steps ? stepMs : 0))) ?? [],
  );
  // Of a market that is gone the last word, of another the first.
  candidates.sort((left, right) => (event.kind === "gone" ? right.time - left.time : left.time - right.time));
  const point = candidates[0]?.point ?? {};
  return {
    ...toWireEvent(event),
    type: market.type,
    provider: market.provider,
    depositApy: rate(point.depositApy),
    totalDepositUsd: amount(point.totalDepositUsd),
    maxLeverage: rate(point.maxLeverage),
  };
}

/** Adds what markets are called. */
async function nameArrivals(store: MarketStore, arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const bodies = await store.bodies([...new Set(arrivals.map(({ marketId }) => marketId))]);
  return arrivals.map((arrival) => ({ ...arrival, name: nameIn(bodies.get(arrival.marketId)) }));
}

/** What a market is called in every list, from its JSON; undefined where that cannot be read. */
export function nameIn(body: string | undefined): string | undefined {
  const reading = body === undefined ? undefined : readMarket(JSON.parse(body));
  return reading?.success === true ? watchedMarket(reading.data).label : undefined;
}

/** Adds the line of each of the first: means of equal parts of the time, the last figure being that of now. */
async function drawSparks<Item extends { readonly marketId: string }>(
  store: MarketStore,
  items: readonly Item[],
  field: PointField,
  { since, until }: Span,
  { holdMs }: Pace,
): Promise<(Item & { spark?: (number | null)[] })[]> {
  const marketIds = items.slice(0, drawn).map(({ marketId }) => marketId);
  const isShort = until - since <= longestRawMs;
  const hold = Math.ceil((isShort ? holdMs : hourMs) / 1000);
  const step = Math.max(1, Math.ceil((until - since) / 1000 / sparkPoints));
  const to = Math.floor(until / 1000) + 1;
  const from = to - step * sparkPoints;
  const records = await store.history({
    marketIds,
    startTime: (from - hold) * 1000,
    endTime: until + 1,
    resolution: isShort ? "raw" : "1h",
  });
  const lines = new Map(records.map(({ id, series }) => [id, lineOf(series, field, from, to, step, hold)]));
  return items.map((item) => {
    const spark = lines.get(item.marketId);
    return spark === undefined ? item : { ...item, spark };
  });
}

function lineOf(
  series: Series,
  field: PointField,
  from: number,
  to: number,
  step: number,
  hold: number,
): (number | null)[] {
  const means = rollUp(series, from, to, step, hold);
  const line = Array.from<number | null>({ length: sparkPoints }).fill(null);
  for (const [index, time] of means.times.entries()) {
    const value = means.columns.get(field)?.at(index);
    if (value !== undefined)
      line[(time - from) / step] = (field === "totalDeposit" ? amount : rate)(value) ?? null;
  }
  return line;
}

function countMoved(
  compared: readonly Compared[],
  field: "depositApy" | "baseDepositApy",
): { up: number; down: number; of: number } {
  const counted = { up: 0, down: 0, of: 0 };
  for (const { was, now } of compared) {
    const move = was === undefined || now === undefined ? undefined : changeOf(pairOf(was, now, field));
    if (move === undefined) continue;
    counted.of += 1;
    if (move >= movedBy - rounding) counted.up += 1;
    else if (move <= rounding - movedBy) counted.down += 1;
  }
  return counted;
}

/**
 * The medians of the markets that have the rate at both ends: otherwise new ones would move it. Without loops, whose rates are
 * those of several times the deposit.
 */
function medians(compared: readonly Compared[], field: "depositApy" | "baseDepositApy"): Pair {
  const now: number[] = [];
  const was: number[] = [];
  for (const market of compared) {
    const end = market.now?.point[field];
    const begin = market.was?.point[field];
    if (end === undefined || begin === undefined || market.market.type === "loop") continue;
    now.push(end);
    was.push(begin);
  }
  return pair(quantile(now, 0.5), quantile(was, 0.5));
}

/** All that went in and all that went out, each step of each market counting for one of them, at the prices of now. */
function sumDeposits(compared: readonly Compared[]): { inUsd: number; outUsd: number; of: number } {
  const sums = { inUsd: 0, outUsd: 0, of: 0 };
  for (const { flow, now } of compared) {
    const price = now === undefined ? undefined : priceOf(now.point);
    if (flow === undefined || price === undefined || flow.in + flow.out === 0) continue;
    sums.of += 1;
    sums.inUsd += flow.in * price;
    sums.outUsd += flow.out * price;
  }
  return { inUsd: amount(sums.inUsd), outUsd: amount(sums.outUsd), of: sums.of };
}

function byMove(left: RateMove, right: RateMove): number {
  return moveSize(right) - moveSize(left) || left.marketId.localeCompare(right.marketId);
}

function moveSize({ depositApy, baseDepositApy }: RateMove): number {
  return Math.max(sizeOf(depositApy), sizeOf(baseDepositApy));
}

function byFlow(left: DepositFlow, right: DepositFlow): number {
  return flowSize(right) - flowSize(left) || left.marketId.localeCompare(right.marketId);
}

/** Those without a price come after all others. */
function flowSize({ netUsd }: DepositFlow): number {
  return typeof netUsd === "number" ? Math.abs(netUsd) : -1;
}

function pairOf(was: LastPoint, now: LastPoint, field: PointField): Pair {
  return pair(now.point[field], was.point[field]);
}

function pair(now: number | undefined, was: number | undefined): Pair {
  return { now: rate(now), was: rate(was) };
}

function changeOf({ now, was }: Pair): number | undefined {
  return typeof now === "number" && typeof was === "number" ? now - was : undefined;
}

/** How far a figure moved, 0 where nobody knows. */
function sizeOf(figure: Pair): number {
  return Math.abs(changeOf(figure) ?? 0);
}

function isArrival(kind: RecordedEvent["kind"]): boolean {
  return kind === "first-seen" || kind === "gone" || kind === "back";
}

function isCap(kind: RecordedEvent["kind"], field: PointField | undefined): boolean {
  return kind === "parameter" && (field === "maxDeposit" || field === "maxBorrow");
}
