// Rates are percent.
import * as z from "zod/mini";
import {
  parseResponse,
  readEach,
  reader,
  type ParseResult,
  type RejectedMarket,
} from "../../../contract/markets-page.ts";
import { ifReadable, number, text } from "../../../contract/market-schema.ts";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { fieldOf } from "../../../contract/names/field-of.ts";
import type { ParsedResponse } from "../upstream/upstream-client.ts";

const texts = z.nullish(z.array(z.nullable(z.string())));

const poolSchema = z.object({
  pool: z.uuid(),
  project: z.string().check(z.minLength(1), z.maxLength(100)),
  symbol: z.string().check(z.minLength(1), z.maxLength(100)),
  poolMeta: text,
  exposure: text,
  outlier: z.nullish(z.boolean()),
  tvlUsd: number,
  apy: number,
  apyBase: number,
  apyReward: number,
  rewardTokens: texts,
  underlyingTokens: texts,
});
export type Pool = z.infer<typeof poolSchema>;

/** Drops only the field: without its loan entry a pool would become a yield pool, with its unlent part as deposits. */
const numberIfReadable = ifReadable(number);

const loanSchema = z.object({
  pool: z.uuid(),
  apyBaseBorrow: numberIfReadable,
  apyRewardBorrow: numberIfReadable,
  totalSupplyUsd: numberIfReadable,
  totalBorrowUsd: numberIfReadable,
  ltv: numberIfReadable,
  borrowable: ifReadable(z.nullish(z.boolean())),
});
export type LendBorrow = z.infer<typeof loanSchema>;

const pointSchema = z.object({
  timestamp: z.iso.datetime({ offset: true }),
  tvlUsd: number,
  apy: number,
  apyBase: number,
});
export type PoolPoint = z.infer<typeof pointSchema>;

/** More than any token has, and the most that `toFixed` accepts. */
const maxDecimals = 100;
const coinSchema = z.object({
  symbol: text,
  decimals: z.nullish(z.int().check(z.minimum(0), z.maximum(maxDecimals))),
  price: z.number().check(z.nonnegative()),
});
const coinsSchema = z.object({ coins: z.record(z.string(), z.unknown()) });
export type Coin = z.infer<typeof coinSchema>;

const listSchema = z.object({ status: z.literal("success"), data: z.array(z.unknown()) });
const listOf = (json: unknown): readonly unknown[] => parseResponse(listSchema, "{status, data}", json).data;

/** Skips pools of several tokens, which the specification has no market for. */
export function readPools(json: unknown): ParsedResponse {
  const onSolana = listOf(json).filter((pool) => fieldOf(pool, "chain") === "Solana");
  const { items, setAside } = readEach(onSolana, readPool, { idField: "pool" });
  const pools = items.filter((pool) => !isPair(pool));
  return { body: pools, setAside, leftOut: items.length - pools.length };
}

const readAnyPool = reader(poolSchema, (pool) => pool);

function readPool(candidate: unknown): ParseResult<Pool> {
  const reading = readAnyPool(candidate);
  const fault = reading.success && !isPair(reading.data) ? rejection(reading.data) : undefined;
  return fault === undefined ? reading : { success: false, fault };
}

/** Loans of all chains. Skips unreadable ones. */
export function readLoans(json: unknown): readonly LendBorrow[] {
  // DefiLlama has published this list both bare and in an envelope.
  const rows = Array.isArray(json) ? json : listOf(json);
  return rows.flatMap((row) => loanSchema.safeParse(row).data ?? []);
}

export function readChart(json: unknown): readonly PoolPoint[] {
  return listOf(json).flatMap((point) => pointSchema.safeParse(point).data ?? []);
}

export function readCoins(json: unknown): Readonly<Record<string, Coin>> {
  const { coins } = parseResponse(coinsSchema, "{coins}", json);
  return Object.fromEntries(
    Object.entries(coins).flatMap(([key, value]) => {
      const coin = coinSchema.safeParse(value).data;
      return coin === undefined || !key.startsWith(coinPrefix) ? [] : [[key.slice(coinPrefix.length), coin]];
    }),
  );
}

export const coinPrefix = "solana:";

function isPair({ exposure, symbol, underlyingTokens }: Pool): boolean {
  return exposure === "multi" || /[-/+]/.test(symbol) || (underlyingTokens?.length ?? 0) > 1;
}

function rejection({ outlier, underlyingTokens }: Pool): Pick<RejectedMarket, "path" | "reason"> | undefined {
  if (outlier === true) return { path: "outlier", reason: "DefiLlama flags its rate as an outlier" };
  const [mint] = underlyingTokens ?? [];
  return typeof mint === "string" && !isMintAddress(mint)
    ? { path: "underlyingTokens.0", reason: "is not a Solana address" }
    : undefined;
}
