// How a market's values are drawn on cards and in the unfolded row. What they say is in cell-content.ts, which the rows of the
// table are written from as well.
import type { ChangeEvent, MouseEvent, ReactNode } from "react";
import type { Ratio } from "../../contract/units.ts";
import type { ColumnId } from "../market/columns.ts";
import type { SelectContext } from "../market/column.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { Formatted } from "../format/number.ts";
import { classNames } from "../ui/page/class-names.ts";
import { lazyPart } from "../ui/page/lazy-part.tsx";
import { Meter } from "../ui/marks/meter.tsx";
import { numberText } from "../ui/marks/number-text.tsx";
import { Ring } from "../ui/marks/ring.tsx";
import { marketName } from "../market/market-text.ts";
import type { RateHandlers } from "./rate-popover/use-rate-popover.tsx";
import { arrowDown, arrowLevel, arrowUp, info, star, tick, triangle } from "../ui/marks/signs.tsx";
import { doubtKind } from "../market/doubts.ts";
import type { RateSide } from "./market-list.ts";
import { cellContent, doubtWords, type CellContent } from "./cell-content.ts";

/** What every cell of a list shares. One object for the whole list, so that cards stay as they are while it does. */
export interface CellContext extends RateHandlers {
  readonly context: SelectContext;
  readonly maxRate: Ratio | undefined;
  readonly hrefOf: (id: string) => string;
  readonly onLinkClick: (event: MouseEvent<HTMLAnchorElement>) => void;
  readonly renderActions: ((row: MarketRow, variant: "row" | "card") => ReactNode) | undefined;
}

const doubtCount = lazyPart(async () => (await import("./doubt-lines.tsx")).DoubtCount);

const missing = <span className="text-text3">—</span>;

/** A market's name, which leads to its page. */
export function marketLink(row: MarketRow, { hrefOf, onLinkClick }: CellContext): ReactNode {
  return (
    <a href={hrefOf(row.id)} className="market-link" data-id={row.id} title={row.label} onClick={onLinkClick}>
      {row.label}
    </a>
  );
}

const marks = { danger: triangle, info, tick, up: arrowUp, level: arrowLevel, down: arrowDown } as const;
const tones = { quiet: "text-text3", strong: "font-medium", danger: "font-medium text-danger" } as const;

function drawn(
  id: ColumnId,
  { mark, spoken, text, tone, recorded, second, secondIsBad, share, shareIsBad, title }: CellContent,
): ReactNode {
  if (text === undefined && second === undefined && share === undefined) return missing;
  return (
    <span className={share === undefined ? undefined : "share-cell"} title={title}>
      {share === undefined
        ? null
        : id === "utilization"
          ? Meter({ share, danger: shareIsBad === true })
          : Ring({ share, danger: shareIsBad === true })}
      <span className={classNames(tone && tones[tone], recorded !== undefined && "recorded")}>
        {mark === undefined ? null : marks[mark]}
        {spoken === undefined ? null : <span className="sr-only">{spoken} </span>}
        {numberText(text)}
        {recorded === undefined ? null : <span className="sr-only">, {recorded}</span>}
      </span>
      {second === undefined ? null : (
        <span className={secondIsBad === true ? "second-line text-danger!" : "second-line"}>{second}</span>
      )}
    </span>
  );
}

/** What a column shows of a row, as plain elements. */
export function columnCell(id: ColumnId, row: MarketRow, cells: CellContext): ReactNode {
  const { context } = cells;
  if (
    (id === "depositApy" || id === "borrowApy" || (id === "baseDepositApy" && context.basis === "base")) &&
    row[id] !== undefined
  ) {
    const { text, second } = cellContent(id, row, context);
    return (
      <>
        {rateButton(row, cells, id === "borrowApy" ? "borrow" : "deposit", text, null)}
        {second === undefined ? null : <span className="second-line">{second}</span>}
      </>
    );
  }
  const content = cellContent(id, row, context);
  return id === "doubts" && doubtKind(row, context.prices) !== undefined ? (
    <doubtCount.Part row={row} prices={context.prices} />
  ) : (
    drawn(id, content)
  );
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

/** The triangle of a market with doubtful figures, a quiet sign where only a link is missing, nothing for all others. */
export function doubtSign(row: MarketRow, context: SelectContext): ReactNode {
  const kind = doubtKind(row, context.prices);
  if (kind === undefined) return null;
  const { mark, spoken, title } = doubtWords[kind];
  return (
    <span title={title}>
      {marks[mark]}
      <span className="sr-only">{spoken} </span>
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
