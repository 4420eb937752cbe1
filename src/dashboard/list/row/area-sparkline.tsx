import type { ReactNode } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { TrendFigure } from "../../../domain/market/market-trends.ts";

/** In pixels. */
export const sparklineWidth = 88;
const [width, height] = [sparklineWidth, 28];
const margin = 2;

interface AreaSparklineProps {
  readonly row: Pick<MarketRow, "depositApy" | "baseDepositApy">;
  readonly trend: Pick<TrendFigure, "apy" | "base">;
}

/** Ends with today's rate. Base and rewards are stacked; if the split is unknown, there is one neutral area. */
export function AreaSparkline({ row, trend }: AreaSparklineProps): ReactNode {
  const total = [...trend.apy, row.depositApy];
  const base = trend.base.length === 0 ? [] : [...trend.base, row.baseDepositApy];
  const known = [...total, ...base].filter((value) => value !== undefined);
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  const y = (value: number): number =>
    round(margin + (1 - (value - low) / (high - low || 1)) * (height - 1 - margin));
  const isSplit = base.some((value) => value !== undefined);
  const rewardsAt = (at: number): boolean => (total[at] ?? 0) - (base[at] ?? total[at] ?? 0) > 1e-5;
  const hasRewards = total.some((_, at) => rewardsAt(at));
  const last = total.findLastIndex((value) => value !== undefined);
  const filled = isSplit ? base : total;
  const floor = filled.map((value) => value && 0);
  const [line, area] = isSplit ? ["var(--base)", "var(--base-area)"] : ["var(--control)", "var(--net-area)"];
  return (
    <svg
      viewBox={`0 0 ${String(width)} ${String(height)}`}
      width={width}
      height={height}
      fill="none"
      aria-hidden="true"
      className="inline-block align-middle"
    >
      {hasRewards ? (
        <>
          <path d={bandOf(total, base, y)} fill="var(--reward-area)" />
          <path d={lineOf(total, y)} stroke="var(--reward)" strokeWidth="1.4" />
        </>
      ) : null}
      <path d={bandOf(filled, floor, y)} fill={area} />
      <path d={lineOf(filled, y)} stroke={line} strokeWidth="1.4" />
      <path d={`M0 ${String(y(0))}H${String(width)}`} stroke="var(--line2)" />
      {last < 0 ? null : (
        <circle
          cx={x(last, total.length)}
          cy={y(total[last] ?? 0)}
          r="2.2"
          fill={rewardsAt(last) ? "var(--reward)" : line}
        />
      )}
    </svg>
  );
}

function x(at: number, count: number): number {
  return round((at / Math.max(1, count - 1)) * (width - 2 * margin) + margin);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

type Scale = (value: number) => number;

function lineOf(values: readonly (number | undefined)[], y: Scale): string {
  return values
    .map((value, at) =>
      value === undefined
        ? ""
        : `${values[at - 1] === undefined ? "M" : "L"}${String(x(at, values.length))} ${String(y(value))}`,
    )
    .join("");
}

function bandOf(
  upper: readonly (number | undefined)[],
  lower: readonly (number | undefined)[],
  y: Scale,
): string {
  let path = "";
  let back = "";
  upper.forEach((value, at) => {
    const floor = lower[at];
    if (value !== undefined && floor !== undefined) {
      const left = String(x(at, upper.length));
      path += `${back === "" ? "M" : "L"}${left} ${String(y(value))}`;
      back = `L${left} ${String(y(floor))}${back}`;
    }
    const isLast = upper[at + 1] === undefined || lower[at + 1] === undefined;
    if (back === "" || !isLast) return;
    path += `${back}Z`;
    back = "";
  });
  return path;
}
