import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { baseRates } from "../../../../tests/fixtures/demo-rates.ts";
import { marketTypes, predictionStatuses, type Market, type Reward } from "../../../contract/market.ts";
import { readMarket } from "../../../contract/markets-page.ts";
import { dayMs, hourMs } from "../../../contract/units.ts";
import { averageWindows } from "./hourly-rates.ts";
import { countsByType, defaultMarkets, Simulation, type MarketFilter } from "./simulation.ts";
import { runs } from "../../../../tests/fixtures/property-runs.ts";

const everything: MarketFilter = {
  types: marketTypes,
  providers: undefined,
  assets: undefined,
  statuses: predictionStatuses,
};
const october = Date.UTC(2026, 9, 1);

const all = (simulation: Simulation, time: number, filter = everything): readonly Market[] =>
  simulation
    .marketsFrom(0, Number.MAX_SAFE_INTEGER, filter, time)
    .markets.map((market) => market.product.marketAt(market.variant, time));

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const minutes = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 })
  .map((minute) => minute * 60_000);

/** A number of a market by its name; undefined when it is absent. */
function figure(market: object, name: string): number | undefined {
  const value: unknown = Reflect.get(market, name);
  return typeof value === "number" ? value : undefined;
}

/** The same, of a market that may be missing; NaN when either is. */
const amount = (market: object | undefined, name: string): number => figure(market ?? {}, name) ?? Number.NaN;

function rewardsOf(market: Market): readonly Reward[] {
  return market.type === "lending" || market.type === "yield" ? (market.rewards ?? []) : [];
}

function rewardSum(market: Market, side: string): number {
  let sum = 0;
  for (const { type, apy } of rewardsOf(market)) if (type === side) sum += apy ?? Number.NaN;
  return sum;
}

/** The symbol of one of a market's tokens. */
function symbolOf(market: object, name: string): unknown {
  const token: unknown = Reflect.get(market, name);
  return typeof token === "object" && token !== null ? Reflect.get(token, "symbol") : undefined;
}

/** Every number in a value, however deep. */
function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

/** The used share of a limit; 0 where there is no limit or nothing to limit. */
function filled(market: object, total: string, limit: string): number {
  const used = figure(market, total) ?? 0;
  return used === 0 ? 0 : used / (figure(market, limit) ?? Number.POSITIVE_INFINITY);
}
const depositsFilled = (market: object): number => filled(market, "totalDeposit", "maxDeposit");
const borrowsFilled = (market: object): number => filled(market, "totalBorrow", "maxBorrow");

/** The first market of a list that passes; fails the test without one. */
function firstOf(markets: readonly Market[], passes: (market: Market) => boolean): Market {
  const market = markets.find(passes);
  if (market === undefined) throw new Error("There is no such market.");
  return market;
}

const isClosed = (market: Market): boolean => figure(market, "maxDeposit") === 0;

/** Markets made to contradict themselves keep no law but that of their fault. */
const isFaulty = ({ productName }: Market): boolean => productName?.startsWith("Faulty on purpose") === true;

interface Demo {
  readonly name: string;
  readonly simulation: Simulation;
  readonly time: number;
  readonly markets: readonly Market[];
}

// Computing half a year of rates is what costs, so the laws share demos: other seeds and times on every run.
const demos: readonly Demo[] = fc.sample(fc.tuple(seeds, minutes), 4).map(([seed, time]) => {
  const simulation = new Simulation(1500, seed);
  return {
    name: `seed ${seed} at ${time}`,
    simulation,
    time,
    markets: all(simulation, time).filter((market) => !isFaulty(market)),
  };
});

/** The markets of all demos for which a check fails, by demo and id. */
function violations(holds: (market: Market, demo: Demo) => boolean): string[] {
  return demos.flatMap((demo) =>
    demo.markets.filter((market) => !holds(market, demo)).map(({ id }) => `${demo.name}: ${id}`),
  );
}

const countOf = (passes: (market: Market) => boolean): number =>
  demos.reduce((sum, { markets }) => sum + markets.filter(passes).length, 0);

describe("laws of the simulation, for any seed and time", () => {
  test("every number is finite and never −0", () => {
    expect(
      violations((market) =>
        numbersIn(market).every((number) => Number.isFinite(number) && !Object.is(number, -0)),
      ),
    ).toEqual([]);
  });

  test("every market can be read", () => {
    expect(violations((market) => readMarket(market).success)).toEqual([]);
  });

  test("a token that costs next to nothing to borrow and is not borrowed is collateral only", () => {
    const broken = violations((market) => {
      if (market.type !== "lending" || "borrowToken" in market) return true;
      const free = market.baseBorrowApy === 0 || (figure(market, "baseBorrowApy") ?? 1) < 0.0005;
      return !free || figure(market, "totalBorrow") !== 0 || figure(market, "maxBorrow") === 0;
    });
    expect(broken).toEqual([]);
    expect(countOf((market) => figure(market, "maxBorrow") === 0)).toBeGreaterThan(40);
  });

  test("depositApy = base + deposit rewards, to 1e-9", () => {
    const broken = violations((market) => {
      const base = figure(market, "baseDepositApy");
      if (base === undefined) return true;
      const total = figure(market, "depositApy") ?? Number.NaN;
      return Math.abs(total - base - rewardSum(market, "deposit")) < 1e-9;
    });
    expect(broken).toEqual([]);
    expect(countOf((market) => rewardSum(market, "deposit") > 0)).toBeGreaterThan(50);
  });

  test("borrowApy = base − borrow rewards, to 1e-9", () => {
    const broken = violations((market) => {
      const base = figure(market, "baseBorrowApy");
      if (base === undefined) return true;
      const total = figure(market, "borrowApy") ?? Number.NaN;
      return Math.abs(total - base + rewardSum(market, "borrow")) < 1e-9;
    });
    expect(broken).toEqual([]);
    expect(countOf((market) => rewardSum(market, "borrow") > 0)).toBeGreaterThan(10);
  });

  test("every average sent is the mean of the base history over its window: deposits, borrows and loops", () => {
    let averages = 0;
    const holds = (market: Market, { simulation, time }: Demo): boolean => {
      const end = Math.ceil(time / hourMs);
      const rates = baseRates(simulation, market.id, end - 180 * 24, end);
      return averageWindows.every((days) =>
        (
          [
            [`baseDepositApy${days}d`, "deposit"],
            [`baseBorrowApy${days}d`, "borrow"],
            [`depositApy${days}d`, "deposit"],
          ] as const
        ).every(([name, side]) => {
          const average = figure(market, name);
          if (average === undefined) return true;
          averages += 1;
          const hours = rates.slice(-days * 24).map((rate) => rate[side] ?? Number.NaN);
          const mean = hours.reduce((sum, rate) => sum + rate, 0) / (days * 24);
          return Math.abs(average - mean) < 1.5e-8;
        }),
      );
    };
    // Every 41st market of every demo: all products are met in the long run, variants too.
    const sampled = violations((market, demo) =>
      demo.markets.indexOf(market) % 41 === 7 ? holds(market, demo) : true,
    );
    expect(sampled).toEqual([]);
    expect(averages).toBeGreaterThan(100);
  }, 60_000);

  test("borrows never exceed deposits: in USD, and in units where the token is the same", () => {
    const broken = violations((market) => {
      const deposits = figure(market, "totalDepositUsd");
      const borrows = figure(market, "totalBorrowUsd");
      const inUsd = deposits === undefined || borrows === undefined || borrows <= deposits;
      if (market.type !== "lending" || "borrowToken" in market) return inUsd;
      return inUsd && (figure(market, "totalBorrow") ?? 0) <= (figure(market, "totalDeposit") ?? 0);
    });
    expect(broken).toEqual([]);
  });

  test("totals stay within their limits, and some limits of both kinds are always reached", () => {
    expect(
      violations((market) => (isClosed(market) || depositsFilled(market) <= 1) && borrowsFilled(market) <= 1),
    ).toEqual([]);
    expect(violations((market) => isClosed(market) === (market.provider.id === "carrot"))).toEqual([]);
    for (const { markets } of demos) {
      expect(markets.filter((market) => depositsFilled(market) === 1).length).toBeGreaterThanOrEqual(3);
      expect(markets.filter((market) => borrowsFilled(market) > 0.999).length).toBeGreaterThanOrEqual(2);
    }
  });

  test("maxLtv < liquidationLtv ≤ 1, and leverage is at most 1/(1 − maxLtv)", () => {
    const broken = violations((market) => {
      const maxLtv = figure(market, "maxLtv") ?? 0;
      const liquidationLtv = figure(market, "liquidationLtv") ?? 1;
      const leverage = maxLtv === 0 ? 1 : (figure(market, "maxLeverage") ?? 1);
      return maxLtv < liquidationLtv && liquidationLtv <= 1 && leverage <= 1 / (1 - maxLtv) + 1e-9;
    });
    expect(broken).toEqual([]);
  });

  test("a token has one price: USD over units is the same in every market", () => {
    for (const { markets } of demos) {
      const prices = new Map<string, { readonly low: number; readonly high: number }>();
      for (const market of markets) {
        if (market.type !== "lending" && market.type !== "yield") continue;
        const sides = [
          [market.token, figure(market, "totalDeposit"), figure(market, "totalDepositUsd")],
          [
            market.borrowToken ?? market.token,
            figure(market, "totalBorrow"),
            figure(market, "totalBorrowUsd"),
          ],
        ] as const;
        for (const [token, units, dollars] of sides) {
          if (units === undefined || dollars === undefined || dollars < 1) continue;
          // Cents and the token's own digits are all that rounding may move.
          const half = 10 ** -Math.min(9, token?.decimals ?? 0) / 2;
          const known = prices.get(token?.address ?? "") ?? { low: 0, high: Number.POSITIVE_INFINITY };
          prices.set(token?.address ?? "", {
            low: Math.max(known.low, ((dollars - 0.005) / (units + half)) * (1 - 1e-12)),
            high: Math.min(known.high, ((dollars + 0.005) / (units - half)) * (1 + 1e-12)),
          });
        }
      }
      expect(prices.size).toBeGreaterThan(40);
      const contradictions = [...prices].filter(([, { low, high }]) => low > high);
      expect(contradictions).toEqual([]);
    }
  });

  test("rates stay in a believable range: between −100 % and 300 %", () => {
    const broken = violations((market) => {
      const rate = figure(market, "depositApy") ?? 0;
      return rate > -1 && rate < 3;
    });
    expect(broken).toEqual([]);
  });

  test("ids are unique at any time", () => {
    for (const { simulation, time } of demos)
      expect(new Set(all(simulation, time).map(({ id }) => id)).size).toBe(1500);
  });

  test("the same seed and time give the same bytes, whatever was asked before; another seed does not", () => {
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
  }, 60_000);

  test("a loop's rate is L · (native + supply) − (L − 1) · borrow of the reserves it is built on, rewards and all", () => {
    for (const { markets } of demos) {
      const reserve = (symbol: string): Market =>
        firstOf(
          markets,
          (market) =>
            market.type === "lending" &&
            market.productName === "Main Market" &&
            symbolOf(market, "token") === symbol,
        );
      // SOL earns nothing by itself, so that both legs are on the page; borrowers of PYUSD are rewarded.
      for (const [debt, leverage] of [
        ["USDC", 2.319],
        ["PYUSD", 2.357],
      ] as const) {
        const loop = firstOf(markets, ({ productName }) => productName === `SOL/${debt} Multiply`);
        const supplied = figure(reserve("SOL"), "depositApy") ?? Number.NaN;
        const owed = figure(reserve(debt), "borrowApy") ?? Number.NaN;
        expect(loop.additionalData).toMatchObject({ leverage });
        expect(figure(loop, "depositApy")).toBeCloseTo(leverage * supplied - (leverage - 1) * owed, 6);
      }
    }
  });
});

describe("the list", () => {
  test("any count is met exactly and keeps the proportions to within one market", () => {
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

  test("the default lists every product once and no variant made up from one", () => {
    const listed = new Simulation(defaultMarkets, 1).marketsFrom(0, 1000, everything, october).markets;
    expect(listed).toHaveLength(defaultMarkets);
    expect(new Set(listed.map(({ product }) => product.key)).size).toBe(defaultMarkets);
    expect(listed.filter(({ variant }) => variant.index > 0)).toEqual([]);
  });

  test("markets that contradict themselves are listed only on request, on top of the count", () => {
    expect(all(new Simulation(60, 1), october).filter(isFaulty)).toEqual([]);
    expect(all(new Simulation(60, 1, true), october).filter(isFaulty)).toHaveLength(6);
  });

  test("a small demo has several providers among its first lending markets", () => {
    const lending = { ...everything, types: ["lending"] } as const;
    const first = new Simulation(30, 1).marketsFrom(0, 10, lending, october).markets;
    expect(new Set(first.map(({ product }) => product.provider)).size).toBeGreaterThanOrEqual(3);
  });
});

describe("variety of the default demo with its faulty markets", () => {
  const markets = all(new Simulation(529, 1, true), october);
  const ofType = (type: string): readonly Market[] => markets.filter((market) => market.type === type);

  test.each([
    ["lending", 178],
    ["yield", 52],
    ["loop", 45],
    ["perpetual", 20],
    ["prediction", 240],
  ] as const)("there are as many %s markets as agreed", (type, count) => {
    expect(ofType(type)).toHaveLength(count);
  });

  const fields: readonly string[] = [
    ..."token borrowToken websiteUrl additionalData actions rewards tokenA tokenB".split(" "),
    ..."depositApy baseDepositApy baseDepositApy30d baseDepositApy90d baseDepositApy180d".split(" "),
    ..."borrowApy baseBorrowApy baseBorrowApy30d baseBorrowApy90d baseBorrowApy180d".split(" "),
    ..."totalDeposit totalDepositUsd totalBorrow totalBorrowUsd maxDeposit maxBorrow".split(" "),
    ..."maxLtv liquidationLtv liquidationPenalty depositApy30d depositApy90d depositApy180d".split(" "),
    ..."maxLeverage liquidity title subtitle status bundleId result volume openInterest".split(" "),
    ..."yesBid yesAsk noBid noAsk openTime closeTime expirationTime yesToken noToken".split(" "),
  ];

  test.each(fields)("%s is present somewhere and absent somewhere", (field) => {
    expect(markets.some((market) => field in market)).toBe(true);
    expect(markets.some((market) => !(field in market))).toBe(true);
  });

  test.each([
    ["lending", "websiteUrl"],
    ["lending", "baseDepositApy30d"],
    ["lending", "baseDepositApy180d"],
    ["lending", "rewards"],
    ["lending", "borrowToken"],
    ["lending", "maxDeposit"],
    ["lending", "maxBorrow"],
    ["lending", "maxLtv"],
    ["lending", "liquidationPenalty"],
    ["lending", "totalDepositUsd"],
    ["lending", "additionalData"],
    ["lending", "actions"],
    ["yield", "totalDeposit"],
    ["yield", "websiteUrl"],
    ["yield", "baseDepositApy180d"],
    ["yield", "rewards"],
    ["loop", "tokenA"],
    ["loop", "token"],
    ["loop", "depositApy30d"],
    ["perpetual", "tokenA"],
    ["perpetual", "token"],
    ["perpetual", "websiteUrl"],
    ["prediction", "yesBid"],
    ["prediction", "yesToken"],
    ["prediction", "subtitle"],
    ["prediction", "bundleId"],
    ["prediction", "openInterest"],
  ])("among %s markets %s is present in some and absent in others", (type, field) => {
    expect(ofType(type).some((market) => field in market)).toBe(true);
    expect(ofType(type).some((market) => !(field in market))).toBe(true);
  });

  test("a limit on borrows and the list of actions are missing on two lending markets at most", () => {
    for (const name of ["maxBorrow", "actions"])
      expect(ofType("lending").filter((market) => !(name in market)).length).toBeLessThanOrEqual(2);
    expect(ofType("lending").some(({ actions }) => JSON.stringify(actions) === "{}")).toBe(true);
  });

  test("a mint has one symbol and one number of decimals everywhere", () => {
    const said = new Map<string, Set<string>>();
    const read = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      const { address, symbol, decimals } = {
        address: undefined,
        symbol: undefined,
        decimals: undefined,
        ...value,
      };
      if (typeof address === "string")
        said.set(address, (said.get(address) ?? new Set()).add(`${String(symbol)} ${String(decimals)}`));
      for (const inner of Object.values(value)) read(inner);
    };
    markets.forEach(read);
    expect([...said.values()].filter((names) => names.size > 1)).toEqual([]);
  });

  test("every action of every type is offered somewhere", () => {
    const names = new Set(markets.flatMap((market) => Object.keys(market.actions ?? {})));
    expect([...names].toSorted()).toEqual(
      [
        ..."deposit withdraw borrow repay repayWithCollateral claimRewards withdrawComplete".split(" "),
        ..."setup openPosition closePosition".split(" "),
      ].toSorted(),
    );
  });

  test("every action leads to a reserved host over https", () => {
    for (const market of markets)
      for (const action of Object.values(market.actions ?? {})) {
        expect(action).toEqual({
          blinkUrl: expect.stringMatching(/^blink:https:\/\/[a-z]+\.actions\.example\.org\/api\/v0\//),
        });
      }
  });

  test("there are markets with neither a page nor actions, negative loops, negative borrow rates and points", () => {
    expect(ofType("lending").some((market) => !("websiteUrl" in market) && !("actions" in market))).toBe(
      true,
    );
    expect(ofType("loop").some((market) => (figure(market, "depositApy") ?? 0) < 0)).toBe(true);
    expect(ofType("lending").some((market) => (figure(market, "borrowApy") ?? 0) < 0)).toBe(true);
    const rewards = markets.flatMap(rewardsOf);
    expect(new Set(rewards.map(({ type }) => type))).toEqual(new Set(["deposit", "borrow"]));
    expect(rewards.some((reward) => !("token" in reward))).toBe(true);
    expect(rewards.some((reward) => "marketAction" in reward)).toBe(true);
    expect(markets.some((market) => "rewards" in market && rewardsOf(market).length === 0)).toBe(true);
    expect(markets.some((market) => rewardsOf(market).length > 1)).toBe(true);
  });

  test("there are markets too young for any average and others too young for the longest", () => {
    const young = [...ofType("lending"), ...ofType("yield")].filter((market) => /\.t\d+$/.test(market.id));
    expect(young.some((market) => !("baseDepositApy30d" in market))).toBe(true);
    expect(young.some((market) => "baseDepositApy30d" in market)).toBe(true);
    expect(young.every((market) => !("baseDepositApy180d" in market))).toBe(true);
  });

  test("the same token is lent twice under one name, so provider, product and token are no key", () => {
    const usdc = ofType("lending").filter(
      (market) => market.productName === "Main Market" && symbolOf(market, "token") === "USDC",
    );
    expect(usdc).toHaveLength(2);
    expect(figure(usdc[0] ?? {}, "totalDepositUsd")).toBeGreaterThan(100_000_000);
    expect(figure(usdc[1] ?? {}, "totalDepositUsd")).toBeLessThan(10_000);
    expect(Math.abs((figure(usdc[1] ?? {}, "baseDepositApy180d") ?? 0) - 0.0862)).toBeLessThan(0.02);
  });

  test("a handful of markets contradict themselves, each in one way, below and smaller than the others", () => {
    const faulty = markets.filter(isFaulty);
    expect(ofType("lending").slice(-6)).toEqual(faulty);
    for (const market of faulty) {
      expect(figure(market, "totalDepositUsd")).toBeLessThan(5000);
      expect(figure(market, "depositApy")).toBeLessThan(0.01);
    }
    const [parts, price, borrows, ltv, averages, spread] = faulty;
    expect(amount(parts, "depositApy") - amount(parts, "baseDepositApy")).toBeGreaterThan(0.001);
    expect(parts).toMatchObject({ rewards: [] });
    expect(amount(price, "totalDepositUsd") / amount(price, "totalDeposit")).toBeGreaterThan(1.1);
    expect(amount(borrows, "totalBorrow") / amount(borrows, "totalDeposit")).toBeGreaterThan(1.1);
    expect(amount(ltv, "maxLtv")).toBeGreaterThan(amount(ltv, "liquidationLtv"));
    for (const days of averageWindows)
      expect(amount(averages, `baseDepositApy${days}d`)).toBe(amount(averages, "baseDepositApy"));
    expect(amount(spread, "baseDepositApy")).toBeGreaterThan(amount(spread, "baseBorrowApy"));
  });

  test("averages are sent wherever half a year of rates is known, but for a few", () => {
    const sent = ["lending", "yield"].flatMap(ofType).filter(({ id }) => !/\.t\d+$/.test(id));
    const without = sent.filter((market) => !("baseDepositApy30d" in market));
    expect(without.length).toBeGreaterThan(3);
    expect(without.length).toBeLessThan(15);
    const shorter = sent.filter(
      (market) => "baseDepositApy30d" in market && !("baseDepositApy180d" in market),
    );
    expect(shorter.length).toBeLessThan(20);
    for (const provider of ["marginfi", "defituna", "carrot", "lulo", "jupiter"])
      expect(sent.some((market) => market.provider.id === provider && "baseDepositApy180d" in market)).toBe(
        true,
      );
  });
});

describe("history", () => {
  const simulation = new Simulation(529, 1);
  const markets = all(simulation, october);
  const idOf = (passes: (market: Market) => boolean): string => firstOf(markets, passes).id;
  const usdc = idOf(
    (market) =>
      market.type === "lending" &&
      market.token?.symbol === "USDC" &&
      "baseDepositApy180d" in market &&
      !("rewards" in market),
  );
  const rewarded = idOf((market) => market.type === "lending" && market.productName === "Adrena Market");

  test("at midnight each average equals the mean of the daily points of its window", () => {
    const market = markets.find(({ id }) => id === usdc);
    for (const days of averageWindows) {
      const { history } = simulation.history(usdc, october - days * dayMs, october, "1d");
      expect(history).toHaveLength(days);
      const mean = history.reduce((sum, point) => sum + (point.depositApy ?? Number.NaN), 0) / days;
      expect(Math.abs(mean - (figure(market ?? {}, `baseDepositApy${days}d`) ?? 0))).toBeLessThan(1.5e-8);
    }
  });

  test("a day is the mean of its 24 hours, rate and totals", () => {
    const [day] = simulation.history(rewarded, october - dayMs, october, "1d").history;
    const hours = simulation.history(rewarded, october - dayMs, october - 1, "1h").history;
    expect(hours).toHaveLength(24);
    for (const name of ["depositApy", "totalDeposit", "totalDepositUsd"] as const) {
      const mean = hours.reduce((sum, point) => sum + (point[name] ?? Number.NaN), 0) / 24;
      expect(Math.abs((day?.[name] ?? 0) - mean)).toBeLessThan(name === "depositApy" ? 1.5e-8 : 0.02);
    }
    expect(day?.timestamp).toBe("2026-09-30T00:00:00.000Z");
  });

  test("the newest whole hour of the past is the market as listed at that hour", () => {
    for (const id of [usdc, rewarded]) {
      const market = markets.find((candidate) => candidate.id === id) ?? {};
      const { history } = simulation.history(id, october, october, "1h");
      expect(history).toHaveLength(1);
      expect(history[0]?.depositApy).toBeCloseTo(figure(market, "depositApy") ?? Number.NaN, 7);
      expect(history[0]?.totalDeposit).toBe(figure(market, "totalDeposit"));
      expect(history[0]?.totalDepositUsd).toBe(figure(market, "totalDepositUsd"));
    }
  });

  test("only markets that send no averages have gaps, and some do", () => {
    let gaps = 0;
    const contradictions: string[] = [];
    for (const market of markets) {
      if (market.type === "prediction" || market.type === "perpetual") continue;
      const { history } = simulation.history(market.id, october - 90 * dayMs, october, "1d");
      const missing = history.filter(({ depositApy }) => depositApy === null).length;
      gaps += missing;
      const averages = Object.keys(market).filter((name) => /Apy\d+d$/.test(name));
      if (missing > 0 && averages.length > 0) contradictions.push(market.id);
    }
    expect(contradictions).toEqual([]);
    expect(gaps).toBeGreaterThan(5);
  });

  test("Kamino's vaults hold no more of a token than the reserves they lend into", () => {
    const excess: string[] = [];
    for (let time = october - 360 * dayMs; time <= october; time += 30 * dayMs) {
      const sums = new Map<string, { readonly symbol: string; held: number; lent: number }>();
      for (const market of all(simulation, time, { ...everything, providers: ["kamino"] })) {
        if (market.type !== "lending" && market.type !== "yield") continue;
        const address = market.token?.address ?? "";
        const symbol = market.token?.symbol ?? "";
        const sum = sums.get(address) ?? { symbol, held: 0, lent: 0 };
        sums.set(address, sum);
        sum[market.type === "lending" ? "held" : "lent"] += market.totalDepositUsd ?? 0;
      }
      for (const { symbol, held, lent } of sums.values())
        if (lent > held) excess.push(`${symbol} ${String(lent / held)}`);
    }
    expect(excess).toEqual([]);
  });

  test("a season's history begins with it, and an earlier season is still known by its own id", () => {
    const season = idOf(({ id, type }) => type === "yield" && /\.t\d+$/.test(id));
    const { history } = simulation.history(season, october - 200 * dayMs, october, "1h");
    expect(history.length).toBeGreaterThan(0);
    expect(history.length).toBeLessThanOrEqual(120 * 24);
    const term = Number(/\.t(\d+)$/.exec(season)?.[1]);
    const before = simulation.history(
      season.replace(/\d+$/, String(term - 1)),
      october - 400 * dayMs,
      october,
      "1h",
    );
    expect(before.history.at(-1)?.timestamp).toBe(
      new Date(Date.parse(history[0]?.timestamp ?? "") - hourMs).toISOString(),
    );
    expect(simulation.history(season.replace(/\.t\d+$/, ""), october, october, "1h").history).toEqual([]);
  });

  test("an unknown id, a prediction and a perpetual have no points", () => {
    const ids = [
      "unknown.market",
      idOf(({ type }) => type === "prediction"),
      idOf(({ type }) => type === "perpetual"),
      `${usdc}.t3`,
    ];
    for (const id of ids)
      expect(simulation.history(id, october - dayMs, october, "1h")).toEqual({ id, history: [] });
  });
});
