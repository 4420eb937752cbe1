import { useState, type ReactNode } from "react";
import type { MarketChanges } from "../../../../contract/record/market-changes.ts";
import { dayMs, hourMs, millis, ratio, startOfDay } from "../../../../contract/units.ts";
import { historyWindow, type HistoryRangeId } from "../../../charts/chart-range.ts";
import { lastValue, noEndLabel, type ChartPane, type ChartSeries } from "../../../charts/chart-series.ts";
import { MenuChart } from "../../../charts/time-chart.tsx";
import { useHistory } from "../../../queries/history.ts";
import { useDashboardConfig, useOpenedAt } from "../../../queries/configuration.ts";
import type { Side } from "../../../../domain/market/assess/assessment.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { useMarketRecord } from "../../../queries/record.ts";
import { countOf, formatCount, formatShare, inWords } from "../../../../domain/format/number.ts";
import { joinParts } from "../../../../domain/format/join-parts.ts";
import {
  formatAxisTime,
  formatDay,
  formatDays,
  formatInterval,
  formatMoment,
} from "../../../../domain/format/time.ts";
import { hasRateHistory } from "../../../history/use-history-entries.ts";
import { fullCoverage } from "../../../../domain/market/column-text.ts";
import { explainColumn } from "../../../../domain/market/column-help.ts";
import { marketName } from "../../../../domain/market/market-text.ts";
import { toggled } from "../../../../domain/toggled.ts";
import { Panel } from "../../../ui/panel/panel.tsx";
import { ChoiceChip } from "../../../ui/marks/choice-chip.tsx";
import { classNames } from "../../../ui/page/class-names.ts";
import { Problem } from "../../../ui/marks/problem.tsx";
import { changesOf, FlowsTable, RecordedSums, TermsList } from "./recorded-facts.tsx";
import { useRecordDownloads } from "./record-downloads.tsx";
import { recordedLines, type RecordedId, type RecordedLine } from "../../../history/recorded-lines.ts";

interface RecordedPanelProps {
  readonly row: MarketRow;
  readonly side: Side;
  readonly range: HistoryRangeId;
}

export function RecordedPanel({ row, side, range }: RecordedPanelProps): ReactNode {
  const response = useMarketRecord(row.id);
  const { body, error } = response;
  const unknown = error?.status === 404;
  // The figures of loops themselves are not recorded.
  const hasLines = row.kind !== "loop" && hasRateHistory(row);
  const flows = body?.flows ?? [];
  return (
    <Panel
      heading="Recorded here"
      className="@container"
      description={body === undefined ? undefined : aboutText(body, isYoung(row, body))}
      error={
        error === undefined || unknown ? undefined : (
          <Problem size="part" {...response} what="a list of changes" />
        )
      }
      loading={
        body === undefined && response.loading ? (
          <p className={`flex items-center justify-center ${hasLines ? "min-h-[340px]" : "min-h-[73px]"}`}>
            Loading record…
          </p>
        ) : undefined
      }
      empty={unknown ? "No record of this market yet." : undefined}
    >
      {body === undefined ? null : (
        <>
          {hasLines ? (
            <Lines row={row} side={side} record={body} range={isYoung(row, body) ? "7d" : range} />
          ) : null}
          <div
            className={classNames(
              "grid grid-cols-[minmax(0,1fr)] @2xl:grid-cols-2 @min-[62rem]:grid-cols-3",
              hasLines && "border-t border-line",
            )}
          >
            {!hasLines ? null : flows.length === 0 ? (
              <p className="px-4 py-3 text-text2">
                {row.totalDeposit === undefined
                  ? "No flows: deposits in tokens are unknown."
                  : "No flows yet: they need an hour of records."}
              </p>
            ) : (
              <div className="min-w-0">
                <FlowsTable row={row} flows={flows} />
              </div>
            )}
            <TermsList row={row} record={body} />
            <RecordedSums side={side} record={body} />
          </div>
        </>
      )}
    </Panel>
  );
}

/** The record is so short that charts show hours. */
function isYoung({ readAt }: MarketRow, { firstSeen }: MarketChanges): boolean {
  return readAt - Date.parse(firstSeen) < 7 * dayMs;
}

function aboutText(
  { firstSeen, everyMs, coverage, gaps, goneSince }: MarketChanges,
  isRecent: boolean,
): string {
  const longest = Math.max(0, ...gaps.map(({ from, to }) => Date.parse(to) - Date.parse(from)));
  return joinParts([
    `since ${isRecent ? formatMoment(Date.parse(firstSeen)) : formatDay(firstSeen)}`,
    `every ${formatInterval(everyMs)}`,
    `coverage ${inWords(formatShare(ratio(coverage)))}`,
    longest > 0 && `longest gap ${gapText(longest)}`,
    typeof goneSince === "string" && `gone since ${formatDay(goneSince)}`,
  ]);
}

function gapText(ms: number): string {
  return ms >= 2 * dayMs ? formatDays(ms / dayMs) : countOf(Math.round(ms / hourMs), "hour");
}

const defaultIds: ReadonlySet<RecordedId> = new Set([
  "borrowApy",
  "rewardApy",
  "borrowRewardApy",
  "utilization",
  "flow",
]);

const maxMarks = 12;

const flowHelp =
  "Deposits minus withdrawals of each day, at today's price. Earned interest is not included. Formula: in − out.";

interface LinesProps extends RecordedPanelProps {
  readonly record: MarketChanges;
}

function Lines({ row, side, record, range }: LinesProps): ReactNode {
  const config = useDashboardConfig();
  const opened = useOpenedAt();
  const end = Math.max(opened, row.readAt);
  const span = historyWindow(range, end);
  const { histories, loading, error } = useHistory([row.id], span);
  const [chosen, setChosen] = useState<readonly RecordedId[]>();
  const { resolution } = span;
  const since = Date.parse(record.firstSeen);
  const began = resolution === "1h" ? Math.floor(since / hourMs) * hourMs : startOfDay(since);
  const startTime = Math.max(span.startTime, began);
  const shown = { startTime, resolution };
  const symbol = row.tokens[0]?.symbol ?? "";
  const points = histories.get(row.id) ?? [];
  // Flows load first. Showing their pane now would let the others push it down.
  const lines = loading ? [] : recordedLines(points, shown, end, { ...record, symbol, side });
  const marks = changesOf(record)
    .map((event, index, all) => ({
      at: Date.parse(event.timestamp),
      label: formatCount(all.length - index).text,
    }))
    .filter(({ at }) => at >= startTime && at <= end)
    .slice(0, maxMarks);
  // Other lines repeat figures of the page, so they show on request or if there is nothing else.
  const usual = lines.filter(({ id }) => defaultIds.has(id));
  const ids = chosen ?? (usual.length === 0 ? lines : usual).map(({ id }) => id);
  const panes = lines
    .filter(({ id }) => ids.includes(id))
    .map((line) => paneOf(line, record, endOf(line, record, range, resolution)));
  const downloads = useRecordDownloads(row.id, range, shown);
  return (
    <div className="min-w-0">
      <fieldset className="flex flex-wrap items-center gap-2 px-4 pt-2">
        <legend className="sr-only">Recorded lines</legend>
        {lines.map(({ id, label, color, dash }) => (
          <span key={id} className="inline-flex items-center gap-1.5">
            <ChoiceChip
              label={label}
              pressed={ids.includes(id)}
              description={id === "flow" ? flowHelp : explainColumn(id)}
              onPress={() => setChosen(toggled(ids, id))}
            />
            <svg viewBox="0 0 16 2" aria-hidden="true" className="h-0.5 w-4">
              <path d="M0 1H16" stroke={color} strokeWidth="2" strokeDasharray={dash} />
            </svg>
          </span>
        ))}
        <span className="ml-auto text-small text-text2">
          {resolution === "1h" ? "hourly" : "daily"} means
        </span>
      </fieldset>
      <MenuChart
        title={`Recorded figures of ${marketName(row)}`}
        panes={panes}
        marks={marks}
        resolution={resolution}
        loading={loading}
        what="history"
        error={lines.length === 0 ? error : undefined}
        empty={
          lines.length === 0
            ? {
                heading: `Nothing of the last ${range} is recorded`,
                text: "A longer range may have some.",
              }
            : { heading: "No line is chosen", text: "Choose one above." }
        }
        file={{
          subject: row.id,
          range,
          caption: `Recorded figures of ${marketName(row)}, ${range}, ${config.source.label}`,
          about: [],
          items: downloads.items,
        }}
      />
      <Problem
        size="line"
        className="px-4 pb-2"
        title="The record was not exported"
        error={downloads.failure}
      />
    </div>
  );
}

type EndLabel = NonNullable<ChartSeries["end"]>;

/** Utilization shows its kink; the axes of other panes include zero. */
function paneOf(
  line: RecordedLine,
  { firstSeen, recorded: { kinkUtilization: kink } }: MarketChanges,
  end: EndLabel,
): ChartPane {
  const { label, tick, format } = line;
  const pane = { series: [{ ...line, end }], title: label, height: 104, tick };
  if (line.id !== "utilization") return { ...pane, include: [0] };
  return {
    ...pane,
    include: [kink],
    levels: [{ value: kink, from: Date.parse(firstSeen), label: `line at ${format(kink)}`, dash: "2 3" }],
  };
}

/** The last value, which may be that of an unfinished step; for flows, the sum of the recorded days. */
function endOf(
  line: RecordedLine,
  { flows }: MarketChanges,
  range: HistoryRangeId,
  resolution: "1h" | "1d",
): EndLabel {
  const { format } = line;
  if (line.id === "flow") {
    const flow = flows?.find(({ days }) => days === (range === "7d" ? 7 : 30));
    if (flow === undefined) return noEndLabel;
    const detail =
      flow.coverage >= fullCoverage
        ? `net, ${formatCount(flow.days).text} days`
        : `net since ${formatAxisTime(millis(Date.parse(flow.since)), "day")}`;
    return { text: format(flow.netUsd ?? flow.net), detail };
  }
  const last = lastValue(line);
  return {
    text: last === undefined ? "" : format(last),
    detail: resolution === "1h" ? "last hour" : "last day",
  };
}
