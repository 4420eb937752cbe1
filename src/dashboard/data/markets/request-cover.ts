import type { MarketsRequest } from "../../../contract/markets-request.ts";
import type { PredictionStatus } from "../../../contract/market.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";

export function covers(wide: MarketsRequest, narrow: MarketsRequest): boolean {
  return (
    includesAll(wide.types, narrow.types) &&
    includesAll(wide.providers, narrow.providers) &&
    includesAll(wide.assets, narrow.assets) &&
    (narrow.types?.includes("prediction") === false || includesAll(statusesOf(wide), statusesOf(narrow)))
  );
}

/** Whether a row matches a request, by the service's rules and as far as a row shows. */
export function answers(row: MarketRow, request: MarketsRequest): boolean {
  return (
    (request.types === undefined || request.types.some((type) => type === row.type)) &&
    (request.providers === undefined || request.providers.includes(row.providerId)) &&
    (request.assets === undefined ||
      row.tokens.some(({ address = "" }) => request.assets?.includes(address))) &&
    (row.kind !== "prediction" ||
      row.status === undefined ||
      statusesOf(request).some((status) => status === row.status))
  );
}

function statusesOf(request: MarketsRequest): readonly PredictionStatus[] {
  return request.statuses ?? ["open"];
}

function includesAll<T>(wide: readonly T[] | undefined, narrow: readonly T[] | undefined): boolean {
  return wide === undefined || (narrow !== undefined && narrow.every((item) => wide.includes(item)));
}
