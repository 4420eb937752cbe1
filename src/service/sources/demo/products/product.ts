import type { Market, MarketType, PredictionStatus, Provider } from "../../../../contract/market.ts";
import { known, productFacts } from "../facts.ts";
import { madeUpAddress, streamOf } from "../noise.ts";
import type { RatedSide } from "./rated-product.ts";
import type { Variant } from "./variant.ts";

export interface Product {
  readonly key: string;
  readonly type: MarketType;
  readonly provider: string;
  readonly mints: readonly string[];
  /** Unique, without the term's number. */
  idOf(variant: number): string;
  /** Its markets end, and a market of the next term follows. */
  readonly seasonal?: boolean;
  statusAt?(variant: number, time: number): PredictionStatus;
  marketAt(variant: Variant, time: number): Market;
  readonly past?: RatedSide;
  readonly legs?: { readonly supplied: string; readonly owed: string };
}

export const productNamed = (name: string) => known(productFacts.products[name], name);
export const providerBody = (id: string): Provider => known(productFacts.providers[id], id);

/** Fills the product's templates for one of its markets. */
export function identityOf(
  { id, websiteUrl, page, provider, actions }: ReturnType<typeof productNamed>,
  variant: number,
  names: Readonly<Record<string, string>>,
  hasRewards = true,
) {
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (_, name: string) => known(names[name], name));
  // A reserved domain that belongs to no one, so the link can never move money.
  const host = `blink:https://${provider}.actions.example.org/api/v0`;
  const offered = Object.entries(actions).filter(([name]) => hasRewards || name !== "claimRewards");
  return {
    id: fill(id),
    websiteUrl: fill(variant === 0 ? websiteUrl + page : websiteUrl),
    actions: Object.fromEntries(offered.map(([name, path]) => [name, { blinkUrl: host + fill(path) }])),
  };
}

/** Variant 0 has the captured address; the others get made-up ones. */
export function addressOf(
  variant: number,
  captured: string | undefined,
  ...names: readonly string[]
): string {
  return (variant === 0 ? captured : undefined) ?? madeUpAddress(streamOf(0, ...names, String(variant)));
}
