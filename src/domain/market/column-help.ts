// A chunk of its own, loaded after the list.
import { columnOf, type ColumnId } from "./columns.ts";
import type { SelectContext, Unit } from "./column.ts";
import { joinParts } from "../format/join-parts.ts";
import { formatRate } from "../format/number.ts";
import { unknownNote } from "./assess/words.ts";
import { benchmarkBasis } from "./row-values.ts";

export interface ColumnHelp {
  readonly what: string;
  readonly unit: string;
  readonly formula?: string;
}

export function columnHelp(id: ColumnId): ColumnHelp {
  return { unit: unitWords[columnOf(id).unit], ...columnWords[id] };
}

/** @param missingAt the provider that does not publish the figure, if it is missing */
export function explain(
  { what, formula }: Pick<ColumnHelp, "what" | "formula">,
  field?: string,
  missingAt?: string,
): string {
  return joinParts(
    [
      what,
      formula !== undefined && `Formula: ${formula}.`,
      field !== undefined && `Source: ${field}.`,
      missingAt !== undefined && `${unknownNote(missingAt)}.`,
    ],
    " ",
  );
}

/** The explanation of a figure, the same wherever it is shown. */
export function explainColumn(id: ColumnId, missingAt?: string): string {
  return explain(columnHelp(id), columnOf(id).field, missingAt);
}

const recordedWords =
  "Where none is published, the one recorded here is shown with a dotted underline, if at least 80 % of the days are known.";

export function helpOf(id: ColumnId, context: SelectContext): ColumnHelp {
  const { benchmark, record } = context;
  const help = columnHelp(id);
  if (record !== undefined && columnOf(id).average !== undefined)
    return { ...help, what: `${help.what} ${recordedWords}` };
  if (id !== "vsBenchmark" || benchmark === undefined) return help;
  const { name, rate } = benchmark;
  const which =
    name === undefined
      ? "The benchmark is not in this list."
      : `The benchmark is ${name}, ${rate === undefined ? "whose rate is unknown" : `${formatRate(rate).text}${benchmarkBasis(context)} now`}.`;
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

const baseAverage = (days: number): string =>
  `Average base APY over the last ${days} days. Compare it with the base APY.`;
const ownAverage = (days: number): string =>
  `Average over ${days} days: the base APY of a pool, the net APY of a loop.`;
const borrowAverage = (days: number): string => `Average base cost of borrowing over the last ${days} days.`;
const netAverage = (days: number): string =>
  `Average net APY of a loop over ${days} days, rewards and borrow cost included.`;

/** `unit` is given only if the words for the column's unit are not enough. */
const columnWords: Readonly<Record<ColumnId, Omit<ColumnHelp, "unit"> & Partial<ColumnHelp>>> = {
  market: { what: "The token, pair or question, its provider and product." },
  type: {
    what: "Lending and yield markets pay for a deposit. A loop borrows against its deposit to deposit more. A perpetual is a leveraged long or short position. A share in a prediction pays $1 if its side is right.",
  },
  provider: { what: "The protocol that runs the market." },
  depositApy: {
    what: "What a deposit earns now, rewards included. For a loop, the net APY at the leverage shown. A pool's rate leaves out the token's own staking yield.",
    formula: "base + deposit rewards",
  },
  baseDepositApy: {
    what: "What a deposit earns without rewards, or if rewards stop.",
    formula: "deposit APY − deposit rewards",
  },
  rewardApy: {
    what: "Paid on top of the base in reward tokens. Already part of the deposit APY.",
    formula: "Σ deposit rewards, or deposit APY − base APY",
  },
  vsBenchmark: {
    what: "The quoted rate minus the benchmark's rate, both regardless of your size.",
    formula:
      "rate − rate of the benchmark, both with or both without rewards, by APY basis; for a loop always its net rate, which includes rewards",
  },
  effectiveApy: {
    what: "The APY after your deposit dilutes the pool, and dollars per year. A triangle: utilization is so high that the APY may fall further.",
    unit: "percent per year, compounded; sorts by the lower edge",
    formula:
      "from k²·base (less in a spike or under a fixed spread) to k·base (base up to a tenth of a strategy's deposits), plus k·rewards, k = deposits / (deposits + size)",
  },
  baseDepositApy30d: { what: baseAverage(30) },
  baseDepositApy90d: { what: baseAverage(90) },
  baseDepositApy180d: { what: baseAverage(180) },
  average30d: { what: ownAverage(30) },
  average90d: { what: ownAverage(90) },
  average180d: { what: ownAverage(180) },
  soberApy: {
    what: "The 90-day average base APY plus today's rewards.",
    formula: "90d average of the base APY + Σ deposit rewards",
  },
  low90d: {
    what: "The lowest daily APY of the last 90 days, rewards included; for a loop, its net APY. An em dash with fewer than 75 known days.",
    formula: "minimum of the daily APY over 90 complete days",
  },
  daysAboveBase: {
    what: "Share of the last 90 days whose APY, rewards included, was at least today's base APY.",
    formula: "known days with a daily APY ≥ base APY now / known days",
  },
  spark90d: {
    what: "Daily APY over 90 days, in steps of three days, and today: base below, rewards above, gray where the split is unknown.",
    formula: "mean of the known days of 90 complete days",
  },
  trend: {
    what: "The base APY, or a loop's net APY, compared with its 90-day average: spiking, rising, steady or fading. A dash without a 90-day average.",
    unit: "percent of the average",
    formula: "base or net APY / 90d average − 1",
  },
  borrowApy: {
    what: "What borrowing costs now, after rewards. If negative, borrowers are paid.",
    formula: "base borrow APY − borrow rewards",
  },
  baseBorrowApy: { what: "What borrowing costs without rewards." },
  borrowRewardApy: {
    what: "Rewards paid to borrowers. Already part of the borrow APY; they may stop.",
    formula: "Σ borrow rewards, or base borrow APY − borrow APY",
  },
  baseBorrowApy30d: { what: borrowAverage(30) },
  baseBorrowApy90d: { what: borrowAverage(90) },
  baseBorrowApy180d: { what: borrowAverage(180) },
  totalDepositUsd: { what: "Total deposits, lent out or not." },
  totalBorrowUsd: { what: "Total borrows." },
  utilization: {
    what: "The share of deposits that is lent out. Over 90 %, little can be withdrawn.",
    formula: "borrows / deposits",
  },
  protocolMargin: {
    what: "The share of interest that the market keeps. Below 0 %, depositors get more than borrowers pay.",
    formula: "1 − base APR / (utilization · base borrow APR)",
  },
  available: {
    what: "What all depositors together can withdraw now.",
    formula: "deposits − borrows",
  },
  loanApy: {
    what: "The cost of a loan of your size, from today's rate to that rate scaled by utilization. Below: utilization after the loan. ≥ means the upper end is unknown: near the kink, for very large loans, and for pairs.",
    formula:
      "from base borrow APR to base borrow APR · utilization after the loan / utilization now, less rewards · borrows / (borrows + size)",
  },
  collateralNeeded: {
    what: "Collateral for a loan of your size at the chosen share of the limit (half by default). Below: in tokens.",
    formula: "size / (max LTV · share)",
  },
  leftToBorrow: {
    what: "How much can be borrowed now: the lower of available liquidity and what is left under the borrow cap. “≤” where one of them is unknown.",
    formula: "min(available, (borrow cap − borrows) · price)",
  },
  capacityLeft: {
    what: "How much more can be deposited. For a loop: the equity it takes, at the quoted leverage or halfway to the maximum.",
    formula:
      "(deposit cap − deposits) · price; for a loop, min(left to borrow / (leverage − 1), capacity left of the supplied token / leverage)",
  },
  flow30d: {
    what: "Deposits minus withdrawals over the last 30 days, or as many as are recorded, at today's price. Earned interest is not included.",
    formula: "in − out",
  },
  firstSeen: {
    what: "Time from the first to the latest snapshot of the market. The market may be older.",
  },
  shareOfPool: {
    what: "Your size as a share of the pool after your deposit.",
    formula: "size / (deposits + size)",
  },
  exitCover: {
    what: "Available as a multiple of your size, without your own deposit. Under 1×, a part has to wait.",
    formula: "(deposits − borrows) / size",
  },
  usdPerYear: {
    what: "What your size would earn in a year after dilution, at today's price.",
    unit: "US dollars; sorts by the lower edge",
    formula: "size · APY at your size",
  },
  maxLtv: {
    what: "How much can be borrowed against the collateral. In Borrow: the chosen collateral's, else the highest of any token accepted there.",
    unit: "percent of its value",
  },
  liquidationLtv: {
    what: "The loan-to-value at which a position is liquidated. In Borrow: of the collateral whose max LTV is shown.",
  },
  mayDrop: {
    what: "How far the collateral can fall against the debt before a loan at the chosen share of the limit (half by default) is liquidated. Below: the price then.",
    unit: "percent of the price",
    formula: "1 − (max LTV · share) / liquidation LTV",
  },
  liquidationPenalty: {
    what: "The cost of a liquidation. In Borrow: of the collateral whose max LTV is shown.",
    unit: "percent of what is liquidated",
  },
  maxLeverage: { what: "The highest leverage offered, at which any loss can cause liquidation." },
  vsHolding: {
    what: "How much more the loop earns than holding its collateral, at the quoted leverage. Below zero, leverage doesn't pay.",
    formula: "(L − 1) / L · (net APY − borrow APY of the debt)",
  },
  dropToLiquidation: {
    what: "How far the collateral can fall against the debt before the loop is liquidated, at the quoted leverage.",
    formula: "1 − (1 − 1 / L) / liquidation LTV",
  },
  depositApy30d: { what: netAverage(30) },
  depositApy90d: { what: netAverage(90) },
  depositApy180d: { what: netAverage(180) },
  longUsd: { what: "Liquidity for opening long positions." },
  shortUsd: { what: "Liquidity for opening short positions." },
  yesBid: { what: "The best price at which a yes can be sold." },
  chance: { what: "The probability of yes implied by the mid price." },
  yesAsk: { what: "The best price at which a yes can be bought." },
  noBid: { what: "The best price at which a no can be sold." },
  noAsk: { what: "The best price at which a no can be bought." },
  spread: {
    what: "The cost of buying a yes and selling it at once.",
    unit: "dollars per contract",
    formula: "yes ask − yes bid",
  },
  volume: {
    what: "Total traded so far, as the service reports it.",
    unit: "not stated: contracts or dollars",
  },
  openInterest: {
    what: "Held now, as the service reports it.",
    unit: "not stated: contracts or dollars",
  },
  closeTime: { what: "When trading ends, relative to when the list was read." },
  status: { what: "Open, closed or settled, and how it was settled." },
  doubts: {
    what: "Checks where the market's own figures contradict each other. Figures are shown as published.",
    unit: "number of failed checks",
  },
  actions: { what: "Links to what can be done in the market.", unit: "links" },
};
