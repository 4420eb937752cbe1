// The line under a list of plain deposits: leveraged loops are left out of it unless somebody asks for them. Their list is read
// once all else is in, to be counted; opening their tab is instant then.
import { useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { everyLoop } from "../../data/markets/whole-lists.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { countOf, formatCount } from "../../format/number.ts";
import { quotedRate } from "../../market/loops/leverage.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import { isClosedLoop } from "../../market/row-values.ts";
import { takeReadyView } from "../../select/ready-views.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";

interface LoopsLineProps {
  readonly state: ViewState;
  /** The list once all of it is there: without a choice of tokens or providers it holds every leg of a loop. */
  readonly listed: readonly MarketRow[] | undefined;
}

export function LoopsLine({ state, listed }: LoopsLineProps): ReactNode {
  const { phase, rows } = useMarkets(everyLoop);
  const holdsLegs =
    state.types.includes("lending") && state.assets.length === 0 && state.providers.length === 0;
  const lending = holdsLegs ? listed : undefined;
  const told = useMemo(
    () => (phase === "complete" && lending !== undefined ? loopsText(rows, lending) : undefined),
    [phase, rows, lending],
  );
  // A list that is narrowed says nothing new of loops, and asks for nothing more: what was said of them stays.
  const [known, setKnown] = useState(told);
  if (told !== undefined && told !== known) setKnown(told);
  const counted = phase === "complete" && rows.length > 0 ? countedText(rows.length) : undefined;
  return (
    <p className="flex h-9 shrink-0 items-center justify-end gap-1 text-small text-text2 max-md:px-4 pointer-coarse:h-11 print:hidden">
      {told ?? known ?? counted ?? "Leveraged loops are in their own tab"}:
      <Link
        href={viewStateHref("/", takeReadyView({ change: { view: "loop" } }, state))}
        aria-label="Show leveraged loops"
        className="inline-flex min-h-6 items-center rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:px-2"
      >
        show
      </Link>
    </p>
  );
}

/**
 * "45 leveraged loops, up to 33.68 % at 2.6 ×, 4 of them closed": the best of those that can be opened. Undefined where there is none.
 *
 * @param lending every lending market, which tell what is closed
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
    countedText(loops.length),
    `up to ${rate}`,
    ...(closed === 0 ? [] : [`${formatCount(closed).text} of them closed`]),
  ].join(", ");
}

function countedText(count: number): string {
  return countOf(count, "leveraged loop");
}
