// In its own chunk, loaded after the list.
import { columnOf, type ColumnId } from "./columns.ts";
import type { SelectContext } from "./column.ts";
import type { Unit } from "./column.ts";
import { formatRate } from "../format/number.ts";

export interface ColumnHelp {
  readonly what: string;
  readonly unit: string;
  readonly formula?: string;
}

export function columnHelp(id: ColumnId): ColumnHelp {
  return { unit: unitWords[columnOf(id).unit], ...columnWords[id] };
}

const recordedWords =
  "Where none is published it is the one recorded here, with a dotted line under it, as long as four fifths of the days are known.";

export function helpOf(id: ColumnId, { benchmark, basis, record }: SelectContext): ColumnHelp {
  const help = columnHelp(id);
  if (record !== undefined && columnOf(id).average !== undefined)
    return { ...help, what: `${help.what} ${recordedWords}` };
  if (id !== "vsBenchmark" || benchmark === undefined) return help;
  const { name, rate } = benchmark;
  const which =
    name === undefined
      ? "The benchmark is not in this list."
      : `The benchmark is ${name}, ${rate === undefined ? "whose rate is unknown" : `${formatRate(rate).text}${basis === "base" ? " base" : ""} now`}.`;
  return { ...help, what: `${help.what} ${which}` };
}

const unitWords: Readonly<Record<Unit, string>> = {
  text: "text",
  rate: "percent per year, compounded",
  points: "percentage points",
  share: "percent",
  change: "percent",
  usd: "US dollars",
  price: "dollars per contract that pays $1",
  multiple: "multiple",
  count: "number",
  days: "days",
  time: "time",
};

/** `unit` only where the column's unit is not enough. */
const columnWords: Readonly<Record<ColumnId, Omit<ColumnHelp, "unit"> & Partial<ColumnHelp>>> = {
  market: { what: "The token, pair or question, its provider and product." },
  type: { what: "Lending, yield, loop, perpetual or prediction." },
  provider: { what: "Who runs the market." },
  depositApy: {
    what: "What a deposit earns now, rewards included. For a loop, the net rate at the leverage shown; closed loops sort last. Staking yield of the token itself is not in the rate of a pool that lends it.",
    formula: "base + deposit rewards",
  },
  baseDepositApy: {
    what: "What a deposit earns without rewards: what stays if rewards stop.",
    formula: "deposit APY − deposit rewards",
  },
  rewardApy: {
    what: "Paid on top of the base in reward tokens. Already part of the deposit APY.",
    formula: "Σ deposit rewards",
  },
  vsBenchmark: {
    what: "The quoted rate minus the rate of the benchmark. My size changes neither of the two. Closed loops sort last.",
    formula: "rate − rate of the benchmark, both with or both without rewards, by APY basis",
  },
  effectiveApy: {
    what: "The APY after my deposit dilutes the pool, and dollars a year. A triangle warns that the APY may fall further, because the pool is near full utilization. Markets that don't take my whole size sort last.",
    unit: "percent per year, compounded; sorts by the lower edge",
    formula: "between k²·base and k·base, plus k·rewards, with k = deposits / (deposits + size)",
  },
  baseDepositApy30d: {
    what: "Average base APY over the last 30 days. Compare it with the base APY.",
  },
  baseDepositApy90d: {
    what: "Average base APY over the last 90 days. Compare it with the base APY.",
  },
  baseDepositApy180d: {
    what: "Average base APY over the last 180 days. Compare it with the base APY.",
  },
  average30d: {
    what: "Each market's own average over 30 days: of a pool its base APY, of a loop its net rate.",
  },
  average90d: {
    what: "Each market's own average over 90 days: of a pool its base APY, of a loop its net rate.",
  },
  average180d: {
    what: "Each market's own average over 180 days: of a pool its base APY, of a loop its net rate.",
  },
  soberApy: {
    what: "The base APY as it was over 90 days, and the rewards of today, which have no past to average and last least.",
    formula: "90d average of the base APY + Σ deposit rewards",
  },
  low90d: {
    what: "The lowest daily APY that depositors got in the last 90 days, rewards included; of a loop the lowest net APY. An em dash with fewer than 75 known days.",
    formula: "minimum of the daily APY over 90 complete days",
  },
  daysAboveBase: {
    what: "Share of the last 90 days on which depositors got at least today's base APY.",
    formula: "known days with a daily APY ≥ base APY now / known days",
  },
  spark90d: {
    what: "Daily APY over 90 days, in steps of three days. The lower area is base, the upper one rewards; grey where the history doesn't split the rate. It sorts by the average.",
    formula: "mean of the daily APY over 90 complete days",
  },
  trend: {
    what: "The base APY against its own 90-day average: spiking, rising, steady or fading. A dash where there is no 90-day average.",
    unit: "percent of the average",
    formula: "base APY / 90d average − 1",
  },
  borrowApy: {
    what: "What borrowing costs now, after rewards. Negative means that the borrower is paid.",
    formula: "base borrow APY − borrow rewards",
  },
  baseBorrowApy: { what: "What borrowing costs without rewards." },
  borrowRewardApy: {
    what: "What borrowers are paid back in rewards. The borrow APY holds it already; it may stop.",
    formula: "base borrow APY − borrow APY, or the sum of the rewards",
  },
  baseBorrowApy30d: { what: "Average base cost of borrowing over the last 30 days." },
  baseBorrowApy90d: { what: "Average base cost of borrowing over the last 90 days." },
  baseBorrowApy180d: { what: "Average base cost of borrowing over the last 180 days." },
  totalDepositUsd: { what: "All that is deposited, lent out or not." },
  totalBorrowUsd: { what: "All that is borrowed." },
  utilization: {
    what: "The share of the deposits that is lent out. Over 90 % little can be withdrawn.",
    formula: "borrows / deposits",
  },
  protocolMargin: {
    what: "What the market keeps of the interest its borrowers pay. Below 0 % depositors get more than that, which is worth a check.",
    formula: "1 − base APR / (utilization · base borrow APR)",
  },
  available: {
    what: "What depositors could take out now, all together.",
    formula: "deposits − borrows",
  },
  loanApy: {
    what: "What a loan of my size costs: from today's base rate to that rate scaled by utilization, less rewards shared with other loans. Below: utilization with the loan. ≥ means the upper end is unknown: near or past the kink, for very large loans, and for pairs. Sorts by the lower end; markets that can't lend the whole size come last.",
    formula:
      "from base borrow APR to base borrow APR · utilization then / utilization now, less rewards · borrows / (borrows + size)",
  },
  collateralNeeded: {
    what: "Collateral needed for a loan of my size at half the max LTV, and the minimum at the max LTV, where the first price move liquidates almost at once.",
    formula: "size / (max LTV / 2)",
  },
  leftToBorrow: {
    what: "How much can be borrowed now: the lower of available liquidity and the borrow limit. A dash where either is unknown.",
    formula: "min(available, (borrow limit − borrows) · price)",
  },
  capacityLeft: {
    what: "How much more may be deposited. The ring shows how much of the limit is used. Of a loop: how much of one's own money its two markets leave room for, at the leverage it names, else half way to its limit.",
    formula:
      "(deposit limit − deposits) · price; of a loop min(left to borrow / (leverage − 1), capacity left of the supplied token / leverage)",
  },
  flow30d: {
    what: "What was put in less what was taken out over the last 30 days, or as many as are recorded here, at the price of now. Interest that was earned is not in it.",
    formula: "in − out",
  },
  firstSeen: {
    what: "How long before the last recording this service first saw the market. It may be older than that.",
    formula: "last recording − first seen",
  },
  shareOfPool: {
    what: "My size as a part of the pool it has entered.",
    formula: "size / (deposits + size)",
  },
  exitCover: {
    what: "How many times over my size could leave at once. Under 1 a part would have to wait. What my own deposit adds to the pool is left out.",
    formula: "(deposits − borrows) / size",
  },
  usdPerYear: {
    what: "What my size would earn in a year at the rate of today that is left after it has entered, at the price of today.",
    unit: "US dollars; sorts by the lower edge",
    formula: "size · APY at my size",
  },
  maxLtv: {
    what: "How much may be borrowed against the collateral. In Borrow it is that of the collateral chosen there, and of a pair that of the pair; with none chosen it is the highest that any other token of the same place has: choose yours to see its own.",
    unit: "percent of its value",
  },
  liquidationLtv: {
    what: "The loan-to-value at which the position is liquidated. In Borrow it is that of the collateral whose LTV is shown.",
  },
  mayDrop: {
    what: "How far the price of the collateral, measured in the token borrowed, may fall before a loan is liquidated that was taken half way to the maximum LTV.",
    unit: "percent of the price",
    formula: "1 − (max LTV / 2) / liquidation LTV",
  },
  liquidationPenalty: {
    what: "What a liquidation costs. In Borrow it is that of the collateral whose LTV is shown.",
    unit: "percent of what is liquidated",
  },
  maxLeverage: {
    what: "The highest leverage the market offers. It leaves no room for a loss.",
  },
  vsHolding: {
    what: "How much more the loop earns than its collateral held without a loop, at the quoted leverage. Below zero, leverage doesn't pay.",
    formula: "(L − 1) / L · (net APY − borrow APY of the debt)",
  },
  dropToLiquidation: {
    what: "How far the collateral may fall against the debt before the loop is liquidated, at the quoted leverage.",
    formula: "(1 − 1 / L) / liquidation LTV − 1",
  },
  depositApy30d: {
    what: "Average net rate of a loop over 30 days, rewards and borrowing cost included: not a base rate.",
  },
  depositApy90d: {
    what: "Average net rate of a loop over 90 days, rewards and borrowing cost included: not a base rate.",
  },
  depositApy180d: {
    what: "Average net rate of a loop over 180 days, rewards and borrowing cost included: not a base rate.",
  },
  longUsd: { what: "Liquidity for opening long positions." },
  shortUsd: { what: "Liquidity for opening short positions." },
  yesBid: { what: "The best price at which a yes can be sold." },
  chance: { what: "How probable a yes is by what is bid and asked for it: half way between the two." },
  yesAsk: { what: "The best price at which a yes can be bought." },
  noBid: { what: "The best price at which a no can be sold." },
  noAsk: { what: "The best price at which a no can be bought." },
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
  closeTime: { what: "When trading ends, seen from when the list was read." },
  status: { what: "Open, closed or settled, and how it was settled." },
  doubts: {
    what: "Where a market's own figures contradict each other, such as a total that is not the sum of its parts. A doubtful figure is shown as it was sent.",
    unit: "number of doubts",
  },
  actions: {
    what: "What can be done in the market. Actions that are not offered are absent.",
    unit: "links",
  },
};
