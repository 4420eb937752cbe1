// A wallet's positions as they travel: GET /v0/positions/owners. Every item is judged on its own, as markets are.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { actionsSchema, number, text, tokenSchema } from "../market-schema.ts";
import type { ReadMarket } from "../market.ts";
import {
  UnreadableAnswerError,
  describeFault,
  parseAnswer,
  readMarket,
  type RejectedMarket,
} from "../markets-page.ts";
import { ratio, type Ratio } from "../units.ts";

/** The position types the specification names. Others are data and shown plainly. */
export const positionTypes = ["lending", "yield", "loop", "perpetual", "reward", "prediction"] as const;
export type PositionType = (typeof positionTypes)[number];

/** What is to be claimed: whole tokens, and USD where known. */
const claimableSchema = z.looseObject({ tokenAddress: text, amount: number, amountUsd: number });

/**
 * Money put in and taken out, in USD. `invested` was put in since the position was last opened, `investedLifetime` ever; `netFlow` is what sales brought
 * less what purchases cost: negative while own capital is locked.
 */
export const capitalSchema = z.looseObject({
  invested: number,
  investedLifetime: number,
  netFlow: number,
  netFlowLifetime: number,
});

/** Profit and loss in USD; `unrealizedPct` is a fraction of the cost. */
const profit = {
  total: number,
  realized: number,
  unrealized: number,
  realizedLifetime: number,
  totalLifetime: number,
  unrealizedPct: number,
  capital: z.nullish(capitalSchema),
};

/**
 * One position of one wallet, of any type: fields of other types are absent. Amounts are whole tokens, …Usd are USD.
 * `ltv` travels as percent (0..100) with lending and as a fraction with loops: read it by `positionLtv` only.
 * `liquidationPrice` is the price of the collateral at which the position can be liquidated: in USD, with loops also in the
 * borrowed token.
 */
export const positionSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  marketId: text,
  ownerAddress: text,
  /** Positions of one obligation share it: collateral and the loans against it. */
  bundleId: text,
  websiteUrl: text,
  additionalData: z.optional(z.unknown()),
  amount: number,
  amountUsd: number,
  /** deposit or borrow with lending, yes or no with prediction. */
  side: text,
  actions: z.nullish(actionsSchema),
  ltv: number,
  liquidationPrice: number,
  rewards: z.nullish(z.array(claimableSchema)),
  amountTokenA: number,
  amountTokenB: number,
  amountTokenAUsd: number,
  amountTokenBUsd: number,
  leverage: number,
  /** Of a reward or a prediction position. */
  token: z.nullish(tokenSchema),
  /** The position a reward was earned with. */
  position: z.nullish(z.looseObject({ id: text, type: text, side: text })),
  costBasisTotal: number,
  costBasisAvg: number,
  pnl: z.nullish(z.looseObject(profit)),
  /** Judged on its own, by `readMarket`: a market that cannot be read does not take its position along. */
  market: z.optional(z.unknown()),
});
export type Position = z.infer<typeof positionSchema>;

/** A position with its market, where that could be read. */
export interface ReadPosition {
  readonly position: Position;
  readonly market: ReadMarket | undefined;
}

interface PositionsAnswer {
  readonly positions: readonly ReadPosition[];
  readonly rejectedCount: number;
  /** The first few that could not be read. */
  readonly rejected: readonly RejectedMarket[];
}

/** More positions than this are no wallet's. */
export const mostPositions = 2000;
const mostExamples = 5;
const envelopeSchema = z.looseObject({ positions: z.array(z.unknown()) });
const identifiedSchema = z.looseObject({ id: z.string() });

/**
 * Judges the body of GET /v0/positions/owners.
 * @throws UnreadableAnswerError when it is not `{positions: array}`, or longer than any wallet's
 */
export function parsePositions(body: unknown): PositionsAnswer {
  const { positions: candidates } = parseAnswer(envelopeSchema, "{positions}", body);
  if (candidates.length > mostPositions)
    throw new UnreadableAnswerError(
      `Expected {positions}: positions has ${candidates.length} items, more than the ${mostPositions} of the largest wallet.`,
    );
  const positions: ReadPosition[] = [];
  const rejected: RejectedMarket[] = [];
  candidates.forEach((candidate, index) => {
    const read = positionSchema.safeParse(candidate);
    if (!read.success) {
      if (rejected.length < mostExamples)
        rejected.push({
          index,
          id: identifiedSchema.safeParse(candidate).data?.id,
          ...describeFault(read.error, candidate),
        });
      return;
    }
    const market = readMarket(read.data.market);
    positions.push({ position: read.data, market: market.success ? market.data : undefined });
  });
  return { positions, rejectedCount: candidates.length - positions.length, rejected };
}

/** The loan-to-value ratio of a position: lending sends percent, loops a fraction. Undefined for all others. */
export function positionLtv({ type, ltv }: Pick<Position, "type" | "ltv">): Ratio | undefined {
  const sent = ratio(ltv);
  if (sent === undefined) return undefined;
  if (type === "loop") return sent;
  return type === "lending" ? ratio(sent / 100) : undefined;
}
