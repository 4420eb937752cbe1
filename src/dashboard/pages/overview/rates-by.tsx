// Rates by asset, provider or type: a box plot and the figures of each group in one line, the largest groups first.
import { useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { ratio } from "../../../contract/units.ts";
import type { BoxPlot } from "../../../finance/box-plot.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { axisMarks } from "./axis.ts";
import { marketInListHref } from "./overview-address.ts";
import { Cell, FigureTable, GroupHead, lineClass, Note, Section, Told } from "./parts.tsx";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatRate, formatCount, formatRateRange, formatUsd, inWords } from "../../format/number.ts";
import { leadingRate } from "../../market/row-values.ts";
import type { ApyBasis } from "../../market/column.ts";
import {
  groupMarkets,
  groupRates,
  groupings,
  rateScale,
  type GroupRates,
  type Grouping,
  type RateScale,
} from "../../select/whole-list/overview.ts";
import { marketName } from "../../market/market-text.ts";
import { Button } from "../../ui/fields/button.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import type { ViewState } from "../../view-state/view-state.ts";

/** More lines than this are for the table, not for the eye. */
const drawnGroups = 15;

const labels: Readonly<Record<Grouping, string>> = { asset: "Asset", provider: "Provider", type: "Type" };
const plurals: Readonly<Record<Grouping, string>> = {
  asset: "assets",
  provider: "providers",
  type: "types",
};

export function RatesBy({
  rows,
  state,
  basis,
  rateLabel,
  by,
  onBy,
}: {
  readonly rows: readonly MarketRow[];
  readonly state: ViewState;
  readonly basis: ApyBasis;
  readonly rateLabel: string;
  readonly by: Grouping;
  readonly onBy: (by: Grouping) => void;
}): ReactNode {
  const lines = useMemo(() => groupRates(groupMarkets(rows, state, by), basis), [rows, state, by, basis]);
  const [all, setAll] = useState(false);
  const first = lines.slice(0, drawnGroups);
  const scale = useMemo(
    () =>
      rateScale(
        rows,
        basis,
        lines.slice(0, drawnGroups).map(({ box }) => box),
      ),
    [rows, basis, lines],
  );
  const rest = lines.length - first.length;
  return (
    <Section
      id="overview-rates"
      heading={`${rateLabel} by ${labels[by].toLowerCase()}`}
      tools={
        <span className="flex items-center gap-2 text-small text-text2">
          Rates by
          <Segmented
            label="Rates by"
            options={groupings.map((value) => ({ value, label: labels[value] }))}
            value={by}
            onChange={onBy}
          />
        </span>
      }
    >
      <Note>
        The box holds the middle half of a group&apos;s markets, its line is the median, the dot the rate
        weighted by deposits. Whiskers end at the last market within 1.5 box widths; what is farther is
        counted as outliers.
        {by === "asset" ? " A pair is a group of its own, so that no deposit counts twice." : ""}
      </Note>
      <FigureTable
        label={`Rates by ${labels[by].toLowerCase()}`}
        head={[
          labels[by],
          <Axis key="axis" scale={scale} />,
          "Weighted",
          "Median",
          "25 % to 75 %",
          "Outliers",
          "Markets",
          "With rate",
          "With deposits",
          "With both",
          "Deposits",
          <span key="best" className="block text-left">
            Best market
          </span>,
        ]}
      >
        {(all ? lines : first).map((line) => (
          <Line key={line.group.key} line={line} state={state} basis={basis} scale={scale} by={by} />
        ))}
      </FigureTable>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-text3">{cutText(scale)}</p>
        {rest > 0 ? (
          <Button
            variant="quiet"
            className="pointer-coarse:h-9"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all
              ? `Show the first ${formatCount(drawnGroups).text} only`
              : `Show ${formatCount(rest).text} more ${plurals[by]}`}
          </Button>
        ) : null}
      </div>
    </Section>
  );
}

function cutText(scale: RateScale | undefined): string {
  if (scale === undefined) return "No market here gives this rate.";
  const parts = [
    ...(scale.above > 0 ? [`${countMarkets(scale.above)} above ${formatRate(scale.high).text}`] : []),
    ...(scale.below > 0 ? [`${countMarkets(scale.below)} below ${formatRate(scale.low).text}`] : []),
  ];
  return parts.length === 0
    ? "The drawing holds every market's rate."
    : `Off the drawing, and in every figure: ${parts.join(", ")}.`;
}

function Line({
  line,
  state,
  basis,
  scale,
  by,
}: {
  readonly line: GroupRates;
  readonly state: ViewState;
  readonly basis: ApyBasis;
  readonly scale: RateScale | undefined;
  readonly by: Grouping;
}): ReactNode {
  const { group, box, best, rated, both } = line;
  const count = group.rows.length;
  return (
    <tr className={lineClass}>
      <GroupHead group={group} state={state} title={by === "asset" ? group.key : undefined} />
      <Cell className="py-0!">
        <Box box={box} weighted={line.weighted} scale={scale} />
      </Cell>
      <Cell className="font-semibold">
        <NumberText value={formatRate(line.weighted)} />
      </Cell>
      <Cell className="font-semibold">
        <NumberText value={formatRate(box?.median)} />
      </Cell>
      <Cell>
        <NumberText value={formatRateRange(box?.lowerQuartile, box?.upperQuartile)} />
      </Cell>
      <Cell className="text-small text-text2">{outlierText(box)}</Cell>
      <Cell>{formatCount(count).text}</Cell>
      <Told told={rated} all={count} />
      <Told told={count - line.untold} all={count} />
      <Told told={both} all={count} />
      <Cell>
        <NumberText value={formatUsd(line.deposits)} />
      </Cell>
      <Cell className="text-left!">
        {best === undefined ? (
          <span className="text-text3">—</span>
        ) : (
          <Link
            href={marketInListHref(state, best.id)}
            className="inline-flex min-h-6 max-w-64 items-center gap-2 rounded-item hover:underline pointer-coarse:min-h-9"
          >
            <NumberText value={formatRate(leadingRate(best, basis))} />
            <span className="min-w-0 truncate text-text2">{marketName(best)}</span>
          </Link>
        )}
      </Cell>
    </tr>
  );
}

function outlierText(box: BoxPlot | undefined): ReactNode {
  if (box === undefined) return <span className="text-text3">—</span>;
  const { outliersAbove: above, outliersBelow: below } = box;
  if (above + below === 0) return "none";
  return [
    ...(above > 0 ? [`${formatCount(above).text} above`] : []),
    ...(below > 0 ? [`${formatCount(below).text} below`] : []),
  ].join(", ");
}

const boxWidth = "w-40 sm:w-64 xl:w-72";

/** Where a rate stands on the scale, in percent of its width, with whether it is beyond an end. */
function placeOf(rate: number, { low, high }: RateScale): number {
  return ((Math.min(high, Math.max(low, rate)) - low) / (high - low)) * 100;
}

const at = (percent: number): string => `${percent.toString()}%`;

function Axis({ scale }: { readonly scale: RateScale | undefined }): ReactNode {
  return (
    <span className={`relative block h-4 ${boxWidth}`}>
      <span className="sr-only">Box plot</span>
      {scale === undefined
        ? null
        : axisMarks(scale.low, scale.high, 4).map((mark) => {
            const place = placeOf(mark, scale);
            return (
              <span
                key={mark}
                aria-hidden="true"
                className={`absolute top-0 text-tiny font-normal text-text3 ${place < 4 ? "" : place > 96 ? "-translate-x-full" : "-translate-x-1/2"}`}
                style={{ left: at(place) }}
              >
                {inWords(formatRate(ratio(mark), "short"))}
              </span>
            );
          })}
    </span>
  );
}

/** One box. Nothing in it can be read by ear: the line's figures say the same. */
function Box({
  box,
  weighted,
  scale,
}: {
  readonly box: BoxPlot | undefined;
  readonly weighted: number | undefined;
  readonly scale: RateScale | undefined;
}): ReactNode {
  if (scale === undefined || box === undefined) return <span className={`block h-7 ${boxWidth}`} />;
  const x = (rate: number): number => placeOf(rate, scale);
  const isInside = (rate: number): boolean => rate >= scale.low && rate <= scale.high;
  const { lowWhisker, lowerQuartile, median, upperQuartile, highWhisker } = box;
  // A mark at the edge would claim that the figure is there: what lies beyond has none, and an arrow says so.
  const tick = (rate: number, from: number, to: number, className: string): ReactNode =>
    isInside(rate) ? (
      <line x1={at(x(rate))} x2={at(x(rate))} y1={from} y2={to} className={className} />
    ) : null;
  return (
    <svg aria-hidden="true" className={`block h-7 overflow-visible ${boxWidth}`}>
      {axisMarks(scale.low, scale.high, 4).map((mark) => (
        <line
          key={mark}
          x1={at(x(mark))}
          x2={at(x(mark))}
          y1="0"
          y2="100%"
          className={mark === 0 ? "stroke-line2" : "stroke-line"}
        />
      ))}
      <line x1={at(x(lowWhisker))} x2={at(x(highWhisker))} y1="14" y2="14" className="stroke-text3" />
      {tick(lowWhisker, 10, 18, "stroke-text3")}
      {tick(highWhisker, 10, 18, "stroke-text3")}
      <rect
        x={at(x(lowerQuartile))}
        width={at(Math.max(x(upperQuartile) - x(lowerQuartile), 0.4))}
        y="7"
        height="14"
        rx="2"
        className="fill-track stroke-text3"
      />
      {tick(median, 6, 22, "stroke-text stroke-2")}
      {weighted === undefined || !isInside(weighted) ? null : (
        <circle cx={at(x(weighted))} cy="14" r="3.5" className="fill-accent stroke-surface" />
      )}
      {highWhisker > scale.high ? (
        <svg x="100%" className="overflow-visible">
          <path d="M3 10l4 4l-4 4" className="fill-none stroke-text2" />
        </svg>
      ) : null}
      {lowWhisker < scale.low ? <path d="M-3 10l-4 4l4 4" className="fill-none stroke-text2" /> : null}
    </svg>
  );
}
