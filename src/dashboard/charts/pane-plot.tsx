import { ticks } from "d3-array";
import { useEffect, type ReactNode } from "react";
import {
  CartesianGrid,
  ComposedChart,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatAxisTime } from "../../domain/format/time.ts";
import { useAnnounce } from "../ui/page/live-region.tsx";
import {
  findGaps,
  lastValue,
  paneDomain,
  paneHeight,
  seriesName,
  splitTimes,
  timeText,
  timeTicks,
  type ChartBand,
  type ChartDot,
  type ChartMark,
  type ChartPane,
  type ChartRow,
  type ChartTable,
} from "./chart-series.ts";
import { labeled, Levels, LineEnds, PaneTitle, Periods, type LineEnd } from "./plot-marks.tsx";
import { SeriesShape, styleOf } from "./plot-series.tsx";

export interface PanePlotProps extends ReturnType<typeof scaledPane> {
  readonly table: ChartTable;
  readonly bands: readonly ChartBand[];
  readonly marks: readonly ChartMark[];
  readonly width: "wide" | "narrow";
  /** Space to the left and right of the plot, the same in all panes. */
  readonly sides: { readonly left: number; readonly right: number };
  /** Lines end with words, not only with a letter. */
  readonly showsNames: boolean;
  readonly isLast: boolean;
  /** Some pane shows its values at the pointer. */
  readonly isRead: boolean;
  readonly isPointed: boolean;
  readonly onPoint: () => void;
  readonly onLeave: () => void;
  readonly syncId: string;
  /** Names the chart. Only the first pane has a name and takes keys. */
  readonly name: { readonly title: string; readonly desc: string } | undefined;
}

const minHeightForTicks = 120;

export function scaledPane(pane: ChartPane) {
  const domain = paneDomain(pane);
  const levels = paneHeight(pane) < minHeightForTicks ? domain : ticks(...domain, 4);
  const step = (levels[1] ?? domain[1]) - (levels[0] ?? domain[0]);
  const tick = (value: number): string => pane.tick(value, step);
  return { pane, domain, levels, tick, ends: endsOf(pane, domain) };
}

function endsOf(
  { series, levels = [] }: ChartPane,
  [low, high]: readonly [number, number],
): readonly LineEnd[] {
  return [
    ...series.flatMap((one): readonly LineEnd[] => {
      const value = lastValue(one);
      if (value === undefined) return [];
      const end = one.end ?? {
        text: one.format(value),
        detail: one.seriesIndex === undefined ? "" : (one.shortLabel ?? ""),
      };
      if (end.text === "" && one.seriesIndex === undefined) return [];
      return [{ value: Math.min(high, Math.max(low, value)), seriesIndex: one.seriesIndex, ...end }];
    }),
    ...levels.flatMap(({ value, end, color }): readonly LineEnd[] => {
      const beyond = value > high ? " ↑" : value < low ? " ↓" : "";
      return end === undefined
        ? []
        : [{ value: Math.min(high, Math.max(low, value)), text: end + beyond, detail: "", color }];
    }),
  ];
}

/** Bands shorter than this share of the time get no label. */
const minLabeledShare = { wide: 0.1, narrow: 0.3 };
/** Labels closer to the end than this share of the time are placed before their mark. */
const widthOfWords = { wide: 0.22, narrow: 0.45 };
const axisText = { fill: "var(--text3)", fontSize: 12 };
const axisHeight = 24;
/** Otherwise Recharts measures a text for every day, even for lines that it does not draw: half a second on a phone. */
const noLines = (): number[] => [];
const cursor = { stroke: "var(--text3)", strokeDasharray: "3 3" };

export function PanePlot(props: PanePlotProps): ReactNode {
  const { pane, domain, levels, tick, ends, table, bands, marks, width, sides } = props;
  const { showsNames, isLast, isRead, isPointed, onPoint, onLeave, syncId, name } = props;
  const { rows, series } = table;
  const first = rows[0]?.at ?? 0;
  const last = rows.at(-1)?.at ?? first;
  const span = last - first;
  const time = timeTicks(first, last);
  const lines = pane.series.filter(({ shape }) => shape !== "bars");
  const labels = marks.filter(({ label }) => label !== undefined);
  const times = rows.map(({ at }) => at);
  const gaps = lines.length === 0 ? [] : findGaps(lines, times, bands);
  const offScale = offScaleDots(pane, domain, first, last);
  const heading = headingOf(pane, ends, showsNames);
  const splitAt = splitTimes(pane, table);
  return (
    <ComposedChart
      responsive
      // If the user increases letter spacing, text extends into the margin instead of being cut off.
      className="[&_.recharts-surface]:overflow-visible"
      style={{ width: "100%", height: paneHeight(pane), flexGrow: 1 }}
      data={[...rows]}
      margin={{ top: heading === undefined ? 14 : 24, right: sides.right, bottom: 4, left: 0 }}
      syncId={syncId}
      onMouseMove={onPoint}
      onMouseLeave={onLeave}
      onTouchStart={onPoint}
      {...(name ?? { accessibilityLayer: false, "aria-hidden": true })}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} verticalCoordinatesGenerator={noLines} />
      <XAxis
        dataKey="at"
        type="number"
        scale="time"
        domain={["dataMin", "dataMax"]}
        ticks={time.ticks}
        // The default omits single labels here and there.
        interval="equidistantPreserveStart"
        minTickGap={16}
        tickFormatter={(value: number) => formatAxisTime(value, time.by)}
        // Only the last pane has labels.
        tick={isLast ? axisText : false}
        tickLine={false}
        axisLine={{ stroke: "var(--line2)" }}
        height={isLast ? axisHeight : 4}
      />
      <YAxis
        domain={domain}
        ticks={levels}
        allowDataOverflow={pane.domain !== undefined}
        tickFormatter={tick}
        tick={axisText}
        tickLine={false}
        axisLine={false}
        interval={0}
        width={sides.left}
      />
      {heading === undefined ? null : <PaneTitle text={heading} />}
      {[...bands, ...gaps].map(({ from, to, label }) => (
        <ReferenceArea
          key={`${label} ${String(from)}`}
          x1={Math.max(first, from)}
          x2={Math.min(last, to)}
          fill="var(--track)"
          fillOpacity={0.6}
          {...(to - from >= span * minLabeledShare[width] && {
            label: { ...labeled(label), position: "center" },
          })}
        />
      ))}
      {domain[0] < 0 && domain[1] > 0 ? <ReferenceLine y={0} stroke="var(--line2)" /> : null}
      <Levels pane={pane} domain={domain} />
      <Periods pane={pane} hasMarksBelow={offScale.some(({ value }) => value === domain[0])} />
      {marks.map((mark) => (
        <ReferenceLine
          key={mark.at}
          x={mark.at}
          stroke="var(--text3)"
          strokeDasharray="2 3"
          {...(isLast &&
            mark.label !== undefined && {
              label: markLabel(mark.label, labels.indexOf(mark), mark.at > last - span * widthOfWords[width]),
            })}
        />
      ))}
      {pane.series.map((one) => (
        <SeriesShape
          key={one.fileName}
          series={one}
          index={series.indexOf(one)}
          isRead={isRead}
          splitAt={splitAt}
        />
      ))}
      {[...(pane.dots ?? []), ...offScale].map((dot) => {
        const { at, value, label, color = "var(--text)", hollow = false, isLabelOnly = false } = dot;
        return (
          <ReferenceDot
            key={`${String(at)} ${label ?? ""} ${color}`}
            x={at}
            y={value}
            r={isLabelOnly ? 0 : 4}
            fill={hollow ? "var(--surface)" : color}
            stroke={hollow ? color : "var(--surface)"}
            strokeWidth={2}
            {...(label !== undefined && { label: dotLabel(label, dot, (at - first) / span, width) })}
          />
        );
      })}
      <LineEnds ends={ends} showsNames={showsNames} />
      <Tooltip
        isAnimationActive={false}
        filterNull={false}
        cursor={isRead ? cursor : false}
        wrapperStyle={{ zIndex: 10 }}
        content={({ label }) =>
          isPointed ? <ChartTooltip table={table} row={rows.find(({ at }) => at === label)} /> : null
        }
      />
    </ComposedChart>
  );
}

/** If there are no words at the end of the line, the title contains them. */
function headingOf({ title }: ChartPane, [end]: readonly LineEnd[], showsNames: boolean): string | undefined {
  return title === undefined || showsNames || end === undefined
    ? title
    : `${title}: ${end.text} ${end.detail}`;
}

/** `index` is among the labels, which take turns in three lines. */
function markLabel(label: string, index: number, isNearEnd: boolean) {
  return {
    ...labeled(label),
    position: isNearEnd ? "insideBottomRight" : "insideBottomLeft",
    dy: label.length > 3 ? -(index % 3) * 16 : 0,
  } as const;
}

/** A label above or below a dot near the end of the time points away from that end. */
function dotLabel(
  label: string,
  { side = "top", dy = 0 }: ChartDot,
  share: number,
  width: PanePlotProps["width"],
) {
  const half = widthOfWords[width] / 2;
  const anchor: "start" | "middle" | "end" = share < half ? "start" : share > 1 - half ? "end" : "middle";
  const isCentered = side === "top" || side === "bottom";
  return { ...labeled(label), position: side, dy, ...(isCentered ? { textAnchor: anchor } : {}) } as const;
}

/** Hollow dots for values outside the domain. The farthest on each side has a label. */
function offScaleDots(
  pane: ChartPane,
  [low, high]: readonly [number, number],
  first: number,
  last: number,
): readonly ChartDot[] {
  return pane.series.flatMap((one) => {
    const beyond = one.points.flatMap(({ at, value }) =>
      value === undefined || (value >= low && value <= high) ? [] : [{ at, value }],
    );
    const known = beyond.map(({ value }) => value);
    const farthest = [Math.min(...known), Math.max(...known)];
    return beyond.map(({ at, value }): ChartDot => {
      const below = value < low;
      const isFarthest = farthest[below ? 0 : 1] === value;
      return {
        at,
        value: below ? low : high,
        label: isFarthest ? `${one.format(value)} ${below ? "↓" : "↑"}` : undefined,
        side: at * 2 > first + last ? "left" : "right",
        // Above the axis line.
        dy: below ? -10 : 0,
        color: styleOf(one).color,
        hollow: true,
      };
    });
  });
}

function ChartTooltip({
  table,
  row,
}: {
  readonly table: ChartTable;
  readonly row: ChartRow | undefined;
}): ReactNode {
  const announce = useAnnounce();
  const figures = table.series.map((one, index) => {
    const value = row?.values[index];
    return { name: seriesName(one), text: value === undefined ? "no data" : one.format(value) };
  });
  const when = row === undefined ? "" : timeText(table, row.at);
  const spoken = when === "" ? "" : [when, ...figures.map(({ name, text }) => `${name} ${text}`)].join(", ");
  useEffect(() => {
    if (spoken !== "" && document.activeElement?.closest(".recharts-wrapper") !== null) announce(spoken);
  }, [announce, spoken]);
  if (row === undefined) return null;
  return (
    <div className="rounded-control bg-raised px-3 py-2 text-small shadow-float">
      <p className="font-semibold">{when}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {figures.map(({ name, text }) => (
          <div key={name} className="contents">
            <dt className="text-text2">{name}</dt>
            <dd className="text-right font-semibold">{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
