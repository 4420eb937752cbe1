// The past of a token's price: the choice of range and unit, the chart in its own chunk, and the same points as text.
import { useMemo, useRef, type ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import type { PriceHistories } from "../../queries/assets.ts";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { countOf, formatShare, inWords } from "../../format/number.ts";
import { formatDay, formatMoment } from "../../format/time.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { ChartDownloads } from "../chart-downloads.tsx";
import type { HistoryGrid } from "../history-lines.ts";
import { lazyChart, RangeChoice, Reason, Waiting } from "../history-panel.tsx";
import type { HistoryRangeId } from "../history-range.ts";
import { PointsTable } from "../points-table.tsx";
import type { PriceChartProps } from "./price-chart.tsx";
import { priceEnds, priceText, unitNames, type PriceEnds, type PriceUnit } from "./price-series.ts";
import { Problem } from "../../ui/marks/problem.tsx";

const priceChart = lazyChart<PriceChartProps>(async () => (await import("./price-chart.tsx")).PriceChart);

export function PricePanel({
  symbol,
  grid,
  attempt,
  unit,
  units,
  onUnit,
  range,
  onRange,
}: {
  readonly symbol: string;
  readonly grid: HistoryGrid;
  readonly attempt: Pick<PriceHistories, "loading" | "error" | "retry">;
  readonly unit: PriceUnit;
  /** One where the token is in no family that another price would say more of. */
  readonly units: readonly PriceUnit[];
  readonly onUnit: (unit: PriceUnit) => void;
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
}): ReactNode {
  const { source } = useDashboardConfig();
  const narrow = useIsPhone();
  const chartBox = useRef<HTMLDivElement | null>(null);
  const { loading, error, retry } = attempt;
  const { resolution, lines, liveAt } = grid;
  const ends = useMemo(() => priceEnds(grid), [grid]);
  const title = `Price of ${symbol} in ${unitNames[unit]}`;
  const said = ends === undefined ? "" : summary(ends, grid, range, unit);
  const missing = (lines[0]?.values ?? []).filter((value) => value === null).length;
  const step = resolution === "1h" ? "hour" : "day";
  return (
    <Panel
      heading="Price"
      description={`${resolution === "1h" ? "hourly" : "daily"}, as the service reports it${missing > 0 ? `, ${countOf(missing, step)} without data` : ""}`}
      actions={
        <>
          {units.length < 2 ? null : (
            <Segmented
              label="Price in"
              options={units.map((value) => ({ value, label: unitNames[value] }))}
              value={unit}
              onChange={onUnit}
            />
          )}
          <RangeChoice range={range} onRange={onRange} />
        </>
      }
    >
      <div ref={chartBox} className="px-2 pt-2 pb-1 [--room:268px] md:px-3">
        {error !== undefined ? (
          <Problem size="part" title="The prices could not be loaded" error={error} retry={retry} />
        ) : loading ? (
          <Waiting />
        ) : ends === undefined ? (
          <Reason heading={`No prices in the last ${range}`}>
            The service has no past of the price of {symbol} for these days. A longer range may have some.
          </Reason>
        ) : (
          <>
            <priceChart.Part
              key={`${range} ${unit}`}
              title={title}
              description={said}
              grid={grid}
              unit={unit}
              ends={ends}
              narrow={narrow}
            />
            <p className="px-2 pt-1 text-small text-text2">{said}</p>
          </>
        )}
      </div>
      {error !== undefined || loading || ends === undefined ? null : (
        <footer className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-2">
          <PointsTable title={title} grid={grid} />
          <ChartDownloads
            box={() => chartBox.current}
            subject={`price-${symbol}`}
            range={range}
            caption={`${title}, ${range}, ${formatMoment(liveAt ?? grid.times.at(-1))}, ${source.label}`}
            grid={grid}
            about={[
              ["asset", symbol],
              ["source", source.label],
              ["resolution", resolution],
            ]}
          />
        </footer>
      )}
    </Panel>
  );
}

function summary(
  { low, high, change }: PriceEnds,
  { liveAt }: HistoryGrid,
  range: HistoryRangeId,
  unit: PriceUnit,
): string {
  const when = (time: number): string => (time === liveAt ? "now" : `on ${formatDay(time)}`);
  const way = change < 0 ? "down" : "up";
  const moved = change === 0 ? "unchanged" : `${way} ${inWords(formatShare(ratio(Math.abs(change))))}`;
  return `Over the last ${range} ${moved}, between ${priceText(low.value, unit)} (${when(low.time)}) and ${priceText(high.value, unit)} (${when(high.time)}).`;
}
