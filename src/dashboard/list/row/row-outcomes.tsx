// The outcomes of an event. Its row shows the figures of one; the others link to their own pages.
import type { ReactNode } from "react";
import { textOf } from "../../../domain/format/number.ts";
import { trades } from "../../../domain/market/assess/checks.ts";
import { columnText } from "../../../domain/market/column-text.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { classNames } from "../../ui/page/class-names.ts";
import type { CellContext } from "../market-cells.tsx";
import { MarketLink } from "../market-link.tsx";

const maxOthers = 3;

const count = (left: number): string => `+${String(left)}`;

/** Puts the outcome whose figures the row shows first, so that it is never cut off. */
export function renderOutcomes(row: MarketRow, cells: CellContext, place: "card" | "table"): ReactNode {
  // A card names its own outcome above, and its chips are large enough for a finger.
  const isCard = place === "card";
  const outcomes = cells.outcomes?.get(row.id);
  const own = outcomes?.find((outcome) => outcome.row === row);
  if (outcomes === undefined || own === undefined) return undefined;
  const others = outcomes.filter((outcome) => outcome !== own);
  const chips = others.slice(0, maxOthers).map((outcome) => {
    const text = textOf(columnText(trades(outcome.row) ? "chance" : "status", outcome.row, cells.context));
    return (
      <MarketLink
        key={outcome.row.id}
        marketId={outcome.row.id}
        data-market={outcome.row.id}
        className={classNames(
          "relative z-1 inline-flex flex-none items-center rounded-item px-1.5 text-text2 hover:text-text",
          // In a table row, the clickable area is taller than the chip.
          isCard
            ? "min-h-11 max-w-full border border-line2 hover:bg-hover"
            : "h-6 whitespace-nowrap text-[11px]/[14px] before:absolute before:inset-x-0 before:inset-y-1 before:rounded-item before:border before:border-line2 hover:before:border-text2",
        )}
        aria-label={`${row.label} ${outcome.name}${text === undefined ? "" : ` · ${text}`}`}
        // Not a tab stop in table rows, where "Show" lists every outcome for keyboard users.
        tabIndex={isCard ? undefined : -1}
        onClick={cells.onLinkClick}
      >
        {/* Keeps the figure behind a name that is written from right to left. */}
        <span>
          <bdi>{outcome.name}</bdi>
          {text === undefined ? "" : ` · ${text}`}
        </span>
      </MarketLink>
    );
  });
  if (isCard) {
    const unlisted = others.length - chips.length;
    return (
      <>
        {chips}
        {unlisted > 0 ? <span className="flex-none">{count(unlisted)}</span> : null}
      </>
    );
  }
  /** Shows the chip if it fits. If it wraps out of sight, the count of the remaining outcomes grows into its place. */
  const chipOrCount = (at: number): ReactNode => {
    const left = others.length - at;
    const chip = chips[at];
    if (left === 0) return null;
    if (chip === undefined) return <span className="leading-6">{count(left)}</span>;
    return (
      <span className="flex h-6 w-[22px] shrink-0 grow flex-wrap content-start overflow-hidden">
        <span className="w-0 grow overflow-hidden leading-6">{count(left)}</span>
        <span className="flex shrink-0 grow-[9999] gap-x-1.5">
          {chip}
          {chipOrCount(at + 1)}
        </span>
      </span>
    );
  };
  return (
    <>
      <span className="max-w-[calc(100%-30px)] truncate leading-6 font-medium text-text">{own.name}</span>
      {chipOrCount(0)}
    </>
  );
}
