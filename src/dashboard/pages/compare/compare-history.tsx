// The histories of the compared markets. Only types with a rate have one; the others are named instead of drawn.
import { useMemo, type ReactNode } from "react";
import { hasRateHistory, HistoryPanel } from "../../history/history-panel.tsx";
import type { HistoryMeasure } from "../../history/history-lines.ts";
import type { HistoryRangeId } from "../../history/history-range.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { placeName, typeName } from "../../market/market-text.ts";

interface CompareHistoryProps {
  /** Kept as long as their readings stay the same. */
  readonly rows: readonly MarketRow[];
  readonly range: HistoryRangeId;
  readonly measure: HistoryMeasure;
  readonly onRange: (range: HistoryRangeId) => void;
  readonly onMeasure: (measure: HistoryMeasure) => void;
}

export function CompareHistory({ rows, ...choice }: CompareHistoryProps): ReactNode {
  const rated = useMemo(() => rows.filter(hasRateHistory), [rows]);
  const places = useMemo(() => rated.map((row) => rows.indexOf(row)), [rated, rows]);
  const others = rows.filter((row) => !hasRateHistory(row));
  return (
    <div>
      {rated.length === 0 ? null : <HistoryPanel rows={rated} places={places} {...choice} />}
      {others.length === 0 ? null : (
        <p className="mt-2 text-small text-text3">
          {rated.length === 0 ? "There is no history to draw" : "Not drawn"}, because markets of these types
          have no rate: {others.map((row) => `${row.label} (${typeName(row)}, ${placeName(row)})`).join("; ")}
          .
        </p>
      )}
    </div>
  );
}
