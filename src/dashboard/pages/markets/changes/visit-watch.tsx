// Remembers the list for the next visit. Fetched once the list is complete: it is the last thing a visitor needs.
import type { ReactNode } from "react";
import type { MarketRow } from "../../../data/markets/market-row.ts";
import type { MarketsResult } from "../../../queries/markets/use-markets.ts";
import { useVisitSummary } from "../../../data/kept/visits.ts";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";

const visitNotice = lazyPart(async () => (await import("./visit-summary.tsx")).VisitNotice);

export function VisitWatch({
  result,
  list,
  rowOf,
  quiet,
}: {
  readonly result: MarketsResult;
  /** Which list it is: the text of its request. */
  readonly list: string;
  readonly rowOf: (id: string) => MarketRow | undefined;
  /** Something else stands in the summary's place. The list is remembered all the same. */
  readonly quiet: boolean;
}): ReactNode {
  const { summary, dismiss } = useVisitSummary(
    { rows: result.rows, complete: result.phase === "complete" && result.exact, readAt: result.readAt },
    list,
  );
  return quiet || summary === undefined ? null : (
    <visitNotice.Part summary={summary} rowOf={rowOf} onDismiss={dismiss} />
  );
}
