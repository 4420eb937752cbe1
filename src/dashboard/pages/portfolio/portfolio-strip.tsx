import type { ReactNode } from "react";
import { joinParts } from "../../../domain/format/join-parts.ts";
import {
  addUpInDollars,
  formatAbout,
  formatGain,
  formatHealth,
  formatMoney,
} from "../../../domain/format/money.ts";
import {
  countOf,
  formatChange,
  formatCount,
  formatRate,
  formatShare,
  formatUsdExact,
  inWords,
} from "../../../domain/format/number.ts";
import { ratio, usd, type Usd } from "../../../contract/units.ts";
import { knownSum } from "../../../finance/portfolio/net-worth.ts";
import { withoutText } from "../../portfolio/position-words.ts";
import { lifetimeFigures } from "../../portfolio/predictions.ts";
import { noteLines, StatStrip, type StatFigure } from "../../ui/panel/stat.tsx";
import type { Portfolio } from "./use-portfolio.ts";

export type StripContent = Omit<Portfolio, "held" | "claims" | "prices" | "netApy" | "past" | "unread"> & {
  readonly past: Pick<Portfolio["past"], "loading" | "range" | "change" | "failed">;
};

export function PortfolioStrip(portfolio: StripContent): ReactNode {
  const { rows, predictions, canMove } = portfolio;
  const earns = rows.some(({ kind }) => kind !== "prediction" && kind !== "reward");
  const figures = [
    netWorth(portfolio),
    profit(portfolio),
    ...(earns ? [earnings(portfolio), netApy(portfolio), worstLoan(portfolio)] : []),
    ...(predictions.length > 0 ? [predictionProfit(portfolio)] : []),
    ...(predictions.length > 0 && !earns ? [invested(portfolio)] : []),
    ...(canMove ? [moves(portfolio)] : []),
  ];
  return <StatStrip name="Totals" figures={figures} />;
}

/** In narrow tiles the profit, which loads late, takes two lines. */
const profitNoteClass = "min-h-[1lh] max-sm:min-h-[2lh] xl:max-[1399.98px]:min-h-[2lh]";

/** Rounds to cents, because smaller differences are rounding errors. */
const cents = (value: number): number => Math.round(value * 100) / 100;

/** Formats a sum like the other totals, and its parts without cents if they add up without them. */
function gains(sum: number | undefined, ...parts: readonly (number | undefined)[]) {
  const values = [sum, ...parts];
  const known = parts.map((part = 0) => part);
  const isWhole = addUpInDollars(sum ?? 0, known) && values.every((value = 0) => Math.abs(value) >= 100);
  return values.map((value, at) => formatGain(usd(value), at === 0 || isWhole ? "whole" : undefined));
}

const exact = (value: Usd | undefined): string => inWords(formatUsdExact(value));

/** The terms of a difference, with cents if whole dollars would not add up to the difference. */
function terms(difference: Usd, from: Usd, taken: Usd): readonly [from: string, taken: string] {
  const write = addUpInDollars(from, [difference, taken]) ? formatUsdExact : formatMoney;
  return [write(from).text, write(taken).text];
}

function netWorth({ totals }: StripContent): StatFigure {
  const { assets, debts, net, unknown } = totals.worth;
  const [held, owed] = terms(net, assets, debts);
  return {
    label: "Net worth",
    value: formatUsdExact(net),
    help: "Assets minus debts, claimable rewards included, at the prices the service sends.",
    note: noteLines(
      debts === 0 ? "no debts" : `${held} assets − ${owed} debts`,
      unknown > 0 && `${countOf(unknown, "position")} without a USD value`,
    ),
  };
}

function profit({ past: { loading, range, change, failed } }: StripContent): StatFigure {
  const label = `Profit and loss, ${range}`;
  const help =
    "Earnings plus price changes since then, own yields of tokens included. Money moved in or out is not profit.";
  if (loading) return { label, help, value: "…", note: "loading history", noteClass: profitNoteClass };
  if (change === undefined)
    return { label, help, note: failed.length > 0 ? "history not loaded" : "no history in this range" };
  const [earned, prices] = [cents(change.earned), cents(change.prices)];
  const [value, ...parts] = gains(earned + prices, earned, prices);
  const note = `${inWords(parts[0])} earned, ${inWords(parts[1])} prices`;
  return { label, help, value, note, noteClass: profitNoteClass };
}

/** Until the markets are loaded, positions may lack rates, and their sum is wrong. */
function awaitsRates({ totals, isComplete, areMarketsMissing }: StripContent): boolean {
  return totals.income.unknown > 0 && !isComplete && !areMarketsMissing;
}

const loadingMarkets = { value: "…", note: "loading markets" } as const;

function earnings(content: StripContent): StatFigure {
  const { income, perDay, rewardsPerDay } = content.totals;
  const [earned, interest] = terms(income.net, income.earned, income.interest);
  const atLeast = income.rewardsUnknown === 0 ? "" : "at least ";
  const rewards =
    atLeast !== "" && income.rewards === 0 ? "rewards unknown" : `${atLeast}${exact(rewardsPerDay)} rewards`;
  return {
    label: "Earns a year",
    value: formatUsdExact(income.net),
    help: `Value × APY of every deposit, minus the interest of every debt, at today's rates. A day: ${rewards}.`,
    note: noteLines(
      income.interest !== 0 && `${earned} −\u00A0${interest} interest`,
      `${exact(perDay)} a day${income.interest !== 0 ? "" : `, ${rewards}`}`,
      withoutText(income.unknown),
    ),
    // Reserves the lines of most wallets, so that nothing moves once the markets are loaded.
    noteClass: income.interest === 0 ? "min-h-[2lh] max-sm:min-h-[3lh]" : "min-h-[4lh] sm:max-xl:min-h-[3lh]",
    ...(awaitsRates(content) && { ...loadingMarkets, icon: undefined }),
  };
}

export const netApyHelp =
  "Earnings after interest, divided by net worth. The gross APY is before interest, divided by assets. Loops count with their net APY.";

function netApy(content: StripContent): StatFigure {
  const { totals } = content;
  return {
    label: "Net APY",
    value: formatRate(totals.apyOfEquity),
    help: netApyHelp,
    note: noteLines(
      `Gross APY ${inWords(formatRate(totals.apyOfAssets))}`,
      withoutText(totals.income.unknown),
    ),
    noteClass: "min-h-[2lh]",
    ...(awaitsRates(content) && loadingMarkets),
  };
}

function worstLoan({ loans, rows }: StripContent): StatFigure {
  const label = "Worst loan";
  const help = "Health is the liquidation LTV divided by the LTV. At 1 the loan is liquidated.";
  const [worst] = loans;
  if (worst === undefined) {
    // Perpetuals publish no liquidation LTV, and an unknown type may be a loan.
    const unsure = rows.some(({ kind }) => kind === "perpetual" || kind === "other");
    const note = unsure ? "unknown for other positions" : "nothing can be liquidated";
    return { label, help, value: "No loan", note };
  }
  const { health, endsBy, rise, fall, mover } = worst;
  const move = endsBy === "rise" ? rise : fall;
  const drop = `${mover} ${endsBy === "rise" ? "+" : "−"}${inWords(formatShare(move))}`;
  const unjudged = loans.filter((loan) => loan.health === undefined).length;
  return {
    label,
    help,
    value: health === undefined ? undefined : `Health ${formatHealth(health).text}`,
    danger: worst.isNear,
    note: noteLines(
      health !== undefined &&
        (health < 1 ? "Can be liquidated now" : move !== undefined && `Liquidated at ${drop}`),
      unjudged > 0 && `${countOf(unjudged, "loan")} of unknown health`,
    ),
  };
}

/** Replaces sums over all predictions while the closed ones are missing. */
const withoutClosed: Readonly<Record<Portfolio["closedPredictions"], Partial<StatFigure>>> = {
  loaded: {},
  loading: { value: "…", note: "loading closed predictions" },
  failed: { value: undefined, note: "closed predictions not loaded" },
};

function predictionProfit({ predictions, closedPredictions }: StripContent): StatFigure {
  const [total, unrealized, realized] = (["total", "unrealized", "realized"] as const).map(
    (name) => knownSum(predictions.map((line) => lifetimeFigures(line)[name])).sum,
  );
  const [value, ...parts] = gains(total, unrealized, realized);
  return {
    label: "Lifetime prediction profit",
    value,
    help: "Unrealized profit of open predictions plus the realized profit of all predictions. Includes earlier rounds of open predictions, which the table below lists under Lifetime.",
    note: joinParts([
      unrealized !== undefined && `${inWords(parts[0])} unrealized`,
      realized !== undefined && `${inWords(parts[1])} realized`,
    ]),
    ...withoutClosed[closedPredictions],
  };
}

function invested({ predictions, closedPredictions }: StripContent): StatFigure {
  const open = predictions.filter(({ row }) => row !== undefined).length;
  return {
    label: "Invested",
    value: formatUsdExact(knownSum(predictions.map((line) => lifetimeFigures(line).invested)).sum),
    help: "Your own money put into predictions, including closed ones.",
    note: `${countOf(open, "position")} open, ${formatCount(predictions.length - open).text} closed`,
    ...withoutClosed[closedPredictions],
  };
}

function moves({ plan, isComplete, areMarketsMissing, totals: { income } }: StripContent): StatFigure {
  const label = "Moves";
  const help = "What all moves below would add at today's rates, within the limits.";
  if (areMarketsMissing) return { label, help, note: "not all markets loaded" };
  if (!isComplete) return { label, help, ...loadingMarkets };
  const { moves: all, gain } = plan;
  if (all.length === 0) return { label, help, value: "None", note: "Nothing better right now" };
  return {
    label,
    help,
    value: `+${inWords(formatAbout(gain))}`,
    icon: <span className="text-small font-normal text-text2">a year</span>,
    note: (
      <>
        {income.net > 0 && `${inWords(formatChange(ratio((gain ?? 0) / income.net)))} vs today, `}
        <a href="#moves" className="font-medium text-accent hover:underline">
          {countOf(all.length, "move")}
        </a>
      </>
    ),
  };
}
