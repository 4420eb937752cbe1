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
import type { FlowSums, Reading, RecordedArrival } from "../store/analysis.ts";
import type { FigureName } from "../store/figures.ts";
import type { RecordedEvent } from "../store/market-events.ts";
import type { KnownMarket, MarketStore } from "../store/market-store.ts";
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
/** Longer spans compare hourly means instead of readings. */
const longestRawMs = 2 * dayMs;

interface Span {
  readonly since: number;
  readonly until: number;
}

interface Compared {
  readonly market: KnownMarket;
  readonly was: Reading | undefined;
  readonly now: Reading | undefined;
  readonly flow: FlowSums | undefined;
}

export async function describeChanges(
  store: MarketStore,
  span: Span,
  recordedSince: number,
  pace: Pace,
): Promise<RecordChanges> {
  const { since, until } = span;
  const events = await store.events({ since: since + 1, until: until + 1, limit: mostEvents });
  const arrivals = await store.analysis.arrivals(since + 1000, until + 1000, mostRecordItems);
  const listed = (await store.markets(until)).filter(({ firstSeen }) => firstSeen <= until);
  const known = new Map(listed.map((market) => [market.id, market]));
  const compared: Compared[] = [];
  for await (const portion of inPortions([...known.keys()]))
    compared.push(...(await compare(store, portion, known, span, pace)));

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
      arrivals: events.filter(({ kind }) => isArrival(kind)).length,
      parameters: parameters.length,
      rewards: rewards.length,
    },
    moves: await addLines(store, moves.slice(0, mostRecordItems), "depositApy", span),
    flows: await addLines(store, flows.slice(0, mostRecordItems), "totalDeposit", span),
    caps: caps.slice(0, mostRecordItems).map(toWireEvent),
    arrivals: arrivals.map(toArrival),
    parameters: parameters.slice(0, mostRecordItems).map(toWireEvent),
    rewards: rewards.slice(0, mostRecordItems).map(toWireEvent),
  };
}

async function compare(
  store: MarketStore,
  marketIds: readonly string[],
  known: ReadonlyMap<string, KnownMarket>,
  { since, until }: Span,
  { holdMs }: Pace,
): Promise<Compared[]> {
  const { analysis } = store;
  const isShort = until - since <= longestRawMs;
  const resolution = isShort ? "raw" : "1h";
  const was = await analysis.lastReadings({ marketIds, from: since - holdMs, to: since });
  const now = await analysis.lastReadings({ marketIds, from: until - holdMs, to: until });
  const late = await analysis.firstReadings(
    {
      marketIds: marketIds.filter((id) => !was.has(id) && (known.get(id)?.firstSeen ?? Infinity) <= since),
      from: since,
      to: since + (until - since) / 2,
    },
    resolution,
  );
  const flows = await analysis.flows({
    marketIds,
    windows: [since],
    from: since,
    until,
    resolution,
    withStart: true,
  });
  return marketIds.flatMap((id) => {
    const market = known.get(id);
    if (market === undefined) return [];
    const end = now.get(id);
    const [flow] = end === undefined ? [] : (flows.get(id) ?? []);
    return [{ market, was: was.get(id) ?? late.get(id), now: end, flow }];
  });
}

function toMove({ market, was, now, flow }: Compared): RateMove | undefined {
  if (was === undefined || now === undefined) return undefined;
  const depositApy = pairOf(was, now, "depositApy");
  const baseDepositApy = pairOf(was, now, "baseDepositApy");
  if (!(Math.max(sizeOf(depositApy), sizeOf(baseDepositApy)) >= leastMove - rounding)) return undefined;
  const price = priceOf(now.figures);
  const rewardApy = pairOf(was, now, "rewardApy");
  const borrowApy = pairOf(was, now, "borrowApy");
  const used = pair(utilizationOf(now.figures, market), utilizationOf(was.figures, market));
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
    totalDepositUsd: amount(now.figures.totalDepositUsd),
    flowUsd: flow === undefined || price === undefined ? undefined : amount((flow.in - flow.out) * price),
    reason,
  };
}

type MovedRates = Pick<RateMove, "depositApy" | "rewardApy" | "borrowApy" | "utilization">;

const leastUtilizationMove = 0.001;

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
  const price = priceOf(now.figures);
  const net = flow.in - flow.out;
  const before = was?.figures.totalDeposit;
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
    totalDeposit: amount(now.figures.totalDeposit),
    totalDepositUsd: amount(now.figures.totalDepositUsd),
    since: knownFrom > since ? moment(knownFrom) : undefined,
  };
}

function isWorthListing({ net, totalDeposit }: DepositFlow): boolean {
  return typeof totalDeposit !== "number" || Math.abs(net) >= leastShare * totalDeposit;
}

function toArrival({ event, type, provider, figures, body }: RecordedArrival): Arrival {
  return {
    ...toWireEvent(event),
    type,
    provider,
    name: nameIn(body === "" ? undefined : body),
    depositApy: rate(figures.depositApy),
    totalDepositUsd: amount(figures.totalDepositUsd),
    maxLeverage: rate(figures.maxLeverage),
  };
}

export function nameIn(body: string | undefined): string | undefined {
  const reading = body === undefined ? undefined : readMarket(JSON.parse(body));
  return reading?.success === true
    ? marketNames(reading.data, marketTokens(reading.data, toRowToken)).label
    : undefined;
}

async function addLines<Item extends { readonly marketId: string }>(
  store: MarketStore,
  items: readonly Item[],
  name: FigureName,
  { since, until }: Span,
): Promise<(Item & { spark?: (number | null)[] })[]> {
  const marketIds = items.slice(0, drawn).map(({ marketId }) => marketId);
  const stepMs = Math.max(1, Math.ceil((until - since) / 1000 / sparkPoints)) * 1000;
  const from = Math.floor(until / 1000) * 1000 + 1000 - stepMs * sparkPoints;
  const lines = await store.analysis.lines({
    marketIds,
    name,
    steps: Array.from({ length: sparkPoints }, (_, index) => from + index * stepMs),
    stepMs,
    until,
    resolution: until - since <= longestRawMs ? "raw" : "1h",
  });
  const round = name === "totalDeposit" ? amount : rate;
  return items.map((item) => {
    const line = lines.get(item.marketId);
    return line === undefined ? item : { ...item, spark: line.map((value) => round(value) ?? null) };
  });
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

/** Only markets with a rate at both ends, because new ones shift the median; no loops, whose rates include leverage. */
function medians(compared: readonly Compared[], field: "depositApy" | "baseDepositApy"): Pair {
  const now: number[] = [];
  const was: number[] = [];
  for (const market of compared) {
    const end = market.now?.figures[field];
    const begin = market.was?.figures[field];
    if (end === undefined || begin === undefined || market.market.type === "loop") continue;
    now.push(end);
    was.push(begin);
  }
  return pair(quantile(now, 0.5), quantile(was, 0.5));
}

/** At today's prices. Each market counts as inflow or outflow. */
function sumDeposits(compared: readonly Compared[]): { inUsd: number; outUsd: number; of: number } {
  const sums = { inUsd: 0, outUsd: 0, of: 0 };
  for (const { flow, now } of compared) {
    const price = now === undefined ? undefined : priceOf(now.figures);
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

function isArrival(kind: RecordedEvent["kind"]): boolean {
  return kind === "first-seen" || kind === "gone" || kind === "back";
}

function isCap(kind: RecordedEvent["kind"], field: FigureName | undefined): boolean {
  return kind === "parameter" && (field === "maxDeposit" || field === "maxBorrow");
}
