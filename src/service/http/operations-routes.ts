// For whoever runs the service: is it alive, can it answer, what has it done.
import { timingSafeEqual, createHash } from "node:crypto";
import type { Handler } from "hono";
import type { Metrics } from "../metrics.ts";
import type { MarketSource } from "../sources/market-source.ts";

const readyWithinMs = 5000;

/** GET /healthz: the process answers. Says nothing about the source, so that a failing upstream restarts nobody. */
export function createHealthRoute(): Handler {
  return (c) => c.json({ status: "alive" }, 200, { "cache-control": "no-store" });
}

/** GET /readyz: 200 while the source answers and the service is not stopping, else 503. */
export function createReadyRoute(source: MarketSource, isStopping: () => boolean): Handler {
  return async (c) => {
    if (isStopping()) return c.json({ status: "stopping" }, 503, { "cache-control": "no-store" });
    const limit = AbortSignal.timeout(readyWithinMs);
    const ready = await source.ready(limit).catch(() => false);
    return c.json({ status: ready ? "ready" : "source does not answer" }, ready ? 200 : 503, {
      "cache-control": "no-store",
    });
  };
}

/** GET /metrics, with the bearer token where one is configured. */
export function createMetricsRoute(metrics: Metrics, token: string | undefined): Handler {
  return async (c) => {
    if (token !== undefined && !sameText(c.req.header("authorization") ?? "", `Bearer ${token}`))
      return c.text("METRICS_TOKEN is needed as a bearer token.\n", 401, {
        "www-authenticate": "Bearer",
        "cache-control": "no-store",
      });
    const { text, contentType } = await metrics.render();
    return c.body(text, 200, { "content-type": contentType, "cache-control": "no-store" });
  };
}

function sameText(left: string, right: string): boolean {
  return timingSafeEqual(digestOf(left), digestOf(right));
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
