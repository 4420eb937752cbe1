// A product is listed as many markets: variant 0 as captured, others with another rate and size.
import type { Market, MarketType, PredictionStatus, Provider, Token } from "../../../../contract/market.ts";
import { lenderFacts, type Programme } from "../facts.ts";
import { streamOf, unit } from "../noise.ts";
import type { DemoToken } from "../tokens.ts";

export interface Variant {
  readonly index: number;
  /** A factor, so that averages scale exactly. */
  readonly rate: number;
  readonly size: number;
}

export function variantOf(seed: number, key: string, index: number): Variant {
  if (index === 0) return { index, rate: 1, size: 1 };
  const stream = streamOf(seed, "variant", key);
  const rate = 0.55 + 1.05 * unit(stream, 2 * index);
  return { index, rate, size: 10 ** (-2.2 + 2.5 * unit(stream, 2 * index + 1)) };
}

export interface PastPoint {
  readonly depositApy: number | undefined;
  readonly baseDepositApy: number | undefined;
  readonly totalDeposit: number | undefined;
  readonly totalDepositUsd: number | undefined;
}

/** Hours and days since the epoch. */
export interface ProductPast {
  baseDepositAt(variant: Variant, hour: number): number;
  baseBorrowAt(variant: Variant, hour: number): number | undefined;
  readonly programmes: readonly Programme[];
  /** Fraction per year; 0 while it does not run. */
  rewardAt(variant: Variant, programme: number, hour: number): number;
  /** Undefined outside of the market's life. */
  hour(variant: Variant, hour: number, term: number | undefined): PastPoint | undefined;
  day(variant: Variant, day: number, term: number | undefined): PastPoint | undefined;
}

export interface Product {
  readonly key: string;
  readonly type: MarketType;
  readonly provider: string;
  readonly mints: readonly string[];
  /** Unique, without the number of the term. */
  idOf(variant: number): string;
  /** Its markets end and are succeeded by the next term. */
  readonly seasonal?: boolean;
  statusAt?(variant: number, time: number): PredictionStatus;
  marketAt(variant: Variant, time: number): Market;
  readonly past?: ProductPast;
  readonly legs?: { readonly supplied: string; readonly owed: string };
}

const providers = new Map(lenderFacts.providers.map((provider) => [provider.id, provider]));

export function providerBody(id: string): Provider {
  return { id, name: id, icon: null, ...providers.get(id) };
}

export function tokenBody({ mint, symbol, decimals, icon }: DemoToken): Token {
  return { address: mint, symbol, decimals, icon };
}

/** The providers' paths on a reserved host, which can never move money. */
export function actionLinks(
  provider: string,
  paths: Readonly<Record<string, string>>,
): Record<string, { blinkUrl: string }> {
  const urlOf = (path: string): string => `blink:https://${provider}.actions.example.org/api/v0${path}`;
  return Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, { blinkUrl: urlOf(path) }]));
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export function actionPaths(base: string, names: readonly string[], query = ""): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${base}/${kebab(name)}${query}`]));
}

/** "Steakhouse USDC", then "Steakhouse USDC 2" and so on. */
export function variantName(name: string, variant: number): string {
  return variant === 0 ? name : `${name} ${variant + 1}`;
}
