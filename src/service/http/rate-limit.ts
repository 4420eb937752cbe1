// A token bucket per caller.
import { LRUCache } from "lru-cache";
import { minuteMs } from "../../contract/units.ts";
import type { HttpMeter } from "../metrics.ts";
import { widerNetwork } from "./caller.ts";
import { closed, RequestRefused } from "./request-refused.ts";

// Bounded, so that many addresses cannot fill the memory. A forgotten caller starts with a full bucket.
const rememberedCallers = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** One owner may have a /48 with 65,536 /64 networks, which together get as much as this many. */
const networkShare = 16;

/** `most` per `whileMs` may be used at once: loading fifty pages is one burst. 0 means unlimited. */
export function createRateLimiter(most: number, whileMs = minuteMs) {
  // A `max` would reserve room for all callers at once: 7 MB and 9 ms for each limiter.
  const buckets = new LRUCache<string, Bucket>({ maxSize: rememberedCallers, sizeCalculation: () => 1 });
  const refilled = (caller: string): Bucket => {
    const time = performance.now();
    const { tokens, at } = buckets.get(caller) ?? { tokens: most, at: time };
    const bucket = { tokens: Math.min(most, tokens + ((time - at) * most) / whileMs), at: time };
    buckets.set(caller, bucket);
    return bucket;
  };
  return {
    /** @returns undefined if caller and network had the tokens, which are taken then, else the seconds until they have */
    take(caller: string, tokens = 1, network?: string): number | undefined {
      if (most === 0) return undefined;
      const charges = [{ bucket: refilled(caller), tokens }];
      if (network !== undefined) charges.push({ bucket: refilled(network), tokens: tokens / networkShare });
      const missing = Math.max(...charges.map((charge) => charge.tokens - charge.bucket.tokens));
      if (missing > 0) return Math.max(1, Math.ceil((missing * whileMs) / most / 1000));
      for (const charge of charges) charge.bucket.tokens -= charge.tokens;
      return undefined;
    },
  };
}

export type Charge = (caller: string, requests?: number) => void;

export function createCharge(perMinute: number, meter: HttpMeter): Charge {
  const limiter = createRateLimiter(perMinute);
  return (caller, requests) => {
    const waitSeconds = limiter.take(caller, requests, widerNetwork(caller));
    if (waitSeconds === undefined) return;
    meter.rateLimited("address");
    throw tooOften("This address", waitSeconds);
  };
}

export function tooOften(who: string, waitSeconds: number): RequestRefused {
  return new RequestRefused(
    "rate-limited",
    `${who} sends too many requests. Wait ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"} and try again.`,
    // Stops reading from clients that pipeline without end.
    { retryAfterSeconds: waitSeconds, ...closed },
  );
}
