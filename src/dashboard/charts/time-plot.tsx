// One Recharts plot per pane, with a shared tooltip and time axis.
import { ticks } from "d3-array";
import { useEffect, useId, useState, type ReactNode } from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
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
  timeText,
  timeTicks,
  type ChartBand,
  type ChartDot,
  type ChartMark,
  type ChartPane,
  type ChartRow,
  type ChartSeries,
  type ChartTable,
} from "./chart-series.ts";
import { Bars, haloed, Levels, LineEnds, PaneTitle, Periods, type LineEnd } from "./plot-marks.tsx";
import { seriesStyle } from "./series-letter.tsx";

export interface TimePlotProps {
  readonly title: string;
  readonly description: string;
  readonly panes: readonly ChartPane[];
  readonly table: ChartTable;
  readonly bands: readonly ChartBand[];
  readonly marks: readonly ChartMark[];
  readonly narrow: boolean;
  readonly small: boolean;
}

const leastHeightForTicks = 120;
const axisHeight = 24;
const letterWidth = 6.8;
/** From the end of a line to the words after its letter, and to the letter where there are no words. */
const letterFrame = { worded: 34, bare: 26 };
const endGap = 8;
const endMargin = 8;
/** As a share of the time; shorter bands have no label. */
const leastLabelled = { wide: 0.1, narrow: 0.3 };
/** Labels closer to the end, as a share of the time, go before their mark. */
const widthOfWords = { wide: 0.22, narrow: 0.45 };
const axisText = { fill: "var(--text3)", fontSize: 12 };
const cursor = { stroke: "var(--text3)", strokeDasharray: "3 3" };

export function TimePlot(props: TimePlotProps): ReactNode {
  const { title, description, panes, table, bands, marks, narrow, small } = props;
  const syncId = useId();
  // Recharts also takes a page that opens or scrolls under a resting pointer for a pointer that enters.
  const [pointed, setPointed] = useState<number | undefined>(undefined);
  const isRead = pointed !== undefined;
  const { rows, series } = table;
  const first = rows[0]?.at ?? 0;
  const last = rows.at(-1)?.at ?? first;
  const { by, ticks: moments } = timeTicks(first, last);
  const drawn = panes.map((pane) => {
    const domain = paneDomain(pane);
    const levels = paneHeight(pane) < leastHeightForTicks ? domain : ticks(...domain, 4);
    const step = (levels[1] ?? domain[1]) - (levels[0] ?? domain[0]);
    const tick = (value: number): string => pane.tick(value, step);
    return { pane, domain, levels, tick, ends: endsOf(pane, domain) };
  });
  const isWorded = small || !narrow;
  const left = 14 + letterWidth * widest(drawn.flatMap(({ levels, tick }) => levels.map(tick)));
  const endTexts = drawn.flatMap(({ ends }) => ends.map(({ text, detail }) => `${text} ${detail}`));
  const hasLetters = series.some(({ place }) => place !== undefined);
  const right = isWorded
    ? (hasLetters ? letterFrame.worded : endGap) + letterWidth * widest(endTexts) + endMargin
    : (hasLetters ? letterFrame.bare : endGap) + 6;
  // Only the first pane takes keys.
  const onKeyboard = (): void => setPointed(0);
  return (
    <div role="none" onFocus={onKeyboard} onKeyDown={onKeyboard}>
      {drawn.map(({ pane, domain, levels, tick, ends }, index) => {
        const isLast = index === drawn.length - 1;
        const lines = pane.series.filter(({ shape }) => shape !== "bars");
        const times = rows.map(({ at }) => at);
        const gaps = lines.length === 0 ? [] : findGaps(lines, times, bands);
        const [end] = ends;
        const offScale = offScaleDots(pane, domain, first, last);
        const heading =
          pane.title === undefined || isWorded || end === undefined
            ? pane.title
            : `${pane.title}: ${end.text} ${end.detail}`;
        return (
          <ComposedChart
            key={pane.series[0]?.fileName}
            responsive
            // User letter spacing may reach into the margin instead of being cut.
            className="[&_.recharts-surface]:overflow-visible"
            style={{ width: "100%", height: paneHeight(pane) }}
            data={[...rows]}
            margin={{ top: heading === undefined ? 14 : 24, right, bottom: 4, left: 0 }}
            syncId={syncId}
            onMouseMove={() => setPointed(index)}
            onMouseLeave={() => setPointed(undefined)}
            onTouchStart={() => setPointed(index)}
            {...(index === 0 ? { title, desc: description } : { accessibilityLayer: false })}
          >
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis
              dataKey="at"
              type="number"
              scale="time"
              domain={["dataMin", "dataMax"]}
              ticks={moments}
              // By default one here and there goes missing.
              interval="equidistantPreserveStart"
              minTickGap={16}
              tickFormatter={(value: number) => formatAxisTime(value, by)}
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
              width={left}
            />
            {heading === undefined ? null : <PaneTitle text={heading} />}
            {[...bands, ...gaps].map(({ from, to, label }) => (
              <ReferenceArea
                key={`${label} ${String(from)}`}
                x1={Math.max(first, from)}
                x2={Math.min(last, to)}
                fill="var(--track)"
                fillOpacity={0.6}
                {...(to - from < (last - first) * leastLabelled[narrow ? "narrow" : "wide"]
                  ? {}
                  : { label: { value: label, position: "insideBottom", ...haloed } })}
              />
            ))}
            {domain[0] < 0 && domain[1] > 0 ? <ReferenceLine y={0} stroke="var(--line2)" /> : null}
            <Levels pane={pane} domain={domain} />
            <Periods
              periods={pane.periods}
              hasMarksBelow={offScale.some(({ value }) => value === domain[0])}
            />
            {marks.map((mark, at) => (
              <ReferenceLine
                key={mark.at}
                x={mark.at}
                stroke="var(--text3)"
                strokeDasharray="2 3"
                {...(mark.label === undefined || !isLast
                  ? {}
                  : {
                      label: markLabel(
                        mark.label,
                        at,
                        mark.at > last - (last - first) * widthOfWords[narrow ? "narrow" : "wide"],
                      ),
                    })}
              />
            ))}
            {pane.series.map((one) => (
              <SeriesShape
                key={one.fileName}
                series={one}
                index={series.indexOf(one)}
                isRead={isRead}
                parts={pane.series.flatMap((part) => (part.shape === "stacked" ? series.indexOf(part) : []))}
              />
            ))}
            {[...(pane.dots ?? []), ...offScale].map((dot) => (
              <ReferenceDot
                key={`${String(dot.at)} ${dot.label ?? ""} ${dot.colour ?? ""}`}
                x={dot.at}
                y={dot.value}
                r={dot.isLabelOnly === true ? 0 : 4}
                fill={dot.hollow === true ? "var(--surface)" : (dot.colour ?? "var(--text)")}
                stroke={dot.hollow === true ? (dot.colour ?? "var(--text)") : "var(--surface)"}
                strokeWidth={2}
                {...(dot.label === undefined
                  ? {}
                  : { label: dotLabel(dot, (dot.at - first) / (last - first)) })}
              />
            ))}
            <LineEnds ends={ends} worded={isWorded} />
            <Tooltip
              isAnimationActive={false}
              filterNull={false}
              cursor={isRead ? cursor : false}
              wrapperStyle={{ zIndex: 10 }}
              content={({ label }) =>
                index === pointed ? <Reading table={table} row={rows.find(({ at }) => at === label)} /> : null
              }
            />
          </ComposedChart>
        );
      })}
    </div>
  );
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

function SeriesShape({
  series,
  index,
  isRead,
  parts,
}: {
  readonly series: ChartSeries;
  readonly index: number;
  readonly isRead: boolean;
  readonly parts: readonly number[];
}): ReactNode {
  const { shape, fill = "var(--track)" } = series;
  const { colour, dash } = styleOf(series);
  const isTotal = shape === "total";
  const isPart = shape === "stacked";
  const shared = {
    // Recharts wants null for a gap. A part of 0 would hide the line below.
    dataKey: ({ values }: ChartRow) =>
      (isTotal && parts.some((part) => values[part] !== undefined)) || (isPart && values[index] === 0)
        ? null
        : (values[index] ?? null),
    name: series.label,
    type: "linear",
    stroke: colour,
    activeDot: isRead && { r: 4, stroke: colour, strokeWidth: 2, fill: "var(--surface)" },
    connectNulls: false,
    isAnimationActive: false,
  } as const;
  if (shape === "bars")
    return (
      <>
        <Bars series={series} />
        {/* Recharts needs a series to draw the value axis. */}
        <Line {...shared} stroke="none" dot={false} activeDot={false} />
      </>
    );
  if (shape === "area") return <Area {...shared} strokeWidth={1} fill={fill} fillOpacity={0.7} />;
  if (isTotal) return <Area {...shared} strokeWidth={1.75} fill={fill} fillOpacity={1} />;
  if (isPart) return <Area {...shared} stackId="parts" strokeWidth={1.75} fill={fill} fillOpacity={1} />;
  return <Line {...shared} strokeWidth={1.75} strokeDasharray={dash} dot={false} />;
}

function styleOf({ place, colour = "var(--text)", dash = "none" }: ChartSeries): {
  readonly colour: string;
  readonly dash: string;
} {
  return place === undefined ? { colour, dash } : seriesStyle(place);
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
        detail: one.place === undefined ? "" : (one.shortLabel ?? ""),
      };
      if (end.text === "" && one.place === undefined) return [];
      return [{ value: Math.min(high, Math.max(low, value)), place: one.place, ...end }];
    }),
    ...levels.flatMap(({ value, end, colour }): readonly LineEnd[] => {
      const beyond = value > high ? " ↑" : value < low ? " ↓" : "";
      return end === undefined
        ? []
        : [{ value: Math.min(high, Math.max(low, value)), text: end + beyond, detail: "", colour }];
    }),
  ];
}

/** Hollow dots for values beyond the domain; the farthest on each side is labelled. */
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
        colour: styleOf(one).colour,
        hollow: true,
      };
    });
  });
}

function markLabel(label: string, index: number, before: boolean) {
  return {
    value: label.replaceAll(" ", "\u00A0"),
    position: before ? "insideBottomRight" : "insideBottomLeft",
    dy: label.length > 3 ? -(index % 3) * 16 : 0,
    ...haloed,
  } as const;
}

function dotLabel({ label = "", side = "top" }: ChartDot, share: number) {
  return {
    value: label.replaceAll(" ", "\u00A0"),
    position: side,
    ...haloed,
    ...(side === "top" || side === "bottom"
      ? {
          textAnchor:
            share < 0.25 ? ("start" as const) : share > 0.75 ? ("end" as const) : ("middle" as const),
        }
      : {}),
  } as const;
}

function Reading({
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
  const said = when === "" ? "" : [when, ...figures.map(({ name, text }) => `${name} ${text}`)].join(", ");
  useEffect(() => {
    if (said !== "" && document.activeElement?.closest(".recharts-wrapper") !== null) announce(said);
  }, [announce, said]);
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
