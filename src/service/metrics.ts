// Labels come from small fixed sets: a value that callers choose would let them fill the memory.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { Log } from "./log.ts";
import type { RecorderMeter } from "./recorder/recorder.ts";
import type { SendOutcome } from "./send/sender.ts";
import type { UpstreamMeter } from "./sources/upstream/upstream-meter.ts";

export interface HttpMeter {
  answered(answer: { route: string; method: string; status: number; seconds: number }): void;
  rateLimited(by: "address" | "key"): void;
}

export interface Metrics {
  readonly http: HttpMeter;
  readonly upstream: UpstreamMeter;
  readonly recorder: RecorderMeter;
  /** `refused`: whether the interface rejects this gateway's key or app. */
  readonly sent: (outcome: SendOutcome, refused: boolean) => void;
  render(): Promise<{ readonly text: string; readonly contentType: string }>;
  close(): void;
}

const latencyBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];
const recordStates = { opening: 0, recording: 1, following: 2, failing: 3 } as const;
const breakerStates = { closed: 0, "half-open": 1, open: 2 } as const;

/** `processMetrics` adds memory, CPU and event loop. */
export function createMetrics(log: Log, processMetrics = false): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (processMetrics) collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: "yieldboard_http_requests_total",
    help: "Requests answered.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "yieldboard_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer.",
    labelNames: ["route"],
    buckets: latencyBuckets,
    registers,
  });
  const limited = new Counter({
    name: "yieldboard_http_rate_limited_total",
    help: "Requests refused because the address or the key asked too often.",
    labelNames: ["by"],
    registers,
  });
  const answers = new Counter({
    name: "yieldboard_cache_answers_total",
    help: "Answers of the upstream source by origin: fresh from the cache, fetched, shared with a fetch under way, stale, failed.",
    labelNames: ["origin"],
    registers,
  });
  const attempts = new Counter({
    name: "yieldboard_upstream_attempts_total",
    help: "Attempts at the upstream by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const attemptLatency = new Histogram({
    name: "yieldboard_upstream_attempt_duration_seconds",
    help: "Duration of one attempt at the upstream.",
    buckets: latencyBuckets,
    registers,
  });
  const breaker = new Gauge({
    name: "yieldboard_upstream_breaker_state",
    help: "The circuit to the upstream: 0 closed, 1 half open, 2 open.",
    registers,
  });
  const setAside = new Counter({
    name: "yieldboard_upstream_markets_set_aside_total",
    help: "Markets of the upstream that could not be read.",
    registers,
  });

  const messages = new Counter({
    name: "yieldboard_messages_sent_total",
    help: "Messages sent to the send interface, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  const sendRefused = new Gauge({
    name: "yieldboard_send_refused",
    help: "Whether the send interface last refused this gateway: its key, or its app at the address.",
    registers,
  });
  const polls = new Counter({
    name: "yieldboard_record_polls_total",
    help: "Polls of all pages of the source, by whether they were complete.",
    labelNames: ["outcome"],
    registers,
  });
  const polledMarkets = new Gauge({
    name: "yieldboard_record_poll_markets",
    help: "Markets of the last poll.",
    registers,
  });
  const pollDuration = new Gauge({
    name: "yieldboard_record_poll_duration_seconds",
    help: "Duration of the last poll.",
    registers,
  });
  const recordState = new Gauge({
    name: "yieldboard_record_state",
    help: "The record: 0 off or opening, 1 recorded by this instance, 2 by another, 3 failing.",
    registers,
  });
  const lastKept = new Gauge({
    name: "yieldboard_record_last_kept_timestamp_seconds",
    help: "When the last poll was kept, by any instance.",
    registers,
  });

  return {
    recorder: {
      polled(outcome, markets, durationMs) {
        polls.inc({ outcome });
        polledMarkets.set(markets);
        pollDuration.set(durationMs / 1000);
      },
      state: ({ state }) => recordState.set(recordStates[state]),
      kept: (time) => lastKept.set(time / 1000),
    },
    http: {
      answered({ route, method, status, seconds }) {
        requests.inc({ route, method, status });
        durations.observe({ route }, seconds);
      },
      rateLimited: (by) => limited.inc({ by }),
    },
    upstream: {
      attempt({ outcome, durationMs, status, reason }) {
        attempts.inc({ outcome });
        attemptLatency.observe(durationMs / 1000);
        if (outcome !== "ok")
          log.error("upstream-attempt-failed", {
            outcome,
            status,
            reason,
            durationMs: Math.round(durationMs),
          });
      },
      answer: (origin) => answers.inc({ origin }),
      breaker(state) {
        breaker.set(breakerStates[state]);
        log.error("upstream-breaker", { state });
      },
      setAside: (markets) => setAside.inc(markets),
    },
    sent({ kind, taken, status }, refused) {
      messages.inc({ outcome: kind });
      sendRefused.set(refused ? 1 : 0);
      if (kind !== "accepted") log.error("send-failed", { outcome: kind, taken, status });
    },
    render: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
    close: () => registry.clear(),
  };
}
