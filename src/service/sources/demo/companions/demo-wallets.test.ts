import { describe, expect, test } from "vitest";
import {
  bodyOf,
  call,
  createDemo,
  inside,
  marketsAt,
  numberIn,
  october,
  refusalOf,
  sharedDemo as shared,
} from "../../../../../tests/fixtures/demo.ts";
import { marketTypes, predictionStatuses } from "../../../../contract/market.ts";
import { parsePositionHistory } from "../../../../contract/positions/position-history.ts";
import {
  parsePositions,
  positionLtv,
  positionTypes,
  type Position,
} from "../../../../contract/positions/position.ts";
import { isMintAddress } from "../../../../contract/markets-request.ts";
import type { PositionHistoryRequest } from "../../../../contract/positions/positions-request.ts";
import { dayMs, hourMs } from "../../../../contract/units.ts";
import { groupBy } from "../../../../finance/group-by.ts";
import { Simulation } from "../simulation.ts";
import { createDemoWallets } from "./demo-wallets.ts";
import type { WalletPosition } from "./wallet-position.ts";

const november = Date.UTC(2026, 10, 22, 9, 30);
const inNovember = createDemo({ time: november });
const names = ["Lender", "Near liquidation", "Looper", "Predictions", "Mixed", "Whale"] as const;

const addressOf = (name: string): string =>
  shared.demoWallets?.find((wallet) => wallet.name === name)?.address ?? "";

async function positionsOf(name: string, source = shared): Promise<readonly Position[]> {
  const response = source.companions.positions({ wallet: addressOf(name) }, call);
  const { positions, setAside } = parsePositions(await bodyOf(response));
  expect(setAside.count).toBe(0);
  const withMarket = positions.filter(({ market }) => market !== undefined);
  expect(withMarket.map(({ position }) => position.id)).toEqual(
    positions.filter(({ position }) => position.marketId !== undefined).map(({ position }) => position.id),
  );
  return positions.map(({ position }) => position);
}

async function pastsOf(name: string, request: Omit<PositionHistoryRequest, "wallet">, source = shared) {
  const response = source.companions.positionHistory({ wallet: addressOf(name), ...request }, call);
  return parsePositionHistory(await bodyOf(response)).data.positions;
}

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
      expect([isMintAddress(address), address.startsWith("Demo")]).toEqual([true, true]);
      const held = await positionsOf(name);
      expect(held).toHaveLength(positions);
      expect(new Set(held.map(({ id }) => id)).size).toBe(positions);
      expect(held.every((position) => position.ownerAddress === address)).toBe(true);
    }
  });

  test("have positions of every known type, which can be requested alone, and of one unknown type", async () => {
    const held = new Set((await positionsOf("Whale")).map(({ type }) => type));
    expect(held.size).toBe(positionTypes.length + 1);
    for (const type of positionTypes) {
      const response = shared.companions.positions({ wallet: addressOf("Whale"), type }, call);
      const { positions } = parsePositions(await bodyOf(response));
      expect(new Set(positions.map(({ position }) => position.type))).toEqual(new Set([type]));
    }
    const statuses = (await positionsOf("Predictions")).map(({ market }) => inside(market, "status"));
    for (const status of predictionStatuses) expect(statuses).toContain(status);
  });

  test.each([0, 30, 529])("have no position in a market that a demo of %i does not list", async (markets) => {
    const source = markets === 529 ? shared : createDemo({ markets });
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

  test("have the same past on every instance and at later times, whatever was requested before", async () => {
    const past = { startTime: october - 5 * dayMs, endTime: october };
    const other = createDemo();
    for (const name of ["Mixed", "Predictions"]) {
      await pastsOf(name, { startTime: october - 20 * dayMs, resolution: "1d" }, other);
      const now = await pastsOf(name, past);
      expect(await pastsOf(name, past, other)).toEqual(now);
      const ids = new Set(now.map(({ id }) => id));
      const later = await pastsOf(name, past, inNovember);
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
  ["October", shared],
  ["November", inNovember],
])("in %s a position", (_, source) => {
  test("of a loan has the LTV of its whole bundle in percent and a liquidation price", async () => {
    const healths = new Map<string, number>();
    for (const name of names) {
      const bundled = (await positionsOf(name, source)).filter(
        ({ type, bundleId }) => type === "lending" && bundleId,
      );
      for (const members of groupBy(bundled, ({ bundleId }) => bundleId).values()) {
        const collateral = members.filter(({ side }) => side === "deposit");
        const debts = members.filter(({ side }) => side === "borrow");
        const usd = (positions: readonly Position[], weigh: (position: Position) => number = () => 1) =>
          sumOf(positions.map((position) => numberIn(position, "amountUsd") * weigh(position)));
        const limit = usd(collateral, limitOf);
        healths.set(`${name} ${String(members[0].bundleId)}`, limit / usd(debts));
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

test("the history of a wallet with sixty positions fits in an answer, by day for a year, by hour for less", async () => {
  const startTime = october - 366 * dayMs;
  expect(await pastsOf("Whale", { startTime, resolution: "1d" })).not.toHaveLength(0);
  const refused = await refusalOf(() => pastsOf("Whale", { startTime }));
  expect([refused.statusCode, refused.message.includes("coarser resolution")]).toEqual([400, true]);
});

test.each([1, 2, 77])("with seed %i no loan can be liquidated at any hour of a year", (seed) => {
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
