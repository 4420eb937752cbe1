// Every column: its header, what it means, how wide it is and how a row's value is drawn. A new column id without an entry
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

export interface ColumnHelp {
  readonly what: string;
  readonly unit: string;
  readonly formula?: string;
}

export interface ColumnDefinition {
  readonly header: string;
  readonly help: ColumnHelp;
  readonly align: "start" | "end";
  /** In pixels, padding included. The market column takes what is left, but never less than this. */
  readonly width: number;
  readonly cell: (row: MarketRow, cells: CellContext) => ReactNode;
}

const perYear = "percent per year, compounded";

export const columns: Readonly<Record<ColumnId, ColumnDefinition>> = {
  market: {
    header: "Market",
    help: { what: "The token, pair or question, its provider and product.", unit: "text" },
    align: "start",
    width: 200,
    cell: marketCell,
  },
  type: {
    header: "Type",
    help: { what: "Lending, yield, loop, perpetual or prediction.", unit: "text" },
    align: "start",
    width: 84,
    cell: typeCell,
  },
  provider: {
    header: "Provider",
    help: { what: "Who runs the market.", unit: "text" },
    align: "start",
    width: 112,
    cell: providerCell,
  },
  depositApy: {
    header: "Deposit APY",
    help: {
      what: "What a deposit earns now, rewards included. Of a loop, the net rate at the provider's leverage.",
      unit: perYear,
      formula: "base + deposit rewards",
    },
    align: "start",
    width: 142,
    cell: depositRateCell,
  },
  baseDepositApy: {
    header: "Base APY",
    help: {
      what: "What a deposit earns without rewards: what stays if rewards stop.",
      unit: perYear,
      formula: "deposit APY − deposit rewards",
    },
    align: "end",
    width: 86,
    cell: baseRateCell,
  },
  rewardApy: {
    header: "Rewards",
    help: {
      what: "Paid on top of the base in reward tokens. Already part of the deposit APY.",
      unit: perYear,
      formula: "Σ deposit rewards",
    },
    align: "end",
    width: 80,
    cell: plainRateCell("rewardApy"),
  },
  effectiveApy: {
    header: "At my size",
    help: {
      what: "What is left of the rate once my size is in the pool, and dollars per year. A triangle says that the rate may fall further, because the pool is almost all lent out.",
      unit: `${perYear}; sorts by the lower edge`,
      formula: "between k²·base and k·base, plus k·rewards, with k = deposits / (deposits + size)",
    },
    align: "end",
    width: 106,
    cell: effectiveCell,
  },
  baseDepositApy30d: {
    header: "30d",
    help: { what: "Average base APY over the last 30 days. Compare it with the base APY.", unit: perYear },
    align: "end",
    width: 58,
    cell: averageCell("baseDepositApy30d"),
  },
  baseDepositApy90d: {
    header: "90d",
    help: { what: "Average base APY over the last 90 days. Compare it with the base APY.", unit: perYear },
    align: "end",
    width: 58,
    cell: averageCell("baseDepositApy90d"),
  },
  baseDepositApy180d: {
    header: "180d",
    help: { what: "Average base APY over the last 180 days. Compare it with the base APY.", unit: perYear },
    align: "end",
    width: 58,
    cell: averageCell("baseDepositApy180d"),
  },
  trend: {
    header: "Trend",
    help: {
      what: "The base APY against its own 90-day average: spiking, fading or steady. Too new: there is no 90-day average yet.",
      unit: "percent of the average",
      formula: "base APY / 90d average − 1",
    },
    align: "end",
    width: 76,
    cell: trendCell,
  },
  borrowApy: {
    header: "Borrow APY",
    help: {
      what: "What borrowing costs now, after rewards. Negative means that the borrower is paid.",
      unit: perYear,
      formula: "base borrow APY − borrow rewards",
    },
    align: "end",
    width: 100,
    cell: borrowRateCell,
  },
  baseBorrowApy: {
    header: "Base borrow",
    help: { what: "What borrowing costs without rewards.", unit: perYear },
    align: "end",
    width: 102,
    cell: plainRateCell("baseBorrowApy"),
  },
  baseBorrowApy30d: {
    header: "Borrow 30d",
    help: { what: "Average base cost of borrowing over the last 30 days.", unit: perYear },
    align: "end",
    width: 96,
    cell: averageCell("baseBorrowApy30d"),
  },
  baseBorrowApy90d: {
    header: "Borrow 90d",
    help: { what: "Average base cost of borrowing over the last 90 days.", unit: perYear },
    align: "end",
    width: 96,
    cell: averageCell("baseBorrowApy90d"),
  },
  baseBorrowApy180d: {
    header: "Borrow 180d",
    help: { what: "Average base cost of borrowing over the last 180 days.", unit: perYear },
    align: "end",
    width: 102,
    cell: averageCell("baseBorrowApy180d"),
  },
  totalDepositUsd: {
    header: "Deposits",
    help: { what: "All that is deposited, lent out or not.", unit: "US dollars" },
    align: "end",
    width: 86,
    cell: usdCell("totalDepositUsd"),
  },
  totalBorrowUsd: {
    header: "Borrows",
    help: { what: "All that is borrowed.", unit: "US dollars" },
    align: "end",
    width: 86,
    cell: usdCell("totalBorrowUsd"),
  },
  utilization: {
    header: "Utilization",
    help: {
      what: "The share of the deposits that is lent out. Over 90 % little can be withdrawn.",
      unit: "percent",
      formula: "borrows / deposits",
    },
    align: "end",
    width: 106,
    cell: utilizationCell,
  },
  available: {
    header: "Available",
    help: {
      what: "What depositors could take out, or borrowers borrow, right now.",
      unit: "US dollars",
      formula: "deposits − borrows",
    },
    align: "end",
    width: 90,
    cell: usdCell("available"),
  },
  capacityLeft: {
    header: "Capacity left",
    help: {
      what: "How much more may be deposited. The ring shows how much of the limit is used.",
      unit: "US dollars",
      formula: "(deposit limit − deposits) · price",
    },
    align: "end",
    width: 104,
    cell: capacityCell,
  },
  shareOfPool: {
    header: "Share of pool",
    help: {
      what: "My size as a part of the pool it has entered.",
      unit: "percent",
      formula: "size / (deposits + size)",
    },
    align: "end",
    width: 106,
    cell: poolShareCell,
  },
  exitCover: {
    header: "Exit cover",
    help: {
      what: "How many times over my size could leave at once. Under 1 a part would have to wait.",
      unit: "multiple",
      formula: "(deposits − borrows) / size",
    },
    align: "end",
    width: 88,
    cell: coverCell,
  },
  usdPerYear: {
    header: "Per year",
    help: {
      what: "What my size would earn in a year at the rate left after it has entered.",
      unit: "US dollars; sorts by the lower edge",
      formula: "size · APY at my size",
    },
    align: "end",
    width: 112,
    cell: incomeCell,
  },
  maxLtv: {
    header: "Max LTV",
    help: { what: "How much may be borrowed against the collateral.", unit: "percent of its value" },
    align: "end",
    width: 80,
    cell: shareCell("maxLtv"),
  },
  liquidationLtv: {
    header: "Liq. LTV",
    help: { what: "The loan-to-value at which the position is liquidated.", unit: "percent" },
    align: "end",
    width: 78,
    cell: shareCell("liquidationLtv"),
  },
  liquidationPenalty: {
    header: "Penalty",
    help: { what: "What a liquidation costs.", unit: "percent of what is liquidated" },
    align: "end",
    width: 74,
    cell: shareCell("liquidationPenalty"),
  },
  maxLeverage: {
    header: "Max leverage",
    help: { what: "The highest leverage the market offers. It leaves no room for a loss.", unit: "multiple" },
    align: "end",
    width: 106,
    cell: multipleCell("maxLeverage"),
  },
  depositApy30d: {
    header: "Net 30d",
    help: {
      what: "Average net rate of a loop over 30 days, rewards and borrowing cost included: not a base rate.",
      unit: perYear,
    },
    align: "end",
    width: 76,
    cell: netAverageCell("depositApy30d"),
  },
  depositApy90d: {
    header: "Net 90d",
    help: {
      what: "Average net rate of a loop over 90 days, rewards and borrowing cost included: not a base rate.",
      unit: perYear,
    },
    align: "end",
    width: 76,
    cell: netAverageCell("depositApy90d"),
  },
  depositApy180d: {
    header: "Net 180d",
    help: {
      what: "Average net rate of a loop over 180 days, rewards and borrowing cost included: not a base rate.",
      unit: perYear,
    },
    align: "end",
    width: 80,
    cell: netAverageCell("depositApy180d"),
  },
  longUsd: {
    header: "Long liquidity",
    help: { what: "Liquidity for opening long positions.", unit: "US dollars" },
    align: "end",
    width: 108,
    cell: usdCell("longUsd"),
  },
  shortUsd: {
    header: "Short liquidity",
    help: { what: "Liquidity for opening short positions.", unit: "US dollars" },
    align: "end",
    width: 110,
    cell: usdCell("shortUsd"),
  },
  yesBid: {
    header: "Yes bid",
    help: { what: "The best price at which a yes can be sold.", unit: "dollars per contract that pays $1" },
    align: "end",
    width: 78,
    cell: priceCell("yesBid"),
  },
  yesAsk: {
    header: "Yes ask",
    help: { what: "The best price at which a yes can be bought.", unit: "dollars per contract that pays $1" },
    align: "end",
    width: 78,
    cell: priceCell("yesAsk"),
  },
  noBid: {
    header: "No bid",
    help: { what: "The best price at which a no can be sold.", unit: "dollars per contract that pays $1" },
    align: "end",
    width: 78,
    cell: priceCell("noBid"),
  },
  noAsk: {
    header: "No ask",
    help: { what: "The best price at which a no can be bought.", unit: "dollars per contract that pays $1" },
    align: "end",
    width: 78,
    cell: priceCell("noAsk"),
  },
  spread: {
    header: "Spread",
    help: {
      what: "What buying a yes and selling it at once would cost.",
      unit: "dollars per contract",
      formula: "yes ask − yes bid",
    },
    align: "end",
    width: 78,
    cell: priceCell("spread"),
  },
  volume: {
    header: "Volume",
    help: {
      what: "Traded so far, as the service states it.",
      unit: "not stated: contracts or dollars",
    },
    align: "end",
    width: 92,
    cell: countCell("volume"),
  },
  openInterest: {
    header: "Open interest",
    help: {
      what: "Contracts held now, as the service states it.",
      unit: "not stated: contracts or dollars",
    },
    align: "end",
    width: 108,
    cell: countCell("openInterest"),
  },
  closeTime: {
    header: "Closes in",
    help: { what: "When trading ends, seen from when the list was read.", unit: "time" },
    align: "end",
    width: 104,
    cell: timeCell,
  },
  status: {
    header: "Status",
    help: { what: "Open, closed or settled, and how it was settled.", unit: "text" },
    align: "start",
    width: 92,
    cell: statusCell,
  },
  actions: {
    header: "Actions",
    help: { what: "What can be done in the market. Actions that are not offered are absent.", unit: "links" },
    align: "end",
    width: 172,
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
