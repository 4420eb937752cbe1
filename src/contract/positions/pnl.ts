// Profit and loss of a wallet: GET /v0/positions/pnl, closed positions included.
import "../no-code-generation.ts";
import * as z from "zod/mini";
import { number, text } from "../market-schema.ts";
import { parseAnswer } from "../markets-page.ts";
import { capitalSchema, mostPositions } from "./position.ts";

/** All amounts in USD. A closed position has no `unrealized`. */
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
  /** Ours: that of a closed position, which no list of positions tells. Judged on its own, by `readMarket`. */
  market: z.optional(z.unknown()),
});
export type PositionPnl = z.infer<typeof positionPnlSchema>;

export const pnlBodySchema = z.looseObject({
  currency: text,
  ...amounts,
  positions: z.array(positionPnlSchema).check(z.maxLength(mostPositions)),
});
export type PnlBody = z.infer<typeof pnlBodySchema>;

/**
 * Judges the body of GET /v0/positions/pnl.
 * @throws UnreadableAnswerError when it has another shape, with the path of the first fault
 */
export function parsePnl(body: unknown): PnlBody {
  return parseAnswer(pnlBodySchema, "{positions}", body);
}
