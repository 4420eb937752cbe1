import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baseRates, inside, marketsAt, numberIn, october } from "../../../../tests/fixtures/demo.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";
import { marketTypes, predictionStatuses, type Market } from "../../../contract/market.ts";
import { readMarket } from "../../../contract/markets-page.ts";
import { dayMs, hourMs } from "../../../contract/units.ts";
import { averagedDays } from "../../../contract/record/record-parts.ts";
import { groupBy } from "../../../finance/group-by.ts";
import { createTokenBook, tokenOf } from "./tokens.ts";
import { countsByType, defaultMarkets, Simulation, type MarketFilter } from "./simulation.ts";

const everything: MarketFilter = {
  types: marketTypes,
  providers: undefined,
  assets: undefined,
  statuses: predictionStatuses,
};
const all = (simulation: Simulation, time: number): readonly Market[] =>
  marketsAt(simulation, time, everything);

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const minutes = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 })
  .map((minute) => minute * 60_000);

function rewardsOf(market: Market): readonly unknown[] {
  const rewards = inside(market, "rewards");
  return Array.isArray(rewards) ? rewards : [];
}

function rewardSum(market: Market, side: string): number {
  const paid = rewardsOf(market).filter((reward) => inside(reward, "type") === side);
  return paid.reduce<number>((sum, reward) => sum + numberIn(reward, "apy"), 0);
}

/** The used share of a limit; 0 where there is no limit or nothing to limit. */
function filled(market: Market, total: string, limit: string): number {
  const used = numberIn(market, total);
  return used > 0 && limit in market ? used / numberIn(market, limit) : 0;
}
const depositsFilled = (market: Market): number => filled(market, "totalDeposit", "maxDeposit");
const borrowsFilled = (market: Market): number => filled(market, "totalBorrow", "maxBorrow");
const isClosed = (market: Market): boolean => inside(market, "maxDeposit") === 0;
const isFaulty = ({ productName }: Market): boolean => productName?.startsWith("Faulty on purpose") === true;
const isOneToken = (market: Market): boolean => market.type === "lending" && !("borrowToken" in market);
const isSeasonal = ({ id }: Market): boolean => /\.t\d+$/.test(id);
/** True if either is missing. */
const near = (one: number, other: number, by: number): boolean => !(Math.abs(one - other) > by);

// Computing half a year of rates is slow, so the properties share demos.
const demos = fc.sample(fc.tuple(seeds, minutes), 4).map(([seed, time]) => {
  const simulation = new Simulation(1500, seed);
  return { name: `seed ${seed} at ${time}`, simulation, time, markets: all(simulation, time) };
});

type Demo = (typeof demos)[number];

const countOf = (passes: (market: Market) => boolean): number =>
  demos.reduce((sum, { markets }) => sum + markets.filter(passes).length, 0);

/** Every 41st market of a demo, including variants. */
const isSampled = (market: Market, { markets }: Demo): boolean => markets.indexOf(market) % 41 === 7;

const laws: Readonly<Record<string, (market: Market, demo: Demo) => boolean>> = {
  "every market can be read": (market) => readMarket(market).success,
  "a rate is its base and its rewards: added to deposits, taken off borrows": (market) => {
    const [deposit, borrow] = [numberIn(market, "depositApy"), numberIn(market, "borrowApy")];
    return (
      near(deposit - rewardSum(market, "deposit"), numberIn(market, "baseDepositApy"), 1e-9) &&
      near(borrow + rewardSum(market, "borrow"), numberIn(market, "baseBorrowApy"), 1e-9)
    );
  },
  "every average sent is the mean of the base history over its window: deposits, borrows and loops": (
    market,
    demo,
  ) => {
    if (!isSampled(market, demo)) return true;
    const end = Math.ceil(demo.time / hourMs);
    const rates = baseRates(demo.simulation, market.id, end - 180 * 24, end);
    return averagedDays.every((days) => {
      const mean = (side: "deposit" | "borrow"): number =>
        rates.slice(-days * 24).reduce((sum, rate) => sum + (rate[side] ?? Number.NaN), 0) / (days * 24);
      const sent = (name: string): number => numberIn(market, `${name}${days}d`);
      return (
        near(sent("baseDepositApy"), mean("deposit"), 1.5e-8) &&
        near(sent("baseBorrowApy"), mean("borrow"), 1.5e-8) &&
        near(sent("depositApy"), mean("deposit"), 1.5e-8)
      );
    });
  },
  "a token that costs next to nothing to borrow and is not borrowed is collateral only": (market) =>
    !isOneToken(market) ||
    !(numberIn(market, "baseBorrowApy") < 0.0005) ||
    inside(market, "totalBorrow") !== 0 ||
    inside(market, "maxBorrow") === 0,
  "borrows never exceed deposits: in USD, and in units where the token is the same": (market) =>
    !(numberIn(market, "totalBorrowUsd") > numberIn(market, "totalDepositUsd")) &&
    !(isOneToken(market) && numberIn(market, "totalBorrow") > numberIn(market, "totalDeposit")),
  "totals stay within their limits, except where the provider has closed": (market) =>
    (isClosed(market) || depositsFilled(market) <= 1) &&
    borrowsFilled(market) <= 1 &&
    isClosed(market) === (market.provider.id === "carrot"),
  "maxLtv < liquidationLtv ≤ 1, and leverage is at most 1/(1 − maxLtv)": (market) => {
    const maxLtv = numberIn(market, "maxLtv");
    const liquidationLtv = numberIn(market, "liquidationLtv");
    return (
      !(maxLtv >= liquidationLtv || liquidationLtv > 1) &&
      !(maxLtv > 0 && numberIn(market, "maxLeverage") > 1 / (1 - maxLtv) + 1e-9)
    );
  },
  "noBid = 1 − yesAsk, noAsk = 1 − yesBid, bid < ask, within 0.01 and 0.99, and only while open": (
    market,
  ) => {
    if (!("yesBid" in market)) return true;
    const [yesBid, yesAsk] = [numberIn(market, "yesBid"), numberIn(market, "yesAsk")];
    return (
      Math.abs(numberIn(market, "noBid") + yesAsk - 1) < 1e-12 &&
      Math.abs(numberIn(market, "noAsk") + yesBid - 1) < 1e-12 &&
      yesBid < yesAsk &&
      yesBid >= 0.01 &&
      yesAsk <= 0.99 &&
      inside(market, "status") === "open"
    );
  },
  "a prediction's status follows its times, and a result comes with settlement": (market, { time }) => {
    if (market.type !== "prediction") return true;
    const ended = ["closeTime", "expirationTime"].filter((name) => time / 1000 >= numberIn(market, name));
    const status = (["open", "closed", "settled"] as const)[ended.length];
    return (
      numberIn(market, "openTime") <= time / 1000 &&
      inside(market, "status") === status &&
      "result" in market === (status === "settled")
    );
  },
  "rates stay in a believable range: between −100 % and 300 %": (market) =>
    !(numberIn(market, "depositApy") <= -1 || numberIn(market, "depositApy") >= 3),
};

/** At more times than other properties, because events settle rarely. */
const predictions = fc
  .sample(fc.tuple(seeds, minutes), 40)
  .map(([seed, time]) =>
    marketsAt(new Simulation(529, seed), time, { ...everything, types: ["prediction"] }),
  );

/** Markets of one event in one settlement token. */
const bookOf = (market: Market): string =>
  `${String(inside(market, "bundleId"))} ${market.id.split(".").at(-1)}`;
const booksOf = (series: RegExp): readonly (readonly Market[])[] =>
  predictions.flatMap((markets) => {
    const ofSeries = markets.filter(({ id }) => series.test(id));
    return Array.from(groupBy(ofSeries, bookOf).values());
  });

/** A wide book is cut off at its ends, so a step may be a few cents above the one below it. */
const isRising = (steps: readonly number[]): boolean =>
  steps.some((step, index) => step > (steps[index - 1] ?? 1) + 0.06);

describe("for any seed and time", () => {
  test.each(Object.entries(laws))("%s", (_law, holds) => {
    const violations = demos.flatMap((demo) =>
      demo.markets.filter((market) => !holds(market, demo)).map(({ id }) => `${demo.name}: ${id}`),
    );
    expect(violations).toEqual([]);
  });

  test("every state these laws cover occurs", () => {
    expect(countOf((market) => inside(market, "maxBorrow") === 0)).toBeGreaterThan(40);
    expect(countOf((market) => rewardSum(market, "deposit") > 0)).toBeGreaterThan(50);
    expect(countOf((market) => rewardSum(market, "borrow") > 0)).toBeGreaterThan(10);
    expect(countOf(isClosed)).toBeGreaterThan(0);
    for (const demo of demos) {
      const { markets } = demo;
      const averaged = markets.filter((market) => isSampled(market, demo) && "baseDepositApy180d" in market);
      expect(averaged).not.toEqual([]);
      expect(markets.filter((market) => depositsFilled(market) === 1).length).toBeGreaterThanOrEqual(3);
      expect(markets.filter((market) => borrowsFilled(market) > 0.999).length).toBeGreaterThanOrEqual(2);
      expect(new Set(markets.map(({ id }) => id)).size).toBe(1500);
      const statuses = markets.map((market) => inside(market, "status"));
      for (const status of predictionStatuses) expect(statuses).toContain(status);
    }
  });

  test("the same seed and time give the same bytes, whatever was requested before; another seed does not", () => {
    fc.assert(
      fc.property(seeds, minutes, minutes, (seed, time, earlier) => {
        const fresh = JSON.stringify(all(new Simulation(40, seed), time));
        const used = new Simulation(40, seed);
        all(used, earlier);
        expect(JSON.stringify(all(used, time)) === fresh).toBe(true);
        expect(JSON.stringify(all(new Simulation(40, seed + 1), time)) === fresh).toBe(false);
      }),
      runs(3),
    );
  });

  // SOL earns nothing by itself, so both legs are in the list. Borrowers of PYUSD get rewards.
  test.for([
    ["USDC", 2.319],
    ["PYUSD", 2.357],
  ] as const)(
    "a loop of SOL and %s is L · supply − (L − 1) · borrow of its reserves, rewards and all",
    ([debt, leverage]) => {
      for (const { markets } of demos) {
        const reserve = (symbol: string) =>
          markets.find(
            (market) => market.productName === "Main Market" && inside(market, "token", "symbol") === symbol,
          );
        const loop = markets.find(({ productName }) => productName === `SOL/${debt} Multiply`);
        const earned = leverage * numberIn(reserve("SOL"), "depositApy");
        const owed = (leverage - 1) * numberIn(reserve(debt), "borrowApy");
        expect(loop?.additionalData).toMatchObject({ leverage });
        expect(numberIn(loop, "depositApy")).toBeCloseTo(earned - owed, 6);
      }
    },
  );

  test("an exclusive event settles with exactly one yes in each settlement token", () => {
    const settled = booksOf(/^dflow\.(KXFEDDECISION|KXECB|CONTROL[HS])-/).filter(
      ([market]) => inside(market, "status") === "settled",
    );
    expect(settled).not.toEqual([]);
    const yes = settled.map((book) => book.filter((market) => inside(market, "result") === "yes").length);
    expect(new Set(yes)).toEqual(new Set([1]));
  });

  test("the chance of a price is over 50 % where the strike is under the price of the demo's token", () => {
    const sides = fc.sample(fc.tuple(seeds, minutes), 10).flatMap(([seed, time]) => {
      const book = createTokenBook(seed);
      const markets = marketsAt(new Simulation(529, seed), time, { ...everything, types: ["prediction"] });
      return (
        [
          ["KXSOLD", "SOL"],
          ["BTCD", "cbBTC"],
          ["KXSOLY", "SOL"],
        ] as const
      ).flatMap(([series, symbol]) =>
        markets
          .filter((market) => market.id.startsWith(`dflow.${series}-`) && "yesBid" in market)
          .map((market) => {
            const strike = Number(/-T([\d.]+)\.\w+$/.exec(market.id)?.[1]);
            const middle = (numberIn(market, "yesBid") + numberIn(market, "yesAsk")) / 2;
            // Quotes are in whole cents.
            return Math.abs(middle - 0.5) < 0.02
              ? "even"
              : [middle > 0.5, strike < book.price(tokenOf(symbol), time)].join();
          }),
      );
    });
    expect(new Set(sides.filter((side) => side !== "even"))).toEqual(new Set(["true,true", "false,false"]));
  });

  test("the chances of a ladder fall from step to step, in every book", () => {
    const middles = booksOf(/^dflow\.(BTCD|KXSOLD|KXINX)-/).map((book) =>
      book
        .filter((market) => "yesBid" in market)
        .map((market) => (numberIn(market, "yesBid") + numberIn(market, "yesAsk")) / 2),
    );
    expect(middles.flat().length).toBeGreaterThan(60);
    expect(middles.filter(isRising)).toEqual([]);
  });
});

describe("the list", () => {
  test("has exactly the requested number of markets, with each type's share within one market", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (markets) => {
        const counts = countsByType(markets);
        const shares = countsByType(defaultMarkets);
        expect(marketTypes.reduce((sum, type) => sum + counts[type], 0)).toBe(markets);
        for (const type of marketTypes)
          expect(Math.abs(counts[type] - (markets * shares[type]) / defaultMarkets)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test("the default size lists every product once, a small one several providers first and none faulty", () => {
    const listed = new Simulation(defaultMarkets, 1).marketsFrom(0, 1000, everything, october).markets;
    expect(new Set(listed.map(({ product }) => product.key)).size).toBe(defaultMarkets);
    expect(listed.filter(({ variant }) => variant.index > 0)).toEqual([]);
    const small = all(new Simulation(30, 1), october);
    expect(new Set(small.slice(0, 9).map(({ provider }) => provider.id)).size).toBeGreaterThanOrEqual(3);
    expect(small.filter(isFaulty)).toEqual([]);
  });
});

describe("variety of the default demo with its faulty markets", () => {
  const markets = all(new Simulation(529, 1, true), october);
  const ofType = (type: string): readonly Market[] => markets.filter((market) => market.type === type);

  test("every action is offered somewhere, and leads to a reserved host over https", () => {
    const actions = markets.flatMap((market) => Object.entries(market.actions ?? {}));
    const names = "borrow claimRewards closePosition deposit openPosition repay repayWithCollateral setup";
    expect([...new Set(actions.map(([name]) => name))].toSorted()).toEqual(
      `${names} withdraw withdrawComplete`.split(" "),
    );
    const reserved = /^\{"blinkUrl":"blink:https:\/\/[a-z]+\.actions\.example\.org\/api\/v0\/[^"]+"\}$/;
    expect(actions.filter(([, action]) => !reserved.test(JSON.stringify(action)))).toEqual([]);
  });

  test.each<[string, (market: Market) => boolean]>([
    ["neither a page nor actions", (market) => !("websiteUrl" in market) && !("actions" in market)],
    ["an empty list of actions", ({ actions }) => JSON.stringify(actions) === "{}"],
    ["a negative loop", (market) => market.type === "loop" && numberIn(market, "depositApy") < 0],
    ["borrowers who are paid", (market) => numberIn(market, "borrowApy") < 0],
    [
      "rewards without a token",
      (market) => rewardsOf(market).some((reward) => inside(reward, "token") === undefined),
    ],
    [
      "rewards to claim",
      (market) => rewardsOf(market).some((reward) => inside(reward, "marketAction") !== undefined),
    ],
    ["a campaign that pauses", (market) => "rewards" in market && rewardsOf(market).length === 0],
    ["two rewards", (market) => rewardsOf(market).length > 1],
    ["no averages yet", (market) => isSeasonal(market) && !("baseDepositApy30d" in market)],
    ["the first average", (market) => isSeasonal(market) && "baseDepositApy30d" in market],
    [
      "a provider that has closed",
      (market) => isClosed(market) && Object.keys(market.actions ?? {}).join() === "withdraw",
    ],
  ])("there is a market with %s", (_state, isState) => {
    expect(markets.some(isState)).toBe(true);
  });

  test("six small markets contradict themselves, each in one way, and come after all other lending markets", () => {
    const faulty = markets.filter(isFaulty);
    expect(ofType("lending").slice(-6)).toEqual(faulty);
    expect(faulty.filter((market) => numberIn(market, "totalDepositUsd") > 5000)).toEqual([]);
    const [parts, price, borrows, ltv, averages, spread] = faulty;
    expect(numberIn(parts, "depositApy") - numberIn(parts, "baseDepositApy")).toBeGreaterThan(0.001);
    expect(parts).toMatchObject({ rewards: [] });
    expect(numberIn(price, "totalDepositUsd") / numberIn(price, "totalDeposit")).toBeGreaterThan(1.1);
    expect(numberIn(borrows, "totalBorrow") / numberIn(borrows, "totalDeposit")).toBeGreaterThan(1.1);
    expect(numberIn(ltv, "maxLtv")).toBeGreaterThan(numberIn(ltv, "liquidationLtv"));
    for (const days of averagedDays)
      expect(inside(averages, `baseDepositApy${days}d`)).toBe(inside(averages, "baseDepositApy"));
    expect(numberIn(spread, "baseDepositApy")).toBeGreaterThan(numberIn(spread, "baseBorrowApy"));
  });
});

describe("history", () => {
  const simulation = new Simulation(529, 1);
  const hoursOf = (id: string) => simulation.history(id, october - 400 * dayMs, october, "1h").history;
  const markets = all(simulation, october);
  const idOf = (passes: (market: Market) => boolean): string => markets.find(passes)?.id ?? "";
  const usdc = idOf(
    (market) =>
      inside(market, "token", "symbol") === "USDC" &&
      "baseDepositApy180d" in market &&
      !("rewards" in market),
  );
  const rewarded = idOf((market) => market.productName === "Adrena Market");

  test("a day is the mean of its 24 hours, the newest whole hour the market as listed then", () => {
    const [day] = simulation.history(rewarded, october - dayMs, october, "1d").history;
    const hours = simulation.history(rewarded, october - dayMs, october - 1, "1h").history;
    expect(day?.timestamp).toBe("2026-09-30T00:00:00.000Z");
    expect(hours).toHaveLength(24);
    for (const name of ["depositApy", "totalDeposit", "totalDepositUsd"] as const) {
      const mean = hours.reduce((sum, point) => sum + (point[name] ?? Number.NaN), 0) / 24;
      expect(Math.abs((day?.[name] ?? 0) - mean)).toBeLessThan(name === "depositApy" ? 1.5e-8 : 0.02);
    }
    for (const id of [usdc, rewarded]) {
      const { depositApy, totalDeposit, totalDepositUsd } = Object(
        markets.find((market) => market.id === id),
      );
      const { history } = simulation.history(id, october, october, "1h");
      expect(history).toMatchObject([
        { depositApy: expect.closeTo(depositApy, 7), totalDeposit, totalDepositUsd },
      ]);
    }
  });

  test("only markets that send no averages have gaps, and some do", () => {
    const startTime = october - 90 * dayMs;
    const gappy = markets.filter(({ id }) =>
      simulation.history(id, startTime, october, "1d").history.some(({ depositApy }) => depositApy === null),
    );
    expect(gappy).not.toEqual([]);
    expect(gappy.filter((market) => Object.keys(market).some((name) => /Apy\d+d$/.test(name)))).toEqual([]);
  });

  test("a season's history starts with the season, earlier ones keep their own ids, and other ids have none", () => {
    const season = idOf((market) => market.type === "yield" && isSeasonal(market));
    const term = Number(/\.t(\d+)$/.exec(season)?.[1]);
    const [now, before] = [hoursOf(season), hoursOf(season.replace(/\d+$/, String(term - 1)))];
    expect(now.length).toBeLessThanOrEqual(120 * 24);
    expect(Date.parse(now[0]?.timestamp ?? "") - Date.parse(before.at(-1)?.timestamp ?? "")).toBe(hourMs);
    const others = ["prediction", "perpetual"].map((type) => idOf((market) => market.type === type));
    for (const id of [...others, season.replace(/\.t\d+$/, ""), `${usdc}.t3`, "unknown.market"])
      expect(hoursOf(id)).toEqual([]);
  });
});
