// How a value of a row is drawn. Plain functions, called by the row: no component, no state, no closure per cell.
import type { MouseEvent, PointerEvent, ReactNode } from "react";
import { ratio, usd } from "../../../contract/units.ts";
import type { Ratio } from "../../../contract/units.ts";
import type { SortableColumnId } from "../../market/column-ids.ts";
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
  missingNumber,
} from "../../format/number.ts";
import type { Formatted } from "../../format/number.ts";
import { formatDay, formatUntil } from "../../format/time.ts";
import {
  baseFade,
  basePast,
  capacity,
  columnValue,
  rewardApy,
  sizeEffect,
} from "../../market/column-values.ts";
import type { SelectContext } from "../../market/column-values.ts";
import { Disc } from "../../ui/marks/disc.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { numberText } from "../../ui/marks/number-text.tsx";
import { Ring } from "../../ui/marks/ring.tsx";
import { marketFaces, marketName, placeName, typeName } from "../../market/market-text.ts";
import { sizeText } from "../../format/size-text.ts";
import { doubtSign } from "../doubt-sign.tsx";
import { arrowDown, arrowLevel, arrowUp, tick, triangle } from "../../ui/marks/signs.tsx";

/** What every cell of a list shares. One object for the whole list, so that rows stay as they are while it does. */
export interface CellContext {
  readonly context: SelectContext;
  readonly maxRate: Ratio | undefined;
  readonly stale: boolean;
  readonly compact: boolean;
  readonly hrefOf: (id: string) => string;
  readonly onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly onRateClick: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly onRateEnter: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly onRateLeave: (event: PointerEvent<HTMLButtonElement>) => void;
  readonly renderActions: ((row: MarketRow, variant: "row" | "card" | "tile") => ReactNode) | undefined;
}

const doubtCount = lazyPart(async () => (await import("../doubt-lines.tsx")).DoubtCount);

type Cell = (row: MarketRow, cells: CellContext) => ReactNode;

const barLength = 66;
const rewardLeast = 3;

const missing = <span className="text-text3">—</span>;

function numberOf(id: SortableColumnId, row: MarketRow, context: SelectContext): number | undefined {
  const value = columnValue(id, row, context);
  return typeof value === "number" ? value : undefined;
}

/** The lengths of a rate bar in pixels; `cut` says that the rate is longer than the scale. */
export interface BarLengths {
  readonly base: number;
  readonly reward: number;
  readonly unknown: number;
  readonly cut: boolean;
}

/**
 * A rate on the column's scale. Base and reward are drawn apart where both are known; a rate whose parts are not known is
 * one neutral bar. What is negative has no length. A reward is never shorter than it can be seen.
 */
export function barLengths(
  rate: {
    readonly total: Ratio | undefined;
    readonly base: Ratio | undefined;
    readonly reward: Ratio | undefined;
  },
  maxRate: Ratio | undefined,
  length: number = barLength,
): BarLengths {
  const scale = maxRate === undefined || maxRate <= 0 ? 0 : length / maxRate;
  const measure = (part: Ratio | undefined): number => Math.max(0, (part ?? 0) * scale);
  if (rate.base === undefined) {
    const unknown = measure(rate.total);
    return { base: 0, reward: 0, unknown: Math.min(unknown, length), cut: unknown > length * 1.001 };
  }
  const base = measure(rate.base);
  const reward = measure(rate.reward);
  const cut = base + reward > length * 1.001;
  const seen = reward > 0 ? Math.max(rewardLeast, reward) : 0;
  const shownBase = Math.min(base, seen > 0 ? length - rewardLeast : length);
  return { base: shownBase, reward: Math.min(seen, length - shownBase), unknown: 0, cut };
}

/** Where a rate stands on the column's scale, in pixels; undefined where it stands on no bar. */
export function markPlace(
  rate: Ratio | undefined,
  maxRate: Ratio | undefined,
  length: number = barLength,
): number | undefined {
  if (rate === undefined || maxRate === undefined || rate <= 0 || rate > maxRate) return undefined;
  return (rate / maxRate) * length;
}

/**
 * The two-colour bar: thick base, thin rewards, and a thin mark where the benchmark stands. Decoration beside the rate, which
 * says the same.
 */
export function rateBar(lengths: BarLengths, mark?: number): ReactNode {
  return (
    <span aria-hidden="true" className={lengths.cut ? "rate-bar rate-bar-cut" : "rate-bar"}>
      {lengths.base > 0 ? <span className="rate-bar-base" style={{ width: lengths.base }} /> : null}
      {lengths.reward > 0 ? <span className="rate-bar-reward" style={{ width: lengths.reward }} /> : null}
      {lengths.unknown > 0 ? <span className="rate-bar-unknown" style={{ width: lengths.unknown }} /> : null}
      {mark === undefined ? null : <span className="rate-bar-mark" style={{ insetInlineStart: mark }} />}
    </span>
  );
}

function rateButton(
  row: MarketRow,
  cells: CellContext,
  side: "deposit" | "borrow",
  value: Formatted,
  bar: ReactNode,
): ReactNode {
  return (
    <button
      type="button"
      className={bar === null ? "rate-button rate-button-plain" : "rate-button"}
      data-id={row.id}
      data-side={side}
      aria-haspopup="dialog"
      onClick={cells.onRateClick}
      onPointerEnter={cells.onRateEnter}
      onPointerLeave={cells.onRateLeave}
    >
      <span className="rate-figure">{numberText(value)}</span>
      {bar}
    </button>
  );
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

function markOf({ context, maxRate }: CellContext): number | undefined {
  return markPlace(context.benchmark?.rate, maxRate);
}

export const depositRateCell: Cell = (row, cells) => {
  if (row.depositApy === undefined) return <span className="rate-missing">{missing}</span>;
  const value = formatRate(row.depositApy);
  if (cells.context.basis === "base") return rateButton(row, cells, "deposit", value, null);
  const lengths = barLengths(
    { total: row.depositApy, base: row.baseDepositApy, reward: rewardApy(row) },
    cells.maxRate,
  );
  return rateButton(row, cells, "deposit", value, rateBar(lengths, markOf(cells)));
};

export const baseRateCell: Cell = (row, cells) => {
  if (cells.context.basis !== "base")
    return <span className="text-text2">{numberText(formatRate(row.baseDepositApy))}</span>;
  if (row.baseDepositApy === undefined) return <span className="rate-missing">{missing}</span>;
  const lengths = barLengths(
    { total: row.baseDepositApy, base: row.baseDepositApy, reward: undefined },
    cells.maxRate,
  );
  return rateButton(row, cells, "deposit", formatRate(row.baseDepositApy), rateBar(lengths, markOf(cells)));
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

/** The words of the trend in a cell of two short lines. */
export function fadeWord(fadeClass: string): string {
  return fadeClass === "no averages given" ? "no averages" : fadeClass;
}

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
  const change = fade.change === undefined ? missingNumber : formatChange(fade.change);
  const word = fadeWord(fade.class);
  const moving = fade.class === "spiking" || fade.class === "fading";
  const known = moving || fade.class === "steady";
  const arrow = fade.class === "spiking" ? arrowUp : fade.class === "fading" ? arrowDown : arrowLevel;
  return (
    <span title={fade.class} className={moving ? "font-medium" : "text-text2"}>
      <span className={compact ? "" : "block"}>
        {known ? arrow : null}
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
          <span className="second-line text-danger!">{sizeText(shortBy)} short</span>
        ) : null}
        {short && compact ? <span className="sr-only"> {sizeText(shortBy)} short</span> : null}
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
