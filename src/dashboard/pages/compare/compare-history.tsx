// The overlaid histories of the compared markets, with a text summary and a table for who cannot see the lines.
import { useMemo, useRef, useState, type ReactNode } from "react";
import { millis, ratio } from "../../../contract/units.ts";
import { realised, type Realised } from "../../../finance/realised.ts";
import { ChartDownloads } from "../../history/chart-downloads.tsx";
import {
  historyRangeIds,
  historyRanges,
  historyWindow,
  stepMs,
  type HistoryRangeId,
} from "../../history/history-range.ts";
import { PointsTable } from "../../history/points-table.tsx";
import { seriesLetters } from "../../history/series-style.ts";
import { sourceNow, useDashboardConfig } from "../../data/markets/dashboard-config.ts";
import { useHistory } from "../../data/history/history-query.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatGrowth, formatRate, formatShare, inWords } from "../../format/number.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { formatDay, formatMoment } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { ErrorBoundary } from "../../ui/page/error-boundary.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { marketName, placeName, typeName } from "../../market/market-text.ts";
import type { CompareMeasure } from "./compare-address.ts";
import { compareLines, linesCsv, shortNames, type CompareLines } from "./compare-lines.ts";
import { SeriesLetter } from "./series-letter.tsx";

const chart = lazyPart(
  async () => (await import("../../history/compare-chart.tsx")).CompareChart,
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
  const narrow = useIsPhone();
  const box = useRef<HTMLDivElement | null>(null);
  const places = rated.map((row) => rows.indexOf(row)).join(",");
  const entries = useMemo(
    () => {
      const short = shortNames(rated);
      return rated.map((row, index) => ({
        letter: seriesLetters[rows.indexOf(row)] ?? "",
        name: marketName(row),
        shortName: short[index] ?? row.label,
        points: histories.get(row.id) ?? [],
      }));
    },
    // Names and letters follow from the ids and where they stand; the rows themselves change with every reading.
    // oxlint-disable-next-line react/exhaustive-deps
    [histories, ids.join(","), places],
  );
  const drawn = useMemo(
    () => compareLines(entries, span.resolution, measure),
    [entries, span.resolution, measure],
  );
  const { times, lines } = drawn;
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
    <section
      aria-labelledby="history-heading"
      className="rounded-panel border border-line2 bg-surface p-3 md:p-4"
    >
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
      ) : times.length === 0 ? (
        <p className="flex h-[280px] items-center text-text2">
          The service has no rates of these markets for the last {range}. A longer range may have some.
        </p>
      ) : (
        <ErrorBoundary
          key={`${range} ${measure}`}
          fallback={({ retry: again }) => (
            <p className="flex flex-wrap items-center gap-3 text-text2">
              The chart could not be drawn. The tables below have its values.
              <Button onClick={again}>Try again</Button>
            </p>
          )}
        >
          <div ref={box} className="-ml-2">
            <chart.Part
              title={`${measure === "rate" ? "Deposit APY" : "Growth of one dollar"} of ${entries.map((entry) => `${entry.letter} ${entry.name}`).join("; ")}`}
              description={`${historyRanges[range].days} days. The same values are in the table after the chart.`}
              times={times}
              lines={lines}
              measure={measure}
              resolution={span.resolution}
              narrow={narrow}
            />
          </div>
        </ErrorBoundary>
      )}
      {rated.length === 0 || times.length === 0 || error !== undefined ? null : (
        <>
          <Results results={results} />
          <footer className="mt-2 flex flex-wrap items-start gap-2">
            <PointTable drawn={drawn} measure={measure} hourly={span.resolution === "1h"} />
            <ChartExport
              drawn={drawn}
              ids={ids}
              measure={measure}
              range={range}
              sourceLabel={config.source.label}
              box={() => box.current}
            />
          </footer>
        </>
      )}
      {left.length === 0 ? null : (
        <p className="mt-2 text-small text-text3">
          Not drawn, because markets of these types have no rate:{" "}
          {left.map((row) => `${row.label} (${typeName(row)}, ${placeName(row)})`).join("; ")}.
        </p>
      )}
    </section>
  );
}

interface Result {
  readonly letter: string;
  readonly name: string;
  readonly realised: Realised | undefined;
}

/** What the shown stretch has paid, per market. */
function Results({ results }: { readonly results: readonly Result[] }): ReactNode {
  const head = "border-b border-line px-1.5 py-1 md:px-2 text-right align-bottom font-medium";
  const cell = "border-b border-line px-1.5 py-1 md:px-2 text-right";
  const weak = results.some((result) => result.realised?.enough === false);
  return (
    <>
      <table
        aria-label="Realised yields"
        className="mt-3 w-full max-w-4xl border-separate border-spacing-0 text-small"
      >
        <thead>
          <tr className="text-text3">
            <th scope="col" className={`${head} pl-0 text-left!`}>
              Market
            </th>
            <th scope="col" className={head}>
              Realised APY
            </th>
            <th scope="col" className={`${head} max-md:hidden`}>
              Mean APY
            </th>
            <th scope="col" className={head}>
              Growth of $1
            </th>
            <th scope="col" className={`${head} pr-0`}>
              Coverage
            </th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ letter, name, realised: paid }) => (
            <tr key={letter}>
              <th scope="row" className={`${cell} pl-0 text-left! font-normal`}>
                <span className="flex items-center gap-2">
                  <SeriesLetter index={seriesLetters.findIndex((other) => other === letter)} />
                  <span className="min-w-14 [overflow-wrap:anywhere]">{name}</span>
                </span>
              </th>
              <td className={`${cell} font-semibold whitespace-nowrap`}>
                <NumberText value={formatRate(paid?.apy)} />
              </td>
              <td className={`${cell} whitespace-nowrap max-md:hidden`}>
                <NumberText value={formatRate(paid?.meanApy)} />
              </td>
              <td className={cell}>
                <NumberText value={formatGrowth(paid?.growth)} />
              </td>
              <td className={`${cell} pr-0 whitespace-nowrap`}>
                <NumberText value={formatShare(paid?.coverage)} />
                {paid?.enough === false ? " *" : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {weak ? (
        <p className="mt-1 text-small text-text2">
          * Too little is known to call it a result: at least 14 points and 80 % of the time are needed.
        </p>
      ) : null}
    </>
  );
}

function PointTable({
  drawn: { times, lines },
  measure,
  hourly,
}: {
  readonly drawn: CompareLines;
  readonly measure: CompareMeasure;
  readonly hourly: boolean;
}): ReactNode {
  const show = (value: number | null | undefined): ReactNode => {
    if (value === null || value === undefined) return <span className="text-text3">no data</span>;
    return measure === "rate" ? inWords(formatRate(ratio(value))) : formatGrowth(value).text;
  };
  return (
    <PointsTable
      count={times.length}
      caption={`${measure === "rate" ? "Deposit APY" : "Growth of $1"}, newest first`}
      width="max-w-3xl"
      columns={lines.map((line) => (
        <th
          key={line.letter}
          scope="col"
          title={line.name}
          className="px-3 py-1 text-right font-medium whitespace-nowrap"
        >
          {line.letter} {line.shortName}
        </th>
      ))}
      rows={() =>
        times
          .map((time, index) => (
            <tr key={time}>
              <th
                scope="row"
                className="border-t border-line px-3 py-0.5 text-left font-normal whitespace-nowrap"
              >
                {hourly ? formatMoment(time) : formatDay(time)}
              </th>
              {lines.map((line) => (
                <td
                  key={line.letter}
                  className="border-t border-line px-3 py-0.5 text-right whitespace-nowrap"
                >
                  {show(line.values[index])}
                </td>
              ))}
            </tr>
          ))
          .toReversed()
      }
    />
  );
}

function ChartExport({
  drawn,
  ids,
  measure,
  range,
  sourceLabel,
  box,
}: {
  readonly drawn: CompareLines;
  readonly ids: readonly string[];
  readonly measure: CompareMeasure;
  readonly range: HistoryRangeId;
  readonly sourceLabel: string;
  readonly box: () => HTMLElement | null;
}): ReactNode {
  const what = measure === "rate" ? "Deposit APY" : "Growth of $1";
  const names = drawn.lines.map((line) => `${line.letter} ${line.name}`).join("; ");
  return (
    <ChartDownloads
      box={box}
      subject="compare"
      range={range}
      caption={() => `${what}, ${range}, ${sourceLabel}: ${names}`}
      count={drawn.times.length}
      csv={() => linesCsv(drawn, ids, measure)}
    />
  );
}
