import { LRUCache } from "lru-cache";
import {
  parseHistory,
  defaultResolution,
  type HistoryRequest,
  type HistoryResolution,
  type MarketHistory,
} from "../../contract/history.ts";
import { hourMs, minuteMs } from "../../contract/units.ts";
import { historyNames, mergeHistories, stepOf } from "../../domain/record/history.ts";
import type { MarketRecord } from "../../domain/record/market-record.ts";
import { inTime } from "../waiting.ts";
import { ageSeconds, type Readable } from "../record/reading.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { entryBytes, responseOfBytes, tagOf, type SourceResponse } from "../sources/source-response.ts";
import type { MarketStore } from "../store/market-store.ts";

/** That is 2.5 MB of JSON and 50 ms of work. Longer histories get daily points. */
const maxPoints = 20_000;
const timeoutMs = 2000;
const keptBytes = 8 * 1024 * 1024;

type Read = (resolution: HistoryResolution) => Promise<readonly MarketRecord[] | undefined>;

/** Merges source and record. If one fails, the other answers alone; if both fail, throws the source's error. */
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
      /** Returns undefined if the record cannot be read. */
      const read: Read = (resolution) =>
        inTime(
          store
            .history({ marketIds, startTime, endTime, resolution, names: historyNames })
            .catch(() => undefined),
          timeoutMs,
          () => undefined,
        );
      try {
        const given = await source.history(request, call);
        // The record changes with each poll, and its last step changes every minute.
        const tag = tagOf(JSON.stringify([given.tag, lastKept, request, Math.floor(endTime / minuteMs)]));
        const bytes = await merged.fetch(tag, { context: () => addRecord(given, request, endTime, read) });
        return bytes === undefined ? given : { ...given, tag, bytes: () => bytes };
      } catch (error) {
        // The source failed, or does not have these markets.
        if (!(error instanceof SourceError) || error.statusCode === 400) throw error;
        const resolution = resolutionOf(request, endTime);
        const recorded = (await read(resolution)) ?? [];
        const hasReading = recorded.some(({ series }) => series.times.length > 0);
        // For a market that only the record has, an empty history is a valid response.
        if (!hasReading && (recorded.length === 0 || error.statusCode !== 404)) throw error;
        const bytes = toBytes(mergeHistories(marketIds, [], recorded, resolution));
        return responseOfBytes(bytes, { ageSeconds: ageSeconds(lastKept, now), stale: true });
      }
    },
  };
}

async function addRecord(
  given: SourceResponse,
  request: HistoryRequest,
  endTime: number,
  read: Read,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const bytes = await given.bytes();
  const { markets } = parseHistory(JSON.parse(bytes.toString())).data;
  const resolution = stepOf(markets) ?? resolutionOf(request, endTime);
  if (resolution === "1h" && isTooMany(request, endTime)) return bytes;
  const recorded = await read(resolution);
  if (recorded?.length === 0) return bytes;
  return recorded && toBytes(mergeHistories(request.marketIds, markets, recorded, resolution));
}

function resolutionOf(request: HistoryRequest, endTime: number): HistoryResolution {
  const wanted = request.resolution ?? defaultResolution(endTime - request.startTime);
  return wanted === "1h" && isTooMany(request, endTime) ? "1d" : wanted;
}

function isTooMany({ marketIds, startTime }: HistoryRequest, endTime: number): boolean {
  return (marketIds.length * (endTime - startTime)) / hourMs > maxPoints;
}

function toBytes(markets: readonly MarketHistory[]): Buffer<ArrayBuffer> {
  return Buffer.from(JSON.stringify({ data: { markets } }));
}
