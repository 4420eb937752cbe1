import { timingSafeEqual, createHash } from "node:crypto";
import type { Metrics } from "../../metrics.ts";
import type { RecordState, Recorder } from "../../recorder/recorder.ts";
import type { Sender } from "../../send/sender.ts";
import type { MarketSource } from "../../sources/market-source.ts";
import { jsonAnswer, textAnswer } from "../answers.ts";
import type { Route } from "../context.ts";

/** How long a result is reused, and how long the source may take. */
const verdictMs = 5000;
/** Older results are not used: the probe waits for a new one. */
const oldestVerdictMs = 60_000;

/** Independent of the source, so that a failing upstream restarts no instance. */
export const healthRoute: Route = (c) => jsonAnswer(c, 200, { status: "alive" });

// Checked in the background at most every five seconds, so that probes neither wait nor load the source. The states of
// record and sending are only reported: the service works without them.
export function createReadyRoute(
  source: MarketSource,
  isStopping: () => boolean,
  recorder?: Pick<Recorder, "state">,
  sender?: Pick<Sender, "refused">,
): Route {
  let verdict: { readonly ready: boolean; readonly at: number } | undefined;
  let judging: Promise<void> | undefined;
  const judge = async (): Promise<void> => {
    const ready = await source.ready(AbortSignal.timeout(verdictMs)).catch(() => false);
    verdict = { ready, at: performance.now() };
  };
  return async (c) => {
    if (isStopping()) return jsonAnswer(c, 503, { status: "stopping" });
    const age = verdict === undefined ? Infinity : performance.now() - verdict.at;
    if (age >= verdictMs) judging ??= judge().finally(() => (judging = undefined));
    if (age >= oldestVerdictMs) await judging;
    const ready = verdict?.ready === true;
    return jsonAnswer(c, ready ? 200 : 503, {
      status: ready ? "ready" : "source does not answer",
      ...(recorder === undefined ? {} : { record: inWords(recorder.state) }),
      ...(sender?.refused === true ? { send: "refused: check SEND_KEY, SEND_BASE_URL and SEND_APP_ID" } : {}),
    });
  };
}

function inWords(state: RecordState): string {
  return state.state === "failing" ? `failing: ${state.fault}` : state.state;
}

export function createMetricsRoute(metrics: Metrics, token: string | undefined): Route {
  return async (c) => {
    if (token !== undefined && !isSameText(c.req.header("authorization") ?? "", `Bearer ${token}`))
      return textAnswer(c, 401, "METRICS_TOKEN is needed as a bearer token.\n", {
        "www-authenticate": "Bearer",
      });
    const { text, contentType } = await metrics.render();
    return textAnswer(c, 200, text, { "content-type": contentType });
  };
}

function isSameText(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
