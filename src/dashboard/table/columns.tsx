// Every column: its header, how wide it is and how a row's value is drawn. A new column id without an entry
// does not compile. Cells are plain functions that return plain elements; values come from the one accessor that sorting,
// filtering and export use as well.
import type { ReactNode } from "react";
import type { ColumnId } from "../data/columns.ts";
import type { MarketRow } from "../data/market-row.ts";
import type { SelectContext } from "../select/column-values.ts";
import {
  actionsCell,
  averageCell,
  borrowRateCell,
  capacityCell,
  countCell,
  coverCell,
  depositRateCell,
  effectiveCell,
  incomeCell,
  marketCell,
  multipleCell,
  netAverageCell,
  plainRateCell,
  poolShareCell,
  priceCell,
  providerCell,
  baseRateCell,
  shareCell,
  statusCell,
  timeCell,
  trendCell,
  typeCell,
  usdCell,
  utilizationCell,
} from "./cells.tsx";
import type { CellContext } from "./cells.tsx";
import { sizeText } from "./size-text.ts";

export interface ColumnDefinition {
  readonly header: string;
  readonly align: "start" | "end";
  /** In pixels, padding included. The market column takes what is left, but never less than this. */
  readonly width: number;
  readonly cell: (row: MarketRow, cells: CellContext) => ReactNode;
}

export const columns: Readonly<Record<ColumnId, ColumnDefinition>> = {
  market: {
    header: "Market",
    align: "start",
    width: 198,
    cell: marketCell,
  },
  type: {
    header: "Type",
    align: "start",
    width: 84,
    cell: typeCell,
  },
  provider: {
    header: "Provider",
    align: "start",
    width: 112,
    cell: providerCell,
  },
  depositApy: {
    header: "Deposit APY",
    align: "start",
    width: 142,
    cell: depositRateCell,
  },
  baseDepositApy: {
    header: "Base APY",
    align: "end",
    width: 86,
    cell: baseRateCell,
  },
  rewardApy: {
    header: "Rewards",
    align: "end",
    width: 80,
    cell: plainRateCell("rewardApy"),
  },
  effectiveApy: {
    header: "At my size",
    align: "end",
    width: 104,
    cell: effectiveCell,
  },
  baseDepositApy30d: {
    header: "30d",
    align: "end",
    width: 58,
    cell: averageCell("baseDepositApy30d"),
  },
  baseDepositApy90d: {
    header: "90d",
    align: "end",
    width: 58,
    cell: averageCell("baseDepositApy90d"),
  },
  baseDepositApy180d: {
    header: "180d",
    align: "end",
    width: 58,
    cell: averageCell("baseDepositApy180d"),
  },
  trend: {
    header: "Trend",
    align: "end",
    width: 76,
    cell: trendCell,
  },
  borrowApy: {
    header: "Borrow APY",
    align: "end",
    width: 100,
    cell: borrowRateCell,
  },
  baseBorrowApy: {
    header: "Base borrow",
    align: "end",
    width: 102,
    cell: plainRateCell("baseBorrowApy"),
  },
  baseBorrowApy30d: {
    header: "Borrow 30d",
    align: "end",
    width: 96,
    cell: averageCell("baseBorrowApy30d"),
  },
  baseBorrowApy90d: {
    header: "Borrow 90d",
    align: "end",
    width: 96,
    cell: averageCell("baseBorrowApy90d"),
  },
  baseBorrowApy180d: {
    header: "Borrow 180d",
    align: "end",
    width: 102,
    cell: averageCell("baseBorrowApy180d"),
  },
  totalDepositUsd: {
    header: "Deposits",
    align: "end",
    width: 82,
    cell: usdCell("totalDepositUsd"),
  },
  totalBorrowUsd: {
    header: "Borrows",
    align: "end",
    width: 82,
    cell: usdCell("totalBorrowUsd"),
  },
  utilization: {
    header: "Utilization",
    align: "end",
    width: 100,
    cell: utilizationCell,
  },
  available: {
    header: "Available",
    align: "end",
    width: 90,
    cell: usdCell("available"),
  },
  capacityLeft: {
    header: "Capacity left",
    align: "end",
    width: 102,
    cell: capacityCell,
  },
  shareOfPool: {
    header: "Share of pool",
    align: "end",
    width: 106,
    cell: poolShareCell,
  },
  exitCover: {
    header: "Exit cover",
    align: "end",
    width: 88,
    cell: coverCell,
  },
  usdPerYear: {
    header: "Per year",
    align: "end",
    width: 112,
    cell: incomeCell,
  },
  maxLtv: {
    header: "Max LTV",
    align: "end",
    width: 80,
    cell: shareCell("maxLtv"),
  },
  liquidationLtv: {
    header: "Liq. LTV",
    align: "end",
    width: 78,
    cell: shareCell("liquidationLtv"),
  },
  liquidationPenalty: {
    header: "Penalty",
    align: "end",
    width: 74,
    cell: shareCell("liquidationPenalty"),
  },
  maxLeverage: {
    header: "Max leverage",
    align: "end",
    width: 106,
    cell: multipleCell("maxLeverage"),
  },
  depositApy30d: {
    header: "Net 30d",
    align: "end",
    width: 76,
    cell: netAverageCell("depositApy30d"),
  },
  depositApy90d: {
    header: "Net 90d",
    align: "end",
    width: 76,
    cell: netAverageCell("depositApy90d"),
  },
  depositApy180d: {
    header: "Net 180d",
    align: "end",
    width: 80,
    cell: netAverageCell("depositApy180d"),
  },
  longUsd: {
    header: "Long liquidity",
    align: "end",
    width: 108,
    cell: usdCell("longUsd"),
  },
  shortUsd: {
    header: "Short liquidity",
    align: "end",
    width: 110,
    cell: usdCell("shortUsd"),
  },
  yesBid: {
    header: "Yes bid",
    align: "end",
    width: 72,
    cell: priceCell("yesBid"),
  },
  yesAsk: {
    header: "Yes ask",
    align: "end",
    width: 72,
    cell: priceCell("yesAsk"),
  },
  noBid: {
    header: "No bid",
    align: "end",
    width: 72,
    cell: priceCell("noBid"),
  },
  noAsk: {
    header: "No ask",
    align: "end",
    width: 72,
    cell: priceCell("noAsk"),
  },
  spread: {
    header: "Spread",
    align: "end",
    width: 72,
    cell: priceCell("spread"),
  },
  volume: {
    header: "Volume",
    align: "end",
    width: 92,
    cell: countCell("volume"),
  },
  openInterest: {
    header: "Open interest",
    align: "end",
    width: 108,
    cell: countCell("openInterest"),
  },
  closeTime: {
    header: "Closes in",
    align: "end",
    width: 104,
    cell: timeCell,
  },
  status: {
    header: "Status",
    align: "start",
    width: 80,
    cell: statusCell,
  },
  actions: {
    header: "Actions",
    align: "end",
    width: 168,
    cell: actionsCell,
  },
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
    ? `At ${sizeText(context.size)}`
    : columns[id].header;
}
