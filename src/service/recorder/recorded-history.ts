// The past as the source tells it and as it was recorded here, as one: what the source says holds, what only the record knows is added.
import {
  parseHistory,
  type HistoryPoint,
  type HistoryRequest,
  type MarketHistory,
} from "../../contract/history.ts";
import { onceReady } from "../once-ready.ts";
import { figuresOf } from "../record/figures.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { nothingSetAside, type Call, type SourceAnswer } from "../sources/source-answer.ts";
import type { MarketRecord, MarketStore, Resolution } from "../store/market-store.ts";
import type { Point } from "../store/point.ts";
import { tagOf } from "../tag.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Without a resolution, spans up to this are answered by the hour. */
const longestHourlySpanMs = 31 * dayMs;
/** Of more points than this the means of days are given: 2.5 MB of JSON, and 50 ms of work. */
const mostPoints = 20_000;
/** How long an answer waits for the record. */
const patienceMs = 2000;

/** What the record has to offer at this moment. */
export interface Readable {
  readonly store: MarketStore | undefined;
  readonly lastKept: number | undefined;
}

/**
 * A source whose history is that of the record and of the source behind it. It fails where both do, as the source does; where
 * one does, the other answers alone.
 */
export function withRecord(source: MarketSource, record: Readable): MarketSource {
  return { ...source, history: (request, call) => mergedHistory(source, record, request, call) };
}

async function mergedHistory(
  source: MarketSource,
  record: Readable,
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
  const resolution = resolutionOf(request, startTime, endTime);
  const answerOf = async (): Promise<Buffer<ArrayBuffer> | undefined> => {
    const recorded = await recordOf(store, request, startTime, endTime, resolution);
    const stepMs = resolution === "1h" ? hourMs : dayMs;
    if (told.failed) {
      if (recorded === undefined || recorded.length === 0) return undefined;
      return toBytes(recorded.map((market) => merge(market.id, [], market, stepMs)));
    }
    const bytes = await told.value.bytes();
    if (recorded === undefined || recorded.length === 0) return bytes;
    const given = new Map(
      parseHistory(JSON.parse(bytes.toString())).data.markets.map((market) => [market.id, market]),
    );
    const known = new Map(recorded.map((market) => [market.id, market]));
    return toBytes(
      request.marketIds.flatMap((id) => {
        const market = given.get(id);
        const ours = known.get(id);
        if (ours === undefined) return market === undefined ? [] : [market];
        return [{ ...market, ...merge(id, market?.history ?? [], ours, stepMs) }];
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
      ageSeconds: ageOf(lastKept, now),
      stale: true,
      setAside: nothingSetAside,
    };
  }
  const { value } = told;
  return {
    ...value,
    // The record changes with each walk, and the last step of it with time.
    tag: tagOf(JSON.stringify([value.tag, lastKept, request, Math.floor(endTime / 60_000)])),
    bytes: async () => (await answerOf()) ?? value.bytes(),
  };
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

function resolutionOf(
  { resolution, marketIds }: HistoryRequest,
  startTime: number,
  endTime: number,
): "1h" | "1d" {
  const wanted = resolution ?? (endTime - startTime <= longestHourlySpanMs ? "1h" : "1d");
  const points = (marketIds.length * (endTime - startTime)) / hourMs;
  return wanted === "1h" && points > mostPoints ? "1d" : wanted;
}

/** What is recorded, or undefined where the store fails or takes too long: then the answer does without. */
async function recordOf(
  store: MarketStore,
  { marketIds }: HistoryRequest,
  startTime: number,
  endTime: number,
  resolution: Resolution,
): Promise<readonly MarketRecord[] | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    return await Promise.race([store.history({ marketIds, startTime, endTime, resolution }), late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** One market's past: the source's points with what the record adds to each, and the record's where the source has none. */
function merge(
  id: string,
  given: readonly HistoryPoint[],
  { type, series, firstSeen, goneSince }: MarketRecord,
  stepMs: number,
): MarketHistory {
  const steps = new Map<number, Point>();
  for (const [index, time] of series.times.entries())
    steps.set(Math.floor((time * 1000) / stepMs) * stepMs, series.pointAt(index));
  const history: HistoryPoint[] = given.map((point) => {
    const step = Math.floor(Date.parse(point.timestamp) / stepMs) * stepMs;
    const recorded = steps.get(step);
    if (recorded === undefined) return point;
    steps.delete(step);
    const ours = figuresOf(recorded, type);
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
    history.push({ timestamp: new Date(step).toISOString(), ...figuresOf(point, type), source: "recorded" });
  history.sort((left, right) => Date.parse(left.timestamp) - Date.parse(right.timestamp));
  return {
    id,
    history,
    recordedSince: new Date(firstSeen).toISOString(),
    ...(goneSince === undefined ? {} : { goneSince: new Date(goneSince).toISOString() }),
  };
}

function ageOf(time: number, now: number): number {
  return Math.max(0, Math.floor((now - time) / 1000));
}

function toBytes(markets: readonly MarketHistory[]): Buffer<ArrayBuffer> {
  return Buffer.from(JSON.stringify({ data: { markets } }));
}
