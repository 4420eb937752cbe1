// The plot is in a chunk of its own.
import { sum } from "d3-array";
import { Ellipsis } from "lucide-react";
import { useContext, useRef, useState, type ReactNode } from "react";
import type { HistoryResolution } from "../../contract/history.ts";
import type { Fault } from "../../contract/problems.ts";
import type { CsvConstant } from "../../domain/format/csv.ts";
import { formatCount } from "../../domain/format/number.ts";
import { buttonClass } from "../ui/fields/button.tsx";
import { Segmented } from "../ui/fields/segmented.tsx";
import { Problem } from "../ui/marks/problem.tsx";
import { Menu, type MenuItem } from "../ui/overlay/menu.tsx";
import { lazyPart } from "../ui/page/load-boundary.tsx";
import { useAnnounce } from "../ui/page/live-region.tsx";
import { useIsPhone } from "../ui/page/media-query.ts";
import { Panel } from "../ui/panel/panel.tsx";
import { FileOriginContext } from "../ui/table/file-origin.ts";
import { saveFile, saveText } from "../ui/page/save-file.ts";
import { historyRangeIds, type HistoryRangeId, type RangeChoice } from "./chart-range.ts";
import {
  chartTable,
  knownValues,
  offScaleText,
  paneHeight,
  type ChartBand,
  type ChartMark,
  type ChartPane,
  type ChartSeries,
} from "./chart-series.ts";
import { PointsTable } from "./points-table.tsx";
import { joinParts } from "../../domain/format/join-parts.ts";

const none: readonly never[] = [];

export interface TimeChartProps {
  readonly title: string;
  readonly panes: readonly ChartPane[];
  readonly listed?: readonly ChartSeries[];
  readonly bands?: readonly ChartBand[];
  readonly marks?: readonly ChartMark[];
  readonly resolution: HistoryResolution;
  readonly liveAt?: number | undefined;
  readonly summary?: string;
  readonly description?: string;
  readonly loading?: boolean;
  readonly what: string;
  readonly error?: Fault | undefined;
  readonly retry?: () => void;
  readonly empty: { readonly heading: string; readonly text: string };
}

interface MenuChartProps extends TimeChartProps {
  readonly file: ChartFile;
}

export interface ChartPanelProps extends MenuChartProps, RangeChoice {
  readonly heading: string;
  /** Makes the chart as high as the grid cell around its panel allows. */
  readonly fills?: boolean;
  readonly legend?: ReactNode;
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly rangeLabel?: string;
  readonly children?: ReactNode;
}

interface ChartFile {
  readonly subject: string;
  readonly range: HistoryRangeId;
  readonly caption: string;
  readonly about: readonly CsvConstant[];
  readonly items?: readonly MenuItem[];
}

const TimePlot = lazyPart(async () => (await import("./time-plot.tsx")).TimePlot, {
  waiting: <Waiting />,
  failed: ({ retry }) => (
    <Problem size="part" title="The chart could not be drawn" error={{ kind: "not-fetched" }} retry={retry}>
      The chart's menu shows its points as a table.
    </Problem>
  ),
});

export function ChartPanel({
  heading,
  fills = false,
  legend,
  note,
  tools,
  range,
  onRange,
  rangeLabel = "History range",
  file,
  children,
  ...props
}: ChartPanelProps): ReactNode {
  const chart = useTimeChart(props, range);
  return (
    <Panel
      heading={heading}
      className={fills ? "flex flex-col" : ""}
      description={
        <div className="flex flex-wrap gap-x-4">
          {legend}
          <p>{note}</p>
        </div>
      }
      actions={
        <>
          {tools}
          <Segmented
            label={rangeLabel}
            options={historyRangeIds.map((id) => ({ value: id, label: id }))}
            value={range}
            onChange={onRange}
          />
          <ChartMenu {...chart} file={file} />
        </>
      }
    >
      <ChartBody {...chart}>{children}</ChartBody>
    </Panel>
  );
}

export function MenuChart({ file, ...props }: MenuChartProps): ReactNode {
  const chart = useTimeChart(props, file.range);
  return (
    <ChartBody
      {...chart}
      before={
        <div className="flex justify-end px-2">
          <ChartMenu {...chart} file={file} />
        </div>
      }
    />
  );
}

/** Only the chart, without a menu. */
export function TimeChart(props: TimeChartProps): ReactNode {
  return <Plot {...useTimeChart(props)} small />;
}

type Chart = ReturnType<typeof useTimeChart>;

function useTimeChart(props: TimeChartProps, range?: HistoryRangeId) {
  const { panes, listed = none, resolution, liveAt, loading = false, error } = props;
  const [isTableOpen, setTableOpen] = useState(false);
  const box = useRef<HTMLDivElement | null>(null);
  const isKnown = knownValues(panes.flatMap(({ series }) => series)).length > 0;
  const state = error !== undefined ? "failed" : loading ? "loading" : isKnown ? "ready" : "empty";
  return {
    props,
    range,
    state,
    table: chartTable(panes, listed, resolution, liveAt),
    box,
    isTableOpen,
    setTableOpen,
  } as const;
}

function ChartBody({
  before,
  children,
  ...chart
}: Chart & { readonly before?: ReactNode; readonly children?: ReactNode }): ReactNode {
  const { props, state, table, isTableOpen } = chart;
  const { panes, resolution, summary } = props;
  const sentences = joinParts([summary, ...panes.map((pane) => offScaleText(pane, resolution))], " ");
  return (
    <>
      <div className="flex flex-1 flex-col px-2 pt-3 pb-1 md:px-3">
        {before}
        <Plot {...chart} />
        {state === "ready" && sentences !== "" ? (
          <p className="px-2 pt-2 text-small text-text2">{sentences}</p>
        ) : null}
      </div>
      {children}
      {state === "ready" && isTableOpen ? <PointsTable table={table} /> : null}
    </>
  );
}

function Plot({ small = false, box, ...chart }: Chart & { readonly small?: boolean }): ReactNode {
  return (
    <div
      ref={box}
      style={{ minHeight: sum(chart.props.panes, paneHeight) }}
      className="grid flex-1 grid-cols-[minmax(0,1fr)]"
    >
      <PlotContent {...chart} small={small} />
    </div>
  );
}

function PlotContent({
  props,
  range,
  state,
  table,
  small,
}: Omit<Chart, "box"> & { readonly small: boolean }): ReactNode {
  const { title, panes, bands = none, marks = none, summary = "", description = summary } = props;
  const narrow = useIsPhone();
  if (state === "failed") {
    const { what, error, retry } = props;
    return <Problem size="part" title={`The ${what} could not be loaded`} error={error} retry={retry} />;
  }
  if (state === "loading") return <Waiting />;
  if (state === "empty")
    return (
      <div className="flex flex-col items-start justify-center gap-2 px-4">
        <h3 className="font-semibold">{props.empty.heading}</h3>
        <p className="max-w-[60ch] text-text2">{props.empty.text}</p>
      </div>
    );
  return (
    <TimePlot
      // A new plot, so that the keyboard starts at the newest point of a new range.
      key={range}
      title={title}
      description={description === "" ? "The chart's menu shows the same values as a table." : description}
      panes={panes}
      table={table}
      bands={bands}
      marks={marks}
      narrow={narrow}
      small={small}
    />
  );
}

function Waiting(): ReactNode {
  return <p className="place-self-center text-text3">Loading history…</p>;
}

function ChartMenu({
  state,
  box,
  table,
  file: { subject, range, caption, about, items },
  isTableOpen,
  setTableOpen,
}: Chart & Pick<MenuChartProps, "file">): ReactNode {
  const announce = useAnnounce();
  const originNow = useContext(FileOriginContext);
  // Loaded inside, so that a lost network is reported like other failures.
  const save = async (kind: "png" | "csv"): Promise<void> => {
    try {
      const { chartCsv, chartFileName, chartToPng } = await import("./chart-export.ts");
      const name = chartFileName(subject, range, kind);
      if (kind === "png") saveFile(await chartToPng(box.current, caption), name);
      else saveText(chartCsv(table, [...about, ...originNow()]), name);
      announce(
        kind === "png"
          ? "Chart exported as PNG."
          : `${formatCount(table.rows.length).text} points exported as CSV.`,
      );
    } catch {
      announce(kind === "png" ? "The chart could not be exported." : "The points could not be exported.");
    }
  };
  // Reserves the menu's space, so that the range buttons do not move.
  if (state === "loading") return <span aria-hidden="true" className="w-[34px] pointer-coarse:w-11" />;
  if (state !== "ready") return null;
  return (
    <Menu
      label="Chart options"
      className={buttonClass("outline", "small", "min-w-7 pointer-coarse:h-11 pointer-coarse:min-w-11")}
      items={[
        {
          key: "table",
          label: isTableOpen ? "Hide table" : "Show as table",
          onSelect: () => setTableOpen(!isTableOpen),
        },
        { key: "png", label: "Export PNG", onSelect: () => void save("png") },
        ...(items ?? [{ key: "csv", label: "Export CSV", onSelect: () => void save("csv") }]),
      ]}
    >
      <Ellipsis className="size-4" />
    </Menu>
  );
}
