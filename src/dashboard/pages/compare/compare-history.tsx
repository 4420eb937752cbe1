import { useMemo, type ReactNode } from "react";
import { useDashboardConfig } from "../../queries/configuration.ts";
import type { Side } from "../../../domain/market/assess/assessment.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { HistoryPanel, RecordedOverlay } from "../../history/history-panel.tsx";
import { hasRateHistory } from "../../history/use-history-entries.ts";
import { measures } from "../../history/history-lines.ts";
import { seriesName } from "../../charts/chart-series.ts";
import { historyRangeIds } from "../../charts/chart-range.ts";
import { marketName, typeName } from "../../../domain/market/market-text.ts";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { useIsPhone } from "../../ui/page/media-query.ts";
import { useChoice } from "../../view-state/use-choice.ts";
import { overlayIds, overlays } from "../../history/recorded-lines.ts";

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
  const [range, setRange] = useChoice("range", historyRangeIds, "90d");
  // A link from a service with a record may be opened on one without.
  const offered = optionsOf(side).slice(0, record === undefined ? 2 : undefined);
  const [measure, setMeasure] = useChoice(
    "measure",
    offered.map(({ value }) => value),
    // Only the record has what loans cost.
    side === "borrow" && record !== undefined ? "borrow" : "rate",
  );
  const rated = useMemo(
    () => rows.map((row, seriesIndex) => ({ row, seriesIndex })).filter(({ row }) => hasRateHistory(row)),
    [rows],
  );
  const others = rows.filter((row) => !hasRateHistory(row));
  const Choice = isPhone && record !== undefined ? Select : Segmented;
  const shared = {
    markets: rated,
    names: rated
      .map(({ row, seriesIndex }) => seriesName({ seriesIndex, label: marketName(row) }))
      .join("; "),
    range,
    onRange: setRange,
    tools: <Choice label="Lines show" options={offered} value={measure} onChange={setMeasure} />,
  };
  return (
    <div>
      {rated.length === 0 ? null : measure === "rate" || measure === "growth" ? (
        <HistoryPanel measure={measure} {...shared} />
      ) : (
        <RecordedOverlay id={measure} side={side} {...shared} />
      )}
      {others.length === 0 ? null : (
        <p className="mt-2 text-small text-text3">
          {rated.length === 0
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
