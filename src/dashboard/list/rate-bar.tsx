// The two-colour bar of a rate, wherever a rate is drawn: thick base, thin rewards. Decoration beside figures that say the same.
import type { ReactNode } from "react";
import { ratio, type Ratio } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import { rewardApy } from "../market/row-values.ts";
import type { SelectContext } from "../market/column.ts";
import "./rate-bar.css";

const normalLength = 66;
const rewardLeast = 3;

/** A rate and what it is made of. */
interface RateParts {
  readonly total: Ratio | undefined;
  readonly base: Ratio | undefined;
  readonly rewards: readonly (Ratio | undefined)[];
}

/** The lengths of a rate bar in pixels; `cut` says that the rate is longer than the scale. */
interface BarLengths {
  readonly base: number;
  readonly rewards: readonly number[];
  readonly unknown: number;
  readonly cut: boolean;
}

const positive = (part: Ratio | undefined): number => Math.max(0, part ?? 0);

/** The scale on which a rate fills its bar: base and rewards, or the rate where its parts are not known. */
export function wholeOf({ total, base, rewards }: RateParts): Ratio | undefined {
  const whole =
    base === undefined
      ? positive(total)
      : rewards.reduce((sum: number, part) => sum + positive(part), positive(base));
  return whole > 0 ? ratio(whole) : undefined;
}

/**
 * A rate on a scale, which is the rate at which the bar is full. Base and rewards are drawn apart where both are known; a rate
 * whose parts are not known is one neutral bar. What is negative has no length. A reward is never shorter than it can be seen.
 */
export function barLengths(
  rate: RateParts,
  scale: Ratio | undefined,
  length: number = normalLength,
): BarLengths {
  const perRate = scale === undefined || scale <= 0 ? 0 : length / scale;
  const cut = (wholeOf(rate) ?? 0) * perRate > length * 1.001;
  if (rate.base === undefined)
    return { base: 0, rewards: [], unknown: Math.min(length, positive(rate.total) * perRate), cut };
  const wanted = rate.rewards.map((part) => positive(part) * perRate).filter((part) => part > 0);
  const base = Math.min(positive(rate.base) * perRate, length - rewardLeast * wanted.length);
  let room = length - base;
  const rewards = wanted.map((part, place) => {
    const left = room - rewardLeast * (wanted.length - 1 - place);
    const drawn = Math.min(left, Math.max(rewardLeast, part));
    room -= drawn;
    return drawn;
  });
  return { base, rewards, unknown: 0, cut };
}

/** Where a rate stands on a scale, in pixels; undefined where it stands on no bar. */
export function markPlace(
  rate: Ratio | undefined,
  scale: Ratio | undefined,
  length: number = normalLength,
): number | undefined {
  if (rate === undefined || scale === undefined || rate <= 0 || rate > scale) return undefined;
  return (rate / scale) * length;
}

/**
 * @param scale the rate at which the bar is full
 * @param length of the whole bar, in pixels
 * @param marked a rate that gets a thin mark, which is the benchmark's
 */
export function rateBar(
  rate: RateParts,
  scale: Ratio | undefined,
  length: number = normalLength,
  marked?: Ratio,
): ReactNode {
  const { base, rewards, unknown, cut } = barLengths(rate, scale, length);
  const mark = markPlace(marked, scale, length);
  return (
    <span aria-hidden="true" className={cut ? "rate-bar rate-bar-cut" : "rate-bar"} style={{ width: length }}>
      {base > 0 ? <span className="rate-bar-base" style={{ width: base }} /> : null}
      {rewards.map((width, place) => (
        // The parts have no identity of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={place} className="rate-bar-reward" style={{ width }} />
      ))}
      {unknown > 0 ? <span className="rate-bar-unknown" style={{ width: unknown }} /> : null}
      {mark === undefined ? null : <span className="rate-bar-mark" style={{ insetInlineStart: mark }} />}
    </span>
  );
}

/** What the bar of a list's leading rate shows: the whole rate, or its base alone where that leads and is known. */
export function leadingParts(row: MarketRow, { basis }: SelectContext): RateParts {
  const { depositApy: total, baseDepositApy: base } = row;
  return basis === "base" && base !== undefined
    ? { total: base, base, rewards: [] }
    : { total, base, rewards: [rewardApy(row)] };
}

/** The bar of the rate that leads a list. */
export function leadingRateBar(
  row: MarketRow,
  { context, maxRate }: { readonly context: SelectContext; readonly maxRate: Ratio | undefined },
  length?: number,
): ReactNode {
  return rateBar(leadingParts(row, context), maxRate, length, context.benchmark?.rate);
}
