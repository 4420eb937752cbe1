import { hash, timingSafeEqual } from "node:crypto";
import type { Metrics } from "../../metrics.ts";
import { respond, jsonResponse } from "../responses.ts";
import type { Route } from "../context.ts";
import { RequestRefused } from "../request-refused.ts";
import type { RouteParts } from "./operation-route.ts";

/** How long a result is reused, and how long the source may take to answer. */
const verdictMs = 5000;
/** Results older than this are not used: the probe waits for a new one. */
const oldestVerdictMs = 60_000;

/** Does not check the source, so that a failing upstream does not restart every instance. */
export const healthRoute: Route = (c) => jsonResponse(c, { status: "alive" });

// Checked in the background at most every five seconds, so that probes neither wait nor load the source. Recording
// and sending are reported but do not count: the service works without them.
export function createReadyRoute({ source, recorder, sender }: RouteParts): Route {
  let verdict: { readonly ready: boolean; readonly at: number } | undefined;
  let judging: Promise<void> | undefined;
  const judge = async (): Promise<void> => {
    const ready = await source.ready(AbortSignal.timeout(verdictMs)).catch(() => false);
    verdict = { ready, at: performance.now() };
  };
  return async (c) => {
    if (c.get("isStopping")()) return jsonResponse(c, { status: "stopping" }, 503);
    const age = verdict === undefined ? Infinity : performance.now() - verdict.at;
    if (age >= verdictMs) judging ??= judge().finally(() => (judging = undefined));
    if (age >= oldestVerdictMs) await judging;
    const ready = verdict?.ready === true;
    const verdictSent = {
      status: ready ? "ready" : "source does not answer",
      record: recorder?.state,
      send: sender?.refused === true ? "refused: check SEND_KEY, SEND_BASE_URL and SEND_APP_ID" : undefined,
    };
    return jsonResponse(c, verdictSent, ready ? 200 : 503);
  };
}

export function createMetricsRoute(metrics: Metrics, token: string | undefined): Route {
  const expected = token === undefined ? undefined : hash("sha256", `Bearer ${token}`, "buffer");
  return async (c) => {
    const given = hash("sha256", c.req.header("authorization") ?? "", "buffer");
    // Compares digests in constant time, so that response times reveal nothing about the token.
    if (expected !== undefined && !timingSafeEqual(given, expected))
      throw new RequestRefused("key-refused", "METRICS_TOKEN is needed as a bearer token.", {
        headers: { "www-authenticate": "Bearer" },
      });
    const { text, contentType } = await metrics.render();
    return respond(c, text, { "content-type": contentType });
  };
}
