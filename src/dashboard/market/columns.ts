// Every column: its header and how it is laid out. What a cell shows is in column-cells.tsx and what a column means in
// column-help.ts, each complete by type: the header's words are needed before and without the others.
import type { ColumnId } from "./column-ids.ts";
import type { SelectContext } from "./column-values.ts";
import { formatUsd } from "../format/number.ts";

export interface ColumnDefinition {
  readonly header: string;
  readonly align: "start" | "end";
  /** In pixels, padding included. The market column takes what is left, but never less than this. */
  readonly width: number;
}

export const columns: Readonly<Record<ColumnId, ColumnDefinition>> = {
  market: { header: "Market", align: "start", width: 178 },
  type: { header: "Type", align: "start", width: 84 },
  provider: { header: "Provider", align: "start", width: 112 },
  depositApy: { header: "Deposit APY", align: "start", width: 138 },
  baseDepositApy: { header: "Base APY", align: "end", width: 86 },
  rewardApy: { header: "Rewards", align: "end", width: 80 },
  effectiveApy: { header: "At my size", align: "end", width: 100 },
  vsBenchmark: { header: "vs benchmark", align: "end", width: 110 },
  baseDepositApy30d: { header: "30d", align: "end", width: 58 },
  baseDepositApy90d: { header: "90d", align: "end", width: 58 },
  baseDepositApy180d: { header: "180d", align: "end", width: 58 },
  soberApy: { header: "90d + rewards", align: "end", width: 116 },
  trend: { header: "Trend", align: "end", width: 80 },
  borrowApy: { header: "Borrow APY", align: "end", width: 100 },
  baseBorrowApy: { header: "Base borrow", align: "end", width: 102 },
  baseBorrowApy30d: { header: "Borrow 30d", align: "end", width: 96 },
  baseBorrowApy90d: { header: "Borrow 90d", align: "end", width: 96 },
  baseBorrowApy180d: { header: "Borrow 180d", align: "end", width: 102 },
  totalDepositUsd: { header: "Deposits", align: "end", width: 82 },
  totalBorrowUsd: { header: "Borrows", align: "end", width: 82 },
  utilization: { header: "Utilization", align: "end", width: 96 },
  available: { header: "Available", align: "end", width: 90 },
  capacityLeft: { header: "Capacity left", align: "end", width: 108 },
  shareOfPool: { header: "Share of pool", align: "end", width: 106 },
  exitCover: { header: "Exit cover", align: "end", width: 88 },
  usdPerYear: { header: "Per year", align: "end", width: 112 },
  maxLtv: { header: "Max LTV", align: "end", width: 80 },
  liquidationLtv: { header: "Liq. LTV", align: "end", width: 78 },
  liquidationPenalty: { header: "Penalty", align: "end", width: 74 },
  maxLeverage: { header: "Max leverage", align: "end", width: 106 },
  depositApy30d: { header: "Net 30d", align: "end", width: 76 },
  depositApy90d: { header: "Net 90d", align: "end", width: 76 },
  depositApy180d: { header: "Net 180d", align: "end", width: 80 },
  longUsd: { header: "Long liquidity", align: "end", width: 108 },
  shortUsd: { header: "Short liquidity", align: "end", width: 110 },
  yesBid: { header: "Yes bid", align: "end", width: 72 },
  yesAsk: { header: "Yes ask", align: "end", width: 72 },
  noBid: { header: "No bid", align: "end", width: 72 },
  noAsk: { header: "No ask", align: "end", width: 72 },
  spread: { header: "Spread", align: "end", width: 72 },
  volume: { header: "Volume", align: "end", width: 92 },
  openInterest: { header: "Open interest", align: "end", width: 108 },
  closeTime: { header: "Closes in", align: "end", width: 104 },
  status: { header: "Status", align: "start", width: 80 },
  doubts: { header: "Checks", align: "start", width: 96 },
  actions: { header: "Actions", align: "end", width: 172 },
};

/**
 * How a column is laid out. The bar stands in the column of the rate that leads, so under basis base the two rates change
 * their shapes.
 */
export function columnShape(
  id: ColumnId,
  basis: SelectContext["basis"],
): Pick<ColumnDefinition, "align" | "width"> {
  if (basis === "base" && id === "baseDepositApy") return columns.depositApy;
  if (basis === "base" && id === "depositApy") return { align: "end", width: 102 };
  return columns[id];
}

/** A column's header, which names my size where the column depends on it. */
export function columnHeader(id: ColumnId, context: SelectContext): string {
  return id === "effectiveApy" && context.size !== undefined
    ? `At ${formatUsd(context.size, "short").text}`
    : columns[id].header;
}
