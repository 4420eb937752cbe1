import { isoText } from "../../../contract/units.ts";
import { exportRecord } from "../../../contract/operations/record-operations.ts";
import { maxExportRows, type ExportRequest } from "../../../contract/record/record-request.ts";
import type { ExportPlan } from "../../../domain/record/export-rows.ts";
import { createCallerSlots } from "../../sources/upstream/caller-slots.ts";
import { readExport, writeCsv } from "../../record/export.ts";
import { withinTimeout, type RecordResponses } from "../../record/record-responses.ts";
import { writeParquet } from "../../record/write-parquet.ts";
import { respond } from "../responses.ts";
import { RequestRefused } from "../request-refused.ts";
import type { Route } from "../context.ts";
import { parseRequest, type RouteParts } from "./operation-route.ts";

/** Exports keep the store busy. A caller that reads slowly blocks only its own next export. */
const atOnce = { inTotal: 4, perCaller: 1 } as const;
const maxExportMs = 600_000;
const rowsPerRequest = 10_000;
const minWeight = 5;

const kinds = {
  csv: { contentType: "text/csv; charset=utf-8; header=present", write: writeCsv },
  parquet: { contentType: "application/vnd.apache.parquet", write: writeParquet },
} as const;

export function createExportRoute({ chargeWeight }: RouteParts, record: () => RecordResponses): Route {
  const slots = createCallerSlots(atOnce);
  return async (c) => {
    const caller = c.get("caller");
    const recorded = record();
    const wanted = parseRequest(exportRecord, c);
    const { store, plan } = await withinTimeout(recorded.plan(wanted));
    if (plan.rows === 0)
      throw new RequestRefused(
        "not-found",
        "Nothing is recorded for these markets in this period. Give another from, to or marketIds, or a coarser resolution, which is kept for longer.",
      );
    if (plan.rows > maxExportRows)
      throw new RequestRefused(
        "bad-request",
        `That is up to ${plan.rows} rows, one per market and step; a file may have at most ${maxExportRows}. Give a later from, an earlier to, a coarser resolution or fewer marketIds.`,
      );
    chargeWeight(caller, Math.max(minWeight, Math.ceil(plan.rows / rowsPerRequest)));
    const { contentType, write } = kinds[wanted.format];
    const headers = {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName(wanted, plan)}"`,
    };
    if (c.req.method === "HEAD") return respond(c, null, headers);
    const releaseSlot = slots.take(caller);
    if (releaseSlot === undefined)
      throw new RequestRefused(
        "rate-limited",
        "Your last export is still running, or too many others are. Wait a minute and try again.",
        { retryAfterSeconds: 60 },
      );
    // Node collects a timeout that only AbortSignal.any refers to, and then it never fires.
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(new Error("an export took too long")), maxExportMs).unref();
    const release = (): void => {
      clearTimeout(timer);
      releaseSlot();
    };
    // Frees the slot when the caller leaves or the time is over. A slow reader keeps only its connection.
    const signal = AbortSignal.any([c.req.raw.signal, timeout.signal]);
    signal.addEventListener("abort", release, { once: true });
    if (signal.aborted) release();
    const file = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for await (const part of write(readExport(store, plan))) {
          signal.throwIfAborted();
          yield part;
        }
      } catch (error) {
        // Breaks the connection of a failed export, so that a partial file is not mistaken for a complete one.
        if (c.env.outgoing === undefined) throw error;
        c.env.outgoing.destroy();
      } finally {
        release();
      }
    };
    return respond(c, ReadableStream.from(file()), headers);
  };
}

function fileName({ format }: ExportRequest, { from, to, resolution }: ExportPlan): string {
  const days = [from, to - 1].map((time) => isoText(time).slice(0, 10));
  return `yieldboard-record-${resolution}-${days.join("-")}.${format}`;
}
