// The captured files note dates, sources and estimates.
import * as z from "zod";
import { marketTypes } from "../../../contract/market.ts";
import { averagedDays } from "../../../contract/record/record-parts.ts";
import curveFile from "./data/curves.json" with { type: "json" };
import kaminoFile from "./data/kamino.json" with { type: "json" };
import lenderFile from "./data/lenders.json" with { type: "json" };
import predictionFile from "./data/predictions.json" with { type: "json" };
import productFile from "./data/products.json" with { type: "json" };
import tokenFile from "./data/tokens.json" with { type: "json" };
import walletFile from "./data/wallets.json" with { type: "json" };

const text = z.string();
const number = z.number();
const always = z.literal(true).optional();
const captured = z.strictObject({ captured: z.iso.date(), source: text, notes: z.array(text) });

const families = ["usd", "eur", "sol", "lst", "btc", "eth", "stock", "gold", "meme", "alt"] as const;
const family = z.strictObject({
  moves: z.tuple([number, number]),
  together: text.optional(),
  anchor: number.optional(),
  demand: text.optional(),
});
const token = z.strictObject({
  symbol: text,
  name: text,
  mint: text,
  decimals: number,
  family: z.enum(families),
  price: number,
  nativeYield: number.optional(),
  icon: text.optional(),
  tags: z.array(text),
});
export const tokenFacts = captured
  .extend({ families: z.record(z.enum(families), family), tokens: z.array(token) })
  .parse(tokenFile);

// borrow APR = points(U) · borrowFactor + borrowFixed; supply APR = (points(U) − hostFixed) · U · (1 − take)
const curve = z.strictObject({
  points: z.array(z.tuple([number, number])).readonly(),
  compounding: z.enum(["continuous", "hourly"]).default("continuous"),
  take: number.default(0.1),
  hostFixed: number.default(0),
  borrowFactor: number.default(1),
  borrowFixed: number.default(0),
});
export const curveFacts = captured.extend({ curves: z.record(text, curve) }).parse(curveFile);

const product = z.strictObject({
  type: z.enum(marketTypes),
  provider: text,
  id: text,
  name: text.default(""),
  websiteUrl: text,
  page: text.default(""),
  actions: z.record(text, text),
  swing: number.optional(),
  utilization: number.optional(),
  closed: always,
  additionalData: z.record(text, z.unknown()).optional(),
});
const provider = z.strictObject({ id: text, name: text, icon: text.nullable() });
export const productFacts = captured
  .extend({ products: z.record(text, product), providers: z.record(text, provider) })
  .parse(productFile);

/** `apy` as captured; `running` is the chance that the programme runs in a period. */
const programme = z.strictObject({
  side: z.enum(["deposit", "borrow"]),
  symbol: text.optional(),
  apy: number,
  running: number,
});
const terms = { maxLtv: number, liquidationLtv: number, liquidationPenalty: number };
const states = {
  ...z.object(terms).partial().shape,
  supplyUsd: number,
  /** Deposits or borrows are at their limit, because demand exceeds it. */
  limits: z.enum(["full", "full-borrow"]).optional(),
  windows: z.array(z.literal(averagedDays)).optional(),
  season: always,
  /** Only allowed for rows without averages. */
  gaps: always,
  missing: z.array(z.enum(["usd", "totals", "page", "actions", "anyAction", "borrowLimit"])).optional(),
  programmes: z.array(programme).optional(),
  address: text.optional(),
};
const reserve = z.strictObject({
  ...states,
  market: text,
  symbol: text,
  utilization: number,
  supplyApy: number.optional(),
  borrowApy: number.optional(),
});
const kaminoVault = z.strictObject({
  ...states,
  address: text,
  name: text,
  symbol: text,
  riskProfile: text,
  slug: text.optional(),
  apy: number,
  shareMint: text.optional(),
});
const pair = z.strictObject({
  product: z.enum(["multiply", "leverage"]),
  market: text,
  collateral: text,
  debt: text,
  leverage: number.default(1),
  maxLtv: number,
  liquidationLtv: number.optional(),
});
export const kaminoFacts = captured
  .extend({
    markets: z.array(z.strictObject({ name: text, address: text })),
    reserves: z.array(reserve),
    pairs: z.array(pair),
    vaults: z.array(kaminoVault),
  })
  .parse(kaminoFile);
const jupiterVault = z.strictObject({ ...states, ...terms, vaultId: number, collateral: text, debt: text });
const pool = z.strictObject({
  ...states,
  product: text,
  symbol: text,
  curve: text.optional(),
  apy: number.optional(),
  utilization: number.optional(),
  additionalData: z.record(text, z.unknown()).optional(),
});
export const lenderFacts = captured
  .extend({ jupiterVaults: z.array(jupiterVault), pools: z.array(pool) })
  .parse(lenderFile);

const event = z.strictObject({
  series: text,
  periodDays: number,
  title: text,
  kind: z.enum(["exclusive", "ladder"]),
  price: z.strictObject({ token: text, per: text.optional(), volatility: number, step: number }).optional(),
  outcomes: z.array(z.tuple([text, text, number])),
});
export const predictionFacts = captured
  .extend({ settlement: z.array(text), events: z.array(event) })
  .parse(predictionFile);

const hour = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d$/)
  .transform((value) => Date.parse(`${value}:00:00Z`));
const flows = z.array(z.tuple([hour, number])).min(1);
const shares = z.array(z.tuple([text, number]));
const bandNames = z.enum(["nearLimit", "careful", "ordinary", "together", "looped"]);
/** Loans that leave the band are brought back to the target health. */
const band = z.strictObject({ low: number, target: number, high: number });
const rewarded = { rewardsApart: z.boolean().default(false), claimed: z.array(hour).default([]) };
const loan = { opened: hour, band: bandNames, ...rewarded };
const line = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("supply"),
    market: text,
    flows,
    unpriced: z.boolean().default(false),
    ...rewarded,
  }),
  z.strictObject({ kind: z.literal("loan"), name: text, collateral: shares, debts: shares, ...loan }),
  z.strictObject({ kind: z.literal("leverage"), market: text, tokens: number, ...loan }),
  z.strictObject({
    kind: z.literal("prediction"),
    series: text,
    outcome: text,
    side: z.enum(["yes", "no"]),
    trades: z.array(z.tuple([number, number])),
    pastRounds: number.default(0),
  }),
  z.strictObject({ kind: z.literal("held"), type: text, symbol: text, flows }),
]);
const wallet = z.strictObject({ name: text, beginning: text, lines: z.array(line) });

export const walletFacts = captured
  .extend({ bands: z.record(bandNames, band), wallets: z.array(wallet) })
  .parse(walletFile);

/** Resolves a name that a captured file refers to. */
export function known<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The demo does not know ${name}.`);
  return value;
}

export type RateCurve = z.infer<typeof curve>;
export type Programme = z.infer<typeof programme>;
export type ReserveFacts = z.infer<typeof reserve>;
export type EventFacts = z.infer<typeof event>;
export type Line = z.infer<typeof line>;
export type LineOf<Kind extends Line["kind"]> = Extract<Line, { readonly kind: Kind }>;
