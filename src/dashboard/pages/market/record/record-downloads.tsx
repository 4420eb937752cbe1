import { useState } from "react";
import type { ExportFormat, ExportResolution } from "../../../../contract/record/record-request.ts";
import { useDashboardConfig } from "../../../queries/configuration.ts";
import { LoadError } from "../../../queries/fetch-json.ts";
import { loadRecordFile } from "../../../queries/record.ts";
import { chartFileName } from "../../../charts/chart-export.ts";
import type { HistoryRangeId } from "../../../charts/chart-range.ts";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { saveFile } from "../../../ui/page/save-file.ts";
import type { MenuItem } from "../../../ui/overlay/menu.tsx";
import type { Fault } from "../../../../contract/problems.ts";

const names: Readonly<Record<ExportFormat, string>> = { csv: "CSV", parquet: "Parquet" };
const formats = ["csv", "parquet"] as const satisfies readonly ExportFormat[];

export function useRecordDownloads({
  marketId,
  range,
  from,
  resolution,
}: {
  readonly marketId: string;
  readonly range: HistoryRangeId;
  readonly from: number;
  readonly resolution: ExportResolution;
}): { readonly items: readonly MenuItem[]; readonly failure: Fault | undefined } {
  const { clientKey } = useDashboardConfig();
  const announce = useAnnounce();
  const [failure, setFailure] = useState<Fault>();
  const save = async (format: ExportFormat): Promise<void> => {
    setFailure(undefined);
    try {
      const file = await loadRecordFile({ format, from, resolution, marketIds: [marketId] }, clientKey);
      saveFile(file, chartFileName(marketId, `record-${range}`, format));
      announce(`The record of the last ${range} is saved as ${names[format]}.`);
    } catch (error) {
      setFailure(error instanceof LoadError ? error : { kind: "defect" });
    }
  };
  const items = formats.map((format) => ({
    key: format,
    label: `Save record as ${names[format]}`,
    onSelect: () => void save(format),
  }));
  return { items, failure };
}
