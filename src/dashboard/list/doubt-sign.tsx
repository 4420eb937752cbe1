// The sign beside a market's name that its own figures contradict each other. Plain elements, as all of a row.
import type { ReactNode } from "react";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { SelectContext } from "../market/column.ts";
import { doubtsOf } from "../market/doubts.ts";
import { triangle } from "../ui/marks/signs.tsx";

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
