import { useState } from "react";
import { recordFigures } from "../../../domain/market/record-figures.ts";
import { useRecordSummary } from "../../queries/record-summary.ts";

export type RecordReading = ReturnType<typeof useRecordFigures>;

export function useRecordFigures(wanted: boolean) {
  const { body, error, readAt, retry } = useRecordSummary(wanted);
  const [last, setLast] = useState({ body, figures: body && recordFigures(body, undefined) });
  // Keeps the same object if nothing changed, because every row depends on it.
  const current =
    body === undefined || body === last.body ? last : { body, figures: recordFigures(body, last.figures) };
  if (current !== last) setLast(current);
  return { figures: current.figures, error, readAt, retry };
}
