import type { MarketType, PredictionStatus } from "./market.ts";
import { writeQuery } from "./query-text.ts";

export const defaultLimit = 50;
export const maxLimit = 200;

/** A missing list means no filter. The service fills in its own defaults. */
export interface MarketsRequest {
  readonly types?: readonly MarketType[] | undefined;
  readonly providers?: readonly string[] | undefined;
  /** Mints. Only allowed if `types` is given and excludes prediction. */
  readonly assets?: readonly string[] | undefined;
  /** Missing means open. */
  readonly statuses?: readonly PredictionStatus[] | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export function writeMarketsRequest(request: MarketsRequest): string {
  const { types, providers, assets, statuses, cursor, limit } = request;
  return writeQuery({
    type: types,
    provider: providers,
    asset: assets,
    filters: statuses && JSON.stringify({ prediction: { status: statuses } }),
    cursor,
    limit,
  });
}

export const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Whether the text is base58 for exactly 32 bytes. */
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
