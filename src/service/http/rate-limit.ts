// How often one caller may ask: a bucket of tokens per caller that fills evenly over the minute.
import { LRUCache } from "lru-cache";

export interface RateLimiter {
  /**
   * Takes as many tokens as a request weighs.
   * @returns undefined when they were there, else the seconds until they are
   */
  take(caller: string, tokens?: number): number | undefined;
}

// Bounded, so that many addresses cannot fill the memory. A caller that falls out starts with a full bucket.
const rememberedCallers = 50_000;
const minuteMs = 60_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A limit per minute that may be used up at once: a dashboard that walks fifty pages is one burst.
 * @param perMinute 0 means no limit
 */
export function createRateLimiter(
  perMinute: number,
  now: () => number = () => performance.now(),
): RateLimiter {
  if (perMinute === 0) return { take: () => undefined };
  const buckets = new LRUCache<string, Bucket>({ max: rememberedCallers });
  return {
    take(caller, tokens = 1) {
      const time = now();
      let bucket = buckets.get(caller);
      if (bucket === undefined) {
        bucket = { tokens: perMinute, at: time };
        buckets.set(caller, bucket);
      }
      bucket.tokens = Math.min(perMinute, bucket.tokens + ((time - bucket.at) * perMinute) / minuteMs);
      bucket.at = time;
      if (bucket.tokens < tokens)
        return Math.max(1, Math.ceil(((tokens - bucket.tokens) * minuteMs) / perMinute / 1000));
      bucket.tokens -= tokens;
      return undefined;
    },
  };
}
