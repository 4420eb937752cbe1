import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Market } from "../../../../contract/market.ts";
import { predictionStatuses } from "../../../../contract/market.ts";
import { Simulation } from "../simulation.ts";
import { runs } from "../../../../../tests/fixtures/property-runs.ts";

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const minutes = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 })
  .map((minute) => minute * 60_000);

/** A number of a market by its name; NaN when it is absent. */
function figure(market: object, name: string): number {
  const value: unknown = Reflect.get(market, name);
  return typeof value === "number" ? value : Number.NaN;
}

/** Holds a check for the predictions of demos with different seeds at different times. */
function forPredictions(
  markets: number,
  times: number,
  check: (list: readonly Market[], time: number) => void,
): void {
  fc.assert(
    fc.property(seeds, minutes, (seed, time) => {
      const filter = {
        types: ["prediction"],
        providers: undefined,
        assets: undefined,
        statuses: predictionStatuses,
      } as const;
      const simulation = new Simulation(markets, seed);
      const listed = simulation.marketsFrom(0, markets, filter, time).markets;
      check(
        listed.map((market) => market.product.marketAt(market.variant, time)),
        time,
      );
    }),
    runs(times),
  );
}

describe("laws of predictions, for any seed and time", () => {
  test("noBid = 1 − yesAsk, noAsk = 1 − yesBid, bid < ask, within 0.01 and 0.99, and only while open", () => {
    forPredictions(1500, 12, (list) => {
      const quoted = list.filter((market) => "yesBid" in market);
      expect(quoted.length).toBeGreaterThan(300);
      const broken = quoted.filter((market) => {
        const [yesBid, yesAsk] = [figure(market, "yesBid"), figure(market, "yesAsk")];
        return !(
          Math.abs(figure(market, "noBid") + yesAsk - 1) < 1e-12 &&
          Math.abs(figure(market, "noAsk") + yesBid - 1) < 1e-12 &&
          yesBid < yesAsk &&
          yesBid >= 0.01 &&
          yesAsk <= 0.99 &&
          "status" in market &&
          market.status === "open"
        );
      });
      expect(broken).toEqual([]);
    });
  });

  test("a status follows its times, a result comes with settlement, most are open, and all three always occur", () => {
    forPredictions(529, 25, (list, time) => {
      const counts = { open: 0, closed: 0, settled: 0 };
      const broken = list.filter((market) => {
        const seconds = time / 1000;
        const status =
          seconds < figure(market, "closeTime")
            ? "open"
            : seconds < figure(market, "expirationTime")
              ? "closed"
              : "settled";
        counts[status] += 1;
        return !(
          figure(market, "openTime") <= seconds &&
          Reflect.get(market, "status") === status &&
          "result" in market === (status === "settled")
        );
      });
      expect(broken).toEqual([]);
      expect(counts.open).toBeGreaterThan(180);
      expect(counts.closed).toBeGreaterThan(0);
      expect(counts.settled).toBeGreaterThan(0);
    });
  });

  test("an exclusive event settles with exactly one yes in each settlement token", () => {
    let settled = 0;
    forPredictions(529, 60, (list) => {
      const results = new Map<string, unknown[]>();
      for (const market of list) {
        const exclusive = /^dflow\.(KXFEDDECISION|KXECB|CONTROL[HS])-/.test(market.id);
        if (!exclusive || Reflect.get(market, "status") !== "settled") continue;
        const event = `${String(Reflect.get(market, "bundleId"))} ${market.id.split(".").at(-1)}`;
        results.set(event, [...(results.get(event) ?? []), Reflect.get(market, "result")]);
      }
      settled += results.size;
      for (const answers of results.values())
        expect(answers.filter((result) => result === "yes")).toHaveLength(1);
    });
    expect(settled).toBeGreaterThan(0);
  });

  test("the chances of a ladder fall from step to step, in every book", () => {
    forPredictions(529, 12, (list) => {
      const ladders = new Map<string, number[]>();
      for (const market of list) {
        if (!/^dflow\.(BTCD|KXSOLD|KXINX)-/.test(market.id) || !("yesBid" in market)) continue;
        const book = `${String(Reflect.get(market, "bundleId"))} ${market.id.split(".").at(-1)}`;
        const middle = (figure(market, "yesBid") + figure(market, "yesAsk")) / 2;
        ladders.set(book, [...(ladders.get(book) ?? []), middle]);
      }
      // A wide book is cut off at its ends, so a step may lie a few cents above the one below it.
      const rising = [...ladders.values()].filter((steps) =>
        steps.some((step, index) => step > (steps[index - 1] ?? 1) + 0.06),
      );
      expect(rising).toEqual([]);
    });
  });

  test("both settlement tokens of an outcome are asked about the same event", () => {
    forPredictions(240, 5, (list) => {
      const titles = new Map<string, Set<unknown>>();
      for (const market of list) {
        const ticker = market.id.split(".").slice(0, -1).join(".");
        titles.set(ticker, (titles.get(ticker) ?? new Set()).add(Reflect.get(market, "title")));
      }
      expect([...titles.values()].filter((set) => set.size > 1)).toEqual([]);
    });
  });
});
