import { useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { allLoopsRequest } from "../../data/markets/shared-requests.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { countOf, formatCount } from "../../format/number.ts";
import { liftFilters } from "../../market/filters/filters.ts";
import { quotedRate } from "../../market/loops/leverage.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import { isClosedLoop } from "../../market/row-values.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { applyPresetView } from "../../select/preset-views.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import { useListContext } from "./list-context.ts";

const showClass =
  "inline-flex min-h-6 items-center rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:px-2";

export function LoansLine(): ReactNode {
  const { onChange, selection } = useListContext();
  const collateral = selection.context.loans?.symbol;
  const texts = [
    ["collateral", `more do not take ${collateral ?? ""}`],
    ["unborrowable", "never borrowed or used up, or without a link"],
  ] as const;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center justify-end gap-x-4 text-small max-md:px-4 text-text2 print:hidden">
      {texts.map(([filter, text]) => {
        const count = selection.hiding.find((entry) => entry.filter === filter)?.alone ?? 0;
        if (count === 0 || (filter === "collateral" && collateral === undefined)) return null;
        const said = `${formatCount(count).text} ${text}`;
        return (
          <span key={filter}>
            {said}:{" "}
            <button
              type="button"
              aria-label={`Show ${said}`}
              onClick={() => onChange(liftFilters([filter]))}
              className={showClass}
            >
              show
            </button>
          </span>
        );
      })}
    </div>
  );
}

/**
 * Loops are left out of plain deposits by default. Loads them once everything else is loaded, to count them, which also makes
 * their tab instant.
 */
export function LoopsLine(): ReactNode {
  const { state, result } = useListContext();
  const { phase, rows } = useMarkets(allLoopsRequest);
  // Without a filter by token or provider the list holds every leg of a loop.
  const holdsLegs =
    state.types.includes("lending") && state.assets.length === 0 && state.providers.length === 0;
  const lending = holdsLegs && result.phase === "complete" ? result.rows : undefined;
  const text = useMemo(
    () => (phase === "complete" && lending !== undefined ? loopsText(rows, lending) : undefined),
    [phase, rows, lending],
  );
  // A filtered list says nothing new about loops, so the known text stays.
  const [known, setKnown] = useState(text);
  if (text !== undefined && text !== known) setKnown(text);
  const counted = phase === "complete" && rows.length > 0 ? loopCount(rows) : undefined;
  return (
    <p className="flex h-9 shrink-0 items-center justify-end gap-1 text-small text-text2 max-md:px-4 pointer-coarse:h-11 print:hidden">
      {text ?? known ?? counted ?? "Leveraged loops are in their own tab"}:
      <Link
        href={viewStateHref("/", applyPresetView({ change: { view: "loop" } }, state))}
        aria-label="Show leveraged loops"
        className={showClass}
      >
        show
      </Link>
    </p>
  );
}

/**
 * "45 leveraged loops, up to 33.68 % at 2.6 ×, 4 of them closed"; undefined without an open one.
 * @param lending every lending market, which decide what is closed
 */
export function loopsText(loops: readonly MarketRow[], lending: readonly MarketRow[]): string | undefined {
  const rooms = loopRooms(loops, lending);
  const open = loops.filter((row) => !isClosedLoop(row, rooms));
  const [best] = open
    .filter(({ depositApy }) => depositApy !== undefined)
    .toSorted((one, other) => (other.depositApy ?? 0) - (one.depositApy ?? 0));
  const rate = best && quotedRate(best);
  if (rate === undefined) return undefined;
  const closed = loops.length - open.length;
  return [
    loopCount(loops),
    `up to ${rate}`,
    ...(closed === 0 ? [] : [`${formatCount(closed).text} of them closed`]),
  ].join(", ");
}

function loopCount({ length }: readonly MarketRow[]): string {
  return countOf(length, "leveraged loop");
}
