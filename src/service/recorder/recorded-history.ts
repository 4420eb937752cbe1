// The past as the source tells it and as it was recorded here, as one: what the source says holds, what only the record knows is added.
import { LRUCache } from "lru-cache";
import {
  parseHistory,
  usualResolution,
  type HistoryPoint,
  type HistoryRequest,
  type HistoryResolution,
  type MarketHistory,
} from "../../contract/history.ts";
import { dayMs, hourMs, resolutionMs } from "../../contract/units.ts";
import { entryBytes } from "../entry-bytes.ts";
import { inTime, onceReady } from "../waiting.ts";
import { figuresOf, moment } from "../record/figures.ts";
import { ageSeconds, type Readable } from "../record/reading.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { nothingSetAside, type Call, type SourceAnswer } from "../sources/source-answer.ts";
import type { MarketRecord, MarketStore, Resolution } from "../store/market-store.ts";
import type { Point } from "../store/point.ts";
import { tagOf } from "../tag.ts";

/** Of more points than this the means of days are given: 2.5 MB of JSON, and 50 ms of work. */
const mostPoints = 20_000;
/** How long an answer waits for the record. */
const patienceMs = 2000;
/** Answers that are kept, in bytes; the largest takes a third of it. */
const keptBytes = 8 * 1024 * 1024;

/**
 * A source whose history is that of the record and of the source behind it. It fails where both do, as the source does; where
 * one does, the other answers alone.
 */
export function withRecord(source: MarketSource, record: Readable): MarketSource {
  const onceByTag = createOnceByTag();
  return { ...source, history: (request, call) => mergedHistory(source, record, onceByTag, request, call) };
}

/** Makes what belongs to a tag once, also where many ask at the same time. What could not be made is tried again by the next. */
type OnceByTag = (
  tag: string,
  make: () => Promise<Buffer<ArrayBuffer> | undefined>,
) => Promise<Buffer<ArrayBuffer> | undefined>;

function createOnceByTag(): OnceByTag {
  const kept = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: keptBytes,
    sizeCalculation: (bytes) => bytes.length + entryBytes,
  });
  const making = new Map<string, Promise<Buffer<ArrayBuffer> | undefined>>();
  return async (tag, make) => {
    const known = kept.get(tag) ?? making.get(tag);
    if (known !== undefined) return known;
    const made = make().finally(() => making.delete(tag));
    making.set(tag, made);
    const bytes = await made;
    if (bytes !== undefined) kept.set(tag, bytes);
    return bytes;
  };
}

async function mergedHistory(
  source: MarketSource,
  record: Readable,
  onceByTag: OnceByTag,
  request: HistoryRequest,
  call: Call,
): Promise<SourceAnswer> {
  const { store, lastKept } = record;
  const told = await settle(source.history(request, call));
  if (store === undefined || lastKept === undefined) return orThrow(told);
  if (told.failed && !mayStandIn(told.error)) throw told.error;
  const now = Date.now();
  const { startTime } = request;
  const endTime = Math.min(request.endTime ?? now, now);
  const read = (resolution: Resolution): Promise<readonly MarketRecord[] | undefined> =>
    recordOf(store, request, startTime, endTime, resolution);
  /** Undefined where the record could not be read. */
  const answerOf = async (): Promise<Buffer<ArrayBuffer> | undefined> => {
    if (told.failed) {
      const resolution = resolutionOf(request, startTime, endTime);
      const recorded = await read(resolution);
      if (recorded === undefined || recorded.length === 0) return undefined;
      return toBytes(recorded.map((market) => mergeHistory(market.id, [], market, resolutionMs[resolution])));
    }
    const bytes = await told.value.bytes();
    const { markets } = parseHistory(JSON.parse(bytes.toString())).data;
    // Whatever was asked for, the record takes the step that the source has taken.
    const resolution = stepOf(markets) ?? resolutionOf(request, startTime, endTime);
    if (resolution === "1h" && isTooMany(request, startTime, endTime)) return bytes;
    const recorded = await read(resolution);
    if (recorded === undefined) return undefined;
    if (recorded.length === 0) return bytes;
    const given = new Map(markets.map((market) => [market.id, market]));
    const known = new Map(recorded.map((market) => [market.id, market]));
    return toBytes(
      request.marketIds.flatMap((id) => {
        const market = given.get(id);
        const ours = known.get(id);
        if (ours === undefined) return market === undefined ? [] : [market];
        return [{ ...market, ...mergeHistory(id, market?.history ?? [], ours, resolutionMs[resolution]) }];
      }),
    );
  };
  // Without the source nobody knows beforehand whether there is anything to answer with.
  if (told.failed) {
    const bytes = await answerOf();
    if (bytes === undefined) throw told.error;
    return {
      tag: tagOf(bytes),
      bytes: () => bytes,
      ageSeconds: ageSeconds(lastKept, now),
      stale: true,
      setAside: nothingSetAside,
    };
  }
  const { value } = told;
  // The record changes with each walk, and the last step of it with time.
  const tag = tagOf(JSON.stringify([value.tag, lastKept, request, Math.floor(endTime / 60_000)]));
  const bytes = await onceByTag(tag, answerOf);
  // Without the record it is the source's own answer, by its own name: what is kept of it stands for nothing else.
  return bytes === undefined ? value : { ...value, tag, bytes: () => bytes };
}

type Told =
  | { readonly failed: false; readonly value: SourceAnswer }
  | { readonly failed: true; readonly error: unknown };

async function settle(answer: SourceAnswer | Promise<SourceAnswer>): Promise<Told> {
  try {
    return { failed: false, value: await onceReady(answer, (value) => value) };
  } catch (error) {
    return { failed: true, error };
  }
}

function orThrow(told: Told): SourceAnswer {
  if (told.failed) throw told.error;
  return told.value;
}

/** Whether the record may answer in the source's place: where the source failed, or has never heard of these markets. */
function mayStandIn(error: unknown): boolean {
  return error instanceof SourceError && error.statusCode !== 400;
}

function resolutionOf(request: HistoryRequest, startTime: number, endTime: number): HistoryResolution {
  const wanted = request.resolution ?? usualResolution(endTime - startTime);
  return wanted === "1h" && isTooMany(request, startTime, endTime) ? "1d" : wanted;
}

function isTooMany({ marketIds }: HistoryRequest, startTime: number, endTime: number): boolean {
  return (marketIds.length * (endTime - startTime)) / hourMs > mostPoints;
}

/** The step of points as they were told: the shortest time between two of a market. Undefined where there are no two. */
function stepOf(markets: readonly MarketHistory[]): HistoryResolution | undefined {
  let shortest = Infinity;
  for (const { history } of markets) {
    const times = history.map(({ timestamp }) => Date.parse(timestamp)).toSorted((a, b) => a - b);
    for (const [index, time] of times.entries()) {
      const step = time - (times[index - 1] ?? -Infinity);
      if (step > 0) shortest = Math.min(shortest, step);
    }
  }
  if (shortest === Infinity) return undefined;
  return shortest < dayMs / 2 ? "1h" : "1d";
}

/** What is recorded, or undefined where the store fails or takes too long: then the answer does without. */
async function recordOf(
  store: MarketStore,
  { marketIds }: HistoryRequest,
  startTime: number,
  endTime: number,
  resolution: Resolution,
): Promise<readonly MarketRecord[] | undefined> {
  try {
    const reading = store.history({ marketIds, startTime, endTime, resolution });
    return await inTime(reading, patienceMs, () => undefined);
  } catch {
    return undefined;
  }
}

/**
 * One market's past: the source's points with what the record adds to each, and the record's where the source has none. No point of
 * the source is dropped or has another figure than the source told, and there is one point for a step.
 */
export function mergeHistory(
  id: string,
  given: readonly HistoryPoint[],
  market: MarketRecord,
  stepMs: number,
): MarketHistory {
  const { series, firstSeen, goneSince } = market;
  const steps = new Map<number, Point>();
  for (const [index, time] of series.times.entries())
    steps.set(Math.floor((time * 1000) / stepMs) * stepMs, series.pointAt(index));
  const history: HistoryPoint[] = given.map((point) => {
    const step = Math.floor(Date.parse(point.timestamp) / stepMs) * stepMs;
    const recorded = steps.get(step);
    if (recorded === undefined) return point;
    steps.delete(step);
    const ours = figuresOf(recorded, market);
    return {
      ...ours,
      ...point,
      depositApy: point.depositApy ?? ours.depositApy,
      totalDeposit: point.totalDeposit ?? ours.totalDeposit,
      totalDepositUsd: point.totalDepositUsd ?? ours.totalDepositUsd,
      source: "merged",
    };
  });
  for (const [step, point] of steps)
    history.push({
      timestamp: moment(step),
      ...figuresOf(point, market),
      source: "recorded",
    });
  history.sort((left, right) => Date.parse(left.timestamp) - Date.parse(right.timestamp));
  return {
    id,
    history,
    recordedSince: moment(firstSeen),
    ...(goneSince === undefined ? {} : { goneSince: moment(goneSince) }),
  };
}

function toBytes(markets: readonly MarketHistory[]): Buffer<ArrayBuffer> {
  return Buffer.from(JSON.stringify({ data: { markets } }));
}
