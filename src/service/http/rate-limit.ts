// How often one caller may ask: a bucket of tokens per caller that fills evenly.
import { LRUCache } from "lru-cache";
import { minuteMs } from "../../contract/units.ts";

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
 * A limit that may be used up at once: a dashboard that walks fifty pages is one burst.
 * @param most so many tokens in a while, which is a minute where `whileMs` says nothing else; 0 means no limit
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
