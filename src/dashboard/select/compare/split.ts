import { sum } from "d3-array";
import { usd, type Usd } from "../../../contract/units.ts";
import { placeMoney } from "../../../finance/portfolio/place-money.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { isContradictory } from "../../../domain/market/assess/assess.ts";
import type { PeerPrices } from "../../../domain/market/assess/checks.ts";
import type { ApyBasis, LoopCapacities } from "../../../domain/market/column.ts";
import { refuse, type ParsedInput } from "../../../domain/format/read-amount.ts";
import { ownYieldOf, type OwnYields } from "../../../domain/market/loops/own-yield.ts";
import { effectiveRate, isClosedLoop, leadingRate, capacityOf } from "../../../domain/market/row-values.ts";
import { orderOf, withOwnYield, type Gain } from "./gains.ts";

export interface SplitContext {
  readonly basis: ApyBasis;
  readonly loops: LoopCapacities;
  readonly ownYields: OwnYields;
  readonly prices: PeerPrices | undefined;
}

/**
 * The rate of a part: diluted by it in a pool, as quoted in a loop or without an amount. Undefined in a pool of unknown
 * size. Includes own yield if known.
 */
export function partRate(
  row: MarketRow,
  amount: Usd | undefined,
  { basis, ownYields }: Pick<SplitContext, "basis" | "ownYields">,
): Gain | undefined {
  const quoted = leadingRate(row, basis);
  if (quoted === undefined || isUnknownAtSize(row, amount, basis)) return undefined;
  const rate = effectiveRate(row, amount, basis) ?? { low: quoted, high: quoted };
  return withOwnYield(rate, ownYieldOf(row, ownYields));
}

/** A part of 0 counts as a dollar, so that a market does not lose its rate only when it gets money. */
function isUnknownAtSize(row: MarketRow, amount: Usd | undefined, basis: ApyBasis): boolean {
  if (amount === undefined || row.kind === "loop" || leadingRate(row, basis) === undefined) return false;
  return effectiveRate(row, usd(Math.max(amount, 1)), basis) === undefined;
}

/**
 * US dollars. A loop with unknown capacity and a market with contradictory figures take nothing; a pool without a cap
 * takes any amount.
 */
function maxDepositUsd(row: MarketRow, { loops, prices }: SplitContext): number {
  if (isContradictory(row, { prices }) || isClosedLoop(row, loops)) return 0;
  return capacityOf(row, loops) ?? (row.kind === "loop" ? 0 : Number.POSITIVE_INFINITY);
}

export function placed(
  rows: readonly MarketRow[],
  wanted: readonly (Usd | undefined)[],
  context: SplitContext,
): readonly (Usd | undefined)[] {
  return rows.map((row, at) => {
    const amount = wanted[at];
    return amount === undefined ? undefined : usd(Math.min(amount, maxDepositUsd(row, context)));
  });
}

const steps = 100;
/** Parts are percentages with two decimals. */
const partsOfOne = 10_000;

/**
 * Places the money greedily, a percent at a time, by the lower ends, which is optimal for falling rates. Percent by market,
 * then the remainder. Undefined if fewer than two have a rate, or an unknown own yield allows no order.
 */
export function bestSplit(
  rows: readonly MarketRow[],
  size: Usd,
  context: SplitContext,
): readonly number[] | undefined {
  const quoted = rows.map((row) => partRate(row, undefined, context));
  const order = orderOf(quoted);
  if (order.length < 2 || order.length < quoted.filter((rate) => rate !== undefined).length) return undefined;
  const earned = (row: MarketRow, money: number): number =>
    money <= 0 ? 0 : money * (partRate(row, usd(money), context)?.low ?? 0);
  const slots = order.flatMap((at) => {
    const row = rows[at];
    if (row === undefined) return [];
    const isKnown = partRate(row, size, context) !== undefined;
    // Rounded down, so that the part never exceeds the capacity.
    const max = isKnown ? Math.floor(Math.min(1, maxDepositUsd(row, context) / size) * partsOfOne) : 0;
    return [{ groups: [], max, earned: (part: number) => earned(row, (size * part) / partsOfOne) }];
  });
  // In small pools, more money can earn less at worst.
  const idle = { groups: [], max: partsOfOne, earned: () => 0 };
  const placedParts = placeMoney(partsOfOne, [...slots, idle], new Map(), steps);
  const parts = rows.map((_, at) => placedParts[order.indexOf(at)] ?? 0);
  const left = partsOfOne - sum(parts);
  return [...parts, ...(left === 0 ? [] : [left])].map((part) => (part * 100) / partsOfOne);
}

export function equalSplit(count: number): readonly number[] {
  return Array.from({ length: count }, () => Math.round(10_000 / count) / 100);
}

export function writePart(part: number): string {
  return part === 0 ? "" : String(part);
}

/** Reads "60", "12.5" or "1,000". Empty means 0. */
export function readPart(text: string): ParsedInput<number> {
  const plain = text.trim().replaceAll(",", "");
  if (plain === "") return { ok: true, value: 0 };
  if (/^[-−]/.test(plain)) return refuse("A part cannot be below zero.");
  if (!/^(?:\d{1,9}(?:\.\d{0,2})?|\.\d{1,2})$/.test(plain)) return refuse("Write a part as 60 or 12.5.");
  return { ok: true, value: Number(plain) };
}
