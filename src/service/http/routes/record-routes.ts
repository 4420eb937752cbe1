// The operations of the record: what changed, what is known of one market, and a summary for the list.
import { readChangesRequest, readMarketChangesRequest } from "../../../contract/record/record-request.ts";
import type { RecordAnswers } from "../../record/record-answers.ts";
import { RequestRefused } from "../request-refused.ts";
import type { Route } from "../context.ts";
import { createExportRoute } from "./export-route.ts";
import { accepted, createSourceRoute, queryOf, type RouteParts } from "./source-answers.ts";

/** What is made once for everybody after a walk, and what only the caller has asked for. */
const sharedWeight = 2;
const ownWeight = 10;

/**
 * The routes by their paths. The caller has already shown its key.
 * @param record undefined where none is kept
 */
export function createRecordRoutes(
  parts: RouteParts,
  record: RecordAnswers | undefined,
): readonly (readonly [path: string, route: Route])[] {
  return [
    [
      "/api/v0/changes",
      createSourceRoute(
        parts,
        (c) => accepted(readChangesRequest(queryOf(c))),
        (request, call) => kept(record).changes(request, call),
        ({ since }) => (typeof since === "string" ? sharedWeight : ownWeight),
      ),
    ],
    [
      "/api/v0/record/summary",
      createSourceRoute(
        parts,
        () => undefined,
        (_, call) => kept(record).summary(call),
        () => sharedWeight,
      ),
    ],
    [
      "/api/v0/markets/:id/changes",
      createSourceRoute(
        parts,
        (c) => accepted(readMarketChangesRequest(c.req.param("id") ?? "", queryOf(c))),
        (request, call) => kept(record).marketChanges(request, call),
        () => sharedWeight,
      ),
    ],
    ["/api/v0/record/export", createExportRoute(parts, () => kept(record))],
  ];
}

/** @throws RequestRefused 404 */
function kept(record: RecordAnswers | undefined): RecordAnswers {
  if (record !== undefined) return record;
  throw new RequestRefused(
    "not-found",
    "This service keeps no record of the past. Its operator can set STORE to keep one.",
  );
}
