// GET /v0/positions/history: what a wallet's positions were worth.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { parseAnswer } from "../markets-page.ts";
import { number, text } from "../market-schema.ts";

/** Whole tokens; …Usd in USD. Unknown values are null or absent, never 0. */
const positionPointSchema = z.looseObject({
  timestamp: z.string(),
  amount: number,
  amountUsd: number,
  amountTokenA: number,
  amountTokenAUsd: number,
  amountTokenB: number,
  amountTokenBUsd: number,
});
export type PositionPoint = z.infer<typeof positionPointSchema>;

export const positionHistoryBodySchema = z.looseObject({
  data: z.looseObject({
    positions: z.array(
      z.looseObject({
        id: z.string(),
        providerId: text,
        type: text,
        marketId: text,
        history: z.array(positionPointSchema),
      }),
    ),
  }),
});
export type PositionHistoryBody = z.infer<typeof positionHistoryBodySchema>;

/** @throws UnreadableAnswerError with the path of the first fault */
export function parsePositionHistory(body: unknown): PositionHistoryBody {
  return parseAnswer(positionHistoryBodySchema, "{data: {positions}}", body);
}
