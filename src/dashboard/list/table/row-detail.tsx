import { useLayoutEffect, useRef, type ReactNode } from "react";
import type { HistoryPoint } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import {
  columnIds,
  columnOf,
  columnValue,
  isRecorded,
  type ColumnId,
  type SortableColumnId,
} from "../../../domain/market/columns.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { columnIsPossible } from "../../../domain/view-state/views.ts";
import { dayMs, ratio, startOfDay } from "../../../contract/units.ts";
import { quantile } from "../../../finance/blend.ts";
import { useHistory } from "../../queries/history.ts";
import { useOpenedAt } from "../../queries/configuration.ts";
import { formatRateRange, inWords } from "../../../domain/format/number.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { FactValue, type CellContext } from "../market-cells.tsx";
import { MarketLink } from "../market-link.tsx";
import { WarningLines } from "../warning-lines.tsx";
import { quotedRate, placeName } from "../../../domain/market/market-text.ts";
import { givesLoans } from "../../../domain/market/row-values.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import { linkButtonClass } from "../../ui/fields/button.tsx";
import { FactChips } from "../../ui/marks/fact-chips.tsx";
import { tipProps } from "../../ui/overlay/tooltip.tsx";
import { observeSize } from "../../ui/page/observe-size.ts";

export interface RowDetailProps {
  readonly id: string;
  readonly row: MarketRow;
  readonly shown: readonly ColumnId[];
  readonly cells: CellContext;
  readonly onHeight: (height: number) => void;
}

/** Longest text that fits every row, in characters. */
const shortPlace = 24;

/** The question or long place name that the row may have cut off. */
function mayBeCut(row: MarketRow): string | undefined {
  if (row.kind === "prediction") return row.label;
  const place = placeName(row);
  return place.length > shortPlace ? place : undefined;
}

const opensPanel: ReadonlySet<ColumnId> = new Set(["depositApy", "borrowApy"]);

const shownByRow: ReadonlySet<ColumnId> = new Set(["market", "type", "provider", "actions"]);

export function RowDetail({ id, row, shown, cells, onHeight }: RowDetailProps): ReactNode {
  const box = useRef<HTMLDivElement | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // An element off-screen has no height.
    const reportHeight = (): void => {
      if (element.isConnected) onHeight(element.offsetHeight);
    };
    reportHeight();
    return observeSize([element], reportHeight);
  }, [onHeight]);

  const scope = {
    types: row.kind === "other" ? marketTypes : [row.kind],
    size: cells.context.size,
    benchmark: cells.context.benchmark?.id,
  };
  const facts = columnIds.filter(
    (column): column is SortableColumnId =>
      !shownByRow.has(column) && columnIsPossible(column, scope, cells.context.record !== undefined),
  );
  const given = facts.filter((column) => columnValue(column, row, cells.context) !== undefined);
  const unknown = facts.filter((column) => !given.includes(column) && !isRecorded(column));
  // Rates are shown again, because here they have a button that opens their panel.
  const more = given.filter((column) => !shown.includes(column) || opensPanel.has(column));
  const cut = mayBeCut(row);
  return (
    <div
      ref={box}
      id={id}
      // As wide as the viewport, and stays in view when the columns scroll.
      className="row-detail sticky left-0 flex w-(--seen-width) flex-wrap gap-x-8 gap-y-2 pt-2.5 pr-4 pb-3 pl-[70px] leading-[18px]"
    >
      <div className="min-w-0 basis-full">
        {cut === undefined ? null : <p className="pb-1 font-semibold">{cut}</p>}
        <FactChips
          chips={assess(row, {
            ...cells.context,
            side: cells.context.loans !== undefined && givesLoans(row) ? "borrow" : "deposit",
          }).map(chip)}
        />
        <WarningLines row={row} prices={cells.context.prices} />
      </div>
      {row.depositApy === undefined ? null : (
        <div className="w-80 max-w-full">
          <MiniHistory row={row} isLoan={cells.context.loans !== undefined} />
        </div>
      )}
      <div className="min-w-0 flex-1 basis-96">
        {more.length === 0 ? null : (
          <dl
            aria-label="More figures"
            className="grid grid-cols-[repeat(auto-fill,minmax(124px,1fr))] gap-x-5 gap-y-1.5"
          >
            {more.map((column) => (
              <div key={column} data-column={column}>
                <dt className="text-tiny text-text3">{columnOf(column).name}</dt>
                <FactValue id={column} row={row} cells={cells} />
              </div>
            ))}
          </dl>
        )}
        {unknown.length === 0 ? null : (
          <p className="pt-1.5 text-small text-text3">
            Unknown: {unknown.map((column) => columnOf(column).name).join(", ")}
          </p>
        )}
      </div>
      <MarketLink
        marketId={row.id}
        data-id={row.id}
        onClick={cells.onLinkClick}
        className={linkButtonClass("outline", "small", "self-end")}
      >
        Open market
      </MarketLink>
    </div>
  );
}

const days = 180;
const historyHelp =
  "Daily APY, rewards included. 90 % of the days are between these two rates. Source: the market's history.";

/** Excludes today, whose mean is not complete yet. */
export function wholeDayRates(points: readonly HistoryPoint[], now: number): readonly (number | undefined)[] {
  const today = startOfDay(now);
  return points
    .filter(({ timestamp }) => Date.parse(timestamp) < today)
    .map(({ depositApy }) => depositApy ?? undefined);
}

/** Half a year of rates, to see whether the current one is usual. */
function MiniHistory({ row, isLoan }: { readonly row: MarketRow; readonly isLoan: boolean }): ReactNode {
  const now = useOpenedAt();
  const { histories, loading, error } = useHistory([row.id], {
    startTime: startOfDay(now - days * dayMs),
    resolution: "1d",
  });
  const rates = wholeDayRates(histories.get(row.id) ?? [], now);
  const known = rates.filter((rate) => rate !== undefined);
  const low = quantile(known, 0.05);
  const high = quantile(known, 0.95);
  if (low === undefined || high === undefined)
    return (
      <p className="flex h-16 items-center text-small text-text3">
        {loading
          ? "Loading the last 180 days…"
          : error === undefined
            ? "No history is published."
            : "Its history could not be loaded."}
      </p>
    );
  // Among the figures of a loan, the rate has to be named.
  const caption = `${isLoan ? "Deposits: " : ""}180 days mostly ${inWords(formatRateRange(ratio(low), ratio(high)))}, now ${quotedRate(row) ?? "unknown"}`;
  return (
    <figure className="h-16">
      {/* From 0, like the list's sparkline. */}
      <Sparkline values={[...rates, row.depositApy]} base={0} className="h-11 w-full" />
      <figcaption {...tipProps(historyHelp, false)} className="text-small text-text2">
        {caption}
      </figcaption>
    </figure>
  );
}
