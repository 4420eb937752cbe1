// Defines cells, sorting, export, comparison and market facts. Ids are in URLs and exports: never rename one.
import { marketTypes, ratedMarketTypes } from "../../contract/market.ts";
import { earnings, protocolMargin, rateSpread, conservativeApy } from "../../finance/rates.ts";
import { keysOf } from "../../contract/names/keys-of.ts";
import { ratio } from "../../contract/units.ts";
import { ltvOfLeverage } from "../../finance/debt/leverage.ts";
import { gainOverHolding } from "../../finance/debt/loop.ts";
import { collateralNeeded } from "../../finance/debt/loan-cost.ts";
import { dropToLiquidation } from "../../finance/debt/drop-to-liquidation.ts";
import { collateralFor, isUnsecurable, loanTerms, defaultLoanShare } from "./loan-terms.ts";
import { mid, spread } from "../../finance/prediction.ts";
import { formatShare, formatUsd, inWords } from "../format/number.ts";
import { offeredActions, type MarketRow } from "./market-row.ts";
import type { AverageField } from "./record-figures.ts";
import {
  column,
  rateOfBasis,
  sent,
  type ApyBasis,
  type Column,
  type ColumnFacts,
  type ColumnInputs,
} from "./column.ts";
import { failedCheckCount, trades } from "./assess/checks.ts";
import { namedLeverage } from "./market-text.ts";
import { ownLegs } from "./loops/loop-capacity.ts";
import {
  averageOf,
  borrowRewardApy,
  effectiveRate,
  isShortLoop,
  hasOnlyNetRate,
  leadingRate,
  leftToBorrow,
  loanCapacity,
  lendsTooLittle,
  loanRate,
  marketText,
  isTooSmall,
  poolAvailable,
  poolShare,
  poolUtilization,
  rateFade,
  rewardApy,
  capacityOf,
  sizeCover,
} from "./row-values.ts";

const identity = { types: marketTypes, unit: "text", group: "identity" } as const;
const pools = ["lending", "yield"] as const;
const lending = ["lending"] as const;
const collateral = ["lending", "loop"] as const;
const loop = ["loop"] as const;
const perpetual = ["perpetual"] as const;
const prediction = ["prediction"] as const;

const earned = { types: pools, unit: "rate", good: "high", group: "now" } as const;
const average = { types: pools, unit: "rate", good: "high", group: "time" } as const;
const rated = { types: ratedMarketTypes, unit: "rate", good: "high" } as const;
const cost = { types: lending, unit: "rate", good: "low", group: "now" } as const;
const total = { unit: "usd", group: "pool" } as const;
const mine = { types: pools, good: "high", group: "mySize", isIdle: isTooSmall } as const;
const capacity = { types: lending, unit: "usd", good: "high", group: "pool" } as const;
const netAverage = { types: loop, unit: "rate", good: "high", group: "time" } as const;
const ltv = { types: collateral, unit: "share", good: "high", group: "risk" } as const;
const leveraged = { types: ["loop", "perpetual"], unit: "multiple", group: "risk" } as const;
const depth = { types: perpetual, unit: "usd", good: "high", group: "perpetual" } as const;
const event = { types: prediction, group: "prediction" } as const;
const quote = { types: prediction, unit: "price", group: "prediction" } as const;
const activity = { types: prediction, unit: "count", good: "high", group: "prediction" } as const;

type AverageFacts = Omit<Column<"record", "rate">, "needs" | "read" | "average" | "unit">;

function mean(fieldOf: (row: MarketRow) => AverageField, facts: AverageFacts): Column<"record", "rate"> {
  return column(["record"], {
    ...facts,
    unit: "rate",
    average: fieldOf,
    read: (row, { record }) => averageOf(row, fieldOf(row), record),
  });
}

function sentMean(field: AverageField, facts: AverageFacts): Column<"record", "rate"> {
  return mean(() => field, { field, ...facts });
}

function borrowRate(
  field: "borrowApy" | "baseBorrowApy",
  facts: Pick<Column<"loans", "rate">, "name" | "header" | "width">,
): Column<"loans", "rate"> {
  return column(["loans"], {
    ...cost,
    ...facts,
    field,
    read: (row) => row[field],
    isIdle: (row, { loans }) => isUnsecurable(row, loans),
  });
}

function borrowMean(days: "30d" | "90d" | "180d", width: number): Column<"record", "rate"> {
  const name = `Base borrow ${days}`;
  return sentMean(`baseBorrowApy${days}`, { name, width, types: lending, good: "low", group: "time" });
}

const base90d = (): AverageField => "baseDepositApy90d";

function ownAverage(days: "30d" | "90d" | "180d"): (row: MarketRow) => AverageField {
  return ({ kind }) => (kind === "loop" ? `depositApy${days}` : `baseDepositApy${days}`);
}

function ofCollateral(
  field: "maxLtv" | "liquidationLtv" | "liquidationPenalty",
  facts: ColumnFacts<"share">,
): Column<"loans", "share"> {
  return column(["loans"], { field, ...facts, read: (row, { loans }) => collateralFor(row, loans)?.[field] });
}

function trend(
  field: "low90d" | "daysAboveBase" | "average",
  facts: ColumnFacts<"rate" | "share">,
): Column<"trends", "rate" | "share"> {
  return column(["trends"], { ...facts, read: ({ id }, { trends }) => trends?.get(id)?.[field] });
}

export const columns = {
  market: column([], { name: "Market", width: 178, types: marketTypes, unit: "text", read: marketText }),
  type: sent("type", { name: "Type", width: 84, ...identity }),
  provider: sent("providerName", { name: "Provider", width: 112, ...identity, field: "provider" }),
  depositApy: column(["loops"], {
    name: "Deposit APY",
    field: "depositApy",
    width: 120,
    align: "start",
    ...rated,
    group: "now",
    read: (row) => row.depositApy,
    isIdle: isShortLoop,
  }),
  baseDepositApy: sent("baseDepositApy", { name: "Base APY", width: 86, ...earned }),
  rewardApy: column([], {
    name: "Deposit rewards",
    header: "Rewards",
    width: 68,
    types: pools,
    unit: "rate",
    group: "now",
    read: rewardApy,
  }),
  vsBenchmark: column(["basis", "benchmark", "loops"], {
    name: "vs benchmark",
    width: 110,
    types: ratedMarketTypes,
    unit: "points",
    good: "high",
    read: (row, { basis, benchmark }) =>
      rateSpread({ rate: leadingRate(row, basis), benchmark: benchmark?.rate }),
    // A net rate must not rank above base rates.
    isIdle: (row, inputs) => isShortLoop(row, inputs) || hasOnlyNetRate(row, inputs.basis),
  }),
  effectiveApy: column(["size", "basis"], {
    name: "APY at my size",
    header: "At my size",
    width: 118,
    ...mine,
    unit: "rate",
    read: (row, { size, basis }) => effectiveRate(row, size, basis)?.low,
  }),
  baseDepositApy30d: sentMean("baseDepositApy30d", { name: "Base 30d", width: 72, ...average }),
  baseDepositApy90d: sentMean("baseDepositApy90d", { name: "Base 90d", width: 72, ...average }),
  baseDepositApy180d: sentMean("baseDepositApy180d", { name: "Base 180d", width: 80, ...average }),
  average30d: mean(ownAverage("30d"), { name: "Average 30d", header: "30d", width: 66, ...rated }),
  average90d: mean(ownAverage("90d"), { name: "Average 90d", header: "90d", width: 66, ...rated }),
  average180d: mean(ownAverage("180d"), { name: "Average 180d", header: "180d", width: 66, ...rated }),
  soberApy: column(["record"], {
    name: "Base 90d + rewards",
    header: "90d + rewards",
    width: 116,
    ...average,
    average: base90d,
    read: (row, { record }) =>
      conservativeApy({ baseAverage: averageOf(row, base90d(), record), rewards: rewardApy(row) }),
  }),
  low90d: trend("low90d", { name: "90d low", width: 72, ...rated }),
  daysAboveBase: trend("daysAboveBase", {
    name: "Days above base",
    width: 118,
    types: pools,
    unit: "share",
    good: "high",
  }),
  spark90d: trend("average", { name: "90 days", width: 104, ...rated }),
  trend: column(["record"], {
    name: "Trend",
    width: 60,
    types: ratedMarketTypes,
    unit: "change",
    group: "time",
    average: ownAverage("90d"),
    read: (row, { record }) => rateFade(row, record)?.change,
  }),
  loanApy: column(["size", "basis", "loans"], {
    name: "Borrow APY at my size",
    header: "Rate at my size",
    width: 118,
    types: lending,
    unit: "rate",
    good: "low",
    // The lower bound, so that a market with an unknown upper bound does not sort behind a costlier one.
    read: (row, { size, basis }) => loanRate(row, size, basis)?.low,
    isIdle: (row, { size, loans }) => lendsTooLittle(row, size) || isUnsecurable(row, loans),
  }),
  borrowApy: borrowRate("borrowApy", { name: "Borrow APY", width: 94 }),
  baseBorrowApy: borrowRate("baseBorrowApy", { name: "Base borrow APY", header: "Base borrow", width: 102 }),
  borrowRewardApy: column([], {
    name: "Borrow rewards",
    width: 116,
    ...cost,
    good: "high",
    read: borrowRewardApy,
  }),
  baseBorrowApy30d: borrowMean("30d", 128),
  baseBorrowApy90d: borrowMean("90d", 128),
  baseBorrowApy180d: borrowMean("180d", 134),
  totalDepositUsd: sent("totalDepositUsd", { name: "Deposits", width: 70, types: pools, ...total }),
  totalBorrowUsd: sent("totalBorrowUsd", { name: "Borrows", width: 82, types: lending, ...total }),
  utilization: column([], {
    name: "Utilization",
    width: 96,
    types: lending,
    unit: "share",
    group: "pool",
    read: poolUtilization,
  }),
  protocolMargin: column([], {
    name: "Protocol margin",
    width: 118,
    types: lending,
    unit: "share",
    good: "low",
    group: "now",
    read: (row) => protocolMargin({ ...row, utilization: poolUtilization(row) }),
  }),
  available: column([], { name: "Available", width: 72, ...capacity, read: poolAvailable }),
  leftToBorrow: column([], {
    name: "Left to borrow",
    width: 100,
    ...capacity,
    read: (row) => loanCapacity(row).left,
    // A bound must not rank above a known amount.
    isIdle: (row) => leftToBorrow(row) === undefined,
  }),
  capacityLeft: column(["loops"], {
    name: "Capacity left",
    width: 98,
    ...capacity,
    types: collateral,
    read: (row, { loops }) => capacityOf(row, loops),
  }),
  flow30d: column(["record"], {
    name: "Flow 30d",
    width: 84,
    types: pools,
    unit: "usd",
    read: ({ id }, { record }) => record?.byMarket.get(id)?.flow30d?.value,
  }),
  firstSeen: column(["record"], {
    name: "Since first seen",
    width: 122,
    types: marketTypes,
    unit: "days",
    read: ({ id }, { record }) => record?.byMarket.get(id)?.age,
  }),
  shareOfPool: column(["size"], {
    name: "Share of pool",
    width: 106,
    ...mine,
    unit: "share",
    good: "low",
    read: (row, { size }) => poolShare(row, size),
  }),
  exitCover: column(["size"], {
    name: "Exit cover",
    width: 88,
    ...mine,
    types: lending,
    unit: "multiple",
    read: (row, { size }) => sizeCover(row, size),
  }),
  usdPerYear: column(["size", "basis"], {
    name: "Per year",
    width: 112,
    ...mine,
    unit: "usd",
    read: (row, { size, basis }) => earnings({ size, apy: effectiveRate(row, size, basis)?.low }),
  }),
  maxLtv: ofCollateral("maxLtv", { name: "Max LTV", width: 68, ...ltv }),
  liquidationLtv: ofCollateral("liquidationLtv", {
    name: "Liquidation LTV",
    header: "Liq. LTV",
    width: 78,
    ...ltv,
  }),
  collateralNeeded: column(["size", "loans"], {
    name: "Collateral needed",
    width: 128,
    types: lending,
    unit: "usd",
    good: "low",
    read: (row, { size, loans }) => collateralNeeded({ debtUsd: size, ltv: loanTerms(row, loans)?.ltv }),
  }),
  mayDrop: column(["loans"], {
    name: "Drop to liquidation of a loan",
    header: "Drop to liq.",
    width: 128,
    types: lending,
    unit: "share",
    good: "high",
    group: "risk",
    read: (row, { loans }) => loanTerms(row, loans)?.drop,
  }),
  liquidationPenalty: ofCollateral("liquidationPenalty", {
    name: "Liquidation penalty",
    header: "Penalty",
    width: 74,
    types: lending,
    unit: "share",
    good: "low",
    group: "risk",
  }),
  maxLeverage: sent("maxLeverage", { name: "Max leverage", width: 100, ...leveraged }),
  vsHolding: column(["loops"], {
    name: "vs holding",
    width: 104,
    types: loop,
    unit: "points",
    good: "high",
    read: (row, { loops }) => {
      const debt = loops && ownLegs(row, loops.rows)[1];
      return gainOverHolding({ net: row.depositApy, leverage: namedLeverage(row), borrow: debt?.borrowApy });
    },
  }),
  dropToLiquidation: column([], {
    name: "Drop to liquidation",
    width: 126,
    types: loop,
    unit: "share",
    good: "high",
    read: (row) => {
      const quoted = ltvOfLeverage({ leverage: namedLeverage(row) });
      return dropToLiquidation({ ltv: quoted, liquidationLtv: row.liquidationLtv });
    },
  }),
  depositApy30d: sentMean("depositApy30d", { name: "Net 30d", width: 67, ...netAverage }),
  depositApy90d: sentMean("depositApy90d", { name: "Net 90d", width: 67, ...netAverage }),
  depositApy180d: sentMean("depositApy180d", { name: "Net 180d", width: 75, ...netAverage }),
  longUsd: sent("longUsd", { name: "Long liquidity", width: 108, field: "liquidity.longUsd", ...depth }),
  shortUsd: sent("shortUsd", { name: "Short liquidity", width: 110, field: "liquidity.shortUsd", ...depth }),
  chance: column([], {
    name: "Chance",
    width: 84,
    ...event,
    unit: "share",
    // Quotes that remain after trading has ended say nothing about the result.
    read: (row) => (trades(row) ? mid({ bid: row.yesBid, ask: row.yesAsk }) : undefined),
  }),
  yesBid: sent("yesBid", { name: "Yes bid", width: 72, ...quote }),
  yesAsk: sent("yesAsk", { name: "Yes ask", width: 72, ...quote }),
  noBid: sent("noBid", { name: "No bid", width: 72, ...quote }),
  noAsk: sent("noAsk", { name: "No ask", width: 72, ...quote }),
  spread: column([], {
    name: "Spread of yes",
    header: "Spread",
    width: 72,
    ...quote,
    good: "low",
    read: ({ yesBid: bid, yesAsk: ask }) => spread({ bid, ask }),
  }),
  volume: sent("volume", { name: "Volume", width: 92, ...activity }),
  openInterest: sent("openInterest", { name: "Open interest", width: 108, ...activity }),
  closeTime: sent("closeTime", { name: "Closes", width: 104, unit: "time", ...event }),
  status: sent("status", { name: "Status", width: 80, unit: "text", ...event }),
  doubts: column(["prices"], {
    name: "Checks",
    width: 96,
    align: "start",
    types: marketTypes,
    unit: "count",
    read: (row, { prices }) => failedCheckCount(row, prices),
  }),
  actions: column([], {
    name: "Actions",
    width: 102,
    align: "end",
    types: marketTypes,
    unit: "text",
    read: (row) =>
      offeredActions(row)
        .map(([key]) => key)
        .join(" ") || undefined,
  }),
} as const satisfies Readonly<Record<string, Column>>;

export type ColumnId = keyof typeof columns;

export type SortableColumnId = Exclude<ColumnId, "actions">;

export function isColumnId(text: string): text is ColumnId {
  return Object.hasOwn(columns, text);
}

export function isSortableColumnId(text: string): text is SortableColumnId {
  return text !== "actions" && isColumnId(text);
}

/** In the order of the Columns menu. `actions` is last. */
export const columnIds: readonly ColumnId[] = keysOf(columns);

export function columnOf(id: ColumnId): Column {
  return columns[id];
}

export function rateName(basis: ApyBasis): string {
  return columnOf(rateOfBasis[basis]).name;
}

export function columnValue(id: ColumnId, row: MarketRow, inputs: ColumnInputs): number | string | undefined {
  return columnOf(id).read(row, inputs);
}

/** Whether only the record has this figure: no provider publishes it. */
export function isRecorded(id: ColumnId): boolean {
  return usesRecord(id) && columnOf(id).average === undefined;
}

/** Includes columns where the record only fills gaps. */
export function usesRecord(id: ColumnId): boolean {
  return columnOf(id).needs.includes("record");
}

export function columnNumber(id: ColumnId, row: MarketRow, inputs: ColumnInputs): number | undefined {
  const value = columnValue(id, row, inputs);
  return typeof value === "number" ? value : undefined;
}

/** What the column's values depend on, besides the rows. */
export function columnInputs(id: ColumnId, inputs: ColumnInputs): readonly unknown[] {
  const { needs, isIdle } = columnOf(id);
  const read = needs.map((need) => (need === "benchmark" ? inputs.benchmark?.rate : inputs[need]));
  return isIdle === undefined ? read : [...read, inputs.size];
}

/** The first click shows the best value first: names from A, times from now. */
export function startsDescending(id: ColumnId): boolean {
  const { unit, good } = columnOf(id);
  return unit !== "text" && unit !== "time" && good !== "low";
}

/** Each side has short headers only in its own views: the Borrow view has no room for long ones. */
const averagesWhenBorrowing = new Map<ColumnId, { readonly header: string; readonly width: number }>(
  (["30d", "90d", "180d"] as const).flatMap((days) => {
    const deposit = columns[`baseDepositApy${days}`];
    const borrow = columns[`baseBorrowApy${days}`];
    return [
      [`baseBorrowApy${days}`, { header: deposit.name, width: deposit.width }],
      [`baseDepositApy${days}`, { header: `Base deposit ${days}`, width: borrow.width }],
    ];
  }),
);

/** The leading rate has the bar, so with the basis "base" the two rates swap shapes. */
export function columnShape(
  id: ColumnId,
  basis: ApyBasis,
  borrowing = false,
): { readonly align: "start" | "end"; readonly width: number } {
  if (basis === "base" && id === "depositApy") return { align: "end", width: 102 };
  if (borrowing && id === "maxLtv") return { align: "end", width: 114 };
  const own = borrowing ? averagesWhenBorrowing.get(id) : undefined;
  if (own !== undefined) return { align: "end", width: own.width };
  const {
    unit,
    width,
    align = unit === "text" ? "start" : "end",
  } = columnOf(basis === "base" && id === "baseDepositApy" ? "depositApy" : id);
  return { align, width };
}

/** Names the size, and in the Borrow view the collateral's token, in columns that depend on them. */
export function columnHeader(id: ColumnId, inputs: ColumnInputs): string {
  const { name, header = name } = columnOf(id);
  const { size, loans } = inputs;
  if (id === "effectiveApy" && size !== undefined) return `At ${formatUsd(size, "short").text}`;
  if (id === "loanApy" && size !== undefined) return `Rate at ${formatUsd(size, "short").text}`;
  const own = loans === undefined ? undefined : averagesWhenBorrowing.get(id);
  if (own !== undefined) return own.header;
  // If a collateral is chosen, the fields above the list already show it.
  if (id === "mayDrop" && loans?.mint === undefined)
    return `${header} at ${inWords(formatShare(ratio(loans?.share ?? defaultLoanShare), "whole"))}`;
  if (id === "collateralNeeded" && loans?.symbol !== undefined) return `${loans.symbol} needed`;
  if (id === "maxLtv" && loans?.symbol !== undefined) return `LTV of ${loans.symbol}`;
  if (id === "maxLtv" && loans !== undefined && loans.mint === undefined) return "Max LTV (best)";
  return header;
}
