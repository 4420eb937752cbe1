import { useState, type ReactNode } from "react";
import type { ExportFormat, ExportResolution } from "../../../../contract/record/record-request.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { LoadError } from "../../../queries/fetch-json.ts";
import { loadRecordFile } from "../../../queries/record.ts";
import { chartFileName } from "../../../charts/chart-export.ts";
import type { HistoryRangeId } from "../../../charts/chart-range.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { saveFile } from "../../../ui/page/save-file.ts";
import { Problem } from "../../../ui/marks/problem.tsx";
import type { Fault } from "../../../../contract/problems.ts";

const names: Readonly<Record<ExportFormat, string>> = { csv: "CSV", parquet: "Parquet" };
const formats = ["csv", "parquet"] as const satisfies readonly ExportFormat[];

export function RecordDownloads({
  marketId,
  range,
  from,
  resolution,
}: {
  readonly marketId: string;
  readonly range: HistoryRangeId;
  /** Milliseconds since the epoch. */
  readonly from: number;
  readonly resolution: ExportResolution;
}): ReactNode {
  const { clientKey } = useDashboardConfig();
  const announce = useAnnounce();
  const [saving, setSaving] = useState<ExportFormat>();
  const [failure, setFailure] = useState<Fault>();
  const save = async (format: ExportFormat): Promise<void> => {
    if (saving !== undefined) return;
    setSaving(format);
    setFailure(undefined);
    try {
      const file = await loadRecordFile({ format, from, resolution, marketIds: [marketId] }, clientKey);
      saveFile(file, chartFileName(marketId, `record-${range}`, format));
      announce(`The record of the last ${range} is saved as ${names[format]}.`);
    } catch (error) {
      setFailure(error instanceof LoadError ? error : { kind: "defect" });
    } finally {
      setSaving(undefined);
    }
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <Problem size="line" title="The record was not saved" error={failure} />
      {formats.map((format) => (
        <Button
          key={format}
          aria-label={`Save record as ${names[format]}`}
          aria-disabled={saving === undefined ? undefined : true}
          onClick={() => void save(format)}
        >
          {saving === format ? "Saving…" : names[format]}
        </Button>
      ))}
    </div>
  );
}
