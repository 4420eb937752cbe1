// Joins by market: providers list markets of the same name, and markets list several reserves of the same token.
import { describe, expect, test } from "vitest";
import { readRow } from "../../../../tests/fixtures/market-rows.ts";
import type { MarketRow } from "../market-row.ts";
import { collateralFor, loansAgainst } from "../loan-terms.ts";
import { loopCapacities, ownLegs } from "./loop-capacity.ts";
import { placesIn } from "./places.ts";
import { judgeLeverage } from "../assess/loop.ts";

const addresses = [
  "7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF",
  "DxXdAyU3kCjnyggvHmY5nAwg5cRbbmdyX3npfDMjjMek",
  "CqAoLuqWtavaVE8deBjMKe8ZfSt9ghR6Vb8nfsyabyHA",
] as const;

const token = (symbol: string) => ({ address: `${symbol}mint`, symbol });

interface Reserve {
  readonly symbol: string;
  readonly address?: string | undefined;
  readonly name?: string;
  readonly deposits?: number;
  readonly borrows?: number;
  readonly maxBorrow?: number;
  readonly maxDeposit?: number;
  readonly borrowApy?: number;
  readonly maxLtv?: number;
}

function reserve(id: string, { symbol, address, name = "Twin", ...sent }: Reserve): MarketRow {
  const { deposits = 1e8, borrows = 0, maxBorrow = 1e9, maxDeposit = 1e9, borrowApy, maxLtv } = sent;
  return readRow({
    id,
    token: token(symbol),
    depositApy: 0.01,
    borrowApy,
    totalDeposit: deposits,
    totalDepositUsd: deposits,
    totalBorrow: borrows,
    totalBorrowUsd: borrows,
    maxBorrow,
    maxDeposit,
    maxLtv,
    additionalData: { marketName: name, ...(address === undefined ? {} : { marketAddress: address }) },
  });
}

function loop(sent: Readonly<Record<string, unknown>> = {}, data: Readonly<Record<string, unknown>> = {}) {
  return readRow({
    id: "kamino.multiply.1",
    type: "loop",
    tokenA: token("JitoSOL"),
    tokenB: token("USDC"),
    depositApy: 0.09,
    maxLeverage: 4,
    maxLtv: 0.75,
    liquidationLtv: 0.8,
    additionalData: { marketName: "Twin", leverage: 2, ...data },
    ...sent,
  });
}

const capacityOf = (row: MarketRow, rows: readonly MarketRow[]) =>
  loopCapacities([row], rows).byLoop.get(row.id);
const idsOf = (rows: readonly (MarketRow | undefined)[]): readonly (string | undefined)[] =>
  rows.map((row) => row?.id);

describe("a market with a dust reserve of a token it also lends, and a namesake", () => {
  const [here, elsewhere] = addresses;
  const usdc = { symbol: "USDC", address: here, maxLtv: 0.75 };
  const rows = [
    reserve("dust", { ...usdc, deposits: 500, borrows: 490, maxBorrow: 490, borrowApy: 0.6 }),
    reserve("usdc", { ...usdc, deposits: 2e8, borrows: 1.4e8, maxBorrow: 2.5e8, borrowApy: 0.08 }),
    reserve("jitosol", { symbol: "JitoSOL", address: here, maxLtv: 0.75 }),
    reserve("sol", { symbol: "SOL", address: here, maxLtv: 0.75 }),
    reserve("meme", { symbol: "MEME", address: elsewhere, maxLtv: 0.9 }),
  ];

  test("opens its loop in the reserve that has capacity, at that reserve's rate", () => {
    expect(idsOf(ownLegs(loop(), rows))).toEqual(["jitosol", "usdc"]);
    expect(capacityOf(loop(), rows)).toEqual({ left: 6e7, closed: undefined });
    expect(judgeLeverage(loop(), rows)).toBeUndefined();
  });

  test("ignores collateral of its namesake, and backs loans with the real reserve, not the dust", () => {
    const [, debt = loop(), , sol = loop()] = rows;
    expect(collateralFor(debt, loansAgainst(undefined, rows))?.maxLtv).toBe(0.75);
    expect(collateralFor(debt, loansAgainst("MEMEmint", rows))).toBeUndefined();
    expect(collateralFor(sol, loansAgainst("USDCmint", rows))?.id).toBe("usdc");
  });
});

test("of several reserves the leg is one with the most capacity, then the largest, in any order", () => {
  const [usdc, same] = [{ symbol: "USDC" }, { symbol: "USDC", maxBorrow: 5e7 }];
  const rows = [
    reserve("small", { ...same, deposits: 8e7 }),
    reserve("large", { ...same, deposits: 9e7 }),
    reserve("least", { ...usdc, maxBorrow: 1e7 }),
  ];
  for (const order of [rows, rows.toReversed()])
    expect(idsOf(ownLegs(loop(), order))).toEqual([undefined, "large"]);
});

describe("two markets of one name that both have the legs", () => {
  const rows = addresses
    .slice(0, 2)
    .flatMap((address, at) => [
      reserve(`jitosol${at}`, { symbol: "JitoSOL", address }),
      reserve(`usdc${at}`, { symbol: "USDC", address, borrows: at * 6e7 }),
    ]);
  const [first, second] = addresses;

  const blinkUrl = `blink:https://kamino.dial.to/api/v0/multiply/${second}/setup?collTokenMint=x`;

  test.each([
    ["its extra data", loop({}, { marketAddress: second })],
    ["a link of its actions", loop({ actions: { setup: { blinkUrl } } })],
  ])("differ by the address in %s", (_where, row) => {
    expect(idsOf(ownLegs(row, rows))).toEqual(["jitosol1", "usdc1"]);
    expect(capacityOf(row, rows)?.left).toBe(4e7);
  });

  test("do not differ by name alone: the loop's capacity is unknown", () => {
    expect(ownLegs(loop(), rows)).toEqual([undefined, undefined]);
    expect(capacityOf(loop(), rows)).toEqual({ left: undefined, closed: undefined });
    expect(ownLegs(loop({}, { marketAddress: addresses[2] }), rows)).toEqual([undefined, undefined]);
    expect(ownLegs(loop({ id: `kamino.${first}.${second}` }), rows)).toEqual([undefined, undefined]);
  });

  test("leave a reserve without an address in neither", () => {
    const stray = reserve("stray", { symbol: "SOL" });
    const { placeOf } = placesIn([...rows, stray]);
    expect(rows.map(placeOf)).not.toContain(placeOf(stray));
    const alone = [...rows.slice(0, 2), stray];
    expect(new Set(alone.map(placesIn(alone).placeOf)).size).toBe(1);
  });
});

describe("a provider that sends no addresses", () => {
  const rows = [reserve("jitosol", { symbol: "JitoSOL" }), reserve("usdc", { symbol: "USDC" })];

  test("is joined by name, even with a loop that sends an address", () => {
    expect(idsOf(ownLegs(loop(), rows))).toEqual(["jitosol", "usdc"]);
    expect(idsOf(ownLegs(loop({}, { marketAddress: addresses[0] }), rows))).toEqual(["jitosol", "usdc"]);
    expect(idsOf(ownLegs(loop({}, { marketName: "Main" }), rows))).toEqual([undefined, undefined]);
  });

  test("is joined by product name when the market has no name", () => {
    const main = readRow({ id: "main", productName: "Twin", token: token("USDC") });
    expect(idsOf(ownLegs(loop(), [main]))).toEqual([undefined, "main"]);
  });
});
