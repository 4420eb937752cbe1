// Labels come from small fixed sets: a value that callers choose would let them fill the memory.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Log } from "./log.ts";
import type { SendOutcome } from "./send/sender.ts";
import type { UpstreamFailureKind } from "./sources/upstream/upstream-failure.ts";

export type Metrics = ReturnType<typeof createMetrics>;
export type HttpMeter = Metrics["http"];
export type UpstreamMeter = Metrics["upstream"];

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const recordStates = { opening: 0, recording: 1, following: 2, failing: 3 } as const;
const breakerStates = { closed: 0, "half-open": 1, open: 2 } as const;

/** `processMetrics` adds memory, CPU and event loop. */
export function createMetrics(log: Log, processMetrics = false) {
  const registry = new Registry();
  const registers = [registry];
  if (processMetrics) collectDefaultMetrics({ register: registry });
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `yieldboard_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `yieldboard_${name}`, help, registers });
  const histogram = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Histogram({ name: `yieldboard_${name}`, help, labelNames, buckets: latencyBuckets, registers });

  // Its count is the number of requests. A counter beside it would cost each request several microseconds.
  const requests = histogram("http_request_duration_seconds", "Time from arrival to answer.", [
    "route",
    "method",
    "status",
  ]);
  const limited = counter(
    "http_rate_limited_total",
    "Requests refused by the rate limit, by address or key.",
    ["by"],
  );
  const origins = counter("cache_answers_total", "Answers of the source, by origin.", ["origin"]);
  const attempts = counter("upstream_attempts_total", "Attempts at the upstream.", ["outcome"]);
  const attemptLatency = histogram("upstream_attempt_duration_seconds", "One attempt at the upstream.");
  const breaker = gauge("upstream_breaker_state", "Circuit to the upstream: 0 closed, 1 half open, 2 open.");
  const setAside = counter("upstream_markets_set_aside_total", "Markets that could not be read.");
  const messages = counter("messages_sent_total", "Messages to the send interface.", ["outcome"]);
  const sendRefused = gauge("send_refused", "1 while the send interface refuses this gateway's key or app.");
  const polls = counter("record_polls_total", "Polls of all pages, complete or not.", ["outcome"]);
  const polledMarkets = gauge("record_poll_markets", "Markets of the last poll.");
  const pollDuration = gauge("record_poll_duration_seconds", "Duration of the last poll.");
  const recordState = gauge("record_state", "0 off or opening, 1 recording, 2 another records, 3 failing.");
  const lastKept = gauge("record_last_kept_timestamp_seconds", "Last poll that any instance recorded.");

  return {
    recorder: {
      polled(outcome: "complete" | "incomplete", markets: number, durationMs: number): void {
        polls.inc({ outcome });
        polledMarkets.set(markets);
        pollDuration.set(durationMs / 1000);
      },
      state: (state: keyof typeof recordStates): void => recordState.set(recordStates[state]),
      kept: (time: number): void => lastKept.set(time / 1000),
    },
    http: {
      responded(route: string, method: string, status: number, seconds: number): void {
        requests.observe({ route, method, status }, seconds);
      },
      rateLimited: (by: "address" | "key"): void => limited.inc({ by }),
    },
    upstream: {
      /** `reason` is our own word or a Node error code, never upstream text. */
      attempt(
        outcome: "ok" | UpstreamFailureKind,
        durationMs: number,
        status?: number,
        reason?: string,
      ): void {
        attempts.inc({ outcome });
        attemptLatency.observe(durationMs / 1000);
        const fields = { outcome, status, reason, durationMs: Math.round(durationMs) };
        if (outcome !== "ok") log.error("upstream-attempt-failed", fields);
      },
      /** `shared`: answered by a fetch that another caller had started. */
      served: (origin: "fresh" | "fetched" | "shared" | "stale" | "failed"): void => origins.inc({ origin }),
      breaker(state: keyof typeof breakerStates): void {
        breaker.set(breakerStates[state]);
        log.error("upstream-breaker", { state });
      },
      setAside: (markets: number): void => setAside.inc(markets),
    },
    /** `refused`: the API rejects our key or app. */
    sent: ({ kind, taken, status }: SendOutcome, refused: boolean): void => {
      messages.inc({ outcome: kind });
      sendRefused.set(refused ? 1 : 0);
      if (kind !== "accepted") log.error("send-failed", { outcome: kind, taken, status });
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    close: () => registry.clear(),
  };
}
