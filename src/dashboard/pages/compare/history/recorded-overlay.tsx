// What the service has recorded of the compared markets, drawn over each other: what their source has no past of.
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useHistory } from "../../../queries/history.ts";
import { sourceNow, useDashboardConfig } from "../../../queries/configuration.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { useMarketRecords } from "../../../queries/record.ts";
import { formatDay, formatMoment } from "../../../format/time.ts";
import { ChartDownloads } from "../../../history/chart-downloads.tsx";
import { historyChart, RangeChoice, Reason, Waiting } from "../../../history/history-panel.tsx";
import { offScaleText, withLetter, type HistoryGrid } from "../../../history/history-lines.ts";
import { historyWindow, type HistoryRangeId } from "../../../history/history-range.ts";
import { rateDomain } from "../../../history/history-series.ts";
import { PointsTable } from "../../../history/points-table.tsx";
import { marketName } from "../../../market/market-text.ts";
import { Panel } from "../../../ui/panel/panel.tsx";
import { useIsPhone } from "../../../ui/page/media-query.ts";
import { overlayGrid, overlays, type OverlayId } from "./overlay-lines.ts";
import { Problem } from "../../../ui/marks/problem.tsx";

export function RecordedOverlay({
  id,
  rows,
  places,
  range,
  onRange,
  choice,
}: {
  readonly id: OverlayId;
  /** Markets with a rate. */
  readonly rows: readonly MarketRow[];
  /** Where each stands among the compared markets. */
  readonly places: readonly number[];
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly choice: ReactNode;
}): ReactNode {
  const narrow = useIsPhone();
  const chartBox = useRef<HTMLDivElement | null>(null);
  const config = useDashboardConfig();
  const [now] = useState(() => sourceNow(config));
  const { startTime, resolution } = historyWindow(range, now);
  const ids = rows.map((row) => row.id);
  const isFlow = id === "flow";
  const points = useHistory(isFlow ? [] : ids, { startTime, resolution });
  const records = useMarketRecords(ids, isFlow);
  const { histories } = points;
  const { error, loading, retry } = isFlow ? records : points;
  const grid = useMemo(() => {
    const markets = rows.map((row, index) => ({
      row,
      place: places[index] ?? index,
      points: histories.get(row.id) ?? [],
      record: records.body?.get(row.id),
    }));
    return overlayGrid(id, markets, { startTime, resolution }, now);
  }, [id, rows, places, histories, records.body, startTime, resolution, now]);
  const { name, axis } = overlays[id];
  const names = rows.map((row, index) => withLetter(places[index], marketName(row))).join("; ");
  const title = `${name} of ${names}`;
  const silent = rows.filter((_, index) => !grid.lines.some(({ place }) => place === places[index]));
  const domain = rateDomain(grid.lines.map(({ values }) => values));
  const known = error === undefined && !loading && grid.lines.length > 0;
  return (
    <Panel
      heading={name}
      actions={
        <>
          <p className="text-small text-text3">
            {isFlow ? "daily, added up" : resolution === "1h" ? "hourly means" : "daily means"}
          </p>
          {choice}
          <RangeChoice range={range} onRange={onRange} />
        </>
      }
    >
      <div ref={chartBox} className="px-2 pt-3 pb-1 [--room:268px] md:px-3">
        {error !== undefined ? (
          <Problem size="part" title="The record could not be loaded" error={error} retry={retry} />
        ) : loading ? (
          <Waiting />
        ) : !known ? (
          <Reason heading={`Nothing of it is recorded in the last ${range}`}>
            {missingWords[id]} A longer range may have some.
          </Reason>
        ) : (
          <>
            <historyChart.Part
              key={`${range} ${id}`}
              title={title}
              description="The same values are in the table after the chart."
              grid={grid}
              measure={axis}
              domain={domain}
              around={undefined}
              narrow={narrow}
            />
            <p className="px-2 pt-2 text-small text-text2">
              {[
                beganText(grid),
                isFlow ? flowWords : "",
                silent.length === 0 ? "" : `It is not known of ${silent.map(marketName).join("; ")}.`,
                axis === "rate" ? offScaleText(grid, domain) : "",
              ]
                .filter((sentence) => sentence !== "")
                .join(" ")}
            </p>
          </>
        )}
      </div>
      {known ? (
        <footer className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-2">
          <PointsTable title={title} grid={grid} />
          <ChartDownloads
            box={() => chartBox.current}
            subject={`compare-${id}`}
            range={range}
            caption={`${name}, ${range}, ${formatMoment(now)}, ${config.source.label}: ${names}`}
            grid={grid}
            about={[
              ["source", config.source.label],
              ["resolution", grid.resolution],
            ]}
          />
        </footer>
      ) : null}
    </Panel>
  );
}

const flowWords =
  "What was put in less what was taken out, by tokens at the price of now, from the first day shown on. A day without data adds nothing.";

const missingWords: Readonly<Record<OverlayId, string>> = {
  borrow: "No borrow rate of these markets is known for these days.",
  rewards: "No rewards of these markets are known for these days.",
  utilization: "How much of these markets is lent out is not known for these days.",
  flow: "No deposits of these markets are told in tokens with a price.",
};

/** Since when it is recorded, where that lies in what is shown. */
function beganText({ times, lines }: HistoryGrid): string {
  const began = times.findIndex((_, index) => lines.some(({ values }) => values[index] !== null));
  return began > 1 ? `Recorded here since ${formatDay(times[began])}.` : "Recorded here.";
}
