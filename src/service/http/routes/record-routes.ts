// The operations of the record: what changed, what is known of one market, and a summary for the list.
import { readChangesRequest, readMarketChangesRequest } from "../../../contract/record/record-request.ts";
import type { RecordAnswers } from "../../record/record-answers.ts";
import { RequestRefused } from "../error-answer.ts";
import type { Route } from "../exchange.ts";
import { createExportRoute } from "./export-route.ts";
import { accepted, createQueryReader, createSourceRoute, type RouteParts } from "./source-answers.ts";

/** What is made once for everybody after a walk, and what only the caller has asked for. */
const sharedWeight = 2;
const ownWeight = 10;

/**
 * The routes without an id, by their paths. The caller has already shown its key.
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
        createQueryReader(readChangesRequest),
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
    ["/api/v0/record/export", createExportRoute(parts, () => kept(record))],
  ];
}

const changesPath = /^\/api\/v0\/markets\/([^/]+)\/changes$/;

/**
 * Finds the route of one market's changes by the path.
 * @param guard what a request passes before it comes to it
 */
export function createMarketChangesRoutes(
  parts: RouteParts,
  record: RecordAnswers | undefined,
  guard: (route: Route) => Route,
): (path: string) => Route | undefined {
  const route = guard(
    createSourceRoute(
      parts,
      ({ path, query }) =>
        accepted(readMarketChangesRequest(changesPath.exec(path)?.[1] ?? "", new URLSearchParams(query))),
      (request, call) => kept(record).marketChanges(request, call),
      () => sharedWeight,
    ),
  );
  return (path) => (changesPath.test(path) ? route : undefined);
}

/** @throws RequestRefused 404 */
function kept(record: RecordAnswers | undefined): RecordAnswers {
  if (record !== undefined) return record;
  throw new RequestRefused(
    "not-found",
    "This service keeps no record of the past. Its operator can set STORE to keep one.",
  );
}
