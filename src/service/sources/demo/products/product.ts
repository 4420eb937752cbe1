// What a product of the demo can do: tell its id, and be a market at an instant. A product stands for many markets: variant
// 0 is the real one, the others are made up from it by a spread on its rate and its size.
import type { Market, MarketType, PredictionStatus, Provider, Token } from "../../../../contract/market.ts";
import type { CampaignFacts } from "../campaigns.ts";
import { demoProviders, type DemoProviderId } from "../facts/providers.ts";
import type { AverageWindow } from "../hourly-rates.ts";
import { streamOf, unit } from "../noise.ts";
import type { DemoToken } from "../token-prices.ts";

/** One of the markets a product stands for. */
export interface Variant {
  /** 0 is the product as captured. */
  readonly index: number;
  /** Factor on every rate, so that averages scale with it exactly. */
  readonly rate: number;
  /** Factor on every amount. */
  readonly size: number;
}

/** The variant of a product with an index, under a seed. */
export function variantOf(seed: number, key: string, index: number): Variant {
  if (index === 0) return { index, rate: 1, size: 1 };
  const stream = streamOf(seed, "variant", key);
  return {
    index,
    rate: 0.55 + 1.05 * unit(stream, 2 * index),
    size: 10 ** (-2.2 + 2.5 * unit(stream, 2 * index + 1)),
  };
}

/** One moment of a market's own past, before rounding. */
export interface PastPoint {
  /** Base rate and all rewards; undefined where nothing was observed. */
  readonly depositApy: number | undefined;
  /** The rate without rewards; undefined where nothing was observed. */
  readonly baseDepositApy: number | undefined;
  readonly totalDeposit: number | undefined;
  readonly totalDepositUsd: number | undefined;
}

/** The past of a product that has a rate. Instants are milliseconds since the epoch. */
export interface ProductPast {
  /** The rate without rewards at a whole hour, counted from the epoch; undefined before the market began. */
  baseDepositAt(variant: Variant, hour: number): number | undefined;
  /** The borrow rate without rewards at a whole hour; undefined where the market has none. */
  baseBorrowAt(variant: Variant, hour: number): number | undefined;
  /** What is paid on top of the rates, whether it runs just now or not. */
  readonly programmes: readonly CampaignFacts[];
  /** The yearly fraction that programme number `programme` pays at a whole hour; 0 while it does not run. */
  rewardAt(variant: Variant, programme: number, hour: number): number;
  /** One whole hour; undefined before the market began or after it ended. */
  hour(variant: Variant, hour: number, term: number | undefined): PastPoint | undefined;
  /** The means of the 24 whole hours of a UTC day, counted from the epoch. */
  day(variant: Variant, day: number, term: number | undefined): PastPoint | undefined;
}

export interface Product {
  readonly key: string;
  readonly type: MarketType;
  readonly provider: DemoProviderId;
  /** Every mint the `asset` filter finds this product by. */
  readonly mints: readonly string[];
  /** The id without what changes in time; unique among all products and variants. */
  idOf(variant: number): string;
  /** The number of the term that runs at an instant, for products whose markets end and are followed by another. */
  termAt?(variant: number, time: number): number;
  statusAt?(variant: number, time: number): PredictionStatus;
  marketAt(variant: Variant, time: number): Market;
  readonly past?: ProductPast;
  /** Of a product that supplies its first mint and owes its second: the keys of the lending products these are. */
  readonly legs?: { readonly supplied: string; readonly owed: string };
}

/** Of a product whose markets end, each is listed under the product's id and the number of its term. */
export function termId(id: string, term: number | undefined): string {
  return term === undefined ? id : `${id}.t${term}`;
}

export function providerBody(id: DemoProviderId): Provider {
  return { ...demoProviders[id] };
}

export function tokenBody(token: DemoToken): Token {
  return { address: token.mint, symbol: token.symbol, decimals: token.decimals, icon: token.icon };
}

/** Action links on a reserved host: the paths are the providers' own, the host can never move money. */
export function actionLinks(
  provider: DemoProviderId,
  paths: Readonly<Record<string, string>>,
): Record<string, { blinkUrl: string }> {
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [
      name,
      { blinkUrl: `blink:https://${provider}.actions.example.org${path}` },
    ]),
  );
}

/** The record without the keys whose value is undefined: what a market does not have is absent, not null. */
export function withoutMissing<T extends object>(record: T): T {
  for (const key of Reflect.ownKeys(record))
    if (Reflect.get(record, key) === undefined) Reflect.deleteProperty(record, key);
  return record;
}

/** "Steakhouse USDC", then "Steakhouse USDC 2" and so on. */
export function variantName(name: string, variant: number): string {
  return variant === 0 ? name : `${name} ${variant + 1}`;
}

export type Windows = readonly AverageWindow[];
