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
} from "../../../../../tests/fixtures/demo.ts";
import { parseAssets, type Asset } from "../../../../contract/assets/asset.ts";
import { marketTypes, predictionStatuses } from "../../../../contract/market.ts";
import { parsePositionHistory } from "../../../../contract/positions/position-history.ts";
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

async function pastsOf(name: string, request: Omit<PositionHistoryRequest, "wallet">, source = shared) {
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

const limitOf = ({ market }: Position): number => numberIn(market, "liquidationLtv");
const usdAt = (position: WalletPosition | undefined, time: number, name = "amountUsd"): number =>
  numberIn(position?.pointAt(time), name);
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

  test("hold every known type, which can be asked for alone, and one unknown type", async () => {
    const held = new Set((await positionsOf("Whale")).map(({ type }) => type));
    expect(held.size).toBe(positionTypes.length + 1);
    for (const type of positionTypes) {
      const answer = shared.companions.positions({ wallet: addressOf("Whale"), type }, call);
      const { positions } = parsePositions(await bodyOf(answer));
      expect(new Set(positions.map(({ position }) => position.type))).toEqual(new Set([type]));
    }
    const statuses = (await positionsOf("Predictions")).map(({ market }) => inside(market, "status"));
    for (const status of predictionStatuses) expect(statuses).toContain(status);
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

  test("have the same past on every instance, whatever was asked before, and later", async () => {
    const past = { startTime: october - 5 * dayMs, endTime: october };
    for (const name of ["Mixed", "Predictions"]) {
      const other = createDemo();
      await pastsOf(name, { startTime: october - 20 * dayMs, resolution: "1d" }, other);
      const now = await pastsOf(name, past);
      expect(await pastsOf(name, past, other)).toEqual(now);
      const ids = new Set(now.map(({ id }) => id));
      const later = await pastsOf(name, past, createDemo({ time: november }));
      const same = later.filter(({ id }) => ids.has(id));
      expect(same).not.toEqual([]);
      for (const { id, history } of same) expect(now.find((one) => one.id === id)?.history).toEqual(history);
    }
  });

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
    const held = (await Promise.all(names.map((name) => positionsOf(name, source)))).flat();
    const amounts = held.flatMap((position) => {
      const { type, amountTokenA, amountTokenAUsd, amountTokenB, amountTokenBUsd } = position;
      if (type === "prediction") return [];
      if (type !== "loop" && type !== "perpetual")
        return [[position.amount, mintOf(position), position.amountUsd] as const];
      const [supplied, owed] = legMints(position);
      return [
        [amountTokenA, supplied, amountTokenAUsd] as const,
        [amountTokenB, owed, amountTokenBUsd] as const,
      ];
    });
    expect(amounts.length).toBeGreaterThan(90);
    const wrong = amounts.filter(([tokens, mint, usd]) => {
      const worth = Number(tokens) * (assets.get(String(mint))?.priceUsd ?? Number.NaN);
      return !(Math.abs(Number(usd) - worth) <= 0.02);
    });
    expect(wrong).toEqual([]);
  });

  test("of a loan has the LTV of its whole bundle in percent and a liquidation price", async () => {
    const healths = new Map<string, number>();
    for (const name of names) {
      const bundled = (await positionsOf(name, source)).filter(
        ({ type, bundleId }) => type === "lending" && bundleId,
      );
      for (const members of groupsOf(bundled, ({ bundleId }) => bundleId ?? "")) {
        const collateral = members.filter(({ side }) => side === "deposit");
        const debts = members.filter(({ side }) => side === "borrow");
        const usd = (positions: readonly Position[], weigh: (position: Position) => number = () => 1) =>
          sumOf(positions.map((position) => numberIn(position, "amountUsd") * weigh(position)));
        const limit = usd(collateral, limitOf);
        healths.set(`${name} ${String(members[0]?.bundleId)}`, limit / usd(debts));
        for (const position of members)
          expect(positionLtv(position)).toBeCloseTo(usd(debts) / usd(collateral), 5);
        for (const position of collateral) {
          const others = limit - usd([position], limitOf);
          const price = (usd(debts) - others) / ((position.amount ?? 0) * limitOf(position));
          const sent = position.liquidationPrice ?? 0;
          expect(Math.abs(sent - Math.max(0, price))).toBeLessThanOrEqual(Math.max(0, price) / 1e4);
          const alone = collateral.length === 1 ? position.liquidationPrice : undefined;
          for (const debt of debts) expect(debt.liquidationPrice).toBe(alone);
        }
      }
    }
    expect(healths.size).toBe(8);
    expect(Math.min(...healths.values())).toBeGreaterThan(1.05);
    const nearLimit = [...healths].filter(([key]) => key.includes("vault-15"));
    expect(nearLimit.map(([, health]) => health < 1.15)).toEqual([true, true]);
  });
});

describe("the past of a position", () => {
  test("grows hour by hour at the recorded rate of its market, and has a value where there is a price", async () => {
    const startTime = october - 10 * dayMs;
    for (const { marketId = "", history } of await pastsOf("Lender", { startTime, resolution: "1h" })) {
      const rates = baseRates(simulation, marketId ?? "", startTime / hourMs, startTime / hourMs + 24);
      const earned = rates.reduce((all, { deposit }) => all * (1 + deposit) ** (1 / 8760), 1);
      expect(numberIn(history[24], "amount") / numberIn(history[0], "amount")).toBeCloseTo(earned, 8);
    }
    const request = { startTime: october - 90 * dayMs, resolution: "1d" } as const;
    const points = (await pastsOf("Lender", request)).flatMap(({ history }) => history);
    expect(points).toHaveLength(4 * 91);
    expect(points.filter(({ amountUsd }) => amountUsd === null)).toHaveLength(2);
  });

  test("of a reward resets for all its tokens when it is claimed", async () => {
    const claimed = Date.UTC(2026, 7, 20, 21);
    const request = { startTime: claimed - hourMs, endTime: claimed, resolution: "1h" } as const;
    const [before, after] =
      (await pastsOf("Mixed", request)).find(({ id }) => id.endsWith(".ADX"))?.history ?? [];
    expect(numberIn(before, "amount")).toBeGreaterThan(1000);
    expect(numberIn(after, "amount")).toBe(0);
  });

  test("of sixty positions fits an answer by the day for a year, by the hour for less", async () => {
    const startTime = october - 366 * dayMs;
    expect(await pastsOf("Whale", { startTime, resolution: "1d" })).not.toHaveLength(0);
    const refused = await refusalOf(() => pastsOf("Whale", { startTime }));
    expect([refused.statusCode, refused.message.includes("coarser resolution")]).toEqual([400, true]);
  });
});

test.each([1, 2, 77])("in the world of seed %i no loan can be liquidated at any hour of a year", (seed) => {
  const wallets = createDemoWallets(new Simulation(529, seed)).filter(({ name }) =>
    ["Near liquidation", "Mixed", "Looper"].includes(name),
  );
  const held = wallets.map((wallet) => wallet.positionsAt(october));
  const times = Array.from({ length: 365 * 4 }, (_, index) => october + index * 6 * hourMs);
  const vaults = held
    .map((all) => all.filter(({ id }) => id.includes("jupiter.borrow.15")))
    .filter(({ length }) => length > 0)
    .flatMap(([collateral, debt]) =>
      times.map((time) => (0.8 * usdAt(collateral, time)) / usdAt(debt, time)),
    );
  const loops = held
    .flat()
    .filter(({ type }) => type === "loop")
    .flatMap((loop) => {
      const limit = numberIn(loop.bodyAt(october), "market", "liquidationLtv");
      return times.map(
        (time) => (limit * usdAt(loop, time, "amountTokenAUsd")) / usdAt(loop, time, "amountTokenBUsd"),
      );
    });
  expect([vaults.length, loops.length]).toEqual([2 * times.length, 5 * times.length]);
  expect(Math.min(...vaults, ...loops)).toBeGreaterThan(1.05);
  expect(Math.max(...vaults)).toBeLessThan(1.15);
});
