// What products are built on: the seed, the tokens, and the pools that several products share.
import { dayMs } from "../../../../contract/units.ts";
import { streamOf, unit } from "../noise.ts";
import { TokenBook } from "../token-prices.ts";
import { JupiterPools } from "./jupiter-pools.ts";
import { createKaminoReserves, type KaminoReserve } from "./kamino-reserves.ts";
import type { Season } from "./rated-product.ts";

export interface ProductContext {
  readonly seed: number;
  readonly book: TokenBook;
  /** By "market:symbol". */
  readonly reserves: ReadonlyMap<string, KaminoReserve>;
  readonly jupiter: JupiterPools;
}

export function createProductContext(seed: number): ProductContext {
  return {
    seed,
    book: new TokenBook(seed),
    reserves: createKaminoReserves(seed),
    jupiter: new JupiterPools(seed),
  };
}

/** A reserve by "market:symbol". @throws when the facts name one that is not there */
export function reserveOf(context: ProductContext, key: string): KaminoReserve {
  const reserve = context.reserves.get(key);
  if (reserve === undefined) throw new Error(`The demo has no reserve ${key}.`);
  return reserve;
}

/** A season lasts 120 days, so that no season has an average over 180 days and young ones have none at all. */
const seasonDays = 120;
/** Seasons are numbered from here. */
const firstSeason = Date.UTC(2024, 0, 1);

/** The `index`-th of `count` seasons: they start evenly spread, so that one of four is always younger than 30 days. */
export function seasonOf(seed: number, index: number, count: number): Season {
  const offset = Math.floor(unit(streamOf(seed, "seasons"), 0) * seasonDays);
  return {
    periodMs: seasonDays * dayMs,
    phaseMs: firstSeason + (offset + Math.round((seasonDays * index) / count)) * dayMs,
  };
}
