// How a value of a row is drawn. Plain functions, called by the row: no component, no state, no closure per cell.
import type { MouseEvent, ReactNode } from "react";
import { ratio, usd } from "../../../contract/units.ts";
import type { Ratio } from "../../../contract/units.ts";
import { columnValue, type SortableColumnId } from "../../market/columns.ts";
import { baseFade, basePast, capacity, sizeEffect } from "../../market/row-values.ts";
import type { SelectContext } from "../../market/column.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import {
  formatChange,
  formatCount,
  formatMultiple,
  formatPoints,
  formatPrice,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  formatUsdRange,
} from "../../format/number.ts";
import { formatDay, formatUntil } from "../../format/time.ts";
import { Disc } from "../../ui/marks/disc.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { numberText } from "../../ui/marks/number-text.tsx";
import { Ring } from "../../ui/marks/ring.tsx";
import { marketFaces, marketName, placeName, typeName } from "../../market/market-text.ts";
import { doubtSign } from "../doubt-sign.tsx";
import { leadingRateBar } from "../rate-bar.tsx";
import { rateButton } from "../rate-popover/rate-button.tsx";
import type { RateHandlers } from "../rate-popover/use-rate-popover.tsx";
import { fadeArrow, fadeWord, isMoving } from "../trend.tsx";
import { tick, triangle } from "../../ui/marks/signs.tsx";

/** What every cell of a list shares. One object for the whole list, so that rows stay as they are while it does. */
export interface CellContext extends RateHandlers {
  readonly context: SelectContext;
  readonly maxRate: Ratio | undefined;
  readonly stale: boolean;
  readonly compact: boolean;
  readonly hrefOf: (id: string) => string;
  readonly onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly renderActions: ((row: MarketRow, variant: "row" | "card" | "tile") => ReactNode) | undefined;
}

const doubtCount = lazyPart(async () => (await import("../doubt-lines.tsx")).DoubtCount);

type Cell = (row: MarketRow, cells: CellContext) => ReactNode;

const missing = <span className="text-text3">—</span>;

function numberOf(id: SortableColumnId, row: MarketRow, context: SelectContext): number | undefined {
  const value = columnValue(id, row, context);
  return typeof value === "number" ? value : undefined;
}

export const marketCell: Cell = (row, cells) => {
  const { face, second, badge } = marketFaces(row);
  return (
    <span className="market-cell">
      {Disc({ face, second, badge, size: cells.compact ? 20 : 26 })}
      <span className="market-lines">
        <span className="market-first">
          <a
            href={cells.hrefOf(row.id)}
            className="market-link"
            data-id={row.id}
            title={row.label}
            onClick={cells.onLinkClick}
          >
            {row.label}
          </a>{" "}
          {doubtSign(row, cells.context)}
          {cells.compact ? (
            <span className="market-second-inline">{placeName(row)}</span>
          ) : (
            <span className="market-type">{typeName(row)}</span>
          )}
        </span>
        {cells.compact ? null : (
          <span className="market-second" title={placeName(row)}>
            {placeName(row)}
          </span>
        )}
      </span>
    </span>
  );
};

export const typeCell: Cell = (row) => <span className="text-text2">{typeName(row)}</span>;

export const providerCell: Cell = (row) => (
  <span className="block truncate text-text2" title={row.providerName}>
    {row.providerName}
  </span>
);

export const depositRateCell: Cell = (row, cells) => {
  if (row.depositApy === undefined) return <span className="rate-missing">{missing}</span>;
  const bar = cells.context.basis === "base" ? null : leadingRateBar(row, cells);
  return rateButton(row, cells, "deposit", formatRate(row.depositApy), bar);
};

export const baseRateCell: Cell = (row, cells) => {
  if (cells.context.basis !== "base")
    return <span className="text-text2">{numberText(formatRate(row.baseDepositApy))}</span>;
  if (row.baseDepositApy === undefined) return <span className="rate-missing">{missing}</span>;
  return rateButton(row, cells, "deposit", formatRate(row.baseDepositApy), leadingRateBar(row, cells));
};

export const borrowRateCell: Cell = (row, cells) =>
  row.borrowApy === undefined ? missing : rateButton(row, cells, "borrow", formatRate(row.borrowApy), null);

/** A rate that stands beside others and steps back. */
export const plainRateCell =
  (id: SortableColumnId): Cell =>
  (row, { context }) => (
    <span className="text-text2">{numberText(formatRate(ratio(numberOf(id, row, context))))}</span>
  );
export const averageCell = plainRateCell;

/** The difference to the benchmark; the benchmark's own row says what it is. */
export const vsBenchmarkCell: Cell = (row, { context }) =>
  row.id === context.benchmark?.id ? (
    <span className="text-text3">benchmark</span>
  ) : (
    numberText(formatPoints(ratio(numberOf("vsBenchmark", row, context))))
  );

/** Averages of a net rate: quieter than those of a base rate, because they are something else. */
export const netAverageCell =
  (id: SortableColumnId): Cell =>
  (row, { context }) => (
    <span className="text-text3">{numberText(formatRate(ratio(numberOf(id, row, context))))}</span>
  );

export const usdCell =
  (id: SortableColumnId): Cell =>
  (row, { context }) =>
    numberText(formatUsd(usd(numberOf(id, row, context))));

export const shareCell =
  (id: SortableColumnId): Cell =>
  (row, { context }) =>
    numberText(formatShare(ratio(numberOf(id, row, context))));

export const priceCell =
  (id: SortableColumnId): Cell =>
  (row, { context }) =>
    numberText(formatPrice(ratio(numberOf(id, row, context))));

export const countCell =
  (id: SortableColumnId): Cell =>
  (row, { context }) =>
    numberText(formatCount(numberOf(id, row, context)));

export const multipleCell =
  (id: SortableColumnId): Cell =>
  (row, { context }) =>
    numberText(formatMultiple(numberOf(id, row, context)));

export const effectiveCell: Cell = (row, { context, compact }) => {
  const effect = sizeEffect(row, context.size, context.basis);
  if (effect?.low === undefined) return missing;
  return (
    <>
      <span className="block" title={effect.kinkRisk === true ? kinkText : undefined}>
        {effect.kinkRisk === true ? (
          <>
            {triangle}
            <span className="sr-only">{kinkText} </span>
          </>
        ) : null}
        {numberText(formatRateRange(effect.low, effect.high))}
      </span>
      {compact ? null : (
        <span className="second-line">
          {numberText(formatUsdRange(effect.usdPerYearLow, effect.usdPerYearHigh))} /yr
        </span>
      )}
    </>
  );
};
export const kinkText = "Kink risk: the rate may fall faster than shown.";

export const incomeCell: Cell = (row, { context }) => {
  const effect = sizeEffect(row, context.size, context.basis);
  return numberText(formatUsdRange(effect?.usdPerYearLow, effect?.usdPerYearHigh));
};

// Wide as the days they stand for, and a little for now.
const sparkWidths = { days91to180: 9, days31to90: 6, days1to30: 4, now: 3 } as const;
const sparkHeight = 10;

/** The base rate in steps from half a year ago to now, from zero up. Decoration: the cell says the change in figures. */
function spark(row: MarketRow): ReactNode {
  const windows = basePast(row);
  const steps = [
    [windows.days91to180, sparkWidths.days91to180],
    [windows.days31to90, sparkWidths.days31to90],
    [windows.days1to30, sparkWidths.days1to30],
    [row.baseDepositApy, sparkWidths.now],
  ] as const;
  const highest = Math.max(...steps.map(([value]) => value ?? 0));
  if (highest <= 0 || steps.filter(([value]) => value !== undefined).length < 2) return null;
  let path = "";
  let x = 0;
  for (const [value, width] of steps) {
    if (value !== undefined) {
      const height = Math.max(1, Math.round((Math.max(0, value) / highest) * sparkHeight));
      path += `M${String(x)} ${String(sparkHeight)}v${String(-height)}h${String(width - 1)}v${String(height)}z`;
    }
    x += width;
  }
  return (
    <svg aria-hidden="true" className="spark" viewBox={`0 0 ${String(x)} ${String(sparkHeight)}`}>
      <path d={path} />
    </svg>
  );
}

export const trendCell: Cell = (row, { compact }) => {
  const fade = baseFade(row);
  if (fade === undefined) return missing;
  const change = formatChange(fade.change);
  const word = fadeWord(fade.class);
  const arrow = fadeArrow(fade.class);
  const known = arrow !== null;
  return (
    <span title={fade.class} className={isMoving(fade.class) ? "font-medium" : "text-text2"}>
      <span className={compact ? "" : "block"}>
        {arrow}
        {compact && !known ? null : numberText(change)}
      </span>
      <span className={compact ? (known ? "sr-only" : "text-tiny text-text3") : "second-line"}>
        {compact ? null : spark(row)}
        {compact && known ? ` ${word}` : word}
      </span>
    </span>
  );
};

export const utilizationCell: Cell = (row, { context }) => {
  const value = ratio(numberOf("utilization", row, context));
  if (value === undefined) return missing;
  return (
    <span className="meter-cell">
      {numberText(formatShare(value))}
      {Meter({ share: value, danger: value > 0.9, width: 32 })}
    </span>
  );
};

export const capacityCell: Cell = (row, { context, compact }) => {
  const limit = capacity(row);
  if (limit?.used === undefined) return missing;
  const shortBy = sizeEffect(row, context.size, context.basis)?.shortBy;
  const short = shortBy !== undefined && shortBy > 0;
  return (
    <span className="ring-cell">
      {Ring({ share: limit.used, danger: limit.full || short })}
      <span className="ring-figures">
        {limit.full ? (
          <span className="font-medium text-danger">full</span>
        ) : (
          numberText(formatUsd(limit.left))
        )}
        {short && !compact && !limit.full ? (
          <span className="second-line text-danger!">{formatUsd(shortBy, "short").text} short</span>
        ) : null}
        {short && compact ? <span className="sr-only"> {formatUsd(shortBy, "short").text} short</span> : null}
      </span>
    </span>
  );
};

export const poolShareCell = shareCell("shareOfPool");

export const coverCell: Cell = (row, { context }) => {
  const cover = numberOf("exitCover", row, context);
  if (cover === undefined || cover >= 1) return numberText(formatMultiple(cover));
  return (
    <span className="text-danger" title="My size could not leave all at once.">
      {triangle}
      {numberText(formatMultiple(cover))}
    </span>
  );
};

export const timeCell: Cell = (row, { compact }) => {
  if (row.closeTime === undefined) return missing;
  return (
    <>
      <span className="block" title={formatDay(row.closeTime)}>
        {formatUntil(row.closeTime, row.readAt)}
      </span>
      {compact ? null : <span className="second-line">{formatDay(row.closeTime)}</span>}
    </>
  );
};

export const statusCell: Cell = (row) => {
  if (row.status === undefined) return missing;
  return (
    <span className="block truncate text-text2">
      {row.status}
      {row.result === undefined || row.result === "" ? null : `: ${row.result}`}
    </span>
  );
};

export const doubtsCell: Cell = (row, { context }) => {
  const doubts = numberOf("doubts", row, context);
  if (doubts === undefined) return missing;
  if (doubts > 0) return <doubtCount.Part row={row} prices={context.prices} />;
  return (
    <span className="text-text3">
      {tick}
      ok
    </span>
  );
};

export const actionsCell: Cell = (row, { renderActions }) =>
  renderActions === undefined ? null : <span className="actions-cell">{renderActions(row, "row")}</span>;

/** Says what a row's star and box are for, with the market's name, since there is one of each per row. */
export function starLabel(row: MarketRow): string {
  return `Star ${marketName(row)}`;
}
export function foldLabel(row: MarketRow): string {
  return `Details of ${marketName(row)}`;
}
export function compareLabel(row: MarketRow): string {
  return `Compare ${marketName(row)}`;
}
