import { describe, expect, test } from "vitest";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import type { HistoryPoint } from "../../../contract/history.ts";
import { firingIndexes } from "../../../domain/alerts/judge.ts";
import { marketRow, poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { positionRows, sentMarket, sentPosition, someWallet } from "../../../../tests/fixtures/positions.ts";
import { fraction, tokens } from "../../../../tests/fixtures/quantities.ts";
import { dayMs, usd } from "../../../contract/units.ts";
import {
  historyStart,
  firstDay,
  loanPast,
  marketsPast,
  pastDays,
  pastFirings,
  tellingMarkets,
  type FigurePast,
} from "./alert-past.ts";

const now = Date.UTC(2026, 9, 1, 15);
const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const gem = "J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn";

/** A point for each day from `days` ago to yesterday; `fields` says of each how many days ago it was. */
function history(days: number, fields: (ago: number) => Omit<HistoryPoint, "timestamp">): HistoryPoint[] {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: days }, (_, index) => ({
    timestamp: new Date((today - days + index) * dayMs).toISOString(),
    ...fields(days - index),
  })).filter((point) => Object.keys(point).length > 1);
}

const pool = (id: string, mint: string, deposits: number) =>
  poolRow(id, { deposits }, { tokens: [rowToken("T", mint)], baseDepositApy90d: fraction(0.5) });
const target: AlertTarget = { kind: "market", id: "a", name: "a", marketType: "lending" };
const token: AlertTarget = { kind: "asset", mint: usdc, name: "USDC" };
const priced = (price: number) => ({ totalDeposit: 100, totalDepositUsd: 100 * price });
const last = ({ days }: FigurePast) => days.at(-1);

describe("the past of a market's figure", () => {
  test("has a value for each of the last 90 days, and none where nothing is known of a day", () => {
    const past = history(40, (ago) => (ago === 3 ? {} : { depositApy: ago / 1000 }));
    const values = marketsPast(target, "depositApy", [pool("a", usdc, 1)], new Map([["a", past]]), now);
    expect(values.days).toHaveLength(pastDays);
    expect(values.days.slice(-4)).toEqual([0.004, undefined, 0.002, 0.001]);
    expect(values.days.filter((value) => value !== undefined)).toHaveLength(39);
    expect(firstDay(now)).toBe(Date.UTC(2026, 6, 3));
  });

  test("is worked out as the figure of now is, from what a day tells", () => {
    const row = pool("a", usdc, 1);
    const published = history(200, () => ({ borrowApy: 0.07, totalDeposit: 100, totalBorrow: 90 }));
    const of = (measure: "borrowApy" | "utilization" | "baseDepositApy") =>
      last(marketsPast(target, measure, [row], new Map([["a", published]]), now));
    expect(of("borrowApy")).toBe(0.07);
    expect(of("utilization")).toBe(0.9);
    expect(of("baseDepositApy")).toBeUndefined();
  });

  test("of a fading rate is against the mean of the 90 days up to each, which must be known for two thirds", () => {
    const fading = history(180, (ago) => ({ baseDepositApy: ago <= 1 ? 0.01 : 0.1 }));
    const row = pool("a", usdc, 1);
    const values = marketsPast(target, "fade", [row], new Map([["a", fading]]), now);
    expect(values.days.at(-2)).toBeCloseTo(0, 10);
    expect(last(values)).toBeCloseTo(0.01 / ((89 * 0.1 + 0.01) / 90) - 1, 10);
    const short = marketsPast(target, "fade", [row], new Map([["a", fading.slice(-59)]]), now);
    expect(last(short)).toBeUndefined();
    expect(historyStart("fade", now)).toBe(firstDay(now) - 90 * dayMs);
    expect(historyStart("depositApy", now)).toBe(firstDay(now));
  });

  test("of a loop is of its net rate", () => {
    const loop = marketRow({ id: "a", type: "loop" });
    const published = history(180, (ago) => ({ depositApy: ago <= 1 ? 0.05 : 0.1 }));
    const values = marketsPast(target, "fade", [loop], new Map([["a", published]]), now);
    expect(last(values)).toBeLessThan(-0.4);
  });

  test("of a price is against a dollar, or against the price its markets implied that day", () => {
    const dollar = new Map([["a", history(90, (ago) => priced(ago === 1 ? 0.97 : 1))]]);
    expect(last(marketsPast(target, "offPeg", [pool("a", usdc, 1)], dollar, now))).toBeCloseTo(0.03, 10);
    const rows = ["a", "b", "c"].map((id) => pool(id, gem, 1));
    const gems = new Map(rows.map(({ id }) => [id, history(90, () => priced(id === "a" ? 110 : 100))]));
    expect(last(marketsPast(target, "offPeg", rows, gems, now))).toBeCloseTo(0.1, 10);
    expect(last(marketsPast(target, "offPeg", rows.slice(0, 2), gems, now))).toBeUndefined();
  });
});

test("the past of a token is that of its best rate, and of the price furthest off", () => {
  const rows = [pool("a", usdc, 1), pool("b", usdc, 2)];
  const pasts = new Map([
    ["a", history(90, (ago) => ({ depositApy: ago === 2 ? 0.09 : 0.03, ...priced(1) }))],
    ["b", history(90, () => ({ depositApy: 0.05, ...priced(1.02) }))],
  ]);
  expect(marketsPast(token, "depositApy", rows, pasts, now).days.slice(-2)).toEqual([0.09, 0.05]);
  // Limits and rewards are the ones of now, and keep no day's rate from counting.
  const full = rows.map((row) => ({ ...row, maxDeposit: tokens(1), rewardsGiven: true }));
  const published = new Map(
    [...pasts].map(([id, points]) => [id, points.map((point) => ({ ...point, baseDepositApy: 0.01 }))]),
  );
  expect(marketsPast(token, "depositApy", full, published, now).days.slice(-2)).toEqual([0.09, 0.05]);
  expect(last(marketsPast(token, "offPeg", rows, pasts, now))).toBeCloseTo(0.02, 10);
});

test("of a token's price each market rings on its own", () => {
  const rows = [pool("a", usdc, 1), pool("b", usdc, 2)];
  const pasts = new Map([
    ["a", history(90, () => priced(1.2))],
    ["b", history(90, (ago) => priced(ago === 5 ? 1.02 : 1))],
  ]);
  const { each } = marketsPast(token, "offPeg", rows, pasts, now);
  const sided = { kind: "threshold", side: "over" } as const;
  const condition = { ...sided, measure: "offPeg", threshold: 0.01, reset: 0.005 } as const;
  expect(each.map((values) => firingIndexes(condition, values))).toEqual([[], [pastDays - 5]]);
  // One alert a day, whichever market it is for.
  expect(pastFirings(condition, [...each, ...each])).toEqual([pastDays - 5]);
  const [, fired = []] = each;
  const later = [...fired.slice(1), fired[0]];
  const earlier = [fired.at(-1), ...fired.slice(0, -1)];
  const days = pastFirings(condition, [fired, later, earlier]);
  expect(days).toEqual(days.toSorted((one, other) => one - other));
  expect(new Set(days)).toContain(pastDays - 6);
});

const paying = (id: string, apy: number) => poolRow(id, { apy }, { tokens: [rowToken("T", usdc)] });

test("what has no past does not count for what it is now, beside what has one", () => {
  const pasts = new Map([["a", history(90, () => ({ depositApy: 0.05 }))]]);
  expect(marketsPast(token, "depositApy", [paying("a", 0.04), paying("new", 0.4)], pasts, now).now).toBe(
    0.04,
  );
});

test("markets whose pasts are asked for are those that tell, at most twenty, the largest first", () => {
  const rows = Array.from({ length: 30 }, (_, index) => pool(`m${String(index)}`, usdc, index));
  const small: AlertTarget = { kind: "market", id: "m0", name: "m0", marketType: "lending" };
  expect(tellingMarkets(token, "depositApy", rows).map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => `m${String(29 - index)}`),
  );
  expect(tellingMarkets(small, "borrowApy", rows).map(({ id }) => id)).toEqual(["m0"]);
  const peers = tellingMarkets(small, "offPeg", rows).map(({ id }) => id);
  expect(peers).toHaveLength(20);
  expect(peers.slice(0, 2)).toEqual(["m0", "m29"]);
  expect(tellingMarkets({ ...small, id: "gone" }, "depositApy", rows)).toEqual([]);
});

const loanOf = (id: string, side: string, amountUsd: number) => ({
  id,
  side,
  amountUsd,
  bundleId: "l",
  ltv: 45,
});

test("the past of a loan's health is by what its positions were worth, and unknown of a day that lacks one", () => {
  const rows = positionRows({
    positions: [
      sentPosition({ ...loanOf("c", "deposit", 100), market: sentMarket({ liquidationLtv: 0.9 }) }),
      sentPosition(loanOf("d", "borrow", 45)),
    ],
  });
  const today = Math.floor(now / dayMs);
  const point = (ago: number, value: number) => ({
    time: (today - ago) * dayMs,
    amount: undefined,
    usd: usd(value),
    supplied: { amount: undefined, usd: undefined },
    borrowed: { amount: undefined, usd: undefined },
  });
  const pasts = [
    { wallet: someWallet, id: "c", type: "lending", points: [point(3, 100), point(2, 80), point(1, 80)] },
    { wallet: someWallet, id: "d", type: "lending", points: [point(3, 60), point(2, 60)] },
  ];
  const loan = { kind: "position", wallet: someWallet, id: `${someWallet} l`, name: "loan" } as const;
  const past = loanPast(loan, rows, pasts, now);
  const values = past.days.slice(-3);
  expect(past.now).toBe(2);
  expect(values[0]).toBeCloseTo(1.5, 10);
  expect(values[1]).toBeCloseTo(1.2, 10);
  expect(values[2]).toBeUndefined();
});
