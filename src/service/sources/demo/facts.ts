// Dates, sources and estimates are noted in the captured files.
import * as z from "zod";
import curveFile from "./data/curves.json" with { type: "json" };
import kaminoFile from "./data/kamino.json" with { type: "json" };
import lenderFile from "./data/lenders.json" with { type: "json" };
import predictionFile from "./data/predictions.json" with { type: "json" };
import tokenFile from "./data/tokens.json" with { type: "json" };
import walletFile from "./data/wallets.json" with { type: "json" };

const text = z.string();
const number = z.number();
const source = { captured: z.iso.date(), source: text, notes: z.array(text) };

/** `apy` as captured; `running` is the chance of running in a period. */
const programme = z.strictObject({
  side: z.enum(["deposit", "borrow"]),
  symbol: text.optional(),
  apy: number,
  running: number,
});

const families = ["usd", "eur", "sol", "lst", "btc", "eth", "stock", "gold", "meme", "alt"] as const;
const family = z.strictObject({
  moves: z.tuple([number, number]),
  together: text.optional(),
  anchor: number.optional(),
  tags: z.array(text),
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
});
const tokens = z.strictObject({
  ...source,
  families: z.record(z.enum(families), family),
  tokens: z.array(token),
});

const curve = z.array(z.tuple([number, number])).readonly();
const curveNames = ["stable", "sol", "staked", "jupiter", "marginfiStandard", "marginfiTether"] as const;
const curveName = z.enum([...curveNames, "marginfiVolatile"]);
const curves = z.strictObject({ ...source, curves: z.record(curveName, curve) });

const states = {
  supplyUsd: number,
  /** The limit is below demand: of depositors, or of borrowers. */
  limits: z.enum(["full", "full-borrow"]).optional(),
  windows: z.array(z.literal([30, 90, 180])).optional(),
  season: z.literal(true).optional(),
  /** Only rows without averages may have gaps. */
  gaps: z.literal(true).optional(),
  missing: z.array(z.enum(["usd", "totals", "page", "actions", "anyAction", "borrowLimit"])).optional(),
  programmes: z.array(programme).optional(),
};
const lent = {
  ...states,
  symbol: text,
  address: text.optional(),
  maxLtv: number.optional(),
  utilization: number,
};
const reserve = z.strictObject({
  ...lent,
  market: text,
  supplyApy: number.optional(),
  borrowApy: number.optional(),
});
const vault = z.strictObject({
  ...states,
  supplyUsd: number.optional(),
  name: text,
  symbol: text,
  address: text.optional(),
  riskProfile: text,
  slug: text.optional(),
  apy: number.optional(),
  shareMint: text.optional(),
});
const pair = z.strictObject({
  product: z.enum(["multiply", "leverage"]),
  market: text,
  collateral: text,
  debt: text,
  leverage: number.optional(),
  maxLtv: number.optional(),
});
const kamino = z.strictObject({
  ...source,
  markets: z.array(z.strictObject({ name: text, address: text })),
  reserves: z.array(reserve),
  pairs: z.array(pair),
  vaults: z.array(vault),
});

const lenders = z.strictObject({
  ...source,
  marginfi: z.array(z.strictObject({ ...lent, curve: curveName, liquidationLtv: number.optional() })),
  jupiterVaults: z.array(
    z.strictObject({
      ...states,
      vaultId: number,
      collateral: text,
      debt: text,
      maxLtv: number,
      liquidationLtv: number,
      liquidationPenalty: number,
      address: text.optional(),
    }),
  ),
  pools: z.array(
    z.strictObject({
      ...states,
      product: text,
      symbol: text,
      apy: number.optional(),
      utilization: number.optional(),
      additionalData: z.record(text, z.unknown()).optional(),
    }),
  ),
  poolProducts: z.record(
    text,
    z.strictObject({
      provider: text,
      id: text,
      name: text,
      swing: number,
      utilization: number.optional(),
      websiteUrl: text,
      closed: z.literal(true).optional(),
      additionalData: z.record(text, z.unknown()).optional(),
      actions: z.record(text, text),
    }),
  ),
  providers: z.array(z.strictObject({ id: text, name: text, icon: text.nullable() })),
});

const event = z.strictObject({
  series: text,
  periodDays: number,
  title: text,
  kind: z.enum(["exclusive", "ladder"]),
  outcomes: z.array(z.tuple([text, text, number])),
});
const predictions = z.strictObject({ ...source, settlement: z.array(text), events: z.array(event) });

const hour = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d$/)
  .transform((value) => Date.parse(`${value}:00:00Z`));
const flows = z.array(z.tuple([hour, number])).min(1);
const claimed = z.array(hour).default([]);
const rewarded = { rewardsApart: z.boolean().default(false), claimed };
const bandNames = z.enum(["nearLimit", "careful", "ordinary", "together", "looped"]);
const limits = z.strictObject({ low: number, target: number, high: number });
const { bands } = z.object({ bands: z.record(bandNames, limits) }).parse(walletFile);
const band = bandNames.transform((name) => bands[name]);
const shares = z.array(z.tuple([text, number]));
const line = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("supply"),
    market: text,
    flows,
    unpriced: z.boolean().default(false),
    ...rewarded,
  }),
  z.strictObject({
    kind: z.literal("loan"),
    name: text,
    opened: hour,
    collateral: shares,
    debts: shares,
    band,
    ...rewarded,
  }),
  z.strictObject({
    kind: z.literal("leverage"),
    market: text,
    opened: hour,
    tokens: number,
    band,
    ...rewarded,
  }),
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

export const tokenFacts = tokens.parse(tokenFile);
export const curvePoints = curves.parse(curveFile).curves;
export const kaminoFacts = kamino.parse(kaminoFile);
export const lenderFacts = lenders.parse(lenderFile);
export const predictionFacts = predictions.parse(predictionFile);
export const walletFacts = z.object({ ...source, wallets: z.array(wallet) }).parse(walletFile).wallets;

export type CurvePoint = z.infer<typeof curve>[number];
export type TokenFacts = (typeof tokenFacts.tokens)[number];
export type Programme = z.infer<typeof programme>;
export type ReserveFacts = z.infer<typeof reserve>;
export type EventFacts = z.infer<typeof event>;
export type WalletFacts = z.infer<typeof wallet>;
export type Line = z.infer<typeof line>;
export type LineOf<Kind extends Line["kind"]> = Extract<Line, { readonly kind: Kind }>;
/** Loans outside of the band are brought back to the target health. */
export type Band = LineOf<"loan">["band"];
