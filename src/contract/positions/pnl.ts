// Includes closed positions.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { number, text } from "../market-schema.ts";
import { parseAnswer } from "../markets-page.ts";
import { capitalSchema, mostPositions } from "./position.ts";

/** USD. A closed position has no `unrealized`. */
const amounts = {
  total: number,
  realized: number,
  unrealized: number,
  realizedLifetime: number,
  totalLifetime: number,
};

const positionPnlSchema = z.looseObject({
  positionId: z.string().check(z.minLength(1)),
  marketId: text,
  ownerAddress: text,
  ...amounts,
  capital: z.nullish(capitalSchema),
  /** Our addition, for closed positions that no list has. Parse it with `readMarket`. */
  market: z.optional(z.unknown()),
});
export type PositionPnl = z.infer<typeof positionPnlSchema>;

export const pnlBodySchema = z.looseObject({
  currency: text,
  ...amounts,
  positions: z.array(positionPnlSchema).check(z.maxLength(mostPositions)),
});
export type PnlBody = z.infer<typeof pnlBodySchema>;

/** @throws UnreadableAnswerError with the path of the first fault */
export function parsePnl(body: unknown): PnlBody {
  return parseAnswer(pnlBodySchema, "{positions}", body);
}
