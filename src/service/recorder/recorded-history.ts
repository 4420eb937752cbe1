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
import { dayMs, hourMs, minuteMs, resolutionMs } from "../../contract/units.ts";
import { entryBytes } from "../entry-bytes.ts";
import { inTime } from "../waiting.ts";
import { figuresOf, moment } from "../record/figures.ts";
import { ageSeconds, type Readable } from "../record/reading.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { answerOfBytes, type SourceAnswer } from "../sources/source-answer.ts";
import type { MarketRecord, MarketStore, Resolution } from "../store/market-store.ts";
import { averagedNames, poolNames } from "../store/sql/windows.ts";
import { tagOf } from "../tag.ts";

/** 2.5 MB of JSON and 50 ms of work; longer histories get daily points. */
const mostPoints = 20_000;
export const historyNames = [...averagedNames, ...poolNames, "coverage"] as const;
const patienceMs = 2000;
/** Bytes. */
const keptBytes = 8 * 1024 * 1024;

type Read = (resolution: Resolution) => Promise<readonly MarketRecord[] | undefined>;

/** If the source or the record fails, the other answers alone; if both do, this fails with the source's error. */
export function withRecord(
  source: MarketSource,
  record: Pick<Readable, "lastKept"> & { readonly store: Pick<MarketStore, "history"> | undefined },
): MarketSource {
  const merged = new LRUCache<string, Buffer<ArrayBuffer>, () => Promise<Buffer<ArrayBuffer> | undefined>>({
    maxSize: keptBytes,
    sizeCalculation: (bytes) => bytes.length + entryBytes,
    fetchMethod: (_tag, _stale, { context: merge }) => merge(),
    ignoreFetchAbort: true,
  });
  return {
    ...source,
    async history(request, call) {
      const { store, lastKept } = record;
      if (store === undefined || lastKept === undefined) return source.history(request, call);
      const now = Date.now();
      const endTime = Math.min(request.endTime ?? now, now);
      const { marketIds, startTime } = request;
      /** Undefined where the record cannot be read. */
      const read: Read = (resolution) =>
        inTime(
          store
            .history({ marketIds, startTime, endTime, resolution, names: historyNames })
            .catch(() => undefined),
          patienceMs,
          () => undefined,
        );
      try {
        const given = await source.history(request, call);
        // The record changes with each poll, its last step by the minute.
        const tag = tagOf(JSON.stringify([given.tag, lastKept, request, Math.floor(endTime / minuteMs)]));
        const bytes = await merged.fetch(tag, { context: () => addRecord(given, request, endTime, read) });
        return bytes === undefined ? given : { ...given, tag, bytes: () => bytes };
      } catch (error) {
        // The source failed, or does not know these markets.
        if (!(error instanceof SourceError) || error.statusCode === 400) throw error;
        const resolution = resolutionOf(request, endTime);
        const recorded = await read(resolution);
        if (recorded === undefined || recorded.length === 0) throw error;
        const step = resolutionMs[resolution];
        const bytes = toBytes(recorded.map((market) => mergeHistory(market.id, [], market, step)));
        return answerOfBytes(bytes, { ageSeconds: ageSeconds(lastKept, now), stale: true });
      }
    },
  };
}

/** Undefined where the record cannot be read. */
async function addRecord(
  given: SourceAnswer,
  request: HistoryRequest,
  endTime: number,
  read: Read,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const bytes = await given.bytes();
  const { markets } = parseHistory(JSON.parse(bytes.toString())).data;
  // The source may have chosen another step than requested.
  const resolution = stepOf(markets) ?? resolutionOf(request, endTime);
  if (resolution === "1h" && isTooMany(request, endTime)) return bytes;
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
}

function resolutionOf(request: HistoryRequest, endTime: number): HistoryResolution {
  const wanted = request.resolution ?? usualResolution(endTime - request.startTime);
  return wanted === "1h" && isTooMany(request, endTime) ? "1d" : wanted;
}

function isTooMany({ marketIds, startTime }: HistoryRequest, endTime: number): boolean {
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
  const figuresAt = (index: number) => figuresOf(series.figuresAt(index), market);
  const history: HistoryPoint[] = given.map((point) => {
    const step = Math.floor(Date.parse(point.timestamp) / stepMs) * stepMs;
    const index = steps.get(step);
    if (index === undefined) return point;
    steps.delete(step);
    const ours = figuresAt(index);
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
    history.push({ timestamp: moment(step), ...figuresAt(index), source: "recorded" });
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
