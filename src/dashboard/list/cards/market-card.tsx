import { memo } from "react";
import type { ReactNode, RefCallback } from "react";
import {
  columnHeader,
  columnOf,
  columnValue,
  isSortableColumnId,
  type ColumnId,
} from "../../market/columns.ts";
import { baseFade, capacity, rewardApy, sizeEffect } from "../../market/row-values.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatChange, formatRate, formatRateRange, formatUsd, formatUsdRange } from "../../format/number.ts";
import { Disc } from "../../ui/marks/disc.tsx";
import { numberText } from "../../ui/marks/number-text.tsx";
import { columnCell, compareBox, kinkText, marketLink, starButton } from "../table/cells.tsx";
import type { CellContext, MarketControls } from "../table/cells.tsx";
import { doubtful, doubtSign } from "../table/cells.tsx";
import { marketFaces, placeName, typeName } from "../../market/market-text.ts";
import { leadingRateBar } from "../rate-bar.tsx";
import { rateButton } from "../table/cells.tsx";
import { fadeArrow, fadeWord } from "../trend.tsx";
import { triangle } from "../../ui/marks/signs.tsx";
import { lazyPart } from "../../ui/page/lazy-part.tsx";

// As tall as one doubt in two lines, so that the cards below hardly move.
const doubtLines = lazyPart(
  async () => (await import("../doubt-lines.tsx")).DoubtLines,
  <div className="h-10" />,
);

type LeadId = "depositApy" | "baseDepositApy" | "borrowApy";

/** What a card is about and what else it says, by the columns of the view. */
interface CardPlan {
  readonly lead: LeadId | undefined;
  readonly facts: readonly ColumnId[];
}

/** Columns that a card tells in its head, its foot, or beside the leading rate. */
const toldApart: ReadonlySet<ColumnId> = new Set(["market", "type", "provider", "actions"]);
const toldWithDepositRate: ReadonlySet<ColumnId> = new Set([
  "depositApy",
  "baseDepositApy",
  "rewardApy",
  "effectiveApy",
  "usdPerYear",
]);

export function planOf(columns: readonly ColumnId[]): CardPlan {
  const lead = columns.find(
    (id): id is LeadId => id === "depositApy" || id === "baseDepositApy" || id === "borrowApy",
  );
  const told = (id: ColumnId): boolean =>
    toldApart.has(id) ||
    id === lead ||
    (lead !== "borrowApy" && lead !== undefined && toldWithDepositRate.has(id));
  return { lead, facts: columns.filter((id) => !told(id)) };
}

const cardBarLength = 84;

function headline(row: MarketRow, lead: LeadId | undefined, cells: CellContext): ReactNode {
  if (lead === undefined) return null;
  if (lead === "borrowApy") {
    if (row.borrowApy === undefined) return null;
    const button = rateButton(row, cells, "borrow", formatRate(row.borrowApy), null, "card");
    return rateHead(button, "to borrow, after rewards");
  }
  const { depositApy: total, baseDepositApy: base } = row;
  const byBase = cells.context.basis === "base" && base !== undefined;
  const leading = byBase ? base : total;
  if (leading === undefined) return null;
  const bar = leadingRateBar(row, cells, cardBarLength);
  const button = rateButton(row, cells, "deposit", formatRate(leading), bar, "card");
  if (base === undefined)
    return rateHead(button, row.kind === "loop" ? "net of borrowing" : "parts not given");
  if (byBase && total !== undefined) return rateHead(button, `base, ${formatRate(total).text} with rewards`);
  const rewards = rewardApy(row);
  return rateHead(
    button,
    rewards === undefined || rewards === 0
      ? "all base"
      : `${formatRate(base).digits} base + ${formatRate(rewards).digits} rewards`,
  );
}

function rateHead(button: ReactNode, note: string): ReactNode {
  return (
    <div>
      {button}
      <div className="text-small text-text2">{note}</div>
    </div>
  );
}

function atSize(row: MarketRow, cells: CellContext): ReactNode {
  const effect = sizeEffect(row, cells.context.size, cells.context.basis);
  if (effect?.low === undefined) return null;
  return (
    <div className="ml-auto text-right">
      <div className="text-tiny text-text3">{columnHeader("effectiveApy", cells.context)}</div>
      <div className="text-[13px]">
        {effect.kinkRisk === true ? triangle : null}
        {numberText(formatRateRange(effect.low, effect.high))}
      </div>
      <div className="text-small text-text2">
        {numberText(formatUsdRange(effect.usdPerYearLow, effect.usdPerYearHigh))} /yr
      </div>
    </div>
  );
}

function trend(row: MarketRow): ReactNode {
  const fade = baseFade(row);
  if (fade === undefined || fade.class === "no averages given") return null;
  return (
    <>
      {fadeArrow(fade.class)}
      {fade.change === undefined ? null : numberText(formatChange(fade.change))}{" "}
      <span className="text-text3">{fadeWord(fade.class)}</span>
    </>
  );
}

function warnings(row: MarketRow, cells: CellContext): readonly string[] {
  const effect = sizeEffect(row, cells.context.size, cells.context.basis);
  const limit = capacity(row);
  return [
    effect?.kinkRisk === true ? kinkText.replace(/\.$/, "") : undefined,
    effect?.shortBy !== undefined && effect.shortBy > 0
      ? `Does not fit: ${formatUsd(effect.shortBy, "short").text} short of your size`
      : limit?.full === true
        ? "Full: no deposits until some leave"
        : undefined,
    effect?.exitCover !== undefined && effect.exitCover < 1
      ? "Your size could not leave all at once"
      : undefined,
  ].filter((text) => text !== undefined);
}

interface CardProps extends MarketControls {
  readonly row: MarketRow;
  readonly place: number;
  readonly total: number;
  readonly plan: CardPlan;
  readonly cells: CellContext;
  readonly observe: RefCallback<HTMLLIElement>;
}

export const MarketCard = memo(function MarketCard({
  row,
  place,
  total,
  plan,
  cells,
  observe,
  ...controls
}: CardProps): ReactNode {
  const { face, second, badge } = marketFaces(row);
  const told = headline(row, plan.lead, cells);
  const given = plan.facts.filter((id) => isGiven(id, row, cells));
  const notGiven = plan.facts.filter((id) => !given.includes(id) && applies(id, row, cells));
  const notes = warnings(row, cells);
  return (
    <li
      ref={observe}
      className="card-cell"
      aria-posinset={place + 1}
      aria-setsize={total}
      data-row={place}
      data-id={row.id}
    >
      <article className={controls.picked ? "market-card picked" : "market-card"}>
        <div className="card-head">
          <span className="pt-1">
            <Disc face={face} second={second} badge={badge} size={26} />
          </span>
          <div className="min-w-0 flex-1">
            <h2 className="card-title">
              {marketLink(row, cells)} {doubtSign(row, cells.context)}
              <span className="text-small text-text3">{typeName(row)}</span>
            </h2>
            <div className="truncate text-small text-text2" title={placeName(row)}>
              {placeName(row)}
            </div>
          </div>
          {starButton(row, controls, "card-press")}
          {compareBox(row, controls, "card-press")}
        </div>
        {told === null ? null : (
          <div className="flex items-start gap-3 border-b border-line pt-2 pb-2.5">
            {told}
            {atSize(row, cells)}
          </div>
        )}
        <dl className="card-facts">
          {given.map((id) => {
            // Says itself what it is to whoever sees it.
            const clear = id === "trend" || (id === "vsBenchmark" && row.id === cells.context.benchmark?.id);
            return (
              <div key={id} className="card-fact">
                <dt className={clear ? "sr-only" : undefined}>{columnHeader(id, cells.context)}</dt>
                <dd>{id === "trend" ? trend(row) : columnCell(id, row, cells)}</dd>
              </div>
            );
          })}
        </dl>
        {notGiven.length === 0 ? null : (
          <p className="pt-1 text-tiny text-text3">
            Not given: {notGiven.map((id) => columnHeader(id, cells.context)).join(", ")}
          </p>
        )}
        {notes.map((note) => (
          <p key={note} className="flex items-center gap-1 pt-1 text-small text-danger">
            {triangle}
            {note}
          </p>
        ))}
        {doubtful(row, cells.context) ? <doubtLines.Part row={row} prices={cells.context.prices} /> : null}
        {cells.renderActions === undefined ? null : (
          <div className="pt-2.5">{cells.renderActions(row, "card")}</div>
        )}
      </article>
    </li>
  );
});

/** Whether markets of this type can have such a value at all: what does not apply is not missing. */
function applies(id: ColumnId, row: MarketRow, { context }: CellContext): boolean {
  // That the benchmark is not there is said once, over the cards.
  if (id === "vsBenchmark" && context.benchmark?.rate === undefined) return false;
  return row.kind === "other" || columnOf(id).types.includes(row.kind);
}

function isGiven(id: ColumnId, row: MarketRow, cells: CellContext): boolean {
  if (!isSortableColumnId(id)) return false;
  if (id === "trend") return trend(row) !== null;
  return columnValue(id, row, cells.context) !== undefined;
}
