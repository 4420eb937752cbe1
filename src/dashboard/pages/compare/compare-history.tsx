import { useMemo, type ReactNode } from "react";
import { resolutionMs, usd } from "../../../contract/units.ts";
import { formatFlow } from "../../../domain/format/flow.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { inWords } from "../../../domain/format/number.ts";
import { formatDay } from "../../../domain/format/time.ts";
import type { Side } from "../../../domain/market/assess/assessment.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { marketName, typeName } from "../../../domain/market/market-text.ts";
import { historyRangeIds, historyWindow, type RangeChoice } from "../../charts/chart-range.ts";
import { seriesName, type ChartPane, type ChartSeries } from "../../charts/chart-series.ts";
import { HistoryChart } from "../../history/history-chart.tsx";
import { historyLines, measures, ratePane, type HistoryMeasure } from "../../history/history-lines.ts";
import { RealizedYields } from "../../history/realized-yields.tsx";
import { overlayIds, overlayLines, overlays, type OverlayId } from "../../history/recorded-lines.ts";
import { hasRateHistory, useHistoryEntries } from "../../history/use-history-entries.ts";
import { useDashboardConfig, useOpenedAt } from "../../queries/configuration.ts";
import { useHistory } from "../../queries/history.ts";
import { useMarketRecords } from "../../queries/record.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { useChoice } from "../../view-state/use-choice.ts";

/** The history of the source, or a recorded figure. */
function optionsOf(side: Side) {
  return (["rate", "growth", ...overlayIds] as const).map((value) => ({
    value,
    label: value === "rate" || value === "growth" ? measures[value].label : overlays[side][value].label,
  }));
}

export function CompareHistory({
  rows,
  side,
}: {
  readonly rows: readonly MarketRow[];
  readonly side: Side;
}): ReactNode {
  const { record } = useDashboardConfig();
  const isPhone = useIsPhone();
  const [range, onRange] = useChoice("range", historyRangeIds, "90d");
  // A link from a service with a record may be opened on one without.
  const offered = optionsOf(side).slice(0, record === undefined ? 2 : undefined);
  const [measure, setMeasure] = useChoice(
    "measure",
    offered.map(({ value }) => value),
    // Only the record has what loans cost.
    side === "borrow" && record !== undefined ? "borrow" : "rate",
  );
  const markets = useMemo(
    () => rows.map((row, seriesIndex) => ({ row, seriesIndex })).filter(({ row }) => hasRateHistory(row)),
    [rows],
  );
  const others = rows.filter((row) => !hasRateHistory(row));
  const Choice = isPhone && record !== undefined ? Select : Segmented;
  const shared = {
    markets,
    names: markets
      .map(({ row, seriesIndex }) => seriesName({ seriesIndex, label: marketName(row) }))
      .join("; "),
    range,
    onRange,
    tools: <Choice label="Lines show" options={offered} value={measure} onChange={setMeasure} />,
  };
  return (
    <div>
      {markets.length === 0 ? null : measure === "rate" || measure === "growth" ? (
        <HistoryPanel measure={measure} {...shared} />
      ) : (
        <RecordedOverlay id={measure} side={side} {...shared} />
      )}
      {others.length === 0 ? null : (
        <p className="mt-2 text-small text-text3">
          {markets.length === 0
            ? "No history to show: markets of these types have no rate."
            : `Not shown: markets of these types have no rate: ${others.map(nameWithType).join("; ")}.`}
        </p>
      )}
    </div>
  );
}

function nameWithType(row: MarketRow): string {
  return `${marketName(row)} (${typeName(row)})`;
}

interface ComparedProps extends RangeChoice {
  readonly markets: readonly { readonly row: MarketRow; readonly seriesIndex: number }[];
  /** Of the markets, with their letters. */
  readonly names: string;
  readonly tools: ReactNode;
}

function HistoryPanel({
  markets,
  measure,
  ...chosen
}: ComparedProps & { readonly measure: HistoryMeasure }): ReactNode {
  const { range } = chosen;
  const past = useHistoryEntries(markets, range);
  const { entries, loading, error, resolution } = past;
  const known = entries.some(({ series }) => series.observed > 0);
  const lines = known ? historyLines(entries, resolution, measure) : [];
  return (
    <HistoryChart
      {...chosen}
      past={past}
      subject="compare"
      panes={[
        measure === "growth"
          ? { series: lines, include: [1], tick: measures.growth.format }
          : ratePane(lines),
      ]}
      missing="No history"
      whyMissing={`The service has no rates for ${markets.length === 1 ? "this market" : "these markets"} in this range. A longer range may have some.`}
      heading={measures[measure].label}
      note={resolution === "1h" ? "hourly" : "daily"}
    >
      {/* Also rendered while it loads, so that nothing below moves. */}
      {error === undefined && (known || loading) ? <RealizedYields entries={entries} range={range} /> : null}
    </HistoryChart>
  );
}

function RecordedOverlay({
  id,
  side,
  markets,
  ...chosen
}: ComparedProps & { readonly id: OverlayId; readonly side: Side }): ReactNode {
  const { range } = chosen;
  const now = useOpenedAt();
  const isFlow = id === "flow";
  const overlay = overlays[side][id];
  const span = historyWindow(range, now);
  const resolution = isFlow ? "1d" : span.resolution;
  const ids = markets.map(({ row }) => row.id);
  const points = useHistory(isFlow ? [] : ids, span);
  const records = useMarketRecords(isFlow ? ids : []);
  const { error, loading, retry } = isFlow ? records : points;
  const past = { error, loading, retry, resolution, readAt: now };
  const recorded = markets.map((market) => ({
    ...market,
    points: points.histories.get(market.row.id) ?? [],
    record: records.body?.get(market.row.id),
  }));
  const lines = overlayLines(overlay, recorded, { startTime: span.startTime, resolution }, now);
  const silent = markets.filter((market) => !lines.some((line) => line.seriesIndex === market.seriesIndex));
  const first = lines[0]?.points[0]?.at ?? 0;
  const began = Math.min(
    ...lines.flatMap((line) => line.points.find(({ value }) => value !== undefined)?.at ?? []),
  );
  const hasBegun = lines.length > 0 && began > first + resolutionMs[resolution];
  return (
    <HistoryChart
      {...chosen}
      past={past}
      what="record"
      subject={`compare-${id}`}
      panes={[overlayPane(id, lines, overlay.format)]}
      bands={hasBegun ? [{ from: first, to: began, label: "not recorded yet" }] : []}
      summary={joinParts(
        [
          hasBegun ? `Recorded here since ${formatDay(began)}.` : "Recorded here.",
          isFlow && flowWords,
          silent.length > 0 && `Unknown for ${silent.map(({ row }) => marketName(row)).join("; ")}.`,
        ],
        " ",
      )}
      missing="Nothing recorded"
      whyMissing={`${overlay.missing} A longer range may have some.`}
      heading={overlay.label}
      note={isFlow ? "daily, added up" : resolution === "1h" ? "hourly means" : "daily means"}
    />
  );
}

function overlayPane(
  id: OverlayId,
  series: readonly ChartSeries[],
  format: (value: number) => string,
): ChartPane {
  if (id === "utilization") return { series, tick: format };
  return id === "flow"
    ? { series, include: [0], tick: (value) => inWords(formatFlow(usd(value), "short")) }
    : ratePane(series);
}

const flowWords =
  "Deposits minus withdrawals in tokens, at today's price, since the first day shown. Days without data add nothing.";
