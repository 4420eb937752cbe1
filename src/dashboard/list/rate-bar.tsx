// A thick base and thin rewards. Decorative: the figures next to it say the same.
import type { CSSProperties, ReactNode } from "react";
import { ratio, type Ratio } from "../../contract/units.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { rewardApy } from "../../domain/market/row-values.ts";
import type { SelectContext } from "../../domain/market/column.ts";

const normalLength = 66;
const minRewardLength = 3;

interface RateParts {
  readonly total: Ratio | undefined;
  readonly base: Ratio | undefined;
  readonly rewards: readonly (Ratio | undefined)[];
}

const positive = (part: Ratio | undefined): number => Math.max(0, part ?? 0);

export function rateBarScale({ total, base, rewards }: RateParts): Ratio | undefined {
  const whole =
    base === undefined
      ? positive(total)
      : rewards.reduce((sum: number, part) => sum + positive(part), positive(base));
  return whole > 0 ? ratio(whole) : undefined;
}

/**
 * In pixels. `cut`: the rate exceeds the scale. Base and rewards are separate if both are known, else one neutral
 * bar. Negative parts have no length; rewards always have a visible length.
 */
export function barLengths(rate: RateParts, scale: Ratio | undefined, length: number) {
  const perRate = scale === undefined || scale <= 0 ? 0 : length / scale;
  const cut = (rateBarScale(rate) ?? 0) * perRate > length * 1.001;
  if (rate.base === undefined)
    return { base: 0, rewards: [], unknown: Math.min(length, positive(rate.total) * perRate), cut };
  const wanted = rate.rewards.map((part) => positive(part) * perRate).filter((part) => part > 0);
  const base = Math.min(positive(rate.base) * perRate, length - minRewardLength * wanted.length);
  let remaining = length - base;
  const rewards = wanted.map((part, index) => {
    const left = remaining - minRewardLength * (wanted.length - 1 - index);
    const drawn = Math.min(left, Math.max(minRewardLength, part));
    remaining -= drawn;
    return drawn;
  });
  return { base, rewards, unknown: 0, cut };
}

export function markPosition(rate: Ratio | undefined, scale: Ratio | undefined, length: number) {
  if (rate === undefined || scale === undefined || rate <= 0 || rate > scale) return undefined;
  return (rate / scale) * length;
}

const openEnd =
  "after:absolute after:right-[3px] after:h-2.5 after:w-[3px] after:-skew-x-[20deg] after:bg-surface after:content-['']";

export function rateBar(
  rate: RateParts,
  scale: Ratio | undefined,
  length: number = normalLength,
  marked?: Ratio,
): ReactNode {
  const { base, rewards, unknown, cut } = barLengths(rate, scale, length);
  const mark = markPosition(marked, scale, length);
  return (
    <span
      aria-hidden="true"
      className={`relative flex max-w-full items-center gap-[1.5px] forced-color-adjust-none ${cut ? openEnd : ""}`}
      style={{ width: length }}
    >
      {base > 0 ? <span className="h-1.5 rounded-[1.5px] bg-base" style={{ width: base }} /> : null}
      {rewards.map((width, index) => (
        // The parts have no identity of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="h-[3px] rounded-[1.5px] bg-reward" style={{ width }} />
      ))}
      {unknown > 0 ? <span className="h-1 rounded-[1.5px] bg-control" style={{ width: unknown }} /> : null}
      {mark === undefined ? null : (
        <span
          className="absolute top-1/2 -mt-1.5 h-3 w-px bg-text2 ring-1 ring-surface"
          style={{ insetInlineStart: mark }}
        />
      )}
    </span>
  );
}

/** The base alone, if the list leads with the base rate and it is known. */
export function leadingParts(row: MarketRow, { basis }: SelectContext): RateParts {
  const { depositApy: total, baseDepositApy: base } = row;
  return basis === "base" && base !== undefined
    ? { total: base, base, rewards: [] }
    : { total, base, rewards: [rewardApy(row)] };
}

function px(length: number): string {
  return `${String(Math.round(length * 2) / 2)}px`;
}

const barStart = 66;
const rowLength = 54;

/** Draws the bar as background layers, so that rows need no elements for it. Even an empty layer costs time. */
export function rateBarLayers(row: MarketRow, context: SelectContext, maxRate: Ratio | undefined) {
  const { base, rewards, unknown, cut } = barLengths(leadingParts(row, context), maxRate, rowLength);
  const mark = markPosition(context.benchmark?.rate, maxRate, rowLength);
  const usual: readonly Layer[] = [
    { width: base, height: 6, left: 0 },
    { width: rewards[0] ?? 0, height: 3, left: base > 0 ? base + 1.5 : 0 },
  ];
  if (mark === undefined && !cut && unknown === 0) return { className: "bar", style: layersStyle(usual) };
  const all = [
    { width: mark === undefined ? 0 : 1, height: 12, left: mark ?? 0 },
    { width: cut ? 3 : 0, height: 10, left: rowLength - 6 },
    ...usual,
    { width: unknown, height: 4, left: 0 },
  ];
  return { className: "bar bar-full", style: layersStyle(all) };
}

/** Pixels from the start of the bar. */
interface Layer {
  readonly width: number;
  readonly height: number;
  readonly left: number;
}

function layersStyle(layers: readonly Layer[]): CSSProperties {
  return {
    backgroundSize: layers.map(({ width, height }) => `${px(width)} ${px(height)}`).join(","),
    backgroundPosition: layers.map(({ left }) => `${px(barStart + left)} 50%`).join(","),
  };
}
