// The past of one market as this service recorded it: lines that the source has no past of, flows, and terms that were changed.
import { useMemo, useState, type PointerEvent, type ReactNode } from "react";
import type { MarketChanges } from "../../../../contract/record/market-changes.ts";
import { dayMs, hourMs, millis, ratio } from "../../../../contract/units.ts";
import { useHistory } from "../../../queries/history.ts";
import { sourceNow, useDashboardConfig } from "../../../queries/configuration.ts";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import { useMarketRecord } from "../../../queries/record.ts";
import { formatCount, formatShare, inWords } from "../../../format/number.ts";
import { formatAxisTime, formatDay, formatDays } from "../../../format/time.ts";
import { timeText, valueText } from "../../../history/history-lines.ts";
import { historyWindow, type HistoryRangeId } from "../../../history/history-range.ts";
import { hasRateHistory } from "../../../history/history-panel.tsx";
import { timeTicks } from "../../../history/history-series.ts";
import { PointsTable } from "../../../history/points-table.tsx";
import { wholly } from "../../../market/column-text.ts";
import { marketName } from "../../../market/market-text.ts";
import { Panel } from "../../../ui/panel/panel.tsx";
import { ChoiceChip } from "../../../ui/marks/chip.tsx";
import { Problem } from "../../../ui/marks/problem.tsx";
import { everyText } from "../../changes/changes-words.ts";
import { LineMark, placeOf, RecordedChart, type ChartTime } from "./recorded-chart.tsx";
import { FlowsTable, Ordinal, RecordedSums, TermsList } from "./recorded-facts.tsx";
import { RecordDownloads } from "./record-downloads.tsx";
import { recordedLines, type RecordedId, type RecordedLine } from "./recorded-lines.ts";
import { faultText } from "../../../../contract/problems.ts";

export function RecordedPanel({
  row,
  range,
}: {
  readonly row: MarketRow;
  readonly range: HistoryRangeId;
}): ReactNode {
  const answer = useMarketRecord(row.id);
  const { body, error } = answer;
  const unknown = error?.status === 404;
  return (
    <Panel
      heading="Recorded here"
      description={body === undefined ? undefined : aboutText(body)}
      error={
        error === undefined || unknown ? undefined : (
          <Problem size="part" {...answer} what="a list of changes" />
        )
      }
      loading={
        body === undefined && answer.loading ? (
          <p
            className={`flex items-center justify-center ${hasRateHistory(row) ? "min-h-[340px]" : "min-h-[201px]"}`}
          >
            Loading the record…
          </p>
        ) : undefined
      }
      empty={unknown ? "Nothing is recorded of this market yet: it may be new." : undefined}
    >
      {body === undefined ? null : (
        <>
          <Lines row={row} record={body} range={range} />
          <div className="grid grid-cols-[minmax(0,1fr)] border-t border-line md:grid-cols-2 xl:grid-cols-3">
            <Facts row={row} record={body} />
          </div>
        </>
      )}
    </Panel>
  );
}

function Facts({ row, record }: { readonly row: MarketRow; readonly record: MarketChanges }): ReactNode {
  const symbol = row.tokens[0]?.symbol ?? "";
  const { flows, events, firstSeen, before } = record;
  return (
    <>
      {flows === null || flows === undefined || flows.length === 0 ? (
        <p className="px-4 py-3 text-text2">
          {row.totalDeposit === undefined
            ? "No flows: its deposits are not published in tokens."
            : "No flows yet: they need an hour of recorded deposits and a base rate."}
        </p>
      ) : (
        <div className="min-w-0">
          <FlowsTable flows={flows} symbol={symbol} />
        </div>
      )}
      <TermsList
        events={changesOf(events)}
        firstSeen={firstSeen}
        older={typeof before === "string"}
        symbol={symbol}
      />
      <RecordedSums record={record} />
    </>
  );
}

function changesOf(events: MarketChanges["events"]): MarketChanges["events"] {
  return events.filter(({ kind }) => kind !== "first-seen");
}

/** "since 12 Sep 2026, every 10 minutes, coverage 97.2 %, longest gap 2 days". */
function aboutText({ firstSeen, everyMs, coverage, gaps, goneSince }: MarketChanges): string {
  const longest = Math.max(0, ...gaps.map(({ from, to }) => Date.parse(to) - Date.parse(from)));
  return [
    `since ${formatDay(firstSeen)}`,
    `every ${everyText(everyMs)}`,
    `coverage ${inWords(formatShare(ratio(coverage)))}`,
    longest === 0 ? "" : `longest gap ${gapText(longest)}`,
    typeof goneSince === "string" ? `gone since ${formatDay(goneSince)}` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function gapText(ms: number): string {
  const hours = Math.round(ms / hourMs);
  if (ms >= 2 * dayMs) return formatDays(ms / dayMs);
  return hours === 1 ? "1 hour" : `${formatCount(hours).text} hours`;
}

const usualIds: ReadonlySet<RecordedId> = new Set(["borrowApy", "rewardApy", "utilization", "flow"]);

/** So many marks of changes can be told apart under the lines. */
const mostMarks = 12;

function Lines({
  row,
  record,
  range,
}: {
  readonly row: MarketRow;
  readonly record: MarketChanges;
  readonly range: HistoryRangeId;
}): ReactNode {
  const config = useDashboardConfig();
  const [opened] = useState(() => sourceNow(config));
  const end = Math.max(opened, row.readAt);
  const span = historyWindow(range, end);
  const { histories, loading, error } = useHistory([row.id], span);
  const [chosen, setChosen] = useState<readonly RecordedId[]>();
  const [at, setAt] = useState<number>();
  const { startTime, resolution } = span;
  const since = Date.parse(record.firstSeen);
  const { dailyFlows, priceUsd } = record;
  const symbol = row.tokens[0]?.symbol ?? "";
  const grid = useMemo(
    () =>
      recordedLines(histories.get(row.id) ?? [], { startTime, resolution }, end, since, {
        dailyFlows,
        priceUsd,
        symbol,
      }),
    [histories, row.id, startTime, resolution, end, since, dailyFlows, priceUsd, symbol],
  );
  const time: ChartTime = { first: startTime, last: grid.times.at(-1) ?? end, since };
  const changed = changesOf(record.events);
  const marks = changed
    .map((event, index) => ({ time: Date.parse(event.timestamp), number: changed.length - index }))
    .filter((mark) => mark.time >= time.first && mark.time <= time.last)
    .slice(0, mostMarks);
  if (grid.lines.length === 0)
    return (
      <p className="flex min-h-40 items-center px-4 py-4 text-text2">
        {error !== undefined
          ? `The history could not be loaded: ${faultText(error)}`
          : loading
            ? "Loading the history…"
            : `Nothing of the last ${range} is recorded: no borrow rate, no rewards and no utilization.`}
      </p>
    );
  // The others are much like what is shown elsewhere: they are drawn where there is nothing else, or on request.
  const usual = grid.lines.filter(({ id }) => usualIds.has(id));
  const ids = chosen ?? (usual.length === 0 ? grid.lines : usual).map(({ id }) => id);
  const shown = grid.lines.filter(({ id }) => ids.includes(id));
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    const plot = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - plot.left) / Math.max(1, plot.width);
    setAt(Math.min(grid.times.length - 1, Math.max(0, Math.round(share * (grid.times.length - 1)))));
  };
  const moment = at === undefined ? undefined : grid.times[at];
  return (
    <div className="min-w-0 px-2 py-2 md:px-3">
      <fieldset className="flex flex-wrap items-center gap-2 px-2">
        <legend className="sr-only">Recorded lines</legend>
        {grid.lines.map(({ id, name }) => (
          <span key={id} className="inline-flex items-center gap-1.5">
            <ChoiceChip
              label={name}
              pressed={ids.includes(id)}
              onPress={() => setChosen(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])}
            />
            <LineMark id={id} />
          </span>
        ))}
      </fieldset>
      {/* One line whether a pointer is there or not, so that nothing moves. */}
      <p className="min-h-6 truncate px-2 pt-1 text-small text-text2">
        {moment === undefined || at === undefined
          ? `${resolution === "1h" ? "hourly" : "daily"} means`
          : [
              timeText(grid, moment),
              ...shown.map((line) => `${line.name} ${valueText(line, at) ?? "no data"}`),
            ].join(", ")}
      </p>
      <div className="relative">
        {shown.map((line) => (
          <RecordedChart
            key={line.id}
            grid={grid}
            line={line}
            time={time}
            kink={record.recorded.kinkUtilization}
            marks={marks.map((mark) => mark.time)}
            at={at}
            end={endOf(line, record, range, resolution)}
          />
        ))}
        <div
          aria-hidden="true"
          className="absolute inset-y-0 left-12 right-3.5 md:left-[58px] md:right-[92px]"
          onPointerMove={follow}
          onPointerLeave={() => setAt(undefined)}
        />
      </div>
      <TimeAxis time={time} marks={marks} />
      <div className="flex flex-wrap items-start gap-2 px-2 pt-2">
        <PointsTable title={`Recorded figures of ${marketName(row)}`} grid={grid} />
        <RecordDownloads marketId={row.id} range={range} from={startTime} resolution={resolution} />
      </div>
    </div>
  );
}

/** The last value of a line, the mean of a day or an hour that may not be over; of flows, what they add up to over the days that the record sums up. */
function endOf(
  { id, values, show }: RecordedLine,
  { flows, recorded }: MarketChanges,
  range: HistoryRangeId,
  resolution: "1h" | "1d",
): readonly [figure: string, note: string] {
  if (id === "flow") {
    const flow = flows?.find(({ days }) => days === (range === "7d" ? 7 : 30));
    if (flow === undefined) return ["", ""];
    const over =
      flow.coverage >= wholly
        ? `net, ${formatCount(flow.days).text} days`
        : `net since ${formatAxisTime(millis(Date.parse(flow.since)), "day")}`;
    return [show(flow.netUsd ?? flow.net), over];
  }
  const last = values.findLast((value) => value !== null) ?? undefined;
  if (last === undefined) return ["", ""];
  const note = resolution === "1h" ? "last hour" : "last day";
  return [show(last), id === "utilization" ? `line at ${show(recorded.kinkUtilization)}` : note];
}

function TimeAxis({
  time,
  marks,
}: {
  readonly time: ChartTime;
  readonly marks: readonly { readonly time: number; readonly number: number }[];
}): ReactNode {
  const { by, ticks } = timeTicks(time.first, time.last);
  return (
    <div aria-hidden="true" className="relative mr-3.5 ml-12 md:mr-[92px] md:ml-[58px]">
      {marks.length === 0 ? null : (
        <div className="relative h-6">
          {marks.map((mark) => (
            <span
              key={mark.number}
              className="absolute top-0.5 -translate-x-1/2"
              style={{ left: `${String(placeOf(mark.time, time))}%` }}
            >
              <Ordinal>{formatCount(mark.number).text}</Ordinal>
            </span>
          ))}
        </div>
      )}
      <div className="relative h-5 text-tiny text-text3">
        {ticks.map((tick, index) => (
          <span
            key={tick}
            className={`absolute -translate-x-1/2 whitespace-nowrap ${index % 2 === 1 ? "max-md:hidden" : ""}`}
            style={{ left: `${String(placeOf(tick, time))}%` }}
          >
            {formatAxisTime(tick, by)}
          </span>
        ))}
      </div>
    </div>
  );
}
