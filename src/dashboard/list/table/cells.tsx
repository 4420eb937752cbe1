// How a value of a row is drawn: by its unit, or by a cell of its own. Plain functions, called by the row: no component, no
// state, no closure per cell.
import type { ChangeEvent, MouseEvent, ReactNode } from "react";
import type { Ratio } from "../../../contract/units.ts";
import { columnNumber, columnOf, type ColumnId } from "../../market/columns.ts";
import { columnText } from "../../market/column-text.ts";
import { baseFade, basePast, capacity, fitShortfall, sizeEffect } from "../../market/row-values.ts";
import type { SelectContext } from "../../market/column.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatUsd, type Formatted } from "../../format/number.ts";
import { formatDay } from "../../format/time.ts";
import { Disc } from "../../ui/marks/disc.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";
import { Meter } from "../../ui/marks/meter.tsx";
import { numberText } from "../../ui/marks/number-text.tsx";
import { Ring } from "../../ui/marks/ring.tsx";
import { marketFaces, marketName, placeName, typeName } from "../../market/market-text.ts";
import { leadingRateBar } from "../rate-bar.tsx";
import type { RateHandlers } from "../rate-popover/use-rate-popover.tsx";
import { fadeArrow, fadeWord, isMoving } from "../trend.tsx";
import { star, tick, triangle } from "../../ui/marks/signs.tsx";
import { doubtsOf } from "../../market/doubts.ts";
import type { RateSide } from "../market-list.ts";

/** What every cell of a list shares. One object for the whole list, so that rows stay as they are while it does. */
export interface CellContext extends RateHandlers {
  readonly context: SelectContext;
  readonly maxRate: Ratio | undefined;
  readonly stale: boolean;
  readonly compact: boolean;
  readonly hrefOf: (id: string) => string;
  readonly onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly renderActions: ((row: MarketRow, variant: "row" | "card") => ReactNode) | undefined;
}

const doubtCount = lazyPart(async () => (await import("../doubt-lines.tsx")).DoubtCount);

type Cell = (row: MarketRow, cells: CellContext) => ReactNode;

const missing = <span className="text-text3">—</span>;
export const kinkText = "Kink risk: the rate may fall faster than shown.";

/** The value of a column, in its unit's form. */
function figure(id: ColumnId, row: MarketRow, { context }: CellContext): ReactNode {
  return numberText(columnText(id, row, context));
}

/** A rate that opens its popover; the one that leads has the bar. */
function rateCell(
  id: "depositApy" | "baseDepositApy" | "borrowApy",
  row: MarketRow,
  cells: CellContext,
  leads: boolean,
): ReactNode {
  if (row[id] === undefined) return leads ? <span className="rate-missing">{missing}</span> : missing;
  const side = id === "borrowApy" ? "borrow" : "deposit";
  const bar = leads ? leadingRateBar(row, cells) : null;
  return rateButton(row, cells, side, columnText(id, row, cells.context), bar);
}

/** A market's name, which leads to its page. */
export function marketLink(row: MarketRow, { hrefOf, onLinkClick }: CellContext): ReactNode {
  return (
    <a href={hrefOf(row.id)} className="market-link" data-id={row.id} title={row.label} onClick={onLinkClick}>
      {row.label}
    </a>
  );
}

const marketCell: Cell = (row, cells) => {
  const { face, second, badge } = marketFaces(row);
  return (
    <span className="market-cell">
      {Disc({ face, second, badge, size: cells.compact ? 20 : 26 })}
      <span className="market-lines">
        <span className="market-first">
          {marketLink(row, cells)} {doubtSign(row, cells.context)}
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

/** What is more than its figure. A column that is not here is drawn by its unit. */
const ownCells: Partial<Readonly<Record<ColumnId, Cell>>> = {
  market: marketCell,
  depositApy: (row, cells) => rateCell("depositApy", row, cells, cells.context.basis === "total"),
  baseDepositApy: (row, cells) =>
    cells.context.basis === "base"
      ? rateCell("baseDepositApy", row, cells, true)
      : unitCell("baseDepositApy", row, cells),
  borrowApy: (row, cells) => rateCell("borrowApy", row, cells, false),
  vsBenchmark: (row, cells) =>
    row.id === cells.context.benchmark?.id ? (
      <span className="text-text3">benchmark</span>
    ) : (
      figure("vsBenchmark", row, cells)
    ),
  effectiveApy: (row, cells) => {
    const effect = sizeEffect(row, cells.context.size, cells.context.basis);
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
          {figure("effectiveApy", row, cells)}
        </span>
        {cells.compact ? null : <span className="second-line">{figure("usdPerYear", row, cells)} /yr</span>}
      </>
    );
  },
  trend: (row, cells) => {
    const fade = baseFade(row);
    if (fade === undefined) return missing;
    const { compact } = cells;
    const word = fadeWord(fade.class);
    const arrow = fadeArrow(fade.class);
    const known = arrow !== null;
    return (
      <span title={fade.class} className={isMoving(fade.class) ? "font-medium" : "text-text2"}>
        <span className={compact ? "" : "block"}>
          {arrow}
          {compact && !known ? null : figure("trend", row, cells)}
        </span>
        <span className={compact ? (known ? "sr-only" : "text-tiny text-text3") : "second-line"}>
          {compact ? null : spark(row)}
          {compact && known ? ` ${word}` : word}
        </span>
      </span>
    );
  },
  utilization: (row, cells) => {
    const share = columnNumber("utilization", row, cells.context);
    return share === undefined ? (
      missing
    ) : (
      <span className="meter-cell">
        {figure("utilization", row, cells)}
        {Meter({ share, danger: share > 0.9, width: 32 })}
      </span>
    );
  },
  capacityLeft: (row, cells) => {
    const left = columnNumber("capacityLeft", row, cells.context);
    const used = capacity(row)?.used;
    if (left === undefined && used === undefined) return missing;
    const full = left === 0;
    const { size, loops } = cells.context;
    const shortBy = fitShortfall(row, size, loops);
    const short =
      shortBy === undefined || shortBy === 0 ? undefined : `${formatUsd(shortBy, "short").text} short`;
    return (
      <span className="ring-cell">
        {used === undefined ? null : Ring({ share: used, danger: full || short !== undefined })}
        <span className="ring-figures">
          <span className={full ? "font-medium text-danger" : ""}>{figure("capacityLeft", row, cells)}</span>
          {short === undefined ? null : cells.compact ? (
            <span className="sr-only"> {short}</span>
          ) : full ? null : (
            <span className="second-line text-danger!">{short}</span>
          )}
        </span>
      </span>
    );
  },
  exitCover: (row, cells) => {
    const cover = columnNumber("exitCover", row, cells.context);
    return cover === undefined || cover >= 1 ? (
      figure("exitCover", row, cells)
    ) : (
      <span className="text-danger" title="My size could not leave all at once.">
        {triangle}
        {figure("exitCover", row, cells)}
      </span>
    );
  },
  closeTime: (row, cells) =>
    row.closeTime === undefined ? (
      missing
    ) : (
      <>
        <span className="block" title={formatDay(row.closeTime)}>
          {figure("closeTime", row, cells)}
        </span>
        {cells.compact ? null : <span className="second-line">{formatDay(row.closeTime)}</span>}
      </>
    ),
  doubts: (row, { context }) => {
    const doubts = columnNumber("doubts", row, context);
    if (doubts === undefined) return missing;
    if (doubts > 0) return <doubtCount.Part row={row} prices={context.prices} />;
    return (
      <span className="text-text3">
        {tick}
        ok
      </span>
    );
  },
  actions: (row, { renderActions }) =>
    renderActions === undefined ? null : <span className="actions-cell">{renderActions(row, "row")}</span>,
};

/** A value as its unit is drawn. A rate that has no cell of its own stands beside one that has, and steps back. */
function unitCell(id: ColumnId, row: MarketRow, { context }: CellContext): ReactNode {
  const text = columnText(id, row, context);
  if (typeof text === "string")
    return (
      <span className="block truncate text-text2" title={text}>
        {text}
      </span>
    );
  return columnOf(id).unit === "rate" ? (
    <span className="text-text2">{numberText(text)}</span>
  ) : (
    numberText(text)
  );
}

/** What a column shows of a row, as plain elements. */
export function columnCell(id: ColumnId, row: MarketRow, cells: CellContext): ReactNode {
  const own = ownCells[id];
  return own === undefined ? unitCell(id, row, cells) : own(row, cells);
}

/** What picks and stars a market, in the table and on the cards. */
export interface MarketControls {
  readonly picked: boolean;
  readonly starred: boolean;
  readonly onPick: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onStar: (event: MouseEvent<HTMLButtonElement>) => void;
}

/** The star of a market. It says whose it is, since there is one per row. */
export function starButton(row: MarketRow, { starred, onStar }: MarketControls, className = ""): ReactNode {
  return (
    <button
      type="button"
      className={`row-star ${className}`}
      data-id={row.id}
      aria-label={`Star ${marketName(row)}`}
      aria-pressed={starred}
      onClick={onStar}
    >
      {star}
    </button>
  );
}

/** The box that picks a market for comparison. */
export function compareBox(row: MarketRow, { picked, onPick }: MarketControls, className = ""): ReactNode {
  return (
    <label className={`row-box ${className}`}>
      <input
        type="checkbox"
        data-id={row.id}
        aria-label={`Compare ${marketName(row)}`}
        checked={picked}
        onChange={onPick}
      />
    </label>
  );
}

/** Whether anything about a market is in doubt. */
export function doubtful(row: MarketRow, { prices }: SelectContext): boolean {
  return doubtsOf(row, prices).length > 0;
}

const text = "Doubtful figures: see its rate or its page.";

/** The triangle of a doubtful market; nothing for all others. */
export function doubtSign(row: MarketRow, context: SelectContext): ReactNode {
  if (!doubtful(row, context)) return null;
  return (
    <span title={text}>
      {triangle}
      <span className="sr-only">Doubtful figures. </span>
    </span>
  );
}

/** @param place a cell's header names its rate; on a card the button says the name itself */
export function rateButton(
  row: MarketRow,
  { onRateClick, onRateEnter, onRateLeave }: RateHandlers,
  side: RateSide,
  value: Formatted | string | undefined,
  bar: ReactNode,
  place: "cell" | "card" = "cell",
): ReactNode {
  const card = place === "card";
  return (
    <button
      type="button"
      className={`rate-button ${card ? "card-rate" : bar === null ? "rate-button-plain" : ""}`}
      data-id={row.id}
      data-side={side}
      aria-haspopup="dialog"
      onClick={onRateClick}
      onPointerEnter={onRateEnter}
      onPointerLeave={onRateLeave}
    >
      {card ? <span className="sr-only">{side === "deposit" ? "Deposit APY " : "Borrow APY "}</span> : null}
      <span className={card ? "card-figure" : "rate-figure"}>{numberText(value)}</span>
      {bar}
    </button>
  );
}
