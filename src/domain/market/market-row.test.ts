import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMarket } from "../../contract/markets-page.ts";
import { millis } from "../../contract/units.ts";
import { offeredActions, toMarketRow, type MarketRow } from "./market-row.ts";

const readAt = millis(1_700_000_000_000) ?? expect.fail("a time");
const sol = { address: "So11111111111111111111111111111111111111112", symbol: "SOL", icon: null };
const usdc = { address: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", symbol: "USDC", icon: "/u.png" };

function row(market: object): MarketRow {
  const read = readMarket({ id: "m", type: "lending", provider: { id: "kamino" }, ...market });
  if (!read.success) throw new Error(`${read.fault.path} ${read.fault.reason}`);
  return toMarketRow(read.data, { readAt, page: 2 });
}

const symbols = (market: object): string[] => row(market).tokens.map((token) => token.symbol);

const closeTimeOf = (sent: number): number | undefined =>
  row({ type: "prediction", closeTime: sent }).closeTime;
function numericFields(flat: MarketRow): [string, unknown][] {
  return Object.entries(flat).filter(([, value]) => typeof value === "number");
}

describe("toMarketRow", () => {
  it.each(["lending", "yield", "loop", "perpetual", "prediction", "a-new-type"])(
    "%s: a market with only id, type and provider has a label and no values",
    (type) => {
      const flat = row({ type });
      const kind = type === "a-new-type" ? "other" : type;
      const named = { id: "m", type, kind, label: "m", providerName: "kamino", tokens: [], actions: {} };
      expect(flat).toMatchObject({ ...named, rewards: [], rewardsGiven: false, page: 2, readAt });
      expect(numericFields(flat).map(([name]) => name)).toEqual(["readAt", "page"]);
      expect(Object.values(flat)).not.toContain(null);
      // All rows have the same fields, so columns need not check the type.
      expect(Object.keys(flat).toSorted()).toEqual(Object.keys(row({ type: "lending" })).toSorted());
    },
  );

  it("reads null in any field as undefined", () => {
    const fields = ["productName", "token", "depositApy", "rewards", "maxLtv", "actions", "websiteUrl"];
    const nothing = Object.fromEntries(fields.map((field) => [field, null]));
    const provider = { id: "kamino", name: null, icon: null };
    expect({ ...row({ ...nothing, provider }), raw: undefined }).toEqual({ ...row({}), raw: undefined });
  });

  it("keeps every number as sent, but normalizes −0", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e18, max: 1e18 }), (value) => {
        const flat = row({ type: "loop", depositApy: value, maxLeverage: value, totalDeposit: value });
        expect(flat.depositApy).toBe(value + 0);
        expect(flat.maxLeverage).toBe(value + 0);
        expect(Object.is(flat.depositApy, -0)).toBe(false);
      }),
    );
  });

  it("reads both shapes of a pair, of which tokenA and tokenB win, and one token of two equal ones", () => {
    expect(row({ type: "loop", token: sol, borrowToken: usdc }).label).toBe("SOL / USDC");
    const both = { type: "perpetual", token: usdc, borrowToken: usdc, tokenA: sol, tokenB: usdc };
    expect(row(both).label).toBe("SOL / USDC");
    expect(row({ token: sol, borrowToken: usdc }).label).toBe("SOL / USDC");
    expect(row({ token: sol, borrowToken: { ...sol } }).label).toBe("SOL");
  });

  it("names a token without a symbol by its mint, and drops one without either and a debt without a deposit", () => {
    expect(symbols({ token: { ...sol, symbol: "" } })).toEqual(["So11…1112"]);
    expect(symbols({ token: { symbol: null, address: null } })).toEqual([]);
    expect(symbols({ borrowToken: sol })).toEqual([]);
  });

  const prediction = { type: "prediction", additionalData: { settlementSymbol: "CASH" } };
  const main = { additionalData: { marketName: "Main Market" } };
  it.for<readonly [market: object, label: string, detail?: string]>([
    [{ ...prediction, title: "Rain?", subtitle: "Today" }, "Rain?", "Today · in CASH"],
    [{ ...prediction, title: " ", productName: "Rain" }, "Rain", "in CASH"],
    [{ type: "prediction" }, "m"],
    [{ ...main, type: "loop" }, "Main Market", "Main Market"],
    [{ ...main, productName: "Main Market" }, "Main Market"],
    [{ type: "loop", additionalData: { marketName: 5 } }, "m"],
    [{ type: "a-new-type", title: "New", token: sol }, "New"],
  ])("labels %j by title, tokens, product name, market or id: %s", ([market, label, detail]) => {
    expect(row(market)).toMatchObject({ label, detail });
  });

  it("limits the lengths of texts", () => {
    expect(row({ type: "prediction", title: "x".repeat(5000) }).label).toBe(`${"x".repeat(199)}…`);
    expect(symbols({ token: { ...sol, symbol: "S".repeat(99) } })[0]).toHaveLength(32);
    expect(row({ provider: { id: "k", name: "N".repeat(999) } }).providerName).toHaveLength(80);
  });

  it("takes a reward's side from its type, else its action, and tells empty from absent lists", () => {
    const sides = row({
      rewards: [
        { type: "deposit", apy: 0.01, token: usdc, marketAction: "borrow" },
        { type: "Borrow", apy: 0.02 },
        { type: "points", marketAction: "deposit" },
        { apy: null },
      ],
    });
    expect(sides.rewards.map((reward) => reward.side)).toEqual(["deposit", "borrow", "deposit", "other"]);
    expect(sides.rewards[0]).toMatchObject({ apy: 0.01, token: { symbol: "USDC" } });
    expect(sides.rewards[3]?.apy).toBeUndefined();
    expect([row({ rewards: [] }).rewardsGiven, row({}).rewardsGiven]).toEqual([true, false]);
  });

  it("recognises seconds and milliseconds by their size, and drops 0 and invalid dates", () => {
    expect([1_863_615_600, 1_863_615_600_000].map(closeTimeOf)).toEqual(Array(2).fill(1_863_615_600_000));
    expect([-1000, 0, 1e300].map(closeTimeOf)).toEqual([-1_000_000, undefined, undefined]);
  });

  it("passes actions on as sent and in order; null means not offered", () => {
    const sent = {
      setup: { blinkUrl: "blink:x" },
      deposit: { blinkUrl: 5 },
      borrow: {},
      repay: null,
      odd: "x",
    };
    expect(offeredActions(row({ actions: sent }))).toEqual([
      ["setup", "blink:x"],
      ["deposit", 5],
      ["borrow", undefined],
      ["odd", undefined],
    ]);
  });
});
