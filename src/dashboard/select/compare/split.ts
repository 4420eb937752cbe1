// Money split over the compared markets: what each part earns after dilution, how much fits, and the split that earns most.
import { usd, type Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { ApyBasis, LoopRooms } from "../../../domain/market/column.ts";
import type { Reading } from "../../../domain/format/read-amount.ts";
import { ownYieldOf, type OwnYields } from "../../../domain/market/loops/own-yield.ts";
import { effectiveRate, isClosedLoop, leadingRate, roomLeft } from "../../../domain/market/row-values.ts";
import { orderOf, withOwnYield, type Gain } from "./gains.ts";

export interface SplitContext {
  readonly basis: ApyBasis;
  readonly loops: LoopRooms;
  readonly ownYields: OwnYields;
}

/**
 * The rate of a part of my money, with what its token earns by itself where that is known: thinned by that part where the market
 * is a pool, as quoted where it is none or where there is no amount. Undefined where the market gives no rate.
 */
export function partRate(
  row: MarketRow,
  amount: Usd | undefined,
  { basis, ownYields }: Pick<SplitContext, "basis" | "ownYields">,
): Gain | undefined {
  const quoted = leadingRate(row, basis);
  if (quoted === undefined) return undefined;
  const rate = effectiveRate(row, amount, basis) ?? { low: quoted, high: quoted };
  return withOwnYield(rate, ownYieldOf(row, ownYields));
}

/**
 * The most that can be put into a market, in US dollars: what its deposit limit leaves, of a loop what its legs leave. A loop whose
 * room is unknown takes nothing, because only open legs make its rate; a pool that states no limit takes any amount.
 */
function mostIn(row: MarketRow, loops: LoopRooms): number {
  if (isClosedLoop(row, loops)) return 0;
  return roomLeft(row, loops) ?? (row.kind === "loop" ? 0 : Number.POSITIVE_INFINITY);
}

/** Each part as far as it fits, and what is left over. Amounts in US dollars, in the order of the rows. */
export function placed(
  rows: readonly MarketRow[],
  wanted: readonly (Usd | undefined)[],
  loops: LoopRooms,
): readonly (Usd | undefined)[] {
  return rows.map((row, at) => {
    const amount = wanted[at];
    return amount === undefined ? undefined : usd(Math.min(amount, mostIn(row, loops)));
  });
}

/** How finely the best split looks: twentieths of the money. */
const steps = 20;
/** Parts are percent to the hundredth. */
const partsOfOne = 10_000;

/**
 * The split that earns most at the lower edges: each twentieth goes where it adds most for a dollar, which is best for rates that
 * only fall with what is put in. Nothing goes beyond the room of a market, into a loop that is closed, or into one whose room is
 * unknown.
 *
 * @returns percent by market, in the order given, then what fits nowhere; undefined where fewer than two give a rate, and where
 *   the unknown own yield of a token allows no order
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
  const most = rows.map((row) => mostIn(row, context.loops));
  const parts = rows.map(() => 0);
  let left = partsOfOne;
  while (left > 0) {
    let best: { readonly at: number; readonly step: number; readonly gain: number } | undefined;
    for (const at of order) {
      const [row, had = 0, room = 0] = [rows[at], parts[at], most[at]];
      // Rounded down, so that no more than the room is ever asked for.
      const fits = Math.floor(Math.min(partsOfOne, (room / size) * partsOfOne)) - had;
      const step = Math.min(left, fits, partsOfOne / steps);
      if (row === undefined || step <= 0) continue;
      const money = (part: number): number => (size * part) / partsOfOne;
      const gain = (earned(row, money(had + step)) - earned(row, money(had))) / step;
      if (best === undefined || gain > best.gain) best = { at, step, gain };
    }
    if (best === undefined) break;
    parts[best.at] = (parts[best.at] ?? 0) + best.step;
    left -= best.step;
  }
  return [...parts, ...(left === 0 ? [] : [left])].map((part) => (part * 100) / partsOfOne);
}

/** Equal parts in percent, to the hundredth. */
export function equalSplit(count: number): readonly number[] {
  return Array.from({ length: count }, () => Math.round(10_000 / count) / 100);
}

export function writePart(part: number): string {
  return part === 0 ? "" : String(part);
}

/** "60", "12.5", "1,000"; nothing is 0. Anything else is explained. */
export function readPart(text: string): Reading<number> {
  const plain = text.trim().replaceAll(",", "");
  if (plain === "") return { ok: true, value: 0 };
  if (/^[-−]/.test(plain)) return { ok: false, message: "A part cannot be below zero." };
  if (!/^(?:\d{1,9}(?:\.\d{0,2})?|\.\d{1,2})$/.test(plain))
    return { ok: false, message: "Write a part as 60 or 12.5." };
  return { ok: true, value: Number(plain) };
}
