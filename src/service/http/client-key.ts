// Keys are compared in constant time, so that response times reveal nothing about them.
import { hash, timingSafeEqual } from "node:crypto";
import { clientKeyHeader } from "../../contract/problems.ts";
import type { Config } from "../config.ts";
import { wellKnownKey } from "../environment.ts";
import type { HttpMeter } from "../metrics.ts";
import { refuseUnread } from "./answers.ts";
import type { Middleware } from "./context.ts";
import { createRateLimiter, tooOften } from "./rate-limit.ts";
import { RequestRefused } from "./request-refused.ts";

export function isSameText(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

/** Compares with every key. Returns "dashboard", "key-1", … in the order of CLIENT_KEYS, or undefined. */
export function createKeyHolder(
  clientKeys: readonly string[],
  dashboardKeys: readonly string[],
): (given: string) => string | undefined {
  const holders = [
    ...dashboardKeys.map((key) => ({ name: "dashboard", digest: digestOf(key) })),
    ...clientKeys.map((key, index) => ({ name: `key-${index + 1}`, digest: digestOf(key) })),
  ];
  return (given) => {
    const digest = digestOf(given);
    let found: string | undefined;
    for (const holder of holders) if (timingSafeEqual(holder.digest, digest)) found = holder.name;
    return found;
  };
}

export function createKeyCheck(
  { clientKeys, dashboardKeys, rateLimit }: Config,
  meter: HttpMeter,
): Middleware {
  const holderOf = createKeyHolder(clientKeys, dashboardKeys);
  const perKey = createRateLimiter(rateLimit.perKey);
  return async (c, next) => {
    const given = c.req.header(clientKeyHeader);
    const holder = given === undefined ? undefined : holderOf(given);
    if (holder === undefined)
      throw new RequestRefused(
        "key-refused",
        given === undefined
          ? `The header ${clientKeyHeader} is missing. Send the key the operator gave you.`
          : `The key in ${clientKeyHeader} is unknown here. Check it, or ask the operator for one.`,
      );
    if (c.req.method === "POST") refusePublicKey(holder, given);
    // All browsers share the dashboard's key, so with a limit one browser could lock out the others.
    const waitSeconds = holder === "dashboard" ? undefined : perKey.take(holder);
    if (waitSeconds !== undefined) {
      meter.rateLimited("key");
      throw tooOften("This key", waitSeconds);
    }
    refuseUnread(c);
    await next();
  };
}

/** Sending requires a private key: every browser has the dashboard's key, and the demo's key is public. */
function refusePublicKey(holder: string, key: string | undefined): void {
  const who =
    holder === "dashboard"
      ? "The dashboard's key may not send messages: every browser has it. Use one of the operator's CLIENT_KEYS."
      : `The key ${wellKnownKey} may not send messages: it is publicly known. The operator should set CLIENT_KEYS.`;
  if (holder === "dashboard" || key === wellKnownKey) throw new RequestRefused("forbidden", who);
}
