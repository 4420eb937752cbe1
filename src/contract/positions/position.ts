import { z } from "../zod.ts";
import { actionsSchema, figure, text, tokenSchema, ifReadable } from "../market-schema.ts";
import type { ReadMarket } from "../market.ts";
import { UnreadableResponseError, parseResponse, readEach, readMarket, reader } from "../markets-page.ts";
import { ratio, type Ratio } from "../units.ts";

/** Others may occur, and are shown without details. */
export const positionTypes = ["lending", "yield", "loop", "perpetual", "reward", "prediction"] as const;
export type PositionType = (typeof positionTypes)[number];

const claimableSchema = z.looseObject({ tokenAddress: text, amount: figure, amountUsd: figure });

// USD. `invested` counts since the position was last opened; `netFlow` is sales less purchases: negative while capital
// is locked.
const capitalSchema = z.looseObject({
  invested: figure,
  investedLifetime: figure,
  netFlow: figure,
  netFlowLifetime: figure,
});

/** USD. A closed position has no `unrealized`. */
const profitAmounts = <Amount extends z.ZodMiniType>(amount: Amount) => ({
  total: amount,
  realized: amount,
  unrealized: amount,
  realizedLifetime: amount,
  totalLifetime: amount,
});

/** `unrealizedPct` is a fraction of the cost. */
const profitSchema = z.looseObject({
  ...profitAmounts(figure),
  unrealizedPct: figure,
  capital: z.nullish(capitalSchema),
});

// Whole tokens; …Usd is USD. `ltv` is percent (0 to 100) for lending and a fraction for loops: use `positionLtv`.
// `liquidationPrice` is the collateral's price in USD, for loops also in the borrowed token.
export const positionSchema = z.looseObject({
  id: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  marketId: text,
  ownerAddress: text,
  /** The same for the collateral and debts of one obligation. */
  bundleId: text,
  websiteUrl: text,
  additionalData: z.optional(z.unknown()),
  amount: figure,
  amountUsd: figure,
  /** "deposit" or "borrow" for lending, "yes" or "no" for predictions. */
  side: text,
  actions: z.nullish(actionsSchema),
  ltv: figure,
  liquidationPrice: figure,
  rewards: z.nullish(z.array(claimableSchema)),
  amountTokenA: figure,
  amountTokenB: figure,
  amountTokenAUsd: figure,
  amountTokenBUsd: figure,
  leverage: figure,
  /** Rewards and predictions only. */
  token: z.nullish(tokenSchema),
  /** The position that earned a reward. */
  position: z.nullish(z.looseObject({ id: text, type: text, side: text })),
  costBasisTotal: figure,
  costBasisAvg: figure,
  pnl: z.nullish(profitSchema),
  /** Parse it with `readMarket`. Checked separately, so that an unreadable market does not drop the position. */
  market: z.optional(z.unknown()),
});
export type Position = z.infer<typeof positionSchema>;

export interface ReadPosition {
  readonly position: Position;
  readonly market: ReadMarket | undefined;
}

/** More than any real wallet has. */
export const maxPositions = 2000;
const envelopeSchema = z.looseObject({ positions: z.array(z.unknown()) });
const readPosition = reader(positionSchema, (position): ReadPosition => {
  const market = readMarket(position.market);
  return { position, market: market.success ? market.data : undefined };
});

/** @throws UnreadableResponseError if the envelope is wrong or too long */
export function parsePositions(body: unknown) {
  const { positions: candidates } = parseResponse(envelopeSchema, "{positions}", body);
  if (candidates.length > maxPositions)
    throw new UnreadableResponseError(
      `Expected {positions}: positions has ${candidates.length} items, more than the ${maxPositions} of the largest wallet.`,
    );
  const { items, setAside } = readEach(candidates, readPosition);
  return { positions: items, setAside };
}

/** Lending sends percent, loops send a fraction. */
export function positionLtv({ type, ltv }: Pick<Position, "type" | "ltv">): Ratio | undefined {
  const sent = ratio(ltv);
  if (sent === undefined) return undefined;
  if (type === "loop") return sent;
  return type === "lending" ? ratio(sent / 100) : undefined;
}

/** Part of `additionalData`. Lulo locks withdrawals for two days. `createdTimestamp` is in seconds. */
export const pendingSchema = z.looseObject({
  pendingWithdrawals: z.array(
    z.looseObject({ amount: figure, createdTimestamp: figure, cooldownSeconds: figure }),
  ),
});

/** Profit and loss, including closed positions. */
const positionPnlSchema = z.looseObject({
  positionId: z.string().check(z.minLength(1)),
  marketId: text,
  ownerAddress: text,
  ...profitAmounts(figure),
  capital: z.nullish(capitalSchema),
  /** Our addition, for closed positions, which no list contains. Parse it with `readMarket`. */
  market: z.optional(z.unknown()),
});
export type PositionPnl = z.infer<typeof positionPnlSchema>;

export const pnlBodySchema = z.looseObject({
  currency: text,
  ...profitAmounts(figure),
  positions: z.array(positionPnlSchema).check(z.maxLength(maxPositions)),
});
export type PnlBody = z.infer<typeof pnlBodySchema>;

/** One absurd position must not hide the others, even though the sums then are absurd too. */
const pnlEnvelopeSchema = z.looseObject({
  currency: text,
  ...profitAmounts(ifReadable(figure)),
  positions: z.array(z.unknown()).check(z.maxLength(maxPositions)),
});
const readPositionPnl = reader(positionPnlSchema, (position) => position);

/** Omits unreadable sums. @throws UnreadableResponseError if the envelope is wrong or too long */
export function parsePnl(body: unknown) {
  const { positions, ...response } = parseResponse(pnlEnvelopeSchema, "{positions}", body);
  const { items, setAside } = readEach(positions, readPositionPnl, { idField: "positionId" });
  return { ...response, positions: items, setAside };
}
