// GET /v0/record/export: a file that is made while it is sent.
import { readExportRequest, type ExportRequest } from "../../../contract/record/record-request.ts";
import { CallerSlots } from "../../caller-slots.ts";
import { mostExportRows, readExport, writeCsv, type ExportPlan } from "../../record/export.ts";
import { patiently, type RecordAnswers } from "../../record/record-answers.ts";
import { writeParquet } from "../../record/write-parquet.ts";
import { RequestRefused } from "../error-answer.ts";
import type { Route } from "../exchange.ts";
import { accepted, type RouteParts } from "./source-answers.ts";

/** So many are made at a time; each keeps the store busy, and whoever reads slowly is in the way of nobody but himself. */
const atOnce = { inAll: 4, perCaller: 1 } as const;
const longestMs = 600_000;
const rowsPerRequest = 10_000;
const leastWeight = 5;

const kinds = {
  csv: { contentType: "text/csv; charset=utf-8; header=present", write: writeCsv },
  parquet: { contentType: "application/vnd.apache.parquet", write: writeParquet },
} as const;

/** @param record what the record answers from; throws where there is none */
export function createExportRoute(
  { chargeMore }: Pick<RouteParts, "chargeMore">,
  record: () => RecordAnswers,
): Route {
  const slots = new CallerSlots(atOnce);
  return async (request, caller) => {
    const answers = record();
    const wanted = accepted(readExportRequest(new URLSearchParams(request.query)));
    const { store, plan } = await patiently(answers.plan(wanted));
    if (plan.marketIds.length === 0)
      throw new RequestRefused("not-found", "Nothing is recorded of these markets in this time.");
    if (plan.rows > mostExportRows)
      throw new RequestRefused(
        "bad-request",
        `That is up to ${plan.rows} rows, and a file may have ${mostExportRows}. Ask for a shorter time, a coarser resolution, or fewer marketIds.`,
      );
    chargeMore(caller, Math.max(leastWeight, Math.ceil(plan.rows / rowsPerRequest)) - 1);
    const { signal } = request;
    // Who asks for the headers alone has no file made.
    const giveBack = request.method === "HEAD" ? () => {} : slots.take(caller);
    if (giveBack === undefined)
      throw new RequestRefused(
        "rate-limited",
        "Your last export is still being made, or those of others are. Wait a minute and try again.",
        { "retry-after": "60" },
      );
    let isLate = false;
    // Who takes a byte now and then keeps a connection of his own, and no place for ever.
    const timer = setTimeout(() => {
      isLate = true;
      giveBack();
    }, longestMs).unref();
    const release = (): void => {
      clearTimeout(timer);
      giveBack();
    };
    // Who has left already never reads the stream.
    signal.addEventListener("abort", release, { once: true });
    if (signal.aborted) release();
    const { contentType, write } = kinds[wanted.format];
    const stream = async function* (): AsyncGenerator<Uint8Array> {
      try {
        for await (const part of write(readExport(store, plan))) {
          signal.throwIfAborted();
          // A file that ends here is broken off, so that nobody takes it for whole.
          if (isLate) throw new Error("an export took too long");
          yield part;
        }
      } finally {
        release();
      }
    };
    return {
      status: 200,
      headers: {
        "content-type": contentType,
        "content-disposition": `attachment; filename="${fileName(wanted, plan)}"`,
        "cache-control": "no-store",
      },
      stream,
    };
  };
}

function fileName({ format }: ExportRequest, { from, to, resolution }: ExportPlan): string {
  return `yieldboard-record-${resolution}-${dayOf(from)}-${dayOf(to - 1)}.${format}`;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
