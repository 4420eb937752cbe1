import type { ReactNode } from "react";
import type { MarketListProps } from "./market-list.ts";

export type MarketsTableProps = MarketListProps;

/** The list of markets as a table with its own scroll region. */
export function MarketsTable({ rows, label = "Markets" }: MarketsTableProps): ReactNode {
  return (
    <table aria-label={label} aria-rowcount={rows.length + 1}>
      <tbody />
    </table>
  );
}
