import { describe, expect, test } from "vitest";
import {
  baseRates,
  bodyOf,
  call,
  createDemo,
  groupsOf,
  inside,
  marketsAt,
  numberIn,
  october,
  refusalOf,
  textOf,
} from "../../../../../tests/fixtures/demo.ts";
import { parseAssets, type Asset } from "../../../../contract/assets/asset.ts";
import { marketTypes, predictionStatuses } from "../../../../contract/market.ts";
import {
  parsePositionHistory,
  type PositionHistoryBody,
} from "../../../../contract/positions/position-history.ts";
import {
  parsePositions,
  positionLtv,
  positionTypes,
  type Position,
} from "../../../../contract/positions/position.ts";
import {
  isWalletAddress,
  type PositionHistoryRequest,
} from "../../../../contract/positions/positions-request.ts";
import { dayMs, hourMs } from "../../../../contract/units.ts";
import type { MarketSource } from "../../market-source.ts";
import { Simulation } from "../simulation.ts";
import { createDemoWallets } from "./demo-wallets.ts";
import type { WalletPosition } from "./wallet-position.ts";

const november = Date.UTC(2026, 10, 22, 9, 30);
const shared = createDemo();
const simulation = new Simulation(529, 1);
const names = ["Lender", "Near liquidation", "Looper", "Predictions", "Mixed", "Whale"] as const;

const addressOf = (name: string): string =>
  shared.demoWallets?.find((wallet) => wallet.name === name)?.address ?? "";

async function positionsOf(name: string, source = shared): Promise<readonly Position[]> {
  const answer = source.companions.positions({ wallet: addressOf(name) }, call);
  const { positions, rejectedCount } = parsePositions(await bodyOf(answer));
  expect(rejectedCount).toBe(0);
  const withMarket = positions.filter(({ market }) => market !== undefined);
  expect(withMarket.map(({ position }) => position.id)).toEqual(
    positions.filter(({ position }) => position.marketId !== undefined).map(({ position }) => position.id),
  );
  return positions.map(({ position }) => position);
}

type Pasts = PositionHistoryBody["data"]["positions"];

async function pastsOf(
  name: string,
  request: Omit<PositionHistoryRequest, "wallet">,
  source = shared,
): Promise<Pasts> {
  const answer = source.companions.positionHistory({ wallet: addressOf(name), ...request }, call);
  return parsePositionHistory(await bodyOf(answer)).data.positions;
}

async function assetsOf(source: MarketSource): Promise<ReadonlyMap<string, Asset>> {
  const { assets } = parseAssets(await bodyOf(source.companions.assets({ limit: 200 }, call)));
  return new Map(assets.map((asset) => [asset.address ?? "", asset]));
}

/** The mint of what a position's amount is of. */
function mintOf(position: Position): unknown {
  const { market, side } = position;
  if (position.token) return position.token.address;
  const borrowed = side === "borrow" ? inside(market, "borrowToken", "address") : undefined;
  return borrowed ?? inside(market, "token", "address");
}

/** The mints of the two legs of a loop or a perpetual, in either shape. */
const legMints = ({ market }: Position): readonly unknown[] => [
  inside(market, "tokenA", "address") ?? inside(market, "token", "address"),
  inside(market, "tokenB", "address") ?? inside(market, "borrowToken", "address"),
];

/** Collects what does not hold, so that a test reports everything at once. */
function createComparison() {
  const wrong: string[] = [];
  let count = 0;
  return {
    wrong,
    count: () => count,
    near: (what: string, actual: unknown, expected: number, by: number): void => {
      count += 1;
      if (typeof actual !== "number" || !(Math.abs(actual - expected) <= by))
        wrong.push(`${what} is ${String(actual)}, not ${expected}`);
    },
    same: (what: string, actual: unknown, expected: unknown): void => {
      count += 1;
      if (actual !== expected) wrong.push(`${what} is ${String(actual)}, not ${String(expected)}`);
    },
  };
}

const growthOf = (rate: number): number => (1 + rate) ** (1 / 8760);
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

describe("the demo's wallets", () => {
  test("have valid addresses that say what they are, and as many positions as they promise", async () => {
    expect(shared.demoWallets?.map(({ name, positions }) => [name, positions])).toEqual([
      ["Lender", 4],
      ["Near liquidation", 3],
      ["Looper", 3],
      ["Predictions", 9],
      ["Mixed", 17],
      ["Whale", 60],
    ]);
    for (const { name, address, positions } of shared.demoWallets ?? []) {
      expect([isWalletAddress(address), address.startsWith("Demo")]).toEqual([true, true]);
      const held = await positionsOf(name);
      expect(held).toHaveLength(positions);
      expect(new Set(held.map(({ id }) => id)).size).toBe(positions);
      expect(held.every((position) => position.ownerAddress === address)).toBe(true);
    }
  });

  test.each(positionTypes)("hold positions of type %s, which can be asked for alone", async (type) => {
    const answer = shared.companions.positions({ wallet: addressOf("Whale"), type }, call);
    const { positions } = parsePositions(await bodyOf(answer));
    expect(new Set(positions.map(({ position }) => position.type))).toEqual(new Set([type]));
  });

  test("hold every known type and one unknown type", async () => {
    const held = new Set((await positionsOf("Whale")).map(({ type }) => type));
    expect(held.size).toBe(positionTypes.length + 1);
  });

  test.each([0, 30, 529])("have no position in a market that a demo of %i does not list", async (markets) => {
    const source = createDemo({ markets });
    const filter = {
      types: marketTypes,
      providers: undefined,
      assets: undefined,
      statuses: predictionStatuses,
    };
    const listed = marketsAt(new Simulation(markets, 1), october, filter);
    for (const name of names) {
      const held = (await positionsOf(name, source)).filter(({ marketId }) => marketId !== undefined);
      expect(held.map(({ market }) => market)).toEqual(
        held.map(({ marketId }) => listed.find(({ id }) => id === marketId)),
      );
    }
    expect((await positionsOf("Whale", source)).length === 60).toBe(markets === 529);
  });

  test.each(["Whale", "Mixed", "Predictions"])(
    "say the same on every instance, whatever was asked before: %s",
    async (name) => {
      const wallet = addressOf(name);
      const other = createDemo();
      await pastsOf("Whale", { startTime: october - 60 * dayMs, resolution: "1d" }, other);
      const past = { startTime: october - 5 * dayMs, endTime: october };
      for (const ask of [
        ({ companions }: MarketSource) => companions.positions({ wallet }, call),
        ({ companions }: MarketSource) => companions.positionHistory({ wallet, ...past }, call),
      ])
        expect(await textOf(ask(other))).toBe(await textOf(ask(shared)));
      const now = new Map((await pastsOf(name, past)).map(({ id, history }) => [id, history]));
      const later = await pastsOf(name, past, createDemo({ time: november }));
      const same = later.filter(({ id }) => now.has(id));
      expect(same.length).toBeGreaterThan(0);
      expect(same.map(({ history }) => history)).toEqual(same.map(({ id }) => now.get(id)));
    },
  );

  test("have no positions in the distant past or future", async () => {
    for (const time of [Date.UTC(2024, 0, 1), Date.UTC(9999, 0, 1)]) {
      const source = createDemo({ time });
      expect(sumOf(source.demoWallets?.map(({ positions }) => positions) ?? [])).toBe(0);
      expect(await positionsOf("Whale", source)).toEqual([]);
    }
  });
});

describe.each([
  ["October", october],
  ["November", november],
])("in %s a position", (_, time) => {
  const source = createDemo({ time });

  test("is worth its tokens at the price of the asset", async () => {
    const assets = await assetsOf(source);
    const price = (mint: unknown): number => assets.get(String(mint))?.priceUsd ?? Number.NaN;
    const { near, wrong, count } = createComparison();
    for (const name of names)
      for (const position of await positionsOf(name, source)) {
        const { type, id, amount, amountUsd, amountTokenA, amountTokenB } = position;
        const sums: readonly (readonly [number | null | undefined, unknown, number | null | undefined])[] =
          type === "loop" || type === "perpetual"
            ? [
                [amountTokenA, legMints(position)[0], position.amountTokenAUsd],
                [amountTokenB, legMints(position)[1], position.amountTokenBUsd],
              ]
            : [[amount, mintOf(position), amountUsd]];
        if (type !== "prediction")
          for (const [tokens, mint, usd] of sums) near(id, usd, (tokens ?? Number.NaN) * price(mint), 0.02);
      }
    expect(wrong).toEqual([]);
    expect(count()).toBeGreaterThan(90);
  });

  test("of a loan has the LTV of its whole bundle in percent and a liquidation price", async () => {
    const limits = new Map<string, number>();
    const { near, same, wrong } = createComparison();
    for (const name of names) {
      const bundled = (await positionsOf(name, source)).filter(
        ({ type, bundleId }) => type === "lending" && bundleId,
      );
      for (const members of groupsOf(bundled, ({ bundleId }) => bundleId ?? "")) {
        const collateral = members.filter(({ side }) => side === "deposit");
        const debts = members.filter(({ side }) => side === "borrow");
        const usd = (positions: readonly Position[]): number =>
          sumOf(positions.map(({ amountUsd }) => amountUsd ?? Number.NaN));
        const limit = sumOf(
          collateral.map(({ amountUsd, market }) => (amountUsd ?? 0) * numberIn(market, "liquidationLtv")),
        );
        expect(debts.length).toBeGreaterThan(0);
        for (const position of members)
          near(`${position.id} ltv`, positionLtv(position), usd(debts) / usd(collateral), 1e-5);
        limits.set(`${name} ${String(members[0]?.bundleId)}`, limit / usd(debts));
        for (const position of collateral) {
          const own = (position.amount ?? 0) * numberIn(position.market, "liquidationLtv");
          const others = limit - (position.amountUsd ?? 0) * numberIn(position.market, "liquidationLtv");
          const price = (usd(debts) - others) / own;
          if (price > 0) near(`${position.id} price`, position.liquidationPrice, price, price / 1e4);
          else same(`${position.id} price`, position.liquidationPrice, undefined);
          const alone = collateral.length === 1 ? position.liquidationPrice : undefined;
          for (const debt of debts) same(`${debt.id} price`, debt.liquidationPrice, alone);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(limits.size).toBe(8);
    expect(Math.min(...limits.values())).toBeGreaterThan(1.05);
    const nearLimit = [...limits].filter(([key]) => key.includes("vault-15"));
    expect(nearLimit.map(([, health]) => health < 1.15)).toEqual([true, true]);
  });
});

test("the predictions are open, closed and settled at the moment the page's tests use", async () => {
  const statuses = (await positionsOf("Predictions")).map(({ market }) => inside(market, "status"));
  for (const status of predictionStatuses) expect(statuses).toContain(status);
});

describe("the past of a position", () => {
  test("grows hour by hour at the recorded rate of its market", async () => {
    const startTime = october - 10 * dayMs;
    const rates = (id = "") => baseRates(simulation, id, startTime / hourMs, october / hourMs);
    for (const { marketId, history } of await pastsOf("Lender", { startTime, resolution: "1h" })) {
      const earned = rates(marketId ?? "")
        .slice(0, 24)
        .reduce((all, { deposit }) => all * growthOf(deposit), 1);
      const [before, now] = [history[0], history[24]].map((point) => numberIn(point, "amount"));
      expect((now ?? Number.NaN) / (before ?? Number.NaN)).toBeCloseTo(earned, 8);
    }
  });

  test("has a value except on days without a price", async () => {
    const request = { startTime: october - 90 * dayMs, resolution: "1d" } as const;
    const points = (await pastsOf("Lender", request)).flatMap(({ history }) => history);
    expect(points).toHaveLength(4 * 91);
    expect(points.filter(({ amountUsd }) => amountUsd === null)).toHaveLength(2);
  });

  test("of a reward resets for all its tokens when it is claimed", async () => {
    const claimed = Date.UTC(2026, 7, 20, 21);
    const pasts = await pastsOf("Mixed", {
      startTime: claimed - 3 * dayMs,
      endTime: claimed + 3 * dayMs,
      resolution: "1h",
    });
    const waiting = pasts.find(({ id }) => id.endsWith(".ADX"))?.history ?? [];
    const amountAt = (time: number): number =>
      numberIn(
        waiting.find(({ timestamp }) => Date.parse(timestamp) === time),
        "amount",
      );
    expect(amountAt(claimed - hourMs)).toBeGreaterThan(1000);
    expect(amountAt(claimed)).toBe(0);
  });

  test("of sixty positions fits an answer by the day for a year, by the hour for less", async () => {
    const startTime = october - 366 * dayMs;
    expect(await pastsOf("Whale", { startTime, resolution: "1d" })).not.toHaveLength(0);
    const wallet = addressOf("Whale");
    const refused = await refusalOf(() => shared.companions.positionHistory({ wallet, startTime }, call));
    expect([refused.statusCode, refused.message.includes("coarser resolution")]).toEqual([400, true]);
  });
});

test.each([1, 2, 77])("in the world of seed %i no loan can be liquidated at any hour of a year", (seed) => {
  const world = new Simulation(529, seed);
  const healths = createDemoWallets(world)
    .filter(({ name }) => name === "Near liquidation" || name === "Mixed" || name === "Looper")
    .map((wallet) => healthsOf(wallet.positionsAt(october)));
  const near = healths.flatMap(({ vault }) => vault);
  expect([near.length > 2000, Math.min(...near) > 1.05, Math.max(...near) < 1.15]).toEqual([
    true,
    true,
    true,
  ]);
  const loops = healths.flatMap((all) => all.loops);
  expect([loops.length > 5000, Math.min(...loops) > 1.05]).toEqual([true, true]);
});

function usdAt(position: WalletPosition, time: number): number {
  return numberIn(position.pointAt(time), "amountUsd");
}

/** The health of the loan in vault 15, and of all loops, over a year. */
function healthsOf(held: readonly WalletPosition[]) {
  const loops = held
    .filter(({ type }) => type === "loop")
    .map((loan) => ({ loan, limit: numberIn(loan.bodyAt(october), "market", "liquidationLtv") }));
  const [collateral, debt] = held.filter(({ id }) => id.includes("jupiter.borrow.15"));
  const times = Array.from(
    { length: Math.floor((365 * 24) / 7) },
    (_, index) => october + index * 7 * hourMs,
  );
  return {
    vault:
      collateral === undefined || debt === undefined
        ? []
        : times.map((time) => (0.8 * usdAt(collateral, time)) / usdAt(debt, time)),
    loops: loops.flatMap(({ loan, limit }) =>
      times.map((time) => {
        const point = loan.pointAt(time);
        return (numberIn(point, "amountTokenAUsd") * limit) / numberIn(point, "amountTokenBUsd");
      }),
    ),
  };
}
