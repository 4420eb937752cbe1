import { useMutation } from "@tanstack/react-query";
import { exportFormats, type ExportFormat } from "../../../../contract/record/record-request.ts";
import type { HistorySpan } from "../../../queries/history.ts";
import { loadRecordFile } from "../../../queries/record.ts";
import { toLoadError } from "../../../queries/service-query.ts";
import { chartFileName } from "../../../charts/chart-export.ts";
import type { HistoryRangeId } from "../../../charts/chart-range.ts";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { saveFile } from "../../../ui/page/save-file.ts";

const names: Readonly<Record<ExportFormat, string>> = { csv: "CSV", parquet: "Parquet" };

export function useRecordDownloads(marketId: string, range: HistoryRangeId, span: HistorySpan) {
  const announce = useAnnounce();
  const { mutate, error } = useMutation({
    networkMode: "always",
    mutationFn: async (format: ExportFormat) => {
      const { startTime: from, resolution } = span;
      const file = await loadRecordFile({ format, from, resolution, marketIds: [marketId] });
      saveFile(file, chartFileName(marketId, `record-${range}`, format));
      announce(`The record of the last ${range} was exported as ${names[format]}.`);
    },
  });
  const items = exportFormats.map((format) => ({
    key: format,
    label: `Export record as ${names[format]}`,
    onSelect: () => mutate(format),
  }));
  return { items, failure: toLoadError(error) };
}
