// The overlaid histories of the compared markets, with a text summary and a table for who cannot see the lines.
import { useMemo, useState, type ReactNode } from "react";
import { millis, ratio } from "../../../contract/units.ts";
import { realised } from "../../../finance/realised.ts";
import {
  historyRangeIds,
  historyRanges,
  historyWindow,
  stepMs,
  type HistoryRangeId,
} from "../../charts/history-range.ts";
import { seriesLetters } from "../../charts/series-style.ts";
import { sourceNow, useDashboardConfig } from "../../data/dashboard-config.ts";
import { useHistory } from "../../data/history-query.ts";
import type { MarketRow } from "../../data/market-row.ts";
import { formatGrowth, formatRate, formatShare } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { placeName } from "../../table/market-text.ts";
import type { CompareMeasure } from "./compare-address.ts";
import { compareLines } from "./compare-lines.ts";
import { SeriesLetter } from "./compare-table.tsx";

const chart = lazyPart(
  async () => (await import("../../charts/compare-chart.tsx")).CompareChart,
  <p className="flex h-[280px] items-center justify-center text-text3">Loading the chart…</p>,
);

interface CompareHistoryProps {
  readonly rows: readonly MarketRow[];
  readonly range: HistoryRangeId;
  readonly measure: CompareMeasure;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly onMeasure: (measure: CompareMeasure) => void;
}

/** Only types with a rate have a history of it; the others are named instead of drawn. */
export function CompareHistory({ rows, range, measure, onRange, onMeasure }: CompareHistoryProps): ReactNode {
  const config = useDashboardConfig();
  const [openedAt] = useState(() => sourceNow(config));
  const span = historyWindow(range, openedAt);
  const rated = rows.filter((row) => row.kind !== "perpetual" && row.kind !== "prediction");
  const ids = rated.map((row) => row.id);
  const { histories, loading, error, retry } = useHistory(ids, span);
  const entries = useMemo(
    () =>
      rated.map((row) => ({
        letter: seriesLetters[rows.indexOf(row)] ?? "",
        name: row.label,
        points: histories.get(row.id) ?? [],
      })),
    // The rows of a page are replaced only when they are read anew.
    // oxlint-disable-next-line react/exhaustive-deps
    [histories, ids.join(",")],
  );
  const { times, lines } = useMemo(
    () => compareLines(entries, span.resolution, measure),
    [entries, span.resolution, measure],
  );
  const left = rows.filter((row) => !rated.includes(row));
  const end = millis((times.at(-1) ?? 0) + stepMs(span.resolution));
  const start = millis(times[0] ?? 0);
  const results = entries.map((entry) => ({
    ...entry,
    realised:
      start === undefined || end === undefined
        ? undefined
        : realised({
            points: entry.points.flatMap((point) => {
              const time = millis(Date.parse(point.timestamp));
              return time === undefined ? [] : [{ time, apy: ratio(point.depositApy) }];
            }),
            from: start,
            to: end,
            stepMs: stepMs(span.resolution),
          }),
  }));
  return (
    <section aria-labelledby="history-heading" className="rounded-panel border border-line2 bg-surface p-4">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 id="history-heading" className="font-semibold">
          {measure === "rate" ? "Deposit APY" : "Growth of $1"}
        </h2>
        <p className="text-small text-text3">
          {span.resolution === "1h" ? "hourly" : "daily"}, resampled by the service
        </p>
        <div className="ml-auto flex flex-wrap gap-2">
          <Segmented
            label="Lines show"
            options={[
              { value: "rate", label: "Rate" },
              { value: "growth", label: "Growth of $1" },
            ]}
            value={measure}
            onChange={onMeasure}
          />
          <Segmented
            label="History range"
            options={historyRangeIds.map((id) => ({ value: id, label: id }))}
            value={range}
            onChange={onRange}
          />
        </div>
      </div>
      {rated.length === 0 ? (
        <p className="text-text2">None of these types has a rate, so there is no history to draw.</p>
      ) : error !== undefined ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-text2">
          The histories did not arrive: {error.message}
          <Button onClick={retry}>Try again</Button>
        </div>
      ) : loading ? (
        <p className="flex h-[280px] items-center justify-center text-text3">Loading histories…</p>
      ) : (
        <ErrorBoundary
          fallback={() => (
            <p className="text-text2">The chart could not be drawn. The table below has its values.</p>
          )}
        >
          <chart.Part
            title={`${measure === "rate" ? "Deposit APY" : "Growth of one dollar"} of ${entries.map((entry) => `${entry.letter} ${entry.name}`).join(", ")}`}
            description={`${historyRanges[range].days} days. The same values are in the table after the chart.`}
            times={times}
            lines={lines}
            measure={measure}
            resolution={span.resolution}
          />
        </ErrorBoundary>
      )}
      {rated.length === 0 ? null : (
        <table aria-label="Realised yields" className="mt-3 w-full max-w-3xl text-small">
          <thead>
            <tr className="text-left text-text3">
              <th scope="col" className="font-medium">
                Market
              </th>
              <th scope="col" className="text-right font-medium">
                Realised APY
              </th>
              <th scope="col" className="text-right font-medium">
                Mean APY
              </th>
              <th scope="col" className="text-right font-medium">
                Growth of $1
              </th>
              <th scope="col" className="text-right font-medium">
                Coverage
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <tr key={result.letter}>
                <th scope="row" className="py-1 text-left font-normal">
                  <span className="flex items-center gap-2">
                    <SeriesLetter index={seriesLetters.findIndex((letter) => letter === result.letter)} />
                    {result.name}
                  </span>
                </th>
                <td className="text-right">{formatRate(result.realised?.apy).text}</td>
                <td className="text-right">{formatRate(result.realised?.meanApy).text}</td>
                <td className="text-right">{formatGrowth(result.realised?.growth).text}</td>
                <td className="text-right">{formatShare(result.realised?.coverage).text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left.length === 0 ? null : (
        <p className="mt-2 text-small text-text3">
          Not drawn, because a {left.map((row) => row.type).join(" or ")} market has no rate:{" "}
          {left.map((row) => `${row.label} (${placeName(row)})`).join("; ")}.
        </p>
      )}
    </section>
  );
}
