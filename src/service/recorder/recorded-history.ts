// The source's figures win; the record adds what the source lacks.
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
import type { MeanName } from "../store/figures.ts";
import { tagOf } from "../tag.ts";

/** 2.5 MB of JSON and 50 ms of work; longer histories get daily points. */
const mostPoints = 20_000;
const names: readonly MeanName[] = [
  "depositApy",
  "baseDepositApy",
  "borrowApy",
  "baseBorrowApy",
  "rewardApy",
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  "coverage",
];
const patienceMs = 2000;
/** Bytes. */
const keptBytes = 8 * 1024 * 1024;

/** If the source or the record fails, the other answers alone; if both do, this fails with the source's error. */
export function withRecord(source: MarketSource, record: Readable): MarketSource {
  const onceByTag = createOnceByTag();
  return { ...source, history: (request, call) => mergedHistory(source, record, onceByTag, request, call) };
}

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
  const given = await settle(source.history(request, call));
  if (store === undefined || lastKept === undefined) return orThrow(given);
  if (given.failed && !mayStandIn(given.error)) throw given.error;
  const now = Date.now();
  const { startTime } = request;
  const endTime = Math.min(request.endTime ?? now, now);
  const read = (resolution: Resolution): Promise<readonly MarketRecord[] | undefined> =>
    recordOf(store, request, startTime, endTime, resolution);
  const answerOf = async (): Promise<Buffer<ArrayBuffer> | undefined> => {
    if (given.failed) {
      const resolution = resolutionOf(request, startTime, endTime);
      const recorded = await read(resolution);
      if (recorded === undefined || recorded.length === 0) return undefined;
      return toBytes(recorded.map((market) => mergeHistory(market.id, [], market, resolutionMs[resolution])));
    }
    const bytes = await given.value.bytes();
    const { markets } = parseHistory(JSON.parse(bytes.toString())).data;
    // The source may have chosen another step than requested.
    const resolution = stepOf(markets) ?? resolutionOf(request, startTime, endTime);
    if (resolution === "1h" && isTooMany(request, startTime, endTime)) return bytes;
    const recorded = await read(resolution);
    if (recorded === undefined) return undefined;
    if (recorded.length === 0) return bytes;
    const published = new Map(markets.map((market) => [market.id, market]));
    const known = new Map(recorded.map((market) => [market.id, market]));
    return toBytes(
      request.marketIds.flatMap((id) => {
        const market = published.get(id);
        const ours = known.get(id);
        if (ours === undefined) return market === undefined ? [] : [market];
        return [{ ...market, ...mergeHistory(id, market?.history ?? [], ours, resolutionMs[resolution]) }];
      }),
    );
  };
  if (given.failed) {
    const bytes = await answerOf();
    if (bytes === undefined) throw given.error;
    return {
      tag: tagOf(bytes),
      bytes: () => bytes,
      ageSeconds: ageSeconds(lastKept, now),
      stale: true,
      setAside: nothingSetAside,
    };
  }
  const { value } = given;
  // The record changes with each poll, its last step by the minute.
  const tag = tagOf(JSON.stringify([value.tag, lastKept, request, Math.floor(endTime / 60_000)]));
  const bytes = await onceByTag(tag, answerOf);
  return bytes === undefined ? value : { ...value, tag, bytes: () => bytes };
}

type Settled =
  | { readonly failed: false; readonly value: SourceAnswer }
  | { readonly failed: true; readonly error: unknown };

async function settle(answer: SourceAnswer | Promise<SourceAnswer>): Promise<Settled> {
  try {
    return { failed: false, value: await onceReady(answer, (value) => value) };
  } catch (error) {
    return { failed: true, error };
  }
}

function orThrow(settled: Settled): SourceAnswer {
  if (settled.failed) throw settled.error;
  return settled.value;
}

/** The source failed, or does not know these markets. */
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

async function recordOf(
  store: MarketStore,
  { marketIds }: HistoryRequest,
  startTime: number,
  endTime: number,
  resolution: Resolution,
): Promise<readonly MarketRecord[] | undefined> {
  try {
    const reading = store.history({ marketIds, startTime, endTime, resolution, names });
    return await inTime(reading, patienceMs, () => undefined);
  } catch {
    return undefined;
  }
}

/** Every point and figure of the source stays; the record fills in the others, one point per step. */
export function mergeHistory(
  id: string,
  given: readonly HistoryPoint[],
  market: MarketRecord,
  stepMs: number,
): MarketHistory {
  const { series, firstSeen, goneSince } = market;
  const steps = new Map<number, number>();
  for (const [index, time] of series.times.entries()) steps.set(Math.floor(time / stepMs) * stepMs, index);
  const history: HistoryPoint[] = given.map((point) => {
    const step = Math.floor(Date.parse(point.timestamp) / stepMs) * stepMs;
    const index = steps.get(step);
    if (index === undefined) return point;
    steps.delete(step);
    const ours = figuresOf(series.figuresAt(index), market);
    return {
      ...ours,
      ...point,
      depositApy: point.depositApy ?? ours.depositApy,
      totalDeposit: point.totalDeposit ?? ours.totalDeposit,
      totalDepositUsd: point.totalDepositUsd ?? ours.totalDepositUsd,
      source: "merged",
    };
  });
  for (const [step, index] of steps)
    history.push({
      timestamp: moment(step),
      ...figuresOf(series.figuresAt(index), market),
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
