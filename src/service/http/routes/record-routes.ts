import * as operations from "../../../contract/operations/record-operations.ts";
import type { RecordAnswers } from "../../record/record-answers.ts";
import { RequestRefused } from "../request-refused.ts";
import { createExportRoute } from "./export-route.ts";
import { createSourceRoute, type OperationRoute, type RouteParts } from "./source-answers.ts";

export function createRecordRoutes(parts: RouteParts): readonly OperationRoute[] {
  const { record } = parts;
  const route = createSourceRoute(parts);
  return [
    route(operations.listChanges, (request, call) => kept(record).changes(request, call)),
    route(operations.marketChanges, (request, call) => kept(record).marketChanges(request, call)),
    route(operations.recordSummary, (_, call) => kept(record).summary(call)),
    [operations.exportRecord, createExportRoute(parts, () => kept(record))],
  ];
}

function kept(record: RecordAnswers | undefined): RecordAnswers {
  if (record !== undefined) return record;
  throw new RequestRefused(
    "not-found",
    "This service keeps no record of the past. Its operator can set STORE to keep one.",
  );
}
