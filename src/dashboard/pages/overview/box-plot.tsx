// A box plot in a table's cell, and the axis over its column. Nothing in it can be read by ear: the line's figures say the same.
import { ticks } from "d3-array";
import type { ReactNode } from "react";
import { ratio } from "../../../contract/units.ts";
import type { BoxPlot as Box } from "../../../finance/box-plot.ts";
import { formatRate, inWords } from "../../format/number.ts";
import { shareOnScale, type RateScale } from "../../select/whole-list/overview.ts";

const boxWidth = "w-40 sm:w-64 xl:w-72";
const mostMarks = 3;

function percent(share: number): string {
  return `${(share * 100).toString()}%`;
}

export function BoxAxis({ scale }: { readonly scale: RateScale | undefined }): ReactNode {
  return (
    <span className={`relative block h-4 ${boxWidth}`}>
      <span className="sr-only">Box plot</span>
      {scale === undefined
        ? null
        : ticks(scale.low, scale.high, mostMarks).map((mark) => {
            const place = shareOnScale(mark, scale);
            const side = place < 0.04 ? "" : place > 0.96 ? "-translate-x-full" : "-translate-x-1/2";
            return (
              <span
                key={mark}
                aria-hidden="true"
                className={`absolute top-0 text-tiny font-normal text-text3 ${side}`}
                style={{ left: percent(place) }}
              >
                {inWords(formatRate(ratio(mark), "short"))}
              </span>
            );
          })}
    </span>
  );
}

export function BoxPlot({
  box,
  weighted,
  scale,
}: {
  readonly box: Box | undefined;
  readonly weighted: number | undefined;
  readonly scale: RateScale | undefined;
}): ReactNode {
  if (scale === undefined || box === undefined) return <span className={`block h-7 ${boxWidth}`} />;
  const x = (rate: number): string => percent(shareOnScale(rate, scale));
  const isInside = (rate: number): boolean => rate >= scale.low && rate <= scale.high;
  const { lowWhisker, lowerQuartile, median, upperQuartile, highWhisker } = box;
  const half = shareOnScale(upperQuartile, scale) - shareOnScale(lowerQuartile, scale);
  // A mark at the edge would claim that the figure is there: what lies beyond has none, and an arrow says so.
  const tick = (rate: number, from: number, to: number, className: string): ReactNode =>
    isInside(rate) ? <line x1={x(rate)} x2={x(rate)} y1={from} y2={to} className={className} /> : null;
  return (
    <svg aria-hidden="true" className={`block h-7 overflow-visible ${boxWidth}`}>
      {ticks(scale.low, scale.high, mostMarks).map((mark) => (
        <line
          key={mark}
          x1={x(mark)}
          x2={x(mark)}
          y1="0"
          y2="100%"
          className={mark === 0 ? "stroke-line2" : "stroke-line"}
        />
      ))}
      <line x1={x(lowWhisker)} x2={x(highWhisker)} y1="14" y2="14" className="stroke-text3" />
      {tick(lowWhisker, 10, 18, "stroke-text3")}
      {tick(highWhisker, 10, 18, "stroke-text3")}
      <rect
        x={x(lowerQuartile)}
        width={percent(Math.max(half, 0.004))}
        y="7"
        height="14"
        rx="2"
        className="fill-track stroke-text3"
      />
      {tick(median, 6, 22, "stroke-text stroke-2")}
      {weighted === undefined || !isInside(weighted) ? null : (
        <circle cx={x(weighted)} cy="14" r="3.5" className="fill-accent stroke-surface" />
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
