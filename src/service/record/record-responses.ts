// Responses are computed once per poll and tagged with it, so that all callers share them.
import {
  changeWindowMs,
  defaultExportResolution,
  maxChangesMs,
  type ChangesRequest,
  type ExportRequest,
  type MarketChangesRequest,
} from "../../contract/record/record-request.ts";
import { describeFaults } from "../../contract/operations/operation.ts";
import { quoted } from "../../contract/operations/parameters.ts";
import { hourMs, minuteMs } from "../../contract/units.ts";
import { planExport, type ExportPlan } from "../../domain/record/export-rows.ts";
import { createCallerSlots } from "../sources/upstream/caller-slots.ts";
import { SourceError } from "../sources/market-source.ts";
import { nothingSetAside, tagOf, type Call, type SourceResponse } from "../sources/source-response.ts";
import { StoreFault } from "../store/engine/database.ts";
import { keptFrom, type MarketStore } from "../store/market-store.ts";
import { createLimit, inTime } from "../waiting.ts";
import { describeChanges } from "./changes.ts";
import { describeMarketChanges } from "./market-changes.ts";
import { ageSeconds, type RecordTiming, type Readable } from "./reading.ts";
import { summarizeRecord } from "./summary.ts";

type RecordCall = Pick<Call, "caller">;

export type RecordResponses = ReturnType<typeof createRecordResponses>;

const timeoutMs = 20_000;
/** Less than the dashboard's timeout. The demo fills its record in about ten seconds. */
const firstPollWithinMs = 12_000;
const checkEveryMs = 200;
/** Requests that may wait. A comparison sends 20 at once. */
const queued = { inTotal: 60, perCaller: 20 } as const;

/** Functions fail with SourceError 503 while the record cannot be read, 404 for an unknown market. */
export function createRecordResponses(record: Readable, pace: RecordTiming) {
  const inTurn = createQueue();
  const open = (): MarketStore => {
    if (record.store === undefined) throw unavailable();
    return record.store;
  };
  /** Rounded to the seconds that the store keeps, so that all instances use the same tag. */
  const lastPoll = async (): Promise<number> => {
    for (let waited = 0; record.isBeginning === true && waited < firstPollWithinMs; waited += checkEveryMs)
      await new Promise((resolve) => setTimeout(resolve, checkEveryMs));
    if (record.lastKept === undefined) throw unavailable(record.isBeginning ? 5 : undefined);
    return Math.floor(record.lastKept / 1000) * 1000;
  };
  /** The tag does not depend on the body, so a body that the HTTP layer has cached is not computed again. */
  const respond = async (
    request: readonly unknown[],
    { caller }: RecordCall,
    make: (store: MarketStore, lastKept: number) => Promise<object>,
  ): Promise<SourceResponse> => {
    const lastKept = await lastPoll();
    const now = Date.now();
    return {
      tag: tagOf(JSON.stringify(["record", pace.everyMs, lastKept, ...request])),
      bytes: () =>
        inTurn(caller, async () => {
          const made = await make(open(), lastKept);
          return Buffer.from(JSON.stringify({ ...made, simulated: pace.isSimulated === true || undefined }));
        }),
      ageSeconds: ageSeconds(lastKept, now),
      stale: record.store === undefined || now - lastKept > pace.holdMs,
      setAside: nothingSetAside,
    };
  };
  return {
    pace,
    async plan(request: ExportRequest): Promise<{ store: MarketStore; plan: ExportPlan }> {
      const until = await lastPoll();
      const store = open();
      const recorded = { recordedSince: await firstPoll(store, until), until };
      // Leaves out rows that are deleted at midnight if that may come during the export.
      const kept = keptFrom(pace.retention, Date.now() + hourMs);
      const from = Math.max(request.from, kept[request.resolution ?? defaultExportResolution]);
      const { marketIds } = request;
      const known = await store.markets(marketIds === undefined ? from - 1000 : 0, marketIds);
      const unknown = marketIds?.filter((id) => known.every((market) => market.id !== id)) ?? [];
      const faults = unknown.map((id) => `marketIds has ${quoted(id)}, which is not in the record.`);
      if (faults.length > 0)
        throw new SourceError("not-found", `${describeFaults(faults)} Leave these ids out.`);
      return { store, plan: planExport(known, { ...request, from }, recorded, pace.everyMs) };
    },
    async changes({ since, until }: ChangesRequest, call: RecordCall): Promise<SourceResponse> {
      // Rounded to the minute, so that requests at about the same time share a response.
      const from = typeof since === "string" ? since : Math.floor(since / minuteMs) * minuteMs;
      return respond(["changes", from, until], call, async (store, lastKept) => {
        if (typeof since === "number") refusePeriod(since, until, lastKept);
        const first = await firstPoll(store, lastKept);
        const oldest = Math.max(first, keptFrom(pace.retention, lastKept)["1h"]);
        const end = Math.max(oldest, Math.min(until ?? lastKept, lastKept));
        const begin = typeof from === "string" ? end - changeWindowMs[from] : from;
        const span = { since: Math.min(end, Math.max(oldest, begin)), until: end };
        return describeChanges(store, span, first, pace);
      });
    },
    async marketChanges(request: MarketChangesRequest, call: RecordCall): Promise<SourceResponse> {
      return respond(["market", request], call, async (store, lastKept) => {
        const described = await describeMarketChanges(store, request, lastKept, pace);
        if (described === undefined)
          throw new SourceError(
            "not-found",
            "The record has no market with this id. Check the id; a new market is recorded with the next poll.",
          );
        return described;
      });
    },
    async summary(call: RecordCall): Promise<SourceResponse> {
      return respond(["summary"], call, async (store, lastKept) =>
        summarizeRecord(store, await firstPoll(store, lastKept), lastKept, pace),
      );
    },
  };
}

/** @throws SourceError 400 for a period that begins in the future, or too long before the last poll */
function refusePeriod(since: number, until: number | undefined, lastKept: number): void {
  if (since > Math.max(lastKept, Date.now()))
    throw new SourceError("bad-request", "since is in the future. Give an earlier time, 24h or 7d.");
  if (until === undefined && since < lastKept - maxChangesMs)
    throw new SourceError(
      "bad-request",
      "since is more than 31 days before the last poll. Give a later time, or an until at most 31 days after it.",
    );
}

async function firstPoll(store: MarketStore, lastKept: number): Promise<number> {
  return (await store.firstPollTime()) ?? lastKept;
}

export function unavailable(retryAfterSeconds = 60): SourceError {
  return new SourceError(
    "record-unavailable",
    "The record of this service cannot be read now: nothing is recorded yet, or its store does not answer. Markets are still served. Try again in a minute.",
    { retryAfterSeconds },
  );
}

/** @throws SourceError 503 if the store fails or takes too long */
export async function withinTimeout<T>(reading: Promise<T>): Promise<T> {
  try {
    return await inTime(reading, timeoutMs, () => {
      throw unavailable();
    });
  } catch (error) {
    throw error instanceof StoreFault ? unavailable() : error;
  }
}

function createQueue(): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const slots = createCallerSlots(queued);
  const turns = createLimit(1);
  let isBusy = false;
  return async (caller, work) => {
    const release = slots.take(caller);
    if (release === undefined)
      throw new SourceError(
        "record-unavailable",
        "Too many requests to the record at once. Try again in a few seconds.",
        { retryAfterSeconds: 5 },
      );
    const run = turns.run(() => {
      // A query that timed out is still running, so do not start another beside it.
      if (isBusy) throw unavailable();
      isBusy = true;
      return withinTimeout(work().finally(() => (isBusy = false)));
    });
    return run.finally(release);
  };
}
