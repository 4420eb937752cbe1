import {
  exportRecord,
  listChanges,
  marketChanges,
  recordSummary,
} from "../../../contract/operations/record-operations.ts";
import type { RecordAnswers } from "../../record/record-answers.ts";
import { RequestRefused } from "../request-refused.ts";
import { createExportRoute } from "./export-route.ts";
import { sourceRoute, type OperationRoute, type RouteParts } from "./source-answers.ts";

/** Shared answers are made once per poll for everybody. */
const sharedWeight = 2;
const ownWeight = 10;

export function createRecordRoutes(
  parts: RouteParts,
  record: RecordAnswers | undefined,
): readonly OperationRoute[] {
  return [
    sourceRoute(
      parts,
      listChanges,
      (request, call) => kept(record).changes(request, call),
      ({ since }) => (typeof since === "string" ? sharedWeight : ownWeight),
    ),
    sourceRoute(
      parts,
      marketChanges,
      (request, call) => kept(record).marketChanges(request, call),
      () => sharedWeight,
    ),
    sourceRoute(
      parts,
      recordSummary,
      (_, call) => kept(record).summary(call),
      () => sharedWeight,
    ),
    [exportRecord, createExportRoute(parts, () => kept(record))],
  ];
}

function kept(record: RecordAnswers | undefined): RecordAnswers {
  if (record !== undefined) return record;
  throw new RequestRefused(
    "not-found",
    "This service keeps no record of the past. Its operator can set STORE to keep one.",
  );
}
