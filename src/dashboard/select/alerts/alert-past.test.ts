import { describe, expect, test } from "vitest";
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import type { HistoryPoint } from "../../../contract/history.ts";
import { firingIndexes } from "../../../domain/alerts/judge.ts";
import { marketRow, poolRow, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { offPegByOnePercent } from "../../../../tests/fixtures/alert-rule.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { positionRows, sentMarket, sentPosition, someWallet } from "../../../../tests/fixtures/positions.ts";
import { fraction, near, tokens } from "../../../../tests/fixtures/quantities.ts";
import { dayMs, usd } from "../../../contract/units.ts";
import {
  historyStart,
  firstDay,
  loanPast,
  marketsPast,
  pastDays,
  pastFirings,
  pastMarkets,
  type FigurePast,
} from "./alert-past.ts";

const now = Date.UTC(2026, 9, 1, 15);
const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
/** One point per day, from `days` ago to yesterday. `fields` gets the number of days ago. */
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
  const row = pool("a", usdc, 1);
  const pastOf = (measure: Parameters<typeof marketsPast>[1], points: HistoryPoint[], of: MarketRow = row) =>
    marketsPast(target, measure, [of], new Map([["a", points]]), now);

  test("has a value for each of the last 90 days, and none for unknown days", () => {
    const points = history(40, (ago) => (ago === 3 ? {} : { depositApy: ago / 1000 }));
    const { days } = pastOf("depositApy", points);
    expect(days).toHaveLength(pastDays);
    expect(days.slice(-4)).toEqual([0.004, undefined, 0.002, 0.001]);
    expect(days.filter((value) => value !== undefined)).toHaveLength(39);
    expect(firstDay(now)).toBe(Date.UTC(2026, 6, 3));
    const published = history(200, () => ({ borrowApy: 0.07, totalDeposit: 100, totalBorrow: 90 }));
    const measures = ["borrowApy", "utilization", "baseDepositApy"] as const;
    expect(measures.map((measure) => last(pastOf(measure, published)))).toEqual([0.07, 0.9, undefined]);
  });

  test("of a fading rate is compared with the mean of 90 days, two thirds of which must be known", () => {
    const fading = history(180, (ago) => ({ baseDepositApy: ago <= 1 ? 0.01 : 0.1 }));
    const values = pastOf("fade", fading);
    expect(values.days.at(-2)).toBeCloseTo(0, 10);
    expect(last(values)).toBeCloseTo(0.01 / ((89 * 0.1 + 0.01) / 90) - 1, 10);
    expect(last(pastOf("fade", fading.slice(-59)))).toBeUndefined();
    expect(historyStart("fade", now)).toBe(firstDay(now) - 90 * dayMs);
    expect(historyStart("depositApy", now)).toBe(firstDay(now));
    // A loop uses its net rate.
    const net = history(180, (ago) => ({ depositApy: ago <= 1 ? 0.05 : 0.1 }));
    expect(last(pastOf("fade", net, marketRow({ id: "a", type: "loop" })))).toBeLessThan(-0.4);
  });
});

test("the history of a token has its best rate, and its price furthest off", () => {
  const rows = [pool("a", usdc, 1), pool("b", usdc, 2)];
  const pasts = new Map([
    ["a", history(90, (ago) => ({ depositApy: ago === 2 ? 0.09 : 0.03, ...priced(1) }))],
    ["b", history(90, () => ({ depositApy: 0.05, ...priced(1.01) }))],
  ]);
  expect(marketsPast(token, "depositApy", rows, pasts, now).days.slice(-2)).toEqual([0.09, 0.05]);
  // Today's limits and rates do not exclude a past day's rate.
  const today = { maxDeposit: tokens(1), rewardsGiven: true, baseBorrowApy: fraction(0.001) };
  const full = rows.map((row) => ({ ...row, ...today }));
  const borrowed = { baseDepositApy: 0.01, borrowApy: 0.02, totalBorrow: 100 };
  const published = new Map(
    [...pasts].map(([id, points]) => [id, points.map((point) => ({ ...point, ...borrowed }))]),
  );
  expect(marketsPast(token, "depositApy", full, published, now).days.slice(-2)).toEqual([0.09, 0.05]);
  expect(last(marketsPast(token, "offPeg", rows, pasts, now))).toBeCloseTo(0.01, 10);
});

test("each market of a token's price fires on its own", () => {
  const rows = [pool("a", usdc, 1), pool("b", usdc, 2)];
  const pasts = new Map([
    ["a", history(90, () => priced(1.2))],
    ["b", history(90, (ago) => priced(ago === 5 ? 1.02 : 1))],
  ]);
  const { each } = marketsPast(token, "offPeg", rows, pasts, now);
  expect(each.map((values) => firingIndexes(offPegByOnePercent, values))).toEqual([[], [pastDays - 5]]);
  // One alert per day, whichever market it is for, in order of time.
  const earlier = each.map((values) => [...values.slice(1), 0]);
  expect(pastFirings(offPegByOnePercent, [...each, ...each, ...earlier])).toEqual([
    pastDays - 6,
    pastDays - 5,
  ]);
});

test("a market without a history does not count today if another market has one", () => {
  const pasts = new Map([["a", history(90, () => ({ depositApy: 0.05 }))]]);
  const rows = [
    { ...pool("a", usdc, 1), depositApy: fraction(0.04) },
    { ...pool("new", usdc, 1), depositApy: fraction(0.4) },
  ];
  expect(marketsPast(token, "depositApy", rows, pasts, now).now).toBe(0.04);
});

test("requests the histories of at most twenty markets with the figure, largest first", () => {
  const rows = Array.from({ length: 30 }, (_, index) => pool(`m${String(index)}`, usdc, index));
  const smallPays = rows.map((row) => (row.id === "m3" ? { ...row, depositApy: fraction(0.09) } : row));
  const best = pastMarkets(token, "depositApy", smallPays).map(({ id }) => id);
  expect(best).toHaveLength(20);
  expect(best.at(-1)).toBe("m3");
  expect(pastMarkets(token, "offPeg", smallPays).at(-1)?.id).toBe("m10");
  const small: AlertTarget = { kind: "market", id: "m0", name: "m0", marketType: "lending" };
  expect(pastMarkets(token, "depositApy", rows).map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => `m${String(29 - index)}`),
  );
  expect(pastMarkets(small, "borrowApy", rows).map(({ id }) => id)).toEqual(["m0"]);
  const peers = pastMarkets(small, "offPeg", rows).map(({ id }) => id);
  expect(peers).toHaveLength(20);
  expect(peers.slice(0, 2)).toEqual(["m0", "m29"]);
  expect(pastMarkets({ ...small, id: "gone" }, "depositApy", rows)).toEqual([]);
});

const inLoan = { bundleId: "l", ltv: 45 };

test("the past health of a loan follows from its positions' values, and is unknown if one is missing", () => {
  const rows = positionRows({
    positions: [
      sentPosition({ ...inLoan, id: "c", market: sentMarket({ liquidationLtv: 0.9 }) }),
      sentPosition({ ...inLoan, id: "d", side: "borrow", amountUsd: 45 }),
    ],
  });
  const today = Math.floor(now / dayMs);
  const none = { amount: undefined, usd: undefined };
  const point = (ago: number, value: number) => {
    const time = (today - ago) * dayMs;
    return { time, amount: undefined, usd: usd(value), supplied: none, borrowed: none };
  };
  const pasts = [
    { wallet: someWallet, id: "c", type: "lending", points: [point(3, 100), point(2, 80), point(1, 80)] },
    { wallet: someWallet, id: "d", type: "lending", points: [point(3, 60), point(2, 60)] },
  ];
  const loan = { kind: "position", wallet: someWallet, id: `${someWallet} l`, name: "loan" } as const;
  const past = loanPast(loan, rows, pasts, now);
  const values = past.days.slice(-3);
  expect(past.now).toBe(2);
  expect(values).toEqual([near(1.5), near(1.2), undefined]);
});
