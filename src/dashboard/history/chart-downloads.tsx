// The buttons that save a chart as a picture and its points as a file.
import type { ReactNode } from "react";
import { formatCount } from "../format/number.ts";
import { Button } from "../ui/fields/button.tsx";
import { useAnnounce } from "../ui/page/live-region.tsx";
import { saveFile, saveText } from "../ui/page/save-file.ts";
import type { HistoryGrid } from "./history-lines.ts";
import type { HistoryRangeId } from "./history-range.ts";

export function ChartDownloads({
  box,
  subject,
  range,
  caption,
  grid,
  about,
}: {
  /** The element that the chart is drawn in. */
  readonly box: () => HTMLElement | null;
  /** What the files are named after. */
  readonly subject: string;
  readonly range: HistoryRangeId;
  /** The line over the picture. */
  readonly caption: string;
  readonly grid: HistoryGrid;
  /** Names and values that stand in every line of the file. */
  readonly about: readonly (readonly [name: string, value: string])[];
}): ReactNode {
  const announce = useAnnounce();
  // The code that saves is fetched here, so that a network that is gone is said like any other failure.
  const save = async (kind: "png" | "csv"): Promise<void> => {
    try {
      const { chartFileName, chartToPng, historyCsv } = await import("./chart-export.ts");
      const name = chartFileName(subject, range, kind);
      if (kind === "png") saveFile(await chartToPng(box(), caption), name);
      else saveText(historyCsv(grid, about), name);
      announce(
        kind === "png"
          ? "Chart saved as PNG."
          : `${formatCount(grid.times.length).text} points saved as CSV.`,
      );
    } catch {
      announce(
        kind === "png" ? "The chart could not be saved as a picture." : "The points could not be saved.",
      );
    }
  };
  return (
    <div className="ml-auto flex gap-2">
      <Button aria-label="Save chart as PNG" onClick={() => void save("png")}>
        PNG
      </Button>
      <Button aria-label="Save points as CSV" onClick={() => void save("csv")}>
        CSV
      </Button>
    </div>
  );
}
