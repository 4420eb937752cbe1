// The names of everything a row can be sorted and filtered by. They appear in the URL: never rename one.

/** Every column, in the order in which the Columns menu lists them. `actions` is always last and cannot be sorted. */
export const columnIds = [
  "market",
  "type",
  "provider",
  "depositApy",
  "baseDepositApy",
  "rewardApy",
  "vsBenchmark",
  "effectiveApy",
  "baseDepositApy30d",
  "baseDepositApy90d",
  "baseDepositApy180d",
  "soberApy",
  "trend",
  "borrowApy",
  "baseBorrowApy",
  "baseBorrowApy30d",
  "baseBorrowApy90d",
  "baseBorrowApy180d",
  "totalDepositUsd",
  "totalBorrowUsd",
  "utilization",
  "available",
  "capacityLeft",
  "shareOfPool",
  "exitCover",
  "usdPerYear",
  "maxLtv",
  "liquidationLtv",
  "liquidationPenalty",
  "maxLeverage",
  "depositApy30d",
  "depositApy90d",
  "depositApy180d",
  "longUsd",
  "shortUsd",
  "yesBid",
  "yesAsk",
  "noBid",
  "noAsk",
  "spread",
  "volume",
  "openInterest",
  "closeTime",
  "status",
  "doubts",
  "actions",
] as const;

export type ColumnId = (typeof columnIds)[number];

/** The columns a list can be ordered by: all but the action links. */
export type SortableColumnId = Exclude<ColumnId, "actions">;

export function isColumnId(text: string): text is ColumnId {
  return columnIds.some((id) => id === text);
}

export function isSortableColumnId(text: string): text is SortableColumnId {
  return text !== "actions" && isColumnId(text);
}

/** Which rate leads and sorts: the total, rewards included, or the base alone. */
export type ApyBasis = "total" | "base";
