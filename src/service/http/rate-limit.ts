// Token bucket per caller.
import { LRUCache } from "lru-cache";
import { minuteMs } from "../../contract/units.ts";
import type { HttpMeter } from "../metrics.ts";
import { widerNetwork } from "./caller.ts";
import { closed, RequestRefused } from "./request-refused.ts";

// Bounded, so that many addresses cannot fill the memory. A dropped caller gets a full bucket again.
const rememberedCallers = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** An owner of a /48 has 65,536 /64 networks. Together they get the limit of this many. */
const networkShare = 16;

/** Allows bursts: all `maxRequests` requests may come at once, as when fifty pages are loaded. 0 means unlimited. */
export function createRateLimiter(maxRequests: number, whileMs = minuteMs) {
  // With `max`, LRUCache would allocate all entries up front: 7 MB and 9 ms per limiter.
  const buckets = new LRUCache<string, Bucket>({ maxSize: rememberedCallers, sizeCalculation: () => 1 });
  const refilled = (caller: string): Bucket => {
    const time = performance.now();
    let bucket = buckets.get(caller);
    if (bucket === undefined) buckets.set(caller, (bucket = { tokens: maxRequests, at: time }));
    bucket.tokens = Math.min(maxRequests, bucket.tokens + ((time - bucket.at) * maxRequests) / whileMs);
    bucket.at = time;
    return bucket;
  };
  return {
    /** Takes the tokens if caller and network have them. @returns undefined if so, else the seconds until they will */
    take(caller: string, tokens = 1, network?: string): number | undefined {
      if (maxRequests === 0) return undefined;
      const charges = [{ bucket: refilled(caller), tokens }];
      if (network !== undefined) charges.push({ bucket: refilled(network), tokens: tokens / networkShare });
      const missing = Math.max(...charges.map((charge) => charge.tokens - charge.bucket.tokens));
      if (missing > 0) return Math.max(1, Math.ceil((missing * whileMs) / maxRequests / 1000));
      for (const charge of charges) charge.bucket.tokens -= charge.tokens;
      return undefined;
    },
  };
}

export type Charge = (caller: string, requests?: number) => void;

/** @throws RequestRefused 429 for a caller over the limit */
export function createCharge(perMinute: number, meter: HttpMeter, by: "address" | "key" = "address"): Charge {
  const limiter = createRateLimiter(perMinute);
  return (caller, requests) => {
    const waitSeconds = limiter.take(caller, requests, widerNetwork(caller));
    if (waitSeconds === undefined) return;
    meter.rateLimited(by);
    throw new RequestRefused(
      "rate-limited",
      `This ${by} sends too many requests. Wait ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"} and try again.`,
      // Closes the connection of clients that pipeline without end.
      { retryAfterSeconds: waitSeconds, ...closed },
    );
  };
}
