// Which markets the demo lists: so many of each type, in a fixed order.
import { marketTypes, type MarketType } from "../../../contract/market.ts";
import { createFaultyProducts } from "./products/faulty-products.ts";
import { createLendingProducts } from "./products/lending-products.ts";
import { createLoopProducts, createPerpetualProducts } from "./products/leverage-products.ts";
import { createPredictionProducts } from "./products/prediction-products.ts";
import type { Product } from "./products/product.ts";
import { createProductContext } from "./products/product-context.ts";
import { createYieldProducts } from "./products/yield-products.ts";
import type { TokenBook } from "./token-prices.ts";

/** The size of the demo when nobody says otherwise, and how it divides into types: every product once. */
export const defaultMarkets = 535;
const shares: Record<MarketType, number> = {
  lending: 178,
  yield: 52,
  loop: 45,
  perpetual: 20,
  prediction: 240,
};

/** How many markets of each type a demo of a size has: the shares rounded down, the rest to the types in their order. */
export function countsByType(markets: number): Record<MarketType, number> {
  const counts = { lending: 0, yield: 0, loop: 0, perpetual: 0, prediction: 0 };
  let left = markets;
  for (const type of marketTypes) {
    counts[type] = Math.floor((markets * shares[type]) / defaultMarkets);
    left -= counts[type];
  }
  for (const type of marketTypes.slice(0, left)) counts[type] += 1;
  return counts;
}

/** One listed market: a product and which of its variants. */
export interface Listing {
  readonly product: Product;
  readonly variant: number;
}

/**
 * The catalogue of one demo. Positions run from 0; a position always names the same product and variant, whatever the
 * clock says, so that a position is all a walk has to remember.
 */
export class Catalogue {
  readonly size: number;
  readonly book: TokenBook;
  /** Every product once, in the order of the types. */
  readonly products: readonly Product[];
  readonly #sections: readonly {
    readonly start: number;
    readonly end: number;
    readonly products: readonly Product[];
  }[];
  #positions: ReadonlyMap<string, number> | undefined;

  constructor(markets: number, seed: number) {
    const context = createProductContext(seed);
    this.book = context.book;
    const byType: Record<MarketType, readonly Product[]> = {
      lending: [...spreadByProvider(createLendingProducts(context)), ...createFaultyProducts(context)],
      yield: spreadByProvider(createYieldProducts(context)),
      loop: createLoopProducts(context),
      perpetual: createPerpetualProducts(context),
      prediction: createPredictionProducts(context),
    };
    const counts = countsByType(markets);
    let start = 0;
    this.#sections = marketTypes.map((type) => {
      const section = { start, end: start + counts[type], products: byType[type] };
      start = section.end;
      return section;
    });
    this.size = start;
    this.products = marketTypes.flatMap((type) => byType[type]);
  }

  /**
   * Walks the listings from a position on, while `visit` returns true.
   * @param wanted products to visit; the sections and products left out cost nothing
   */
  visit(
    from: number,
    wanted: ReadonlySet<Product>,
    visit: (position: number, listing: Listing) => boolean,
  ): void {
    for (const { start, end, products } of this.#sections) {
      if (end <= from || !products.some((product) => wanted.has(product))) continue;
      for (let position = Math.max(start, from); position < end; position += 1) {
        const offset = position - start;
        const product = products[offset % products.length];
        if (product === undefined || !wanted.has(product)) continue;
        if (!visit(position, { product, variant: Math.floor(offset / products.length) })) return;
      }
    }
  }

  /** The listing of an id as `Product.idOf` gives it: without a term. Predictions are not found, they have no past. */
  find(id: string): Listing | undefined {
    this.#positions ??= this.#index();
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.#at(position);
  }

  /** The product with a key, whether the demo is large enough to list it or not. */
  product(key: string): Product | undefined {
    return this.products.find((product) => product.key === key);
  }

  /** Whether the demo is large enough to list a product as it was captured. */
  lists(wanted: Product): boolean {
    return this.#sections.some(({ start, end, products }) => products.slice(0, end - start).includes(wanted));
  }

  #at(position: number): Listing | undefined {
    for (const { start, end, products } of this.#sections) {
      if (position >= end) continue;
      const product = products[(position - start) % products.length];
      return product && { product, variant: Math.floor((position - start) / products.length) };
    }
    return undefined;
  }

  #index(): ReadonlyMap<string, number> {
    const positions = new Map<string, number>();
    const withPast = new Set(this.products.filter((product) => product.past !== undefined));
    this.visit(0, withPast, (position, { product, variant }) => {
      positions.set(product.idOf(variant), position);
      return true;
    });
    return positions;
  }
}

/** Orders products so that every provider is spread evenly over the list: a small demo has all of them too. */
function spreadByProvider(products: readonly Product[]): Product[] {
  const totals = new Map<string, number>();
  for (const { provider } of products) totals.set(provider, (totals.get(provider) ?? 0) + 1);
  const seen = new Map<string, number>();
  return products
    .map((product) => {
      const before = seen.get(product.provider) ?? 0;
      seen.set(product.provider, before + 1);
      return { product, rank: before / (totals.get(product.provider) ?? 1) };
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ product }) => product);
}
