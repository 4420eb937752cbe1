// A product of the demo: a market at any instant. It is listed as many markets: variant 0 as captured, the others made up from
// it by a spread on its rate and its size.
import type { Market, MarketType, PredictionStatus, Provider, Token } from "../../../../contract/market.ts";
import { lenderFacts, type Programme } from "../facts.ts";
import { streamOf, unit } from "../noise.ts";
import type { DemoToken } from "../tokens.ts";

export interface Variant {
  /** 0 is the product as captured. */
  readonly index: number;
  /** Factor on every rate, so that averages scale with it exactly. */
  readonly rate: number;
  /** Factor on every amount. */
  readonly size: number;
}

export function variantOf(seed: number, key: string, index: number): Variant {
  if (index === 0) return { index, rate: 1, size: 1 };
  const stream = streamOf(seed, "variant", key);
  const rate = 0.55 + 1.05 * unit(stream, 2 * index);
  return { index, rate, size: 10 ** (-2.2 + 2.5 * unit(stream, 2 * index + 1)) };
}

/** One moment of a market's own past. */
export interface PastPoint {
  /** Base rate and all rewards; undefined where nothing was observed. */
  readonly depositApy: number | undefined;
  /** The rate without rewards; undefined where nothing was observed. */
  readonly baseDepositApy: number | undefined;
  readonly totalDeposit: number | undefined;
  readonly totalDepositUsd: number | undefined;
}

/** The past of a product that has a rate. Hours and days are counted from the epoch. */
export interface ProductPast {
  /** Rates without rewards. */
  baseDepositAt(variant: Variant, hour: number): number;
  baseBorrowAt(variant: Variant, hour: number): number | undefined;
  readonly programmes: readonly Programme[];
  /** The yearly fraction that programme number `programme` pays; 0 while it does not run. */
  rewardAt(variant: Variant, programme: number, hour: number): number;
  /** Undefined before the market began or after it ended. */
  hour(variant: Variant, hour: number, term: number | undefined): PastPoint | undefined;
  /** The means of the 24 whole hours of a UTC day. */
  day(variant: Variant, day: number, term: number | undefined): PastPoint | undefined;
}

export interface Product {
  readonly key: string;
  readonly type: MarketType;
  readonly provider: string;
  /** Every mint the `asset` filter finds this product by. */
  readonly mints: readonly string[];
  /** The id without what changes in time; unique among all products and variants. */
  idOf(variant: number): string;
  /** Whether its markets end and are followed by another, each under the product's id and the number of its term. */
  readonly seasonal?: boolean;
  statusAt?(variant: number, time: number): PredictionStatus;
  marketAt(variant: Variant, time: number): Market;
  readonly past?: ProductPast;
  /** Of a product that supplies its first mint and owes its second: the keys of the lending products these are. */
  readonly legs?: { readonly supplied: string; readonly owed: string };
}

const providers = new Map(lenderFacts.providers.map((provider) => [provider.id, provider]));

export function providerBody(id: string): Provider {
  return { id, name: id, icon: null, ...providers.get(id) };
}

export function tokenBody({ mint, symbol, decimals, icon }: DemoToken): Token {
  return { address: mint, symbol, decimals, icon };
}

/** Action links on a reserved host: the paths are the providers' own, the host can never move money. */
export function actionLinks(
  provider: string,
  paths: Readonly<Record<string, string>>,
): Record<string, { blinkUrl: string }> {
  const urlOf = (path: string): string => `blink:https://${provider}.actions.example.org/api/v0${path}`;
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { blinkUrl: urlOf(path) }]));
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The usual paths: repayWithCollateral is at `base`/repay-with-collateral. */
export function actionPaths(base: string, names: readonly string[], query = ""): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${base}/${kebab(name)}${query}`]));
}

/** What a market does not have is absent, not null. Deletes keys whose value is undefined. */
export function withoutMissing<T extends object>(record: T): T {
  for (const key of Reflect.ownKeys(record))
    if (Reflect.get(record, key) === undefined) Reflect.deleteProperty(record, key);
  return record;
}

/** "Steakhouse USDC", then "Steakhouse USDC 2" and so on. */
export function variantName(name: string, variant: number): string {
  return variant === 0 ? name : `${name} ${variant + 1}`;
}
