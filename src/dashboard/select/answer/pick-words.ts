import { ratio, usd, type Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { capitalize, uncapitalize } from "../../../domain/format/capitalize.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import {
  formatMultiple,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  inWords,
} from "../../../domain/format/number.ts";
import { assess } from "../../../domain/market/assess/assess.ts";
import { findAssessment, type Assessment } from "../../../domain/market/assess/assessment.ts";
import { judgeShare } from "../../../domain/market/assess/deposit.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import { nameLines } from "../../../domain/market/market-text.ts";
import { trendsNotLoaded } from "../../../domain/market/market-trends.ts";
import { noOwnYields, ownYieldOf } from "../../../domain/market/loops/own-yield.ts";
import {
  effectiveRate,
  poolAvailable,
  poolShare,
  rewardApy,
  sizeCover,
} from "../../../domain/market/row-values.ts";
import { aboutTheSame, differenceInWords, differenceOf, gainOf } from "../compare/gains.ts";
import { minSteadyRate } from "../preset-views.ts";
import { minPickRate, steadyDepositsUsd, unmetCondition, type AnswerPick, type PickId } from "./picks.ts";
import { capacityLeft } from "../../../finance/pool.ts";
import { rewardShare } from "../../../finance/rates.ts";

const money = (value: Usd): string => formatUsd(value, "short").text;
const steadyDeposits = inWords(formatUsd(usd(steadyDepositsUsd), "short"));
const minSteadyText = inWords(formatRate(ratio(minSteadyRate), "short"));
const minRateText = inWords(formatRate(ratio(minPickRate), "short"));

export const pickTitles: Readonly<
  Record<PickId, { readonly name: string; readonly title?: string; readonly rule: string }>
> = {
  highest: {
    name: "Highest with full exit",
    rule: `The highest APY at your size among markets that take your whole size, let you withdraw it now and pay at least ${minRateText}.`,
  },
  steadiest: {
    name: "Steadiest",
    title: "Steadiest over $20M",
    rule: `Among markets with over $20M that pay at least ${minSteadyText} at your size: the smallest gap between the best and the worst day of the last 90, relative to their average.`,
  },
  largest: {
    name: "Largest",
    rule: `Among markets that pay at least ${minRateText} at your size: the one with the most deposits, unless its cap is too low for your size.`,
  },
};

export function headingOf({ id, isNext }: Pick<AnswerPick, "id" | "isNext">) {
  const { name, title = name, rule } = pickTitles[id];
  if (!isNext) return { title, rule };
  return {
    title: `Next ${uncapitalize(title)}`,
    rule: `${rule} Higher-ranked markets are already shown.`,
  };
}

/** The columns whose values each reason mentions, besides the rule of the pick. */
export const reasonColumns = {
  highest: "available",
  steadiest: "low90d",
  largest: "totalDepositUsd",
} as const satisfies Readonly<Record<PickId, ColumnId>>;

export function reasonOf({ id }: Pick<AnswerPick, "id">, row: MarketRow, context: SelectContext): string {
  const { size, trends } = context;
  if (id === "highest") {
    const available = poolAvailable(row);
    const cover = sizeCover(row, size);
    if (available === undefined || cover === undefined) return "";
    return `${money(available)} withdrawable (${formatMultiple(cover, "short").text} your size)`;
  }
  if (id === "steadiest") {
    const low = trends?.get(row.id)?.low90d;
    const isUnderLow = (apy = Infinity): boolean => apy < (low ?? 0);
    // The 90 days exclude today and my deposit.
    const isDiluted = isUnderLow(effectiveRate(row, size, "total")?.low);
    const less = isUnderLow(row.depositApy) ? ", lower today" : isDiluted ? ", before your deposit" : "";
    const share = rewardShare({ rewards: rewardApy(row), total: row.depositApy });
    const rewards =
      share === undefined
        ? ""
        : share === 0
          ? ", no rewards"
          : `, ${formatShare(share, "whole").text} rewards`;
    return `${inWords(formatRate(low), "")} at worst in 90 days${less}${rewards}`;
  }
  const share = poolShare(row, size);
  // The caveat mentions a large share.
  const own =
    share === undefined || judgeShare(row, context) !== undefined
      ? ""
      : `, ${formatRate(share).text} is yours`;
  return row.totalDepositUsd === undefined ? "" : `${money(row.totalDepositUsd)} deposited${own}`;
}

export function caveatOf(
  { id }: Pick<AnswerPick, "id">,
  row: MarketRow,
  context: SelectContext,
  highest: MarketRow | undefined,
) {
  const found = assess(row, { ...context, side: "deposit" });
  const worst = found.find(({ tone }) => tone === "bad" || tone === "warning");
  const share = findAssessment(found, "shareOfPool");
  const unknown = findAssessment(found, "unknown");
  const hasUnknownExit = unknown?.values.facts.some((fact) => fact === "available" || fact === "depositCap");
  const first = worst ?? share ?? (hasUnknownExit === true ? unknown : undefined);
  if (first !== undefined) return chipCaveat(first);
  const behind = id === "highest" || highest === undefined ? undefined : behindText(row, highest, context);
  if (behind !== undefined) return { text: behind, note: behindNote, isBad: false };
  // The reason for the steadiest pick already mentions its rewards.
  const flag = found.find(
    ({ id: own }) =>
      own === "rateRising" || own === "ownYieldExcluded" || (own === "rewards" && id !== "steadiest"),
  );
  const next = flag ?? unknown;
  return next === undefined ? usual : chipCaveat(next);
}

const usual = {
  text: "The APY can change at any time",
  note: "Rates follow utilization and rewards.",
  isBad: false,
};
const behindNote =
  "Compared with the pick with full exit, by the lower ends of what your size would earn per year.";

function chipCaveat(assessment: Assessment) {
  const { label, figure, note, tone } = chip(assessment);
  const isBad = tone === "bad";
  if (figure === undefined) return { text: label, note, isBad };
  const text = assessment.id === "unknown" ? `${label}: ${figure}` : `${label} (${figure})`;
  return { text, note, isBad };
}

/** Uses the same calculation as the comparison. */
function behindText(row: MarketRow, highest: MarketRow, context: SelectContext): string | undefined {
  const { size } = context;
  // Rates do not include what tokens earn by being held, so rates of two such tokens are not comparable.
  if (ownYieldOf(row, noOwnYields)?.mint !== ownYieldOf(highest, noOwnYields)?.mint) return undefined;
  const gainContext = { ...context, side: "deposit", ownYields: noOwnYields } as const;
  const own = gainOf(row, gainContext);
  const best = gainOf(highest, gainContext);
  if (size === undefined || own === undefined || best === undefined) return undefined;
  // This market pays more than the highest one with full exit, so its own full exit is impossible or unknown.
  if (differenceOf(own, best, size) > 0) return undefined;
  const apart = differenceOf(best, own, size);
  return capitalize(
    apart === 0 ? `${aboutTheSame} as the highest` : `${differenceInWords(apart, size)} below the highest`,
  );
}

export function noPickText(
  { id, isNext, closest }: Pick<AnswerPick, "id" | "isNext" | "closest">,
  context: SelectContext,
  hasOneToken: boolean,
): string {
  const { size, trends } = context;
  const all = size === undefined ? "your size" : money(size);
  // Filters may hide markets that meet the rule.
  const none = `No ${isNext ? "other market" : "market"} in this list`;
  const near = closest === undefined ? "" : ` Closest: ${closestText(id, closest, context, hasOneToken)}.`;
  switch (id) {
    case "highest":
      return `${none} is known to take all of ${all}, allow a full exit now and pay at least ${minRateText}.${near}`;
    case "steadiest":
      if (trends === undefined) return trendsNotLoaded;
      return `${none} has over ${steadyDeposits} and 90 days of history, takes all of ${all} and pays at least ${minSteadyText}.${near}`;
    case "largest":
      return `${none} takes all of ${all} and pays at least ${minRateText}.${near}`;
  }
}

/** The market and the figure that keeps it from being the pick. */
function closestText(id: PickId, row: MarketRow, context: SelectContext, hasOneToken: boolean): string {
  const lines = nameLines(row, hasOneToken);
  const name = joinParts([lines.name, lines.id], " · ");
  const figure = (value: Usd | undefined, what: string): string =>
    value === undefined ? name : `${name}, ${money(value)} ${what}`;
  switch (unmetCondition(id, row, context)) {
    case "deposits":
      return figure(row.totalDepositUsd, "deposited");
    case "capacity":
      return figure(capacityLeft(row), "left under the cap");
    case "exit":
      return figure(poolAvailable(row), "withdrawable");
    case "rate": {
      const rate = effectiveRate(row, context.size, context.basis);
      return `${name}, which pays ${inWords(formatRateRange(rate?.low, rate?.high))}`;
    }
    case undefined:
      return name;
  }
}
