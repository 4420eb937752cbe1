// What the positions were worth, day by day: the chart in its own chunk, what has changed the value, and the same points as text.
import { useMemo, useRef, useState, type ReactNode } from "react";
import { dayMs, startOfDay, usd, type Usd } from "../../../contract/units.ts";
import { sourceNow, useDashboardConfig } from "../../queries/configuration.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import { usePositionPasts } from "../../queries/positions.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { formatGain, formatMoney } from "../../format/money.ts";
import { countOf, inWords } from "../../format/number.ts";
import { formatDay } from "../../format/time.ts";
import { ChartDownloads } from "../../history/chart-downloads.tsx";
import type { HistoryColumn, HistoryGrid } from "../../history/history-lines.ts";
import { historyRanges, type HistoryRangeId } from "../../history/history-range.ts";
import { historyChart, rangeOptions, Reason, Waiting } from "../../history/history-panel.tsx";
import { PointsTable } from "../../history/points-table.tsx";
import { valuePast, type PastChange, type ValuePast } from "../../portfolio/past.ts";
import { kindNames } from "../../portfolio/position-words.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { Problem } from "../../ui/marks/problem.tsx";

const lineOptions = [
  { value: "net", label: "Net worth" },
  { value: "type", label: "By type" },
] as const;
/** Letters tell so many lines apart. */
const mostLines = 8;

interface ValuePanelProps {
  readonly wallets: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly rows: readonly PositionRow[];
  readonly netWorth: Usd;
  readonly range: HistoryRangeId;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly byType: boolean;
  readonly onByType: (byType: boolean) => void;
}

export function ValuePanel({
  wallets,
  names,
  rows,
  netWorth: now,
  range,
  onRange,
  byType,
  onByType,
}: ValuePanelProps): ReactNode {
  const config = useDashboardConfig();
  const narrow = useIsPhone();
  const box = useRef<HTMLDivElement | null>(null);
  const [at] = useState(() => sourceNow(config));
  const startTime = startOfDay(at - historyRanges[range].days * dayMs);
  const { pasts, loading, failed, retry } = usePositionPasts(wallets, startTime);
  const past = useMemo(() => valuePast(pasts, rows, { now, at }), [pasts, rows, now, at]);
  const grid = useMemo(() => gridOf(past, byType, at), [past, byType, at]);
  const title = byType ? "Value by type" : "Net worth";
  const known = grid.lines.some(({ values }) => values.slice(0, -1).some((value) => value !== null));
  const waiting = loading > 0;
  const description = past.change === undefined ? "" : changeText(past.change);
  return (
    <Panel
      heading="Value over time"
      description={byType ? "each type, daily" : "net worth, daily"}
      className="flex flex-col"
      actions={
        <>
          <Segmented
            label="Lines show"
            options={lineOptions}
            value={byType ? "type" : "net"}
            onChange={(chosen) => onByType(chosen === "type")}
          />
          <Segmented label="Range of days" options={rangeOptions} value={range} onChange={onRange} />
        </>
      }
    >
      {/* Until there is a past its place is that of the chart with what stands below it. */}
      <div
        ref={box}
        className={`flex-1 px-2 pt-3 pb-1 md:px-3 ${waiting || !known ? "[--room:376px]" : "[--room:268px]"}`}
      >
        {waiting ? (
          <Waiting />
        ) : known ? (
          <historyChart.Part
            key={`${range} ${title}`}
            title={title}
            description={description}
            grid={grid}
            measure="value"
            around={undefined}
            narrow={narrow}
          />
        ) : failed.length > 0 ? (
          <Problem size="part" title="The past could not be loaded" error={failed[0]?.error} retry={retry} />
        ) : (
          <Reason heading={`No past in the last ${range}`}>
            The service tells no values of these positions for these days. A longer range may have some.
          </Reason>
        )}
      </div>
      {waiting || !known ? null : (
        <>
          <Problem
            size="line"
            className="px-4 pb-2"
            title={`Not loaded: ${failed.map(({ wallet }) => names.get(wallet) ?? shortAddress(wallet)).join(", ")}`}
            error={failed[0]?.error}
            retry={retry}
          />
          <Doubts past={past} />
          {past.change === undefined ? null : <Change change={past.change} />}
          <footer className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-2">
            <PointsTable title={title} grid={grid} />
            <ChartDownloads
              box={() => box.current}
              subject="portfolio"
              range={range}
              caption={`${title}, ${range}, ${config.source.label}`}
              grid={grid}
              about={[["source", config.source.label]]}
            />
          </footer>
        </>
      )}
    </Panel>
  );
}

function show(value: number): string {
  return inWords(formatMoney(usd(value)));
}

function gridOf(past: ValuePast, byType: boolean, at: number): HistoryGrid {
  const lines = byType
    ? past.kinds.slice(0, mostLines).map(({ kind, values }, place) => {
        const name = kind === "other" ? "Other types" : kindNames[kind];
        return { place, name, shortName: name, fileName: `${name} (USD)`, values, show };
      })
    : [
        {
          place: undefined,
          name: "Net worth",
          shortName: "Net worth",
          fileName: "netWorthUsd (USD)",
          values: past.total,
          show,
        },
      ];
  return {
    times: past.times,
    liveAt: at,
    resolution: "1d",
    lines,
    deposits: undefined,
    moves: past.change === undefined ? undefined : movesColumn(past.times, past.change),
  };
}

/** What came and went by each day, from the first known one on. */
function movesColumn(times: readonly number[], { since, moves }: PastChange): HistoryColumn {
  const byTime = new Map(moves.map(({ time, usd: value }) => [time, value]));
  return {
    place: undefined,
    name: "Moved in or out",
    shortName: "Moved in or out",
    fileName: "movedUsd (USD)",
    values: times.map((time) => (time < since ? null : (byTime.get(time) ?? 0))),
    show: (value) => (value === 0 ? "—" : inWords(formatGain(usd(value)))),
  };
}

/** What the line does not hold, in sentences. */
function Doubts({ past: { gapDays, leftOut, withoutPast } }: { readonly past: ValuePast }): ReactNode {
  const said = [
    gapDays === 0 ? "" : `${countOf(gapDays, "day has", "days have")} no sum, because a value is missing.`,
    leftOut === 0
      ? ""
      : `${countOf(leftOut, "position")} of before ${leftOut === 1 ? "is" : "are"} left out: whether owned or owed is not told.`,
    withoutPast === 0
      ? ""
      : `${countOf(withoutPast, "position")} ${withoutPast === 1 ? "has" : "have"} no past and count only now.`,
  ].filter((sentence) => sentence !== "");
  return said.length === 0 ? null : <p className="px-4 pb-2 text-small text-text3">{said.join(" ")}</p>;
}

interface Term {
  readonly label: string;
  readonly value: number;
  readonly help?: string;
}

const least = 0.005;

function termsOf(change: PastChange): readonly Term[] {
  return [
    {
      label: "Moved in and out",
      value: change.moved,
      help: "Steps of an amount by more than 1 % in a day, which no rate pays",
    },
    {
      label: "Earned",
      value: change.earned,
      help: "All smaller steps of amounts: interest, and moves too small to be told from it",
    },
    { label: "Prices", value: change.prices, help: "What the same amounts became worth" },
    {
      label: "Not told",
      value: change.untold,
      help: "Positions without a past, claims, and what lies in gaps",
    },
  ].filter(({ label, value }) => label !== "Not told" || Math.abs(value) >= least);
}

/** From the first known day to now, as a sum that adds up. */
function Change({ change }: { readonly change: PastChange }): ReactNode {
  return (
    <dl
      aria-label="What has changed the value"
      className="flex flex-wrap items-end gap-x-3 gap-y-2 border-t border-line px-4 py-2"
    >
      <Stat label={formatDay(change.since)} value={formatMoney(usd(change.from))} />
      {termsOf(change).map(({ label, value, help }) => (
        <Stat
          key={label}
          label={
            <>
              {label}
              {help === undefined ? null : <span className="sr-only">: {help}</span>}
            </>
          }
          help={help}
          // Rests of sums are no loss.
          value={formatGain(usd(Math.abs(value) < least ? 0 : value))}
        />
      ))}
      <span aria-hidden="true" className="pb-0.5 text-text3">
        =
      </span>
      <Stat label="Now" value={formatMoney(usd(change.now))} />
    </dl>
  );
}

function changeText(change: PastChange): string {
  return [
    `From ${inWords(formatMoney(usd(change.from)))} on ${formatDay(change.since)} to ${inWords(formatMoney(usd(change.now)))} now.`,
    ...termsOf(change).map(({ label, value }) => `${label} ${inWords(formatGain(usd(value)))}.`),
  ].join(" ");
}
