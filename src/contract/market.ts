// A file of its own, so that pages without markets do not load zod.
import type * as z from "zod/mini";
import type * as sent from "./market-schema.ts";

export const marketTypes = ["lending", "yield", "loop", "perpetual", "prediction"] as const;
export type MarketType = (typeof marketTypes)[number];

export const ratedMarketTypes = ["lending", "yield", "loop"] as const satisfies readonly MarketType[];

export const predictionStatuses = ["open", "closed", "settled"] as const;
export type PredictionStatus = (typeof predictionStatuses)[number];

/** The specification's "the service" is `jupiter`. Other providers are valid too. */
export const knownProviders = [
  "kamino",
  "jupiter",
  "marginfi",
  "lulo",
  "defituna",
  "carrot",
  "dflow",
] as const;

export type Provider = z.infer<typeof sent.providerSchema>;
export type Token = z.infer<typeof sent.tokenSchema>;
export type Reward = z.infer<typeof sent.rewardSchema>;

type Fields<Shape extends z.core.$ZodShape> = z.infer<z.ZodMiniObject<Shape>>;
export type PairOfTokens = Fields<typeof sent.primaryTokens & typeof sent.pairTokens>;

type Schemas = typeof sent.marketSchemas;
type Markets = { readonly [Kind in keyof Schemas]: z.infer<Schemas[Kind]> };
export type LendingMarket = Markets["lending"];
export type YieldMarket = Markets["yield"];
export type LoopMarket = Markets["loop"];
export type PerpetualMarket = Markets["perpetual"];
export type PredictionMarket = Markets["prediction"];

type MarketKind = keyof Markets;
export type Market = Markets[MarketKind];

/** A tagged union, so that the compiler checks that every kind is handled. */
export type ReadMarket = {
  [Kind in MarketKind]: { readonly kind: Kind; readonly market: Markets[Kind] };
}[MarketKind];

/** From the reward's type, or else from its action. */
export function rewardSide({ type, marketAction }: Pick<Reward, "type" | "marketAction">) {
  const given = [type, marketAction].map((text) => text?.trim().toLowerCase());
  return given.find((side) => side === "deposit" || side === "borrow") ?? "other";
}

/** Whether the user deposits a token and holds it. */
export function isDeposit(kind: MarketKind): boolean {
  return kind === "lending" || kind === "yield";
}

export function mayBeDeposit(kind: MarketKind): boolean {
  return isDeposit(kind) || kind === "other";
}

export function isMarketType(value: string): value is MarketType {
  return marketTypes.some((type) => type === value);
}
