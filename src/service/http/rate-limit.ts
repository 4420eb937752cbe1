// How often one caller may ask: a bucket of tokens per caller that fills evenly over the minute.
import { LRUCache } from "lru-cache";

export interface RateLimiter {
  /** Takes a token. @returns undefined when there was one, else the seconds until there is */
  take(caller: string): number | undefined;
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
    take(caller) {
      const time = now();
      const bucket = buckets.get(caller) ?? { tokens: perMinute, at: time };
      bucket.tokens = Math.min(perMinute, bucket.tokens + ((time - bucket.at) * perMinute) / minuteMs);
      bucket.at = time;
      buckets.set(caller, bucket);
      if (bucket.tokens < 1)
        return Math.max(1, Math.ceil(((1 - bucket.tokens) * minuteMs) / perMinute / 1000));
      bucket.tokens -= 1;
      return undefined;
    },
  };
}
