import "../no-code-generation.ts";
import * as z from "zod/mini";
import { answerReader } from "../markets-page.ts";
import { number, text } from "../market-schema.ts";

/** Whole tokens; …Usd is USD. */
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

export const parsePositionHistory = answerReader(positionHistoryBodySchema, "{data: {positions}}");
