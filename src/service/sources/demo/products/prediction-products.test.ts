import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupsOf, inside, marketsAt, numberIn } from "../../../../../tests/fixtures/demo.ts";
import { predictionStatuses, type Market } from "../../../../contract/market.ts";
import { Simulation } from "../simulation.ts";

const filter = {
  types: ["prediction"],
  providers: undefined,
  assets: undefined,
  statuses: predictionStatuses,
} as const;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const minutes = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 })
  .map((minute) => minute * 60_000);

/** The predictions of demos with different seeds at different times. */
const demos = fc.sample(fc.tuple(seeds, minutes), 60).map(([seed, time]) => ({
  time,
  list: marketsAt(new Simulation(529, seed), time, filter),
}));
const every = demos.flatMap(({ list }) => list);

/** Markets of one event in one settlement token. */
function booksOf(list: readonly Market[], series: RegExp): readonly (readonly Market[])[] {
  return groupsOf(
    list.filter(({ id }) => series.test(id)),
    event,
  );
}

const middle = (market: Market | undefined) => (numberIn(market, "yesBid") + numberIn(market, "yesAsk")) / 2;

const yes = (book: readonly Market[]) => book.filter((market) => inside(market, "result") === "yes");

const event = (market: Market): string =>
  `${String(inside(market, "bundleId"))} ${market.id.split(".").at(-1)}`;

describe("predictions, for any seed and time", () => {
  test("noBid = 1 − yesAsk, noAsk = 1 − yesBid, bid < ask, within 0.01 and 0.99, and only while open", () => {
    const quoted = every.filter((market) => "yesBid" in market);
    expect(quoted.length).toBeGreaterThan(1000);
    const broken = quoted.filter((market) => {
      const [yesBid, yesAsk] = [numberIn(market, "yesBid"), numberIn(market, "yesAsk")];
      return !(
        Math.abs(numberIn(market, "noBid") + yesAsk - 1) < 1e-12 &&
        Math.abs(numberIn(market, "noAsk") + yesBid - 1) < 1e-12 &&
        yesBid < yesAsk &&
        yesBid >= 0.01 &&
        yesAsk <= 0.99 &&
        inside(market, "status") === "open"
      );
    });
    expect(broken).toEqual([]);
  });

  test("a status follows its times, a result comes with settlement, most are open, and all three always occur", () => {
    for (const { list, time } of demos) {
      const counts = { open: 0, closed: 0, settled: 0 };
      const broken = list.filter((market) => {
        const ended = ["closeTime", "expirationTime"].filter((name) => time / 1000 >= numberIn(market, name));
        const status = (["open", "closed", "settled"] as const)[ended.length] ?? "open";
        counts[status] += 1;
        return (
          numberIn(market, "openTime") > time / 1000 ||
          inside(market, "status") !== status ||
          "result" in market !== (status === "settled")
        );
      });
      expect(broken).toEqual([]);
      expect([counts.open > 180, counts.closed > 0, counts.settled > 0]).toEqual([true, true, true]);
    }
  });

  test("an exclusive event settles with exactly one yes in each settlement token", () => {
    const books = demos.flatMap(({ list }) => booksOf(list, /^dflow\.(KXFEDDECISION|KXECB|CONTROL[HS])-/));
    const settled = books.filter(([market]) => inside(market, "status") === "settled");
    expect(settled.length).toBeGreaterThan(0);
    expect(settled.filter((book) => yes(book).length !== 1)).toEqual([]);
  });

  test("the chances of a ladder fall from step to step, in every book", () => {
    const ladders = demos.flatMap(({ list }) =>
      booksOf(
        list.filter((market) => "yesBid" in market),
        /^dflow\.(BTCD|KXSOLD|KXINX)-/,
      ),
    );
    expect(ladders.length).toBeGreaterThan(60);
    // A wide book is cut off at its ends, so a step may be a few cents above the one below it.
    const rising = ladders.filter((steps) =>
      steps.some((step, index) => middle(step) > middle(steps[index - 1]) + 0.06),
    );
    expect(rising).toEqual([]);
  });
});
