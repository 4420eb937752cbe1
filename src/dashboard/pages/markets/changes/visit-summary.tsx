// Remembers the list for the next visit and says what changed since it was last looked at in this browser. Fetched once the
// list is complete: it is the last thing a visitor needs.
import { useState, type ReactNode } from "react";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import type { MarketsWalk } from "../../../data/markets/markets-walk.ts";
import { useVisitSummary } from "../../../data/kept/visits.ts";
import { formatRate } from "../../../format/number.ts";
import { formatAge } from "../../../format/time.ts";
import { marketName } from "../../../market/market-text.ts";
import { ChangeEntry, ChangeList, ChangeNotice } from "./change-notice.tsx";
import { summaryText } from "./change-words.ts";

/** Moves listed when the details are opened. */
const listedMoves = 8;

export function VisitWatch({
  walk,
  list,
  rowOf,
  quiet,
}: {
  readonly walk: MarketsWalk;
  /** Which list it is: the text of its request. */
  readonly list: string;
  readonly rowOf: (id: string) => MarketRow | undefined;
  /** Something else stands in the summary's place. The list is remembered all the same. */
  readonly quiet: boolean;
}): ReactNode {
  const { summary, dismiss } = useVisitSummary(
    { rows: walk.rows, complete: walk.phase === "complete" && walk.exact, readAt: walk.readAt },
    list,
  );
  const [now] = useState(() => Date.now());
  if (quiet || summary === undefined) return null;
  const nameOf = (id: string): string => {
    const row = rowOf(id);
    return row === undefined ? id : marketName(row);
  };
  return (
    <ChangeNotice
      label="Since you were here"
      details={
        summary.moved.length + summary.newlyFull.length === 0 ? undefined : (
          <ChangeList>
            {summary.moved.slice(0, listedMoves).map(({ id, from, to }) => (
              <ChangeEntry key={id} id={id} name={nameOf(id)}>
                {formatRate(from).text} → <b className="font-semibold text-text">{formatRate(to).text}</b>
              </ChangeEntry>
            ))}
            {summary.newlyFull.slice(0, listedMoves).map((id) => (
              <ChangeEntry key={`full ${id}`} id={id} name={nameOf(id)}>
                now full
              </ChangeEntry>
            ))}
          </ChangeList>
        )
      }
      onDismiss={dismiss}
    >
      <b className="font-semibold text-text">Since you were here</b> {formatAge(summary.since, now)}:{" "}
      {summaryText({
        moved: summary.moved.length,
        added: summary.added.length,
        gone: summary.gone,
        newlyFull: summary.newlyFull.length,
      })}
      .
    </ChangeNotice>
  );
}
