import { z } from "../zod.ts";
import { readRfc3339 } from "../history.ts";
import { joinNames } from "../names/join-names.ts";
import { marketChangesSchema } from "../record/market-changes.ts";
import { recordChangesSchema } from "../record/record-changes.ts";
import { maxRecordItems } from "../record/record-parts.ts";
import {
  changeWindows,
  defaultEvents,
  defaultExportResolution,
  exportFormats,
  exportResolutions,
  maxChangesMs,
  maxExportMarkets,
  maxExportRows,
  type ChangesRequest,
  type ExportRequest,
  type MarketChangesRequest,
} from "../record/record-request.ts";
import { recordSummarySchema } from "../record/record-summary.ts";
import { parameterNotes, tagged, ownWeight, sharedWeight, type Operation } from "./operation.ts";
import {
  exampleMarketId,
  limit,
  noParameters,
  optionalIds,
  optionalMoment,
  ours,
  parameter,
  quoted,
  recordErrors,
  requiredMoment,
  rule,
  word,
} from "./parameters.ts";

const recorded = "Returns 404 if this service keeps no record.";
const [defaultWindow] = changeWindows;

const since = parameter((text, fault) => {
  const value = changeWindows.find((window) => window === text) ?? readRfc3339(text);
  if (value === undefined)
    fault(
      `is ${quoted(text)}. Give ${joinNames(changeWindows, "or")}, or an RFC 3339 date or date-time, such as 2026-10-01T00:00:00Z.`,
    );
  return value ?? defaultWindow;
});

export const listChanges: Operation<ChangesRequest> = {
  path: "/v0/changes",
  summary: "What changed in all markets",
  description: `Rate moves, deposits and withdrawals in tokens, limits and terms, new and gone markets, over a day or another period. since and until of the answer are the period it covers, which does not begin before the record. ${recorded} ${ours}`,
  parameters: z
    .object({
      since: z.prefault(since, defaultWindow).register(parameterNotes, {
        description: `${joinNames(changeWindows, "or")} up to the last poll, or an RFC 3339 date or date-time at most 31 days before the last poll. Absent: ${defaultWindow}.`,
        schema: { type: "string", default: defaultWindow },
        example: "7d",
      }),
      until: optionalMoment("The end, if since is a date or date-time. Absent or later: the last poll."),
    })
    .check(
      rule(({ since: from, until }, fault) => {
        if (until === undefined) return;
        if (typeof from === "string")
          fault("until", `cannot be given with since=${from}, which ends with the last poll.`);
        else if (from >= until)
          fault("until", "is not after since. Give a later until or leave it out for the last poll.");
        else if (until - from > maxChangesMs)
          fault("since", "is more than 31 days before until. Ask for a shorter period.");
      }),
    ),
  response: tagged(recordChangesSchema, "What changed."),
  errors: recordErrors,
  weight: ({ since: from }) => (typeof from === "string" ? sharedWeight : ownWeight),
};

const maxMarketIdLength = 300;

export const marketChanges: Operation<MarketChangesRequest> = {
  path: "/v0/record/markets/{id}",
  summary: "The record of one market",
  description: `Events, tokens in and out, recorded averages, and the share of the time that is known. ${recorded} ${ours}`,
  parameters: z.object({
    id: parameter((text, fault) => {
      if (text === "" || text.length > maxMarketIdLength)
        fault(`in the path is ${quoted(text)}. Give a market's id, percent-encoded once.`);
      return text;
    }).register(parameterNotes, {
      in: "path",
      description: "A market's id, percent-encoded.",
      example: exampleMarketId,
    }),
    until: optionalMoment("Only events before this time (RFC 3339): the `before` of the previous answer."),
    limit: limit("events", maxRecordItems, defaultEvents),
  }),
  response: tagged(marketChangesSchema, "The recorded history of the market."),
  errors: recordErrors,
  weight: () => sharedWeight,
};

export const recordSummary: Operation = {
  path: "/v0/record/summary",
  summary: "Record summary of all markets",
  description: `When each market was first seen, its 30-day flow and its recorded averages. ${recorded} ${ours}`,
  parameters: noParameters,
  response: tagged(recordSummarySchema, "All markets that are still listed."),
  errors: [401, 404, 429, 503],
  weight: () => sharedWeight,
};

export const exportRecord: Operation<ExportRequest> = {
  path: "/v0/record/export",
  summary: "The record as a file",
  description: `CSV (RFC 4180) or Parquet, streamed: a truncated file is incomplete. Rows come in blocks of a few days, sorted by market and then by time; unknown values are empty. At most ${maxExportRows} rows, counted before the file is written as one per market and step, also in gaps. ${recorded} ${ours}`,
  parameters: z
    .object({
      format: word(exportFormats).register(parameterNotes, {
        description: "The file format.",
        example: "csv",
      }),
      from: requiredMoment("The start: an RFC 3339 date or date-time.", "2026-10-01"),
      to: optionalMoment("The end, not included. Absent: the last poll."),
      resolution: z.optional(word(exportResolutions)).register(parameterNotes, {
        description: `raw returns the snapshots as recorded, the others time-weighted means. Absent: ${defaultExportResolution}.`,
      }),
      marketIds: optionalIds("Market ids", maxExportMarkets, "all markets"),
    })
    .check(
      rule(({ from, to = Infinity }, fault) => {
        if (from >= to) fault("to", "is not after from. Give a later time, or leave it out for now.");
      }),
    ),
  response: {
    description:
      "CSV: a header line and one line per snapshot. Parquet: the same columns. Times are in UTC; rates, LTVs and coverage are fractions; share prices are in USD; totals are in tokens, or in USD where the name says so.",
  },
  errors: recordErrors,
};
