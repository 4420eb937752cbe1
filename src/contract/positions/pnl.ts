// Includes closed positions.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { text } from "../market-schema.ts";
import { answerReader } from "../markets-page.ts";
import { capitalSchema, mostPositions, profitAmounts } from "./position.ts";

const positionPnlSchema = z.looseObject({
  positionId: z.string().check(z.minLength(1)),
  marketId: text,
  ownerAddress: text,
  ...profitAmounts,
  capital: z.nullish(capitalSchema),
  /** Our addition, for closed positions that no list has. Parse it with `readMarket`. */
  market: z.optional(z.unknown()),
});
export type PositionPnl = z.infer<typeof positionPnlSchema>;

export const pnlBodySchema = z.looseObject({
  currency: text,
  ...profitAmounts,
  positions: z.array(positionPnlSchema).check(z.maxLength(mostPositions)),
});
export type PnlBody = z.infer<typeof pnlBodySchema>;

export const parsePnl = answerReader(pnlBodySchema, "{positions}");
