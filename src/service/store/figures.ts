import { rewardSide, type Market } from "../../contract/market.ts";

/** Set by the protocol: they change at once. A part of `figureNames`, whose order is fixed: add none here. */
export const parameterNames = [
  "maxDeposit",
  "maxBorrow",
  "maxLtv",
  "liquidationLtv",
  "liquidationPenalty",
  "maxLeverage",
] as const;

/** In the source's units. The order numbers columns of version 11 stores and of exports: add new figures at the end. */
export const figureNames = [
  "depositApy",
  "baseDepositApy",
  "borrowApy",
  "baseBorrowApy",
  "rewardApy",
  "borrowRewardApy",
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  ...parameterNames,
  "longUsd",
  "shortUsd",
  "yesBid",
  "yesAsk",
  "noBid",
  "noAsk",
  "volume",
  "openInterest",
] as const;
export type FigureName = (typeof figureNames)[number];
export type Figures = { readonly [Name in FigureName]?: number };

/** `coverage` is the known share of the hour or day. */
export const meanNames = [...figureNames, "coverage"] as const;
export type MeanName = (typeof meanNames)[number];
export type Means = { readonly [Name in MeanName]?: number };

/** Kept to nine significant digits; other figures to eight decimals. */
export const amountNames: ReadonlySet<MeanName> = new Set<MeanName>([
  "totalDeposit",
  "totalDepositUsd",
  "totalBorrow",
  "totalBorrowUsd",
  "maxDeposit",
  "maxBorrow",
  "longUsd",
  "shortUsd",
  "volume",
  "openInterest",
]);

export interface MarketSnapshot {
  readonly id: string;
  readonly type: string;
  readonly provider: string;
  readonly figures: Figures;
  readonly debtInOtherToken?: boolean;
  /** Absent in lists too long to keep every body. */
  readonly body?: string;
}

/** Keeps the values that are numbers. */
export function figuresFrom(valueOf: (name: FigureName) => unknown): Figures {
  const figures: { [Name in FigureName]?: number } = {};
  for (const name of figureNames) {
    const value = valueOf(name);
    if (typeof value === "number" && Number.isFinite(value)) figures[name] = value;
  }
  return figures;
}

export function snapshotOf(market: Market): MarketSnapshot & { readonly body: string } {
  const sums = {
    rewardApy: sumOfRewards(market, "deposit"),
    borrowRewardApy: sumOfRewards(market, "borrow"),
  };
  const liquidity: object = Object(Reflect.get(market, "liquidity"));
  const published = (name: FigureName): unknown =>
    Reflect.get(name === "longUsd" || name === "shortUsd" ? liquidity : market, name);
  return {
    id: market.id,
    type: market.type,
    provider: market.provider.id,
    figures: figuresFrom((name) => Reflect.get(sums, name) ?? published(name)),
    debtInOtherToken: lendsAnotherToken(market),
    body: JSON.stringify(market),
  };
}

/** Postgres rejects results beyond a double's range; products of a few such figures stay inside. */
const largest = 1e30;

export function roundFigure(name: MeanName, value: number): number | undefined {
  if (!(Math.abs(value) <= largest)) return undefined;
  return amountNames.has(name) ? roundAmount(value) : roundRate(value);
}

export function roundFigures(figures: Figures): Figures {
  return figuresFrom((name) => roundFigure(name, figures[name] ?? Number.NaN));
}

/** Doubles have no decimals from here on. */
const wholeFrom = 2 ** 53;

export function roundRate(value: number): number {
  return Math.abs(value) >= wholeFrom ? value : Math.round(value * 1e8) / 1e8 + 0;
}

export function roundAmount(value: number): number {
  return Math.abs(value) < 1 / largest ? 0 : Number(value.toPrecision(9)) + 0;
}

export function mintsOf(market: object): readonly string[] {
  return ["token", "borrowToken", "tokenA", "tokenB"].flatMap(
    (name) => addressOf(Reflect.get(market, name)) ?? [],
  );
}

function lendsAnotherToken(market: Market): boolean {
  const token = addressOf(Reflect.get(market, "token"));
  const borrowed = addressOf(Reflect.get(market, "borrowToken"));
  return borrowed !== undefined && borrowed !== token;
}

function addressOf(token: unknown): string | undefined {
  const address: unknown =
    typeof token === "object" && token !== null ? Reflect.get(token, "address") : undefined;
  return typeof address === "string" ? address : undefined;
}

/** 0 for an empty list; undefined without a list or with an unknown rate. */
function sumOfRewards(market: Market, side: "deposit" | "borrow"): number | undefined {
  const rewards = "rewards" in market ? market.rewards : undefined;
  if (!Array.isArray(rewards)) return undefined;
  let sum = 0;
  for (const reward of rewards) {
    if (rewardSide(reward) !== side) continue;
    if (typeof reward.apy !== "number" || !Number.isFinite(reward.apy)) return undefined;
    sum += reward.apy;
  }
  return sum;
}

export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const columns = new Map(figureNames.map((name) => [name, columnOf(name)]));

/** The figures of a row that has them as columns. */
export function figuresIn(row: object): Figures {
  return figuresFrom((name) => Reflect.get(row, columns.get(name) ?? name));
}
