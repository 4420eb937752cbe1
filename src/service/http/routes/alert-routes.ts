// Callers choose their own key. Only its hash is stored, and nothing else identifies them.
import { hash } from "node:crypto";
import { alertsKeyHeader, alertsKeyPattern } from "../../../contract/alerts/alerts-key.ts";
import { readPutRules, type ServedRules } from "../../../contract/alerts/served.ts";
import * as operations from "../../../contract/operations/alert-operations.ts";
import type { Operation } from "../../../contract/operations/operation.ts";
import { dayMs } from "../../../contract/units.ts";
import { withinTimeout, unavailable } from "../../record/record-responses.ts";
import { jsonResponse } from "../responses.ts";
import { widerNetwork } from "../caller.ts";
import type { ServiceContext } from "../context.ts";
import { RequestRefused } from "../request-refused.ts";
import { createRateLimiter } from "../rate-limit.ts";
import { requireValid, parseRequest, type OperationRoute, type RouteParts } from "./operation-route.ts";

/** Least number of new keys that an address or IPv6 /48 may add per day. Larger stores allow a tenth of all keys. */
const minNewKeys = 20;

type OwnRules = ReturnType<typeof open>;

const noRules: ServedRules = { rules: [], revision: 0 };

export function createAlertRoutes(parts: RouteParts): readonly OperationRoute[] {
  const { alertKeys: maxKeys, send } = parts.config;
  const newKeys = createRateLimiter(Math.max(minNewKeys, maxKeys / 10), dayMs);
  const route = (
    operation: Operation,
    work: (own: OwnRules, c: ServiceContext) => Promise<object>,
  ): OperationRoute => [
    operation,
    async (c) => {
      parts.chargeWeight(c.get("caller"), operation.weight?.({}));
      return jsonResponse(c, await withinTimeout(work(open(parts, c), c)));
    },
  ];
  const putRules = async ({ store, owner }: OwnRules, c: ServiceContext): Promise<ServedRules> => {
    const caller = c.get("caller");
    const served = requireValid(readPutRules(await parts.readJsonBody(c, operations.rulesBody.bounds)));
    const sent = served.rules.findIndex(({ sendTo }) => sendTo !== undefined);
    if (send === undefined && sent >= 0)
      throw new RequestRefused(
        "bad-request",
        `rules.${sent} names a wallet, but this service sends nothing to wallets. Leave out sendTo.`,
      );
    const isNew = served.rules.length > 0 && (await store.rules(owner)) === undefined;
    const waitSeconds = isNew ? newKeys.take(widerNetwork(caller) ?? caller) : undefined;
    if (waitSeconds !== undefined)
      throw new RequestRefused(
        "rate-limited",
        "This address has stored rules under too many new keys today. Try again tomorrow.",
        { retryAfterSeconds: waitSeconds },
      );
    const revision = await store.put(owner, served, Date.now(), maxKeys);
    if (revision === "full")
      throw new RequestRefused(
        "forbidden",
        "This service already keeps rules for the maximum number of browsers. Its operator can raise ALERT_KEYS.",
      );
    if (revision === "changed")
      throw new RequestRefused(
        "conflict",
        "The stored rules have changed since that revision. Read them again.",
      );
    return { ...served, revision };
  };
  return [
    route(operations.alertRules, getRules),
    route(operations.deleteAlertRules, deleteRules),
    route(operations.putAlertRules, putRules),
    route(operations.alertEvents, getEvents),
  ];
}

async function getRules({ store, owner }: OwnRules): Promise<ServedRules> {
  const { rules, quiet, digest, revision } = (await store.rules(owner)) ?? noRules;
  return { rules, quiet, digest, revision };
}

async function deleteRules({ store, owner }: OwnRules): Promise<ServedRules> {
  await store.remove(owner);
  return noRules;
}

async function getEvents({ store, owner }: OwnRules, c: ServiceContext): Promise<object> {
  const { after = 0 } = parseRequest(operations.alertEvents, c);
  const found = await store.events(owner, after, Date.now());
  if (found === undefined)
    throw new RequestRefused(
      "not-found",
      "No rules are stored for this key: none were sent, or the key was not used for 90 days. Send them again.",
    );
  return found;
}

function open({ recorder, config }: RouteParts, c: ServiceContext) {
  if (recorder === undefined || config.alertKeys === 0)
    throw new RequestRefused(
      "not-found",
      "This service keeps no alert rules: its operator has set no STORE, or ALERT_KEYS to 0.",
    );
  const key = c.req.header(alertsKeyHeader) ?? "";
  if (!alertsKeyPattern.test(key))
    throw new RequestRefused(
      "bad-request",
      `The header ${alertsKeyHeader} must hold 128 random bits as 32 lower-case hexadecimal digits.`,
    );
  if (recorder.store === undefined) throw unavailable();
  return { store: recorder.store.alerts, owner: hash("sha256", key) };
}
