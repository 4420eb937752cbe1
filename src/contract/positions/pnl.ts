// Includes closed positions.
import { z } from "../zod.ts";
import { figure, ifReadable, text } from "../market-schema.ts";
import { parseAnswer, readEach, reader } from "../markets-page.ts";
import { capitalSchema, mostPositions, profitAmounts } from "./position.ts";

const positionPnlSchema = z.looseObject({
  positionId: z.string().check(z.minLength(1)),
  marketId: text,
  ownerAddress: text,
  ...profitAmounts,
  capital: z.nullish(capitalSchema),
  /** Our addition, for closed positions, which no list contains. Parse it with `readMarket`. */
  market: z.optional(z.unknown()),
});
export type PositionPnl = z.infer<typeof positionPnlSchema>;

export const pnlBodySchema = z.looseObject({
  currency: text,
  ...profitAmounts,
  positions: z.array(positionPnlSchema).check(z.maxLength(mostPositions)),
});
export type PnlBody = z.infer<typeof pnlBodySchema>;

/** One absurd position must not hide the others, even though the sums then are absurd too. */
const sum = ifReadable(figure);
const envelopeSchema = z.looseObject({
  currency: text,
  total: sum,
  realized: sum,
  unrealized: sum,
  realizedLifetime: sum,
  totalLifetime: sum,
  positions: z.array(z.unknown()).check(z.maxLength(mostPositions)),
});
const readPositionPnl = reader(positionPnlSchema, (position) => position);

/** Omits unreadable sums. @throws UnreadableAnswerError if the envelope is wrong or too long */
export function parsePnl(body: unknown) {
  const { positions, ...answer } = parseAnswer(envelopeSchema, "{positions}", body);
  const { items, setAside } = readEach(positions, readPositionPnl, "positionId");
  return { ...answer, positions: items, setAside };
}
