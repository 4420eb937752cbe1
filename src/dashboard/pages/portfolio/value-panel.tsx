import type { ReactNode } from "react";
import { usd } from "../../../contract/units.ts";
import {
  knownValues,
  lastValue,
  paneDomain,
  type ChartMark,
  type ChartPane,
  type ChartSeries,
} from "../../charts/chart-series.ts";
import { ChartPanel } from "../../charts/time-chart.tsx";
import { useDashboardConfig } from "../../queries/configuration.ts";
import { addUpInDollars, formatGain, formatMoney } from "../../../domain/format/money.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { countOf, formatUsd, formatUsdExact, inWords } from "../../../domain/format/number.ts";
import { formatDay } from "../../../domain/format/time.ts";
import { usdTick } from "../../history/history-lines.ts";
import type { HistoryChange, ValueHistory } from "../../portfolio/value-history.ts";
import { kindNames } from "../../portfolio/position-words.ts";
import { Stat } from "../../ui/panel/stat.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { useChoice } from "../../view-state/use-choice.ts";
import { useValueRange } from "./portfolio-address.ts";
import type { Portfolio } from "./use-portfolio.ts";

const lineOptions = [
  { value: "net", label: "Net worth" },
  { value: "type", label: "By type" },
] as const;
/** There are letters for only this many lines. */
const maxLines = 8;

export function ValuePanel({ past, held }: Portfolio): ReactNode {
  const config = useDashboardConfig();
  const phone = useIsPhone();
  const [range, setRange] = useValueRange();
  const [measure, setMeasure] = useChoice("measure", ["net", "type"], "net");
  const byType = measure === "type";
  const { at, loading: waiting, failed, retry } = past;
  const lines = linesOf(past, byType);
  const known = lines.some(({ points }) => points.slice(0, -1).some(({ value }) => value !== undefined));
  const panes = [valuePane(known ? lines : [], byType, at)];
  const { change } = past;
  const title = byType ? "Value by type" : "Net worth";
  return (
    <ChartPanel
      title={title}
      panes={panes}
      listed={change === undefined ? [] : [movesSeries(past, change)]}
      // Of the many lines by type, some would run through the labels.
      marks={byType ? [] : movedMarks(past.total, change?.moves ?? [], phone)}
      resolution="1d"
      liveAt={at}
      loading={waiting}
      what="history"
      error={known ? undefined : failed[0]?.error}
      retry={retry}
      empty={{
        heading: `No history in the last ${range}`,
        text: "The service has no history of these positions in this range. A longer range may have some.",
      }}
      heading="Value over time"
      note={
        // As wide as the longest note, so that the tools do not move to another line when it arrives.
        <span className="inline-block md:max-lg:min-w-96">
          {byType
            ? "each type, daily"
            : `net worth${(change?.claimable ?? 0) < minDifference ? "" : " excluding rewards without history"}, daily${startText(panes)}`}
        </span>
      }
      tools={<Segmented label="Lines show" options={lineOptions} value={measure} onChange={setMeasure} />}
      range={range}
      onRange={setRange}
      rangeLabel="Range of days"
      file={{
        subject: "portfolio",
        range,
        caption: `${title}, ${range}, ${config.source.label}`,
        about: [["wallets", held.map(({ wallet }) => wallet).join(" ")]],
      }}
    >
      {waiting || !known ? (
        // Reserves the height of what appears below the chart.
        <div className="h-[97px] md:h-[53px]" />
      ) : (
        <>
          <Problem
            size="line"
            className="px-4 pb-2"
            title={`Not loaded: ${failed.map(({ name }) => name).join(", ")}`}
            error={failed[0]?.error}
            retry={retry}
          />
          <Caveats past={past} />
          {change === undefined ? null : <Change change={change} />}
        </>
      )}
    </ChartPanel>
  );
}

const minDifference = 0.005;

function show(value: number): string {
  return inWords(formatMoney(usd(value)));
}

function linesOf({ times, kinds, total }: ValueHistory, byType: boolean): readonly ChartSeries[] {
  const pointsOf = (values: readonly (number | undefined)[]) =>
    times.map((at, index) => ({ at, value: values[index] }));
  if (!byType)
    return [{ label: "Net worth", fileName: "netWorthUsd (USD)", points: pointsOf(total), format: show }];
  return kinds.slice(0, maxLines).map(({ kind, values }, seriesIndex) => {
    const label = kindNames[kind];
    return { seriesIndex, label, fileName: `${label} (USD)`, points: pointsOf(values), format: show };
  });
}

/** Least span of the axis, as a share of the highest value, so that a small loss does not look like a crash. */
const minSpan = 0.25;

function startText([pane]: readonly ChartPane[]): string {
  const start = pane === undefined || pane.series.length === 0 ? 0 : paneDomain(pane)[0];
  return start > 0 ? ` · axis starts at ${inWords(formatUsd(usd(start), "short"))}` : "";
}

function valuePane(series: readonly ChartSeries[], byType: boolean, at: number): ChartPane {
  const [line] = series;
  const last = line === undefined || byType ? undefined : lastValue(line);
  return {
    include: byType ? [0] : [Math.max(...knownValues(series)) * (1 - minSpan)],
    // The axis has no room for amounts with cents.
    series: series.map((one) => ({
      ...one,
      end: { text: usdTick(lastValue(one) ?? 0), detail: byType ? one.label : "now" },
    })),
    tick: (value, step) =>
      Math.abs(value) < 1e6 && step < 500 ? inWords(formatUsdExact(usd(value))) : usdTick(value),
    dots: last === undefined ? [] : [{ at, value: last }],
  };
}

/** Each change is since the last known point, so the first one is unknown. */
export function movesSeries(
  { times, total }: Pick<ValueHistory, "times" | "total">,
  { since, moves }: Pick<HistoryChange, "since" | "moves">,
): ChartSeries {
  const byTime = new Map(moves.map(({ time, usd: value }) => [time, value]));
  return {
    label: "Moved in or out",
    fileName: "moved since the last known row (USD)",
    points: times.map((at, index) => {
      const none = at > since && total[index] !== undefined ? 0 : undefined;
      return { at, value: byTime.get(at) ?? none };
    }),
    format: (value) => (value === 0 ? "—" : inWords(formatGain(usd(value)))),
  };
}

/** As a share of the highest value. Smaller moves are listed only in the table. */
const minMarked = 0.01;
const maxMarked = 6;
const maxDescribed = 3;

export function movedMarks(
  total: ValueHistory["total"],
  moves: HistoryChange["moves"],
  phone: boolean,
): readonly ChartMark[] {
  const highest = Math.max(...total.map((value) => Math.abs(value ?? 0)));
  return moves
    .filter((move) => Math.abs(move.usd) >= highest * minMarked)
    .toSorted((one, other) => Math.abs(other.usd) - Math.abs(one.usd))
    .slice(0, maxMarked)
    .map((move, rank) => ({
      at: move.time,
      label: rank < (phone ? 1 : maxDescribed) ? movedText(move.usd) : undefined,
    }))
    .toSorted((one, other) => one.at - other.at);
}

function movedText(value: number): string {
  const moved = usd(Math.abs(value));
  const amount = inWords(Math.abs(value) < 1e6 ? formatUsdExact(moved) : formatUsd(moved, "short"));
  return value < 0 ? `▼ ${amount} moved out` : `▲ ${amount} moved in`;
}

function Caveats({ past: { gapDays, leftOut, withoutPast } }: { readonly past: ValueHistory }): ReactNode {
  const text = joinParts(
    [
      gapDays > 0 && `${countOf(gapDays, "day")} incomplete.`,
      leftOut > 0 && `Excludes ${countOf(leftOut, "past position")} that may be assets or debts.`,
      withoutPast > 0 &&
        `Includes only today's value of ${countOf(withoutPast, "position")} without history.`,
    ],
    " ",
  );
  return text === "" ? null : <p className="px-4 pb-2 text-small text-text3">{text}</p>;
}

/** The value at the start, the terms that add up to now, and now. With cents if whole dollars would not add up. */
export function changeTexts({ from, moved, earned, prices, claimable, unknown, now }: HistoryChange) {
  const rest = [
    [
      "Rewards without history",
      claimable,
      "Claimable rewards that are in net worth now, but not in the history.",
    ],
    ["Unexplained", unknown, "Positions without history, and gaps."],
  ] as const;
  const terms = [
    ["Moved in and out", moved, "Daily changes of an amount by more than 1 %."],
    ["Earned", earned, "Smaller changes: interest and small moves."],
    [
      "Prices",
      prices,
      "Price changes on the same amounts. What tokens such as JitoSOL earn by themselves is in their price.",
    ],
    ...rest.filter(([, value]) => Math.abs(value) >= minDifference),
  ] as const;
  const isWhole = addUpInDollars(now, [from, ...terms.map(([, value]) => value)]);
  const worth = isWhole ? formatUsdExact : formatMoney;
  return {
    from: worth(usd(from)),
    terms: terms.map(([label, value, help]) => ({
      label,
      // Hides losses that are only rounding errors.
      value: formatGain(usd(Math.abs(value) < minDifference ? 0 : value), isWhole ? "whole" : undefined),
      help,
    })),
    now: worth(usd(now)),
  };
}

function Change({ change }: { readonly change: HistoryChange }): ReactNode {
  const { from, terms, now } = changeTexts(change);
  return (
    <dl
      aria-label="What changed the value"
      className="grid grid-cols-[repeat(auto-fit,minmax(100px,1fr))] items-end gap-x-3 gap-y-2 border-t border-line px-4 py-2 md:flex md:flex-wrap"
    >
      <Stat
        label={formatDay(change.since)}
        value={from}
        help="Net worth on the first day of the range with a known value."
      />
      {terms.map((term) => (
        <Stat key={term.label} {...term} />
      ))}
      <span aria-hidden="true" className="pb-0.5 text-text3 max-md:hidden">
        =
      </span>
      <Stat label="Now" value={now} help="Net worth now, at the prices the service sends." />
    </dl>
  );
}
