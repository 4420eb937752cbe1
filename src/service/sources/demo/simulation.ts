// The demo's markets and their past for any instant. Nothing is stored: all of it follows from the seed and the time.
import type { Market, MarketType, PredictionStatus } from "../../../contract/market.ts";
import type { HistoryPoint, HistoryResolution, MarketHistory } from "../../../contract/history.ts";
import { dayMs, hourMs, resolutionMs } from "../../../contract/units.ts";
import { Catalogue, type Listing } from "./catalogue.ts";
import { variantOf, type PastPoint, type Product, type Variant } from "./products/product.ts";
import type { TokenBook } from "./token-prices.ts";

/** A filter with its defaults filled in. An absent list lets everything through. */
export interface MarketFilter {
  readonly types: readonly MarketType[];
  readonly providers: readonly string[] | undefined;
  readonly assets: readonly string[] | undefined;
  readonly statuses: readonly PredictionStatus[];
}

/** A market by its place in the catalogue. */
export interface ListedMarket extends Listing {
  readonly position: number;
}

/** A product as the market it was captured as. */
export interface CapturedMarket {
  readonly product: Product;
  readonly variant: Variant;
  /** False where the demo is too small to list it. */
  readonly listed: boolean;
}

export interface MarketsFrom {
  readonly markets: readonly ListedMarket[];
  /** Where the next page begins; undefined when there is nothing more. */
  readonly next: number | undefined;
}

interface PastOf {
  readonly product: Product;
  readonly variant: Variant;
  readonly term: number | undefined;
}

export class Simulation {
  readonly #seed: number;
  readonly #catalogue: Catalogue;

  /** @param markets how many there are in all, 0 to 100000 */
  constructor(markets: number, seed: number) {
    this.#seed = seed;
    this.#catalogue = new Catalogue(markets, seed);
  }

  get size(): number {
    return this.#catalogue.size;
  }

  /** What tokens cost at any instant. */
  get book(): TokenBook {
    return this.#catalogue.book;
  }

  /** The market a product was captured as, by the product's key, whether it is listed or not. */
  captured(key: string): CapturedMarket | undefined {
    const product = this.#catalogue.product(key);
    return (
      product && {
        product,
        variant: variantOf(this.#seed, key, 0),
        listed: this.#catalogue.lists(product),
      }
    );
  }

  /** Which up to `limit` markets pass a filter at an instant, from a catalogue position on. */
  marketsFrom(position: number, limit: number, filter: MarketFilter, time: number): MarketsFrom {
    const wanted = new Set(this.#catalogue.products.filter((product) => passes(product, filter)));
    const markets: ListedMarket[] = [];
    let next: number | undefined;
    this.#catalogue.visit(position, wanted, (at, { product, variant }) => {
      const status = product.statusAt?.(variant, time);
      if (status !== undefined && !filter.statuses.includes(status)) return true;
      if (markets.length === limit) {
        next = at;
        return false;
      }
      markets.push({ position: at, product, variant });
      return true;
    });
    return { markets, next };
  }

  marketAt({ product, variant }: Listing, time: number): Market {
    return product.marketAt(variantOf(this.#seed, product.key, variant), time);
  }

  /**
   * The past of a market between two instants, both included. 1h: the whole hours. 1d: the UTC days that begin in the span
   * and are over by `end`, each the mean of its 24 whole hours, stamped at its 00:00. `depositApy` is the total rate, base
   * and rewards, and null where nothing was observed; `baseDepositApy` is absent for loops, which have one net rate; totals are null where the market tells none. An id that is unknown,
   * or of a type without a rate, has no points.
   */
  history(id: string, start: number, end: number, resolution: HistoryResolution): MarketHistory {
    const history: HistoryPoint[] = [];
    const found = this.#find(id);
    if (found?.product.past === undefined) return { id, history };
    const { past } = found.product;
    const step = resolutionMs[resolution];
    const last = resolution === "1h" ? Math.floor(end / hourMs) : Math.floor(end / dayMs) - 1;
    for (let index = Math.ceil(start / step); index <= last; index += 1) {
      const point =
        resolution === "1h"
          ? past.hour(found.variant, index, found.term)
          : past.day(found.variant, index, found.term);
      if (point !== undefined)
        history.push({
          ...historyPoint(index * step, point),
          ...(found.product.type === "loop" ? {} : { baseDepositApy: point.baseDepositApy ?? null }),
        });
    }
    return { id, history };
  }

  /**
   * The base rates (without rewards, rounded as they are sent) of a market over whole hours, counted from the epoch:
   * `from` included, `to` not. The averages a market sends are the means of these. Undefined for an unknown market.
   */
  baseRates(
    id: string,
    from: number,
    to: number,
  ): readonly { readonly deposit: number | undefined; readonly borrow: number | undefined }[] | undefined {
    const found = this.#find(id);
    const past = found?.product.past;
    if (found === undefined || past === undefined) return undefined;
    return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
      deposit: past.baseDepositAt(found.variant, from + index),
      borrow: past.baseBorrowAt(found.variant, from + index),
    }));
  }

  #find(id: string): PastOf | undefined {
    const term = /\.t(-?\d{1,6})$/.exec(id);
    const listing = this.#catalogue.find(term === null ? id : id.slice(0, term.index));
    if (listing === undefined) return undefined;
    // A product with terms is listed under the id of a term only, one without under its plain id only.
    if ((listing.product.termAt === undefined) !== (term === null)) return undefined;
    return {
      product: listing.product,
      variant: variantOf(this.#seed, listing.product.key, listing.variant),
      term: term === null ? undefined : Number(term[1]),
    };
  }
}

function passes(product: Product, { types, providers, assets }: MarketFilter): boolean {
  return (
    types.includes(product.type) &&
    (providers === undefined || providers.includes(product.provider)) &&
    (assets === undefined || product.mints.some((mint) => assets.includes(mint)))
  );
}

function historyPoint(time: number, point: PastPoint): HistoryPoint {
  return {
    timestamp: new Date(time).toISOString(),
    depositApy: point.depositApy ?? null,
    totalDeposit: point.totalDeposit ?? null,
    totalDepositUsd: point.totalDepositUsd ?? null,
  };
}
