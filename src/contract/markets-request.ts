// The rules of a request to GET /v0/markets, once, for the browser that writes it and the service that reads it.
import "./no-code-generation.ts";
import * as z from "zod/mini";
import {
  isMarketType,
  isPredictionStatus,
  marketTypes,
  predictionStatuses,
  type MarketType,
  type PredictionStatus,
} from "./market.ts";
import {
  collectFaults,
  faultRepeated,
  quoted,
  readLimit,
  writeQueryText,
  type QueryText,
  type Reading,
  type RequestFault,
} from "./query-text.ts";

export const defaultLimit = 50;
export const maximumLimit = 200;

/** A request in our terms. Absent lists mean "no filter"; the service's own defaults are not filled in here. */
export interface MarketsRequest {
  readonly types?: readonly MarketType[] | undefined;
  readonly providers?: readonly string[] | undefined;
  /** Token mint addresses, base58. Needs `types` without prediction. */
  readonly assets?: readonly string[] | undefined;
  /** Statuses of prediction markets; absent means open. */
  readonly statuses?: readonly PredictionStatus[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** A message names so many faults, and counts the others: an answer stays small however much is wrong. */
const mostFaults = 5;

/** The sentences of the first few faults, and how many more there are. */
export function describeFaults(faults: readonly RequestFault[]): string {
  const told = faults.slice(0, mostFaults).map((fault) => fault.message);
  const untold = faults.length - told.length;
  return [...told, ...(untold > 0 ? [`There are ${untold} more faults.`] : [])].join(" ");
}

const parameterNames = ["type", "provider", "asset", "cursor", "limit", "filters"] as const;

/**
 * Reads the query of GET /v0/markets and holds it against every rule of the specification.
 * Parameters it does not know are ignored. All faults are returned, in the order of the parameters.
 */
export function readMarketsRequest(query: QueryText): Reading<MarketsRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, parameterNames, fault, "Give it once; separate several values by commas.");
  const list = (name: "type" | "provider" | "asset"): string[] | undefined => {
    const text = query.get(name);
    return text === null ? undefined : [...new Set(text.split(",").map((item) => item.trim()))];
  };

  const typeTexts = list("type");
  const types = typeTexts?.filter(isMarketType);
  for (const text of typeTexts ?? [])
    if (!isMarketType(text))
      fault("type", `type has ${quoted(text)}, which is no market type. Use ${marketTypes.join(", ")}.`);

  const providers = list("provider");
  if (providers?.includes(""))
    fault("provider", "provider has an empty item. Give provider ids separated by commas.");

  const assets = list("asset");
  for (const text of assets ?? [])
    if (!isMintAddress(text))
      fault("asset", `asset has ${quoted(text)}, which is no token mint address (base58 of 32 bytes).`);
  if (assets !== undefined && typeTexts === undefined)
    fault(
      "asset",
      "asset needs an explicit type without prediction. Add type=lending,yield,loop,perpetual or a part of it.",
    );
  else if (assets !== undefined && types?.includes("prediction"))
    fault("asset", "asset is not supported for prediction markets. Take prediction out of type.");

  const cursor = query.get("cursor") ?? undefined;
  if (cursor === "") fault("cursor", "cursor is empty. Leave it out for the first page.");

  const limit = readLimit(query, maximumLimit, fault);
  const statuses = readFilters(query.get("filters"), (message) => fault("filters", message));

  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, request: { types, providers, assets, statuses, cursor, limit } };
}

/** Writes a request as the query string (no question mark) that `readMarketsRequest` reads back to the same request. */
export function writeMarketsRequest(request: MarketsRequest): string {
  const { types, providers, assets, statuses, cursor, limit } = request;
  return writeQueryText([
    ["type", types?.join(",")],
    ["provider", providers?.join(",")],
    ["asset", assets?.join(",")],
    ["filters", statuses && JSON.stringify({ prediction: { status: statuses } })],
    ["cursor", cursor],
    ["limit", limit?.toString()],
  ]);
}

const filtersSchema = z.record(z.string(), z.unknown());

function readFilters(text: string | null, fault: (message: string) => void): PredictionStatus[] | undefined {
  if (text === null) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fault('filters is not JSON. Send an object such as {"prediction":{"status":"open"}}, URL-encoded.');
    return undefined;
  }
  const filters = filtersSchema.safeParse(value);
  if (!filters.success) {
    fault('filters is not an object. Send an object such as {"prediction":{"status":"open"}}.');
    return undefined;
  }
  const prediction = filters.data["prediction"];
  if (prediction === undefined) return undefined;
  const status = filtersSchema.safeParse(prediction);
  if (!status.success) {
    fault("filters.prediction is not an object with the key status.");
    return undefined;
  }
  const wanted = status.data["status"];
  if (wanted === undefined) return undefined;
  const texts: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  if (texts.length === 0)
    fault(`filters.prediction.status is an empty list. Use ${predictionStatuses.join(", ")}.`);
  const statuses: PredictionStatus[] = [];
  for (const item of texts) {
    if (typeof item === "string" && isPredictionStatus(item)) {
      if (!statuses.includes(item)) statuses.push(item);
    } else {
      fault(
        `filters.prediction.status has ${quoted(typeof item === "string" ? item : JSON.stringify(item))}. Use ${predictionStatuses.join(", ")}.`,
      );
    }
  }
  return statuses;
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Whether a text is the base58 form of exactly 32 bytes, which is what a token mint address is. */
export function isMintAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false;
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = base58.indexOf(letter);
    if (carry < 0) return false;
    for (let index = 0; index < bytes.length; index += 1) {
      carry += (bytes[index] ?? 0) * 58;
      bytes[index] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const leadingZeros = /^1*/.exec(text)?.[0].length ?? 0;
  return bytes.length + leadingZeros === 32;
}
