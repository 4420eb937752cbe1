// What changed since the list was last looked at in this browser, once there is something to say.
import { useState, type ReactNode } from "react";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import type { VisitSummary } from "../../../data/kept/visits.ts";
import { formatRate } from "../../../format/number.ts";
import { formatAge } from "../../../format/time.ts";
import { marketName } from "../../../market/market-text.ts";
import { ChangeEntry, ChangeList, ChangeNotice } from "./change-notice.tsx";
import { summaryText } from "./change-words.ts";
import { withLeverage } from "../../../market/loops/leverage.ts";

/** Moves listed when the details are opened. */
const listedMoves = 8;

export function VisitNotice({
  summary,
  rowOf,
  onDismiss,
}: {
  readonly summary: VisitSummary;
  readonly rowOf: (id: string) => MarketRow | undefined;
  readonly onDismiss: () => void;
}): ReactNode {
  const [now] = useState(() => Date.now());
  const nameOf = (id: string): string => {
    const row = rowOf(id);
    return row === undefined ? id : withLeverage(marketName(row), row);
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
      onDismiss={onDismiss}
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
