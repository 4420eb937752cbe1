// What every column means, for the tooltip of its header, for screen readers and for the Columns menu. Its own chunk: nobody
// reads it before the list is there.
import type { ColumnId } from "./columns.ts";
import type { SelectContext } from "./column.ts";
import { formatRate } from "../format/number.ts";

export interface ColumnHelp {
  readonly what: string;
  readonly unit: string;
  readonly formula?: string;
}

/** What a column means, with the market it is measured against where one is chosen. */
export function helpOf(id: ColumnId, { benchmark, basis }: SelectContext): ColumnHelp {
  const help = columnHelp[id];
  if (id !== "vsBenchmark" || benchmark === undefined) return help;
  const { name, rate } = benchmark;
  const which =
    name === undefined
      ? "The benchmark is not in this list."
      : `The benchmark is ${name}, ${rate === undefined ? "whose rate is not given" : `${formatRate(rate).text}${basis === "base" ? " base" : ""} now`}.`;
  return { ...help, what: `${help.what} ${which}` };
}

const perYear = "percent per year, compounded";

export const columnHelp: Readonly<Record<ColumnId, ColumnHelp>> = {
  market: { what: "The token, pair or question, its provider and product.", unit: "text" },
  type: { what: "Lending, yield, loop, perpetual or prediction.", unit: "text" },
  provider: { what: "Who runs the market.", unit: "text" },
  depositApy: {
    what: "What a deposit earns now, rewards included. Of a loop, the net rate at the provider's leverage.",
    unit: perYear,
    formula: "base + deposit rewards",
  },
  baseDepositApy: {
    what: "What a deposit earns without rewards: what stays if rewards stop.",
    unit: perYear,
    formula: "deposit APY − deposit rewards",
  },
  rewardApy: {
    what: "Paid on top of the base in reward tokens. Already part of the deposit APY.",
    unit: perYear,
    formula: "Σ deposit rewards",
  },
  vsBenchmark: {
    what: "How far the quoted rate stands above or below that of the market you measure against. My size changes neither of the two.",
    unit: "percentage points",
    formula: "rate − rate of the benchmark, both with or both without rewards, by APY basis",
  },
  effectiveApy: {
    what: "What is left of the rate once my size is in the pool, and dollars per year. A triangle says that the rate may fall further, because the pool is almost all lent out.",
    unit: `${perYear}; sorts by the lower edge`,
    formula: "between k²·base and k·base, plus k·rewards, with k = deposits / (deposits + size)",
  },
  baseDepositApy30d: {
    what: "Average base APY over the last 30 days. Compare it with the base APY.",
    unit: perYear,
  },
  baseDepositApy90d: {
    what: "Average base APY over the last 90 days. Compare it with the base APY.",
    unit: perYear,
  },
  baseDepositApy180d: {
    what: "Average base APY over the last 180 days. Compare it with the base APY.",
    unit: perYear,
  },
  soberApy: {
    what: "What a sober reader expects: the base APY as it was over 90 days, and the rewards of today, which have no past to average.",
    unit: perYear,
    formula: "90d average of the base APY + Σ deposit rewards",
  },
  trend: {
    what: "The base APY against its own 90-day average: spiking, fading or steady. Too new: there is no 90-day average yet. The steps are the base APY from half a year ago to now.",
    unit: "percent of the average",
    formula: "base APY / 90d average − 1",
  },
  borrowApy: {
    what: "What borrowing costs now, after rewards. Negative means that the borrower is paid.",
    unit: perYear,
    formula: "base borrow APY − borrow rewards",
  },
  baseBorrowApy: { what: "What borrowing costs without rewards.", unit: perYear },
  baseBorrowApy30d: { what: "Average base cost of borrowing over the last 30 days.", unit: perYear },
  baseBorrowApy90d: { what: "Average base cost of borrowing over the last 90 days.", unit: perYear },
  baseBorrowApy180d: { what: "Average base cost of borrowing over the last 180 days.", unit: perYear },
  totalDepositUsd: { what: "All that is deposited, lent out or not.", unit: "US dollars" },
  totalBorrowUsd: { what: "All that is borrowed.", unit: "US dollars" },
  utilization: {
    what: "The share of the deposits that is lent out. Over 90 % little can be withdrawn.",
    unit: "percent",
    formula: "borrows / deposits",
  },
  available: {
    what: "What depositors could take out, or borrowers borrow, right now.",
    unit: "US dollars",
    formula: "deposits − borrows",
  },
  capacityLeft: {
    what: "How much more may be deposited. The ring shows how much of the limit is used.",
    unit: "US dollars",
    formula: "(deposit limit − deposits) · price",
  },
  shareOfPool: {
    what: "My size as a part of the pool it has entered.",
    unit: "percent",
    formula: "size / (deposits + size)",
  },
  exitCover: {
    what: "How many times over my size could leave at once. Under 1 a part would have to wait.",
    unit: "multiple",
    formula: "(deposits − borrows) / size",
  },
  usdPerYear: {
    what: "What my size would earn in a year at the rate left after it has entered.",
    unit: "US dollars; sorts by the lower edge",
    formula: "size · APY at my size",
  },
  maxLtv: { what: "How much may be borrowed against the collateral.", unit: "percent of its value" },
  liquidationLtv: { what: "The loan-to-value at which the position is liquidated.", unit: "percent" },
  liquidationPenalty: { what: "What a liquidation costs.", unit: "percent of what is liquidated" },
  maxLeverage: {
    what: "The highest leverage the market offers. It leaves no room for a loss.",
    unit: "multiple",
  },
  depositApy30d: {
    what: "Average net rate of a loop over 30 days, rewards and borrowing cost included: not a base rate.",
    unit: perYear,
  },
  depositApy90d: {
    what: "Average net rate of a loop over 90 days, rewards and borrowing cost included: not a base rate.",
    unit: perYear,
  },
  depositApy180d: {
    what: "Average net rate of a loop over 180 days, rewards and borrowing cost included: not a base rate.",
    unit: perYear,
  },
  longUsd: { what: "Liquidity for opening long positions.", unit: "US dollars" },
  shortUsd: { what: "Liquidity for opening short positions.", unit: "US dollars" },
  yesBid: { what: "The best price at which a yes can be sold.", unit: "dollars per contract that pays $1" },
  yesAsk: { what: "The best price at which a yes can be bought.", unit: "dollars per contract that pays $1" },
  noBid: { what: "The best price at which a no can be sold.", unit: "dollars per contract that pays $1" },
  noAsk: { what: "The best price at which a no can be bought.", unit: "dollars per contract that pays $1" },
  spread: {
    what: "What buying a yes and selling it at once would cost.",
    unit: "dollars per contract",
    formula: "yes ask − yes bid",
  },
  volume: {
    what: "Traded so far, as the service states it.",
    unit: "not stated: contracts or dollars",
  },
  openInterest: {
    what: "Contracts held now, as the service states it.",
    unit: "not stated: contracts or dollars",
  },
  closeTime: { what: "When trading ends, seen from when the list was read.", unit: "time" },
  status: { what: "Open, closed or settled, and how it was settled.", unit: "text" },
  doubts: {
    what: "Where a market's own figures contradict each other, such as a total that is not the sum of its parts. A doubtful figure is shown as it was sent.",
    unit: "number of doubts",
  },
  actions: {
    what: "What can be done in the market. Actions that are not offered are absent.",
    unit: "links",
  },
};
