import { useMemo, type ReactNode } from "react";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { HistoryPanel } from "../../../history/history-panel.tsx";
import { hasRateHistory } from "../../../history/use-history-entries.ts";
import { measureNames } from "../../../history/history-lines.ts";
import type { HistoryRangeId } from "../../../charts/chart-range.ts";
import { placeName, typeName } from "../../../../domain/market/market-text.ts";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { useIsPhone } from "../../../ui/page/media-query.ts";
import { isOverlay, type CompareMeasure } from "../compare-address.ts";
import { overlayIds, overlays } from "./overlay-lines.ts";
import { RecordedOverlay } from "./recorded-overlay.tsx";

interface CompareHistoryProps {
  readonly rows: readonly MarketRow[];
  readonly range: HistoryRangeId;
  readonly measure: CompareMeasure;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly onMeasure: (measure: CompareMeasure) => void;
}

export function CompareHistory({ rows, range, measure, onRange, onMeasure }: CompareHistoryProps): ReactNode {
  const { record } = useDashboardConfig();
  const rated = useMemo(() => rows.filter(hasRateHistory), [rows]);
  const places = useMemo(() => rated.map((row) => rows.indexOf(row)), [rated, rows]);
  const others = rows.filter((row) => !hasRateHistory(row));
  // A link from a server with a record may open on one without.
  const shown = record === undefined && isOverlay(measure) ? "rate" : measure;
  const choice = <MeasureChoice measure={shown} recorded={record !== undefined} onMeasure={onMeasure} />;
  const shared = { rows: rated, places, range, onRange, choice };
  return (
    <div>
      {rated.length === 0 ? null : isOverlay(shown) ? (
        <RecordedOverlay id={shown} {...shared} />
      ) : (
        <HistoryPanel measure={shown} {...shared} />
      )}
      {others.length === 0 ? null : (
        <p className="mt-2 text-small text-text3">
          {rated.length === 0 ? "No history to show" : "Not shown"}: markets of these types have no rate:{" "}
          {others.map((row) => `${row.label} (${typeName(row)}, ${placeName(row)})`).join("; ")}.
        </p>
      )}
    </div>
  );
}

const ownMeasures = [
  { value: "rate", label: "Rate" },
  { value: "growth", label: measureNames.growth },
] as const;
const recordedMeasures = overlayIds.map((value) => ({ value, label: overlays[value].name }));

function MeasureChoice({
  measure,
  recorded,
  onMeasure,
}: {
  readonly measure: CompareMeasure;
  readonly recorded: boolean;
  readonly onMeasure: (measure: CompareMeasure) => void;
}): ReactNode {
  const isPhone = useIsPhone();
  const options = recorded ? [...ownMeasures, ...recordedMeasures] : ownMeasures;
  if (!isPhone || !recorded)
    return <Segmented label="Lines show" options={options} value={measure} onChange={onMeasure} />;
  return (
    <select
      aria-label="Lines show"
      value={measure}
      onChange={({ currentTarget }) => onMeasure(options[currentTarget.selectedIndex]?.value ?? measure)}
      className="h-11 rounded-control border border-control bg-inset px-2.5 text-[14px]"
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value} className="bg-raised">
          {label}
        </option>
      ))}
    </select>
  );
}
