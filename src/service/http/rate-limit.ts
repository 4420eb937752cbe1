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

/** `most` per `whileMs` may be used at once: loading fifty pages is one burst. 0 means unlimited. */
export function createRateLimiter(
  most: number,
  now: () => number = () => performance.now(),
  whileMs = minuteMs,
) {
  const buckets = new LRUCache<string, Bucket>({ max: most === 0 ? 1 : rememberedCallers });
  return {
    /** @returns undefined if the tokens were available, else the seconds until they are */
    take(caller: string, tokens = 1): number | undefined {
      const time = now();
      if (most === 0) return undefined;
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

/** One owner may have a /48 with 65,536 /64 networks, which together get as much as this many. */
const networkShare = 16;

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
    // Stops reading from clients that pipeline without end.
    { retryAfterSeconds: waitSeconds, ...closed },
  );
}
