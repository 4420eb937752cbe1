// Rates are percent.
import * as z from "zod";
import { UnreadableAnswerError, type RejectedMarket } from "../../../contract/markets-page.ts";
import { isMintAddress } from "../../../contract/markets-request.ts";
import type { SetAside } from "../source-answer.ts";

const text = z.string().nullish();
const number = z.number().nullish();
const texts = z.array(z.string().nullable()).nullish();

const poolSchema = z.object({
  pool: z.uuid(),
  project: z.string().min(1).max(100),
  symbol: z.string().min(1).max(100),
  poolMeta: text,
  exposure: text,
  outlier: z.boolean().nullish(),
  tvlUsd: number,
  apy: number,
  apyBase: number,
  apyReward: number,
  rewardTokens: texts,
  underlyingTokens: texts,
});
export type Pool = z.infer<typeof poolSchema>;

const loanSchema = z.object({
  pool: z.uuid(),
  apyBaseBorrow: number,
  apyRewardBorrow: number,
  totalSupplyUsd: number,
  totalBorrowUsd: number,
  ltv: number,
  borrowable: z.boolean().nullish(),
});
export type Loan = z.infer<typeof loanSchema>;

const pointSchema = z.object({
  timestamp: z.iso.datetime({ offset: true }),
  tvlUsd: number,
  apy: number,
  apyBase: number,
});
export type ChartPoint = z.infer<typeof pointSchema>;

const coinSchema = z.object({ symbol: text, decimals: number, price: z.number().nonnegative() });
export type Coin = z.infer<typeof coinSchema>;

const listSchema = z.object({ status: z.literal("success"), data: z.array(z.unknown()) });
const mostExamples = 5;

interface PoolList {
  readonly pools: readonly Pool[];
  readonly setAside: SetAside;
  /** Pools of several tokens, which the specification has no market for. */
  readonly pairs: number;
}

export function readPools(json: unknown): PoolList {
  const pools: Pool[] = [];
  const examples: RejectedMarket[] = [];
  let pairs = 0;
  let count = 0;
  for (const [index, candidate] of read(listSchema, json).data.entries()) {
    if (!isOnSolana(candidate)) continue;
    const { data: pool, error } = poolSchema.safeParse(candidate);
    if (pool !== undefined && isPair(pool)) {
      pairs += 1;
      continue;
    }
    const fault = pool === undefined ? faultOf(error) : doubtOf(pool);
    if (pool !== undefined && fault === undefined) {
      pools.push(pool);
      continue;
    }
    count += 1;
    if (examples.length < mostExamples && fault !== undefined)
      examples.push({ index, id: pool?.pool, ...fault });
  }
  return { pools, setAside: { count, examples }, pairs };
}

/** All chains, without unreadable loans. */
export function readLoans(json: unknown): readonly Loan[] {
  // Has been published both bare and in an envelope.
  const rows = read(z.union([z.array(z.unknown()), listSchema.transform(({ data }) => data)]), json);
  return rows.flatMap((row) => loanSchema.safeParse(row).data ?? []);
}

export function readChart(json: unknown): readonly ChartPoint[] {
  return read(listSchema, json).data.flatMap((point) => pointSchema.safeParse(point).data ?? []);
}

export function readCoins(json: unknown): Readonly<Record<string, Coin>> {
  const { coins } = read(z.object({ coins: z.record(z.string(), z.unknown()) }), json);
  return Object.fromEntries(
    Object.entries(coins).flatMap(([key, value]) => {
      const coin = coinSchema.safeParse(value).data;
      return coin === undefined || !key.startsWith(coinPrefix) ? [] : [[key.slice(coinPrefix.length), coin]];
    }),
  );
}

export const coinPrefix = "solana:";

function isOnSolana(candidate: unknown): boolean {
  return typeof candidate === "object" && candidate !== null && Reflect.get(candidate, "chain") === "Solana";
}

function isPair({ exposure, symbol, underlyingTokens }: Pool): boolean {
  return exposure === "multi" || /[-/+]/.test(symbol) || (underlyingTokens?.length ?? 0) > 1;
}

function doubtOf({ outlier, underlyingTokens }: Pool): Pick<RejectedMarket, "path" | "reason"> | undefined {
  if (outlier === true) return { path: "outlier", reason: "DefiLlama flags its rate as an outlier" };
  const [mint] = underlyingTokens ?? [];
  return typeof mint === "string" && !isMintAddress(mint)
    ? { path: "underlyingTokens.0", reason: "is not an address of Solana" }
    : undefined;
}

function faultOf(error: z.ZodError | undefined): Pick<RejectedMarket, "path" | "reason"> {
  const issue = error?.issues[0];
  return { path: issue?.path.join(".") ?? "", reason: issue?.message.slice(0, 200) ?? "cannot be read" };
}

function read<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const { data, success } = schema.safeParse(json);
  if (!success) throw new UnreadableAnswerError("DefiLlama's answer has another shape.");
  return data;
}
