// A panel with figures over time: its range, the chart in its own chunk, the same points as a table, and both as files. While they
// load, where the chart is empty and where loading fails, a sentence takes the place of the chart.
import { lazy, memo, useMemo, useRef, type ReactNode } from "react";
import type { HistoryResolution } from "../../contract/history.ts";
import type { Fault } from "../../contract/problems.ts";
import { formatCount } from "../format/number.ts";
import { Button } from "../ui/fields/button.tsx";
import { Segmented } from "../ui/fields/segmented.tsx";
import { Problem } from "../ui/marks/problem.tsx";
import { LoadBoundary } from "../ui/page/load-boundary.tsx";
import { useAnnounce } from "../ui/page/live-region.tsx";
import { useIsPhone } from "../ui/page/media-query.ts";
import { Panel } from "../ui/panel/panel.tsx";
import { saveFile, saveText } from "../ui/page/save-file.ts";
import { historyRangeIds, type HistoryRangeId } from "./chart-range.ts";
import {
  chartTable,
  knownValues,
  offScaleText,
  type ChartBand,
  type ChartMark,
  type ChartPane,
  type ChartSeries,
  type ChartTable,
} from "./chart-series.ts";
import { PointsTable } from "./points-table.tsx";

const none: readonly never[] = [];
const usualHeight = 268;

export interface TimeChartProps {
  /** For the accessible name: "Deposit APY of USDS, Kamino · Main Market". */
  readonly title: string;
  /** Memoized by the caller while the figures stay the same. */
  readonly panes: readonly ChartPane[];
  /** Series for the tooltip, the table and the file only. */
  readonly listed?: readonly ChartSeries[];
  readonly bands?: readonly ChartBand[];
  readonly marks?: readonly ChartMark[];
  readonly resolution: HistoryResolution;
  readonly liveAt?: number | undefined;
  /** A summary under the chart. */
  readonly summary?: string;
  readonly description?: string;
  readonly loading?: boolean;
  /** What the figures are, for "The … could not be loaded". */
  readonly what: string;
  readonly error?: Fault | undefined;
  readonly onRetry?: () => void;
  readonly empty: { readonly heading: string; readonly text: string };
  /** Absent where the chart is a small part of something else: no header, table or files. */
  readonly panel?: ChartPanel | undefined;
  /** Between the chart and its files. */
  readonly children?: ReactNode;
}

interface ChartPanel {
  /** Absent inside a panel with a heading of its own. */
  readonly heading?: string;
  readonly legend?: ReactNode;
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly range: HistoryRangeId;
  /** Absent where the range is chosen elsewhere. */
  readonly onRange?: (range: HistoryRangeId) => void;
  readonly rangeLabel?: string;
  readonly file: ChartFile;
}

interface ChartFile {
  readonly subject: string;
  /** The line above the exported picture. */
  readonly caption: string;
  /** Names and values in every line of the CSV. */
  readonly about: readonly (readonly [name: string, value: string])[];
  /** Replaces the button for the points as CSV. */
  readonly buttons?: ReactNode;
}

const TimePlot = memo(lazy(async () => ({ default: (await import("./time-plot.tsx")).TimePlot })));

export function TimeChart(props: TimeChartProps): ReactNode {
  const { title, panes, listed = none, bands = none, marks = none, resolution, liveAt, summary = "" } = props;
  const { description = summary, loading = false, what, error, onRetry, empty, panel, children } = props;
  const narrow = useIsPhone();
  const box = useRef<HTMLDivElement | null>(null);
  const table = useMemo(
    () => chartTable(panes, listed, resolution, liveAt),
    [panes, listed, resolution, liveAt],
  );
  const known = knownValues(panes.flatMap(({ series }) => series)).length > 0;
  const ready = error === undefined && !loading && known;
  const said = [summary, ...panes.map((pane) => offScaleText(pane, resolution))].filter(Boolean).join(" ");
  const height = panes.reduce((sum, pane) => sum + (pane.height ?? usualHeight), 0);
  const chart = (
    <div ref={box} style={{ minHeight: height }} className="grid grid-cols-[minmax(0,1fr)]">
      {error !== undefined ? (
        <Problem size="part" title={`The ${what} could not be loaded`} error={error} retry={onRetry} />
      ) : loading ? (
        <Waiting />
      ) : !known ? (
        <div className="flex flex-col items-start justify-center gap-2 px-4">
          <h3 className="font-semibold">{empty.heading}</h3>
          <p className="max-w-[60ch] text-text2">{empty.text}</p>
        </div>
      ) : (
        <LoadBoundary
          waiting={<Waiting />}
          failed={({ retry }) => (
            <Problem
              size="part"
              title="The chart could not be drawn"
              error={{ kind: "not-fetched" }}
              retry={retry}
            >
              The points are in the table below.
            </Problem>
          )}
        >
          <TimePlot
            title={title}
            description={
              description === "" ? "The same values are in the table after the chart." : description
            }
            panes={panes}
            table={table}
            bands={bands}
            marks={marks}
            narrow={narrow}
            small={panel === undefined}
          />
        </LoadBoundary>
      )}
    </div>
  );
  if (panel === undefined) return chart;
  const { heading, legend, note, tools, range, onRange, rangeLabel = "History range", file } = panel;
  const body = (
    <>
      <div className="px-2 pt-3 pb-1 md:px-3">
        {chart}
        {ready && said !== "" ? <p className="px-2 pt-2 text-small text-text2">{said}</p> : null}
      </div>
      {children}
      {ready ? (
        <footer className="flex flex-wrap items-start gap-2 border-t border-line px-4 py-2">
          <PointsTable table={table} />
          <Downloads table={table} range={range} file={file} box={() => box.current} />
        </footer>
      ) : null}
    </>
  );
  if (heading === undefined) return body;
  return (
    <Panel
      heading={heading}
      description={
        <div className="flex flex-wrap gap-x-4">
          {legend}
          <p>{note}</p>
        </div>
      }
      actions={
        <>
          {tools}
          {onRange === undefined ? null : (
            <Segmented
              label={rangeLabel}
              options={historyRangeIds.map((id) => ({ value: id, label: id }))}
              value={range}
              onChange={onRange}
            />
          )}
        </>
      }
    >
      {body}
    </Panel>
  );
}

function Waiting(): ReactNode {
  return <p className="place-self-center text-text3">Loading the history…</p>;
}

function Downloads({
  box,
  table,
  range,
  file: { subject, caption, about, buttons },
}: {
  readonly box: () => HTMLElement | null;
  readonly table: ChartTable;
  readonly range: HistoryRangeId;
  readonly file: ChartFile;
}): ReactNode {
  const announce = useAnnounce();
  // The export code loads here, so that a lost network is reported like any other failure.
  const save = async (kind: "png" | "csv"): Promise<void> => {
    try {
      const { chartCsv, chartFileName, chartToPng } = await import("./chart-export.ts");
      const name = chartFileName(subject, range, kind);
      if (kind === "png") saveFile(await chartToPng(box(), caption), name);
      else saveText(chartCsv(table, about), name);
      announce(
        kind === "png"
          ? "Chart saved as PNG."
          : `${formatCount(table.rows.length).text} points saved as CSV.`,
      );
    } catch {
      announce(
        kind === "png" ? "The chart could not be saved as a picture." : "The points could not be saved.",
      );
    }
  };
  return (
    <div className="ml-auto flex flex-wrap justify-end gap-2">
      <Button aria-label="Save chart as PNG" onClick={() => void save("png")}>
        PNG
      </Button>
      {buttons ?? (
        <Button aria-label="Save points as CSV" onClick={() => void save("csv")}>
          CSV
        </Button>
      )}
    </div>
  );
}
