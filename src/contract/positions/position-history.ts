import { z } from "../zod.ts";
import { parseResponse, readEach, reader } from "../markets-page.ts";
import { figure, text } from "../market-schema.ts";

/** Whole tokens; …Usd is USD. */
const positionPointSchema = z.looseObject({
  timestamp: z.string(),
  amount: figure,
  amountUsd: figure,
  amountTokenA: figure,
  amountTokenAUsd: figure,
  amountTokenB: figure,
  amountTokenBUsd: figure,
});
export type PositionPoint = z.infer<typeof positionPointSchema>;

const positionPastSchema = z.looseObject({
  id: z.string(),
  providerId: text,
  type: text,
  marketId: text,
  history: z.array(positionPointSchema),
});

export const positionHistoryBodySchema = z.looseObject({
  data: z.looseObject({ positions: z.array(positionPastSchema) }),
});
export type PositionHistoryBody = z.infer<typeof positionHistoryBodySchema>;

const envelopeSchema = z.looseObject({ data: z.looseObject({ positions: z.array(z.unknown()) }) });
const readPast = reader(positionPastSchema, (past) => past);

/** @throws UnreadableResponseError if the envelope is wrong */
export function parsePositionHistory(body: unknown) {
  const { data, ...rest } = parseResponse(envelopeSchema, "{data: {positions}}", body);
  const { items, setAside } = readEach(data.positions, readPast);
  return { ...rest, data: { ...data, positions: items }, setAside };
}
