// How often a caller may ask: a bucket of tokens per caller that fills evenly.
import { LRUCache } from "lru-cache";
import { minuteMs } from "../../contract/units.ts";
import type { HttpMeter } from "../metrics.ts";
import { widerNetwork } from "./caller.ts";
import { RequestRefused } from "./request-refused.ts";

export interface RateLimiter {
  /**
   * Takes as many tokens as a request weighs.
   * @param time when it came, where that is known: by the limiter's clock
   * @returns undefined when they were there, else the seconds until they are
   */
  take(caller: string, tokens?: number, time?: number): number | undefined;
}

// Bounded, so that many addresses cannot fill the memory. A caller that falls out starts with a full bucket.
const rememberedCallers = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A limit that may be used up at once: a dashboard that loads fifty pages is one burst.
 * @param most tokens in `whileMs`; 0 means no limit
 */
export function createRateLimiter(
  most: number,
  now: () => number = () => performance.now(),
  whileMs = minuteMs,
): RateLimiter {
  if (most === 0) return { take: () => undefined };
  const buckets = new LRUCache<string, Bucket>({ max: rememberedCallers });
  return {
    take(caller, tokens = 1, time = now()) {
      let bucket = buckets.get(caller);
      if (bucket === undefined) {
        bucket = { tokens: most, at: time };
        buckets.set(caller, bucket);
      }
      bucket.tokens = Math.min(most, bucket.tokens + ((time - bucket.at) * most) / whileMs);
      bucket.at = time;
      if (bucket.tokens < tokens)
        return Math.max(1, Math.ceil(((tokens - bucket.tokens) * whileMs) / most / 1000));
      bucket.tokens -= tokens;
      return undefined;
    },
  };
}

/** All addresses of an IPv6 /48 together get as many requests as this many addresses: one owner has 65,536 of them. */
const networkShare = 16;

/** Counts a request for its address, or one as heavy as several. @throws RequestRefused 429 */
export type Charge = (caller: string, requests?: number) => void;

export function createCharge(perMinute: number, meter: HttpMeter): Charge {
  const ofAddresses = createRateLimiter(perMinute);
  const ofNetworks = createRateLimiter(perMinute * networkShare);
  return (caller, requests = 1) => {
    const network = widerNetwork(caller);
    const waitSeconds =
      ofAddresses.take(caller, requests) ??
      (network === undefined ? undefined : ofNetworks.take(network, requests));
    if (waitSeconds === undefined) return;
    meter.rateLimited("address");
    throw tooOften("This address", waitSeconds);
  };
}

export function tooOften(who: string, waitSeconds: number): RequestRefused {
  return new RequestRefused(
    "rate-limited",
    `${who} asks too often. Wait ${waitSeconds} ${waitSeconds === 1 ? "second" : "seconds"} and try again.`,
    // A client that writes requests without end has no more of them read.
    { "retry-after": String(waitSeconds), connection: "close" },
  );
}
