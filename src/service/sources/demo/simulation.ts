// Stateless: everything follows from the seed and the time.
import { sum } from "d3-array";
import { marketTypes, type MarketType, type PredictionStatus } from "../../../contract/market.ts";
import type { HistoryPoint, HistoryResolution, MarketHistory } from "../../../contract/history.ts";
import { dayMs, hourMs, resolutionMs } from "../../../contract/units.ts";
import { createMarketFilter } from "../market-filter.ts";
import { createLendingProducts, createYieldProducts } from "./products/deposit-products.ts";
import { createFaultyProducts } from "./products/faulty-products.ts";
import { createLoopProducts, createPerpetualProducts } from "./products/leverage-products.ts";
import { createProductContext } from "./products/pools.ts";
import { createPredictionProducts } from "./products/prediction-products.ts";
import type { SimulatedFigures } from "./products/rated-product.ts";
import type { Product } from "./products/product.ts";
import { variantOf, type Variant } from "./products/variant.ts";
import type { TokenBook } from "./tokens.ts";

/** Lists every product once. */
export const defaultMarkets = 529;
const shares = { lending: 172, yield: 52, loop: 45, perpetual: 20, prediction: 240 } as const;

/** Rounds the shares down and gives the rest to the first types. */
export function countsByType(markets: number): Record<MarketType, number> {
  const counts = { lending: 0, yield: 0, loop: 0, perpetual: 0, prediction: 0 };
  for (const type of marketTypes) counts[type] = Math.floor((markets * shares[type]) / defaultMarkets);
  const left = markets - sum(marketTypes, (type) => counts[type]);
  for (const type of marketTypes.slice(0, left)) counts[type] += 1;
  return counts;
}

export interface MarketFilter {
  readonly types: readonly MarketType[];
  readonly providers: readonly string[] | undefined;
  readonly assets: readonly string[] | undefined;
  readonly statuses: readonly PredictionStatus[];
}

/** A position always means the same product and variant, so a cursor needs only the position. */
export interface ListedMarket {
  readonly position: number;
  readonly product: Product;
  readonly variant: Variant;
}

export type CapturedMarket = Pick<ListedMarket, "product" | "variant">;

/** The positions of one type. */
interface Section {
  readonly start: number;
  readonly end: number;
  readonly products: readonly Product[];
}

export class Simulation {
  readonly book: TokenBook;
  readonly size: number;
  readonly #seed: number;
  readonly #sections: readonly Section[];
  readonly captured: ReadonlyMap<string, CapturedMarket & { readonly isListed: boolean }>;
  #turns: ReadonlyMap<string, Turn> | undefined;

  constructor(markets: number, seed: number, faulty = false) {
    this.#seed = seed;
    const context = createProductContext(seed);
    this.book = context.book;
    const counts = countsByType(markets);
    const faultyProducts = faulty ? createFaultyProducts(context) : [];
    let start = 0;
    const section = (count: number, products: readonly Product[]): Section => ({
      start,
      end: (start += count),
      products,
    });
    this.#sections = [
      section(counts.lending, spreadByProvider(createLendingProducts(context))),
      section(faultyProducts.length, faultyProducts),
      section(counts.yield, spreadByProvider(createYieldProducts(context))),
      section(counts.loop, createLoopProducts(context)),
      section(counts.perpetual, createPerpetualProducts(context)),
      section(counts.prediction, createPredictionProducts(context)),
    ];
    this.size = start;
    this.captured = new Map(
      this.#sections.flatMap((listed) =>
        listed.products.map((product, index) => {
          const isListed = listed.start + index < listed.end;
          return [product.key, { product, variant: variantOf(seed, product.key, 0), isListed }];
        }),
      ),
    );
  }

  /** Undefined if the demo is too small to list it. */
  listed(key: string): CapturedMarket | undefined {
    const market = this.captured.get(key);
    return market?.isListed === true ? market : undefined;
  }

  marketsFrom(from: number, limit: number, filter: MarketFilter, time: number) {
    const markets: ListedMarket[] = [];
    const passes = createMarketFilter(filter);
    for (const { start, end, products } of this.#sections) {
      const wanted = new Set(products.filter(({ type, provider, mints }) => passes(type, provider, mints)));
      if (wanted.size === 0) continue;
      for (let position = Math.max(start, from); position < end; position += 1) {
        const [product, index] = turnOf(products, position - start);
        if (product === undefined || !wanted.has(product)) continue;
        const status = product.statusAt?.(index, time);
        if (status !== undefined && !filter.statuses.includes(status)) continue;
        if (markets.length === limit) return { markets, next: position };
        markets.push({ position, product, variant: variantOf(this.#seed, product.key, index) });
      }
    }
    return { markets, next: undefined };
  }

  /** Includes both ends. A day is the mean of 24 hours, stamped 00:00 UTC, and must be over by `end`; null is a gap. */
  history(id: string, start: number, end: number, resolution: HistoryResolution): MarketHistory {
    const history: HistoryPoint[] = [];
    const found = this.find(id);
    const past = found?.product.past;
    if (found === undefined || past === undefined) return { id, history };
    const { product, variant, term } = found;
    const step = resolutionMs[resolution];
    const last = resolution === "1h" ? Math.floor(end / hourMs) : Math.floor(end / dayMs) - 1;
    for (let index = Math.ceil(start / step); index <= last; index += 1) {
      const point = past.pointOf(variant, resolution, index, term);
      if (point === undefined) continue;
      const { depositApy = null, baseDepositApy = null, totalDeposit = null, totalDepositUsd = null } = point;
      const timestamp = new Date(index * step).toISOString();
      const base = product.type === "loop" ? {} : { baseDepositApy };
      history.push({ timestamp, depositApy, totalDeposit, totalDepositUsd, ...base });
    }
    return { id, history };
  }

  /** Rates and totals that a poll at this time would record. Undefined for markets without a rate. */
  figuresAt(id: string, time: number): SimulatedFigures | undefined {
    const found = this.find(id);
    return found?.product.past?.figuresAt(found.variant, time);
  }

  find(id: string): (CapturedMarket & { readonly term: number | undefined }) | undefined {
    const term = /\.t(-?\d{1,6})$/.exec(id);
    this.#turns ??= this.#index();
    const [product, index = 0] = this.#turns.get(term === null ? id : id.slice(0, term.index)) ?? [];
    // The ids of seasonal products contain a term; others must not.
    if (product === undefined || (product.seasonal === true) !== (term !== null)) return undefined;
    const variant = variantOf(this.#seed, product.key, index);
    return { product, variant, term: term === null ? undefined : Number(term[1]) };
  }

  #index(): ReadonlyMap<string, Turn> {
    const turns = new Map<string, Turn>();
    for (const { start, end, products } of this.#sections)
      for (let index = 0; index < end - start; index += 1) {
        const turn = turnOf(products, index);
        if (turn[0]?.past !== undefined) turns.set(turn[0].idOf(turn[1]), turn);
      }
    return turns;
  }
}

type Turn = ReturnType<typeof turnOf>;

/** Positions go to the products in turn, and each round lists another variant of them. */
function turnOf(products: readonly Product[], index: number) {
  return [products[index % products.length], Math.floor(index / products.length)] as const;
}

function spreadByProvider(products: readonly Product[]): Product[] {
  const ranks = new Map(
    products.map((product) => {
      const own = products.filter(({ provider }) => provider === product.provider);
      return [product, own.indexOf(product) / own.length];
    }),
  );
  return products.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}
