// Half a year of one market's rate, small, under its row: enough to see whether the rate of now is the usual one.
import { useState, type ReactNode } from "react";
import { dayMs, ratio, startOfDay } from "../../../contract/units.ts";
import { quantile } from "../../../finance/blend.ts";
import { useHistory } from "../../queries/history.ts";
import { sourceNow, useDashboardConfig } from "../../queries/configuration.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatRateRange, inWords } from "../../format/number.ts";
import { quotedRate } from "../../market/loops/leverage.ts";

const days = 180;
const width = 240;
const height = 44;

export function MiniHistory({ row }: { readonly row: MarketRow }): ReactNode {
  const config = useDashboardConfig();
  const [now] = useState(() => sourceNow(config));
  const { histories, loading, error } = useHistory([row.id], {
    startTime: startOfDay(now - days * dayMs),
    resolution: "1d",
  });
  const rates = (histories.get(row.id) ?? []).map(({ depositApy }) => depositApy ?? undefined);
  const drawn = [...rates, row.depositApy];
  const known = rates.filter((rate) => rate !== undefined);
  // The middle nine tenths say what is usual; a day far off would press them flat.
  const low = quantile(known, 0.05);
  const high = quantile(known, 0.95);
  if (low === undefined || high === undefined)
    return (
      <p className="flex h-16 items-center text-small text-text3">
        {loading
          ? "Loading its last 180 days…"
          : error === undefined
            ? "No history is published."
            : "Its history could not be loaded."}
      </p>
    );
  const said = `180 days mostly ${inWords(formatRateRange(ratio(low), ratio(high)))}, now ${quotedRate(row) ?? "not known"}`;
  return (
    <figure className="h-16">
      <svg
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        preserveAspectRatio="none"
        className="h-11 w-full"
        aria-hidden="true"
      >
        <path
          d={linePath(drawn, [low, high])}
          fill="none"
          stroke="var(--text)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="text-small text-text2">{said}</figcaption>
    </figure>
  );
}

/**
 * A line through what is known, broken where nothing is; values beyond the ends run along the edge.
 * @param values fractions, one a day
 */
export function linePath(
  values: readonly (number | undefined)[],
  [low, high]: readonly [number, number],
): string {
  const margin = 0.15 * (high - low || Math.abs(high) || 1);
  const [bottom, top] = [low - margin, high + margin];
  const step = width / Math.max(1, values.length - 1);
  let pen = "M";
  return values
    .flatMap((value, at) => {
      if (value === undefined) {
        pen = "M";
        return [];
      }
      const share = (Math.min(top, Math.max(bottom, value)) - bottom) / (top - bottom);
      const point = `${pen}${String(Math.round(at * step * 10) / 10)} ${String(Math.round((1 - share) * height * 10) / 10)}`;
      pen = "L";
      return [point];
    })
    .join("");
}
