import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { marketTypes } from "../../../contract/market.ts";
import { Catalogue, countsByType, defaultMarkets } from "./catalogue.ts";
import type { Product } from "./products/product.ts";

const everything = (catalogue: Catalogue): ReadonlySet<Product> => new Set(catalogue.products);

describe("catalogue", () => {
  test("535 markets are 178 lending, 52 yield, 45 loop, 20 perpetual and 240 prediction", () => {
    expect(countsByType(defaultMarkets)).toEqual({
      lending: 178,
      yield: 52,
      loop: 45,
      perpetual: 20,
      prediction: 240,
    });
  });

  test("the default lists every product once and no variant made up from one", () => {
    const catalogue = new Catalogue(defaultMarkets, 1);
    const listed: Product[] = [];
    catalogue.visit(0, everything(catalogue), (_, { product, variant }) => {
      expect(variant).toBe(0);
      listed.push(product);
      return true;
    });
    expect(listed).toEqual(catalogue.products);
  });

  test("any count is met exactly and keeps the proportions to within one market", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (markets) => {
        const counts = countsByType(markets);
        const total = marketTypes.reduce((sum, type) => sum + counts[type], 0);
        expect(total).toBe(markets);
        const shares = countsByType(defaultMarkets);
        for (const type of marketTypes)
          expect(Math.abs(counts[type] - (markets * shares[type]) / defaultMarkets)).toBeLessThanOrEqual(1);
      }),
    );
    expect(countsByType(1)).toMatchObject({ lending: 1 });
  });

  test("ids are unique, however many markets there are", () => {
    const catalogue = new Catalogue(100_000, 1);
    const ids = new Set<string>();
    catalogue.visit(0, everything(catalogue), (_, { product, variant }) => {
      ids.add(product.idOf(variant));
      return true;
    });
    expect(ids.size).toBe(100_000);
  });

  test("visiting from any position goes on where another visit stopped", () => {
    const catalogue = new Catalogue(300, 1);
    const positions: number[] = [];
    catalogue.visit(137, everything(catalogue), (position) => {
      positions.push(position);
      return true;
    });
    expect(positions).toEqual(Array.from({ length: 163 }, (_, index) => 137 + index));
  });

  test("a small demo has several providers among its first lending markets", () => {
    const catalogue = new Catalogue(40, 1);
    const providers = new Set<string>();
    catalogue.visit(0, everything(catalogue), (_, { product }) => {
      if (product.type === "lending") providers.add(product.provider);
      return true;
    });
    expect(providers).toEqual(new Set(["kamino", "jupiter", "marginfi"]));
  });
});
