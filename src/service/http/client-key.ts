import { timingSafeEqual } from "node:crypto";
import { clientKeyHeader } from "../../contract/problems.ts";
import type { Config } from "../config.ts";
import { wellKnownKey } from "../environment.ts";
import type { HttpMeter } from "../metrics.ts";
import { refuseUnread } from "./responses.ts";
import type { Middleware } from "./context.ts";
import { createCharge } from "./rate-limit.ts";
import { RequestRefused } from "./request-refused.ts";

export function createKeyCheck(
  { clientKeys, dashboardKeys, rateLimit }: Config,
  meter: HttpMeter,
): Middleware {
  const clients = clientKeys.map((key) => Buffer.from(key));
  const browsers = dashboardKeys.map((key) => Buffer.from(key));
  const charge = createCharge(rateLimit.perKey, meter, "key");
  return (c, next) => {
    const given = c.req.header(clientKeyHeader);
    if (given === undefined)
      throw new RequestRefused(
        "key-refused",
        `The header ${clientKeyHeader} is missing. Send the key the operator gave you.`,
      );
    const bytes = Buffer.from(given);
    // Response times reveal the length of a key at most.
    const isGiven = (key: Buffer): boolean => key.length === bytes.length && timingSafeEqual(key, bytes);
    const isBrowser = browsers.some(isGiven);
    const client = clients.findIndex(isGiven);
    if (!isBrowser && client < 0)
      throw new RequestRefused(
        "key-refused",
        `The key in ${clientKeyHeader} is unknown here. Check it, or ask the operator for one.`,
      );
    if (c.req.method === "POST") refusePublicKey(isBrowser, given);
    // All browsers share the dashboard's key, so with a limit one browser could lock out the others.
    if (!isBrowser) charge(`key ${client}`);
    refuseUnread(c);
    return next();
  };
}

/** Sending requires a private key: every browser has the dashboard's key, and the demo's key is public. */
function refusePublicKey(isBrowser: boolean, key: string): void {
  if (isBrowser)
    throw new RequestRefused(
      "forbidden",
      "The dashboard's key may not send messages: every browser has it. Use one of the operator's CLIENT_KEYS.",
    );
  if (key === wellKnownKey)
    throw new RequestRefused(
      "forbidden",
      `The key ${wellKnownKey} may not send messages: it is publicly known. The operator should set CLIENT_KEYS.`,
    );
}
