// The texts of every assessment. No code reads them back.
import { capitalize } from "../../format/capitalize.ts";
import { joinParts } from "../../format/join-parts.ts";
import { joinNames } from "../../../contract/names/join-names.ts";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import {
  countOf,
  formatChange,
  formatMultiple,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
} from "../../format/number.ts";
import type {
  Assessment,
  AssessmentId,
  AssessmentValues,
  RateAgainstAverage,
  RewardValues,
  UnknownFact,
} from "./assessment.ts";
import type { FactChip } from "../../marks.ts";
import type { RewardTokens } from "./reward-tokens.ts";

interface Words extends Omit<FactChip, "id" | "tone"> {
  readonly sentence: string;
}

/** At most four words. */
export function chip<Id extends AssessmentId>(assessment: Assessment<Id>): FactChip {
  const { icon, label, figure, note } = assessmentWords(assessment);
  return { id: assessment.id, tone: assessment.tone, icon, label, figure, note };
}

/** At most 25 words, figures first. */
export function sentence<Id extends AssessmentId>(assessment: Assessment<Id>): string {
  return assessmentWords(assessment).sentence;
}

export function unknownNote(provider: string): string {
  return `Not published by ${provider}`;
}

function assessmentWords<Id extends AssessmentId>(assessment: Assessment<Id>): Words {
  return words[assessment.id](assessment.values);
}

const money = (value: Usd): string => formatUsd(value, "short").text;
const whole = (value: Ratio): string => formatShare(value, "whole").text;
const times = (value: number): string => formatMultiple(value, "short").text;

const rateNames = { base: "base APY", net: "net APY", borrow: "base borrow APY" } as const;
const chipNames = { base: "Base", net: "Net APY", borrow: "Rate" } as const;

function compared(values: RateAgainstAverage, direction: "above" | "below"): string {
  const { rate, average90d, change: relative } = values;
  const by = relative === undefined ? undefined : ratio(Math.abs(relative));
  const distance = by === undefined ? direction : `${whole(by)} ${direction}`;
  return `${capitalize(rateNames[rate])} is ${distance} its 90-day average of ${formatRate(average90d).text}.`;
}

function course(
  icon: Words["icon"],
  values: RateAgainstAverage,
  label: string,
  text: string,
  more = "",
): Words {
  const { rate, now, average90d, change } = values;
  return {
    icon,
    label,
    figure: formatChange(change)?.text,
    sentence: text,
    note: `${capitalize(rateNames[rate])} today (${formatRate(now).text}) compared with its 90-day average (${formatRate(average90d).text}).${more}`,
  };
}

function lentOut(utilization: Ratio, supplied?: string): string {
  const what = supplied === undefined ? "" : ` of the supplied ${supplied}`;
  return `${whole(utilization)}${what} is lent out`;
}

const unlent = "The lower of unlent deposits and the borrow cap";
const legs =
  "Limited by both legs at the leverage selected or quoted, or halfway to the maximum: the supply capacity and what is left to borrow.";
const underCap = "Capacity is the deposit cap minus deposits, both published by the provider.";

const steepNote =
  "Utilization is borrows divided by deposits. Past the kink of the rate curve, usually from 80 to 90 %, rates rise steeply.";

function takes(left: Usd): string {
  return `The loop takes ${money(left)} of equity now`;
}

function tokenList({ symbols, hasUnnamed }: RewardTokens): string {
  return [...symbols, ...(hasUnnamed ? ["an unnamed token"] : [])].join(", ");
}

function rewardNote({ tokens, rewards, share }: RewardValues): string {
  const other =
    tokens.inOther === "none"
      ? ""
      : tokens.inOther === "all"
        ? ", not the deposited token"
        : `, ${tokens.otherShare === undefined ? "some" : whole(tokens.otherShare)} of which is not the deposited token`;
  return `Rewards of ${formatRate(rewards).text} are ${formatShare(share).text} of the deposit APY, paid in ${tokenList(tokens)}${other}. Rewards can stop at any time.`;
}

function rewardWords(values: RewardValues): Words {
  const { share, base, tokens } = values;
  // Quoted: at the user's size, less is left if they stop.
  const left = base === undefined ? "" : `; the quoted base is ${formatRate(base).text}`;
  return {
    icon: "gift",
    label: `${whole(share)} rewards`,
    figure: `in ${tokenList(tokens)}`,
    sentence: `${whole(share)} of the APY is rewards in ${tokenList(tokens)}${left}.`,
    note: rewardNote(values),
  };
}

export const unknownNames: Readonly<Record<UnknownFact, string>> = {
  depositCap: "deposit cap",
  available: "withdrawable amount",
  rewards: "rewards",
  baseRate: "base APY",
  netRate: "net APY",
  averages: "averages",
  average90d: "90-day average",
  loopCapacity: "loop capacity",
  leverage: "leverage",
  leftToBorrow: "amount left to borrow",
  liquidity: "liquidity",
  borrowLimit: "borrow cap",
  borrowRate: "borrow rate",
  borrowRewards: "borrow rewards",
};

/** Names short enough for a chip. */
const shortNames: Partial<Readonly<Record<UnknownFact, string>>> = {
  depositCap: "cap",
  available: "exit",
  average90d: "90d average",
  loopCapacity: "capacity",
  leftToBorrow: "left to borrow",
};

const maxChipWords = 4;

/** Names the unknown facts if that fits in four words, otherwise counts them. */
function unknownChip(
  facts: readonly UnknownFact[],
  unpriced: readonly UnknownFact[],
): Pick<Words, "label" | "figure"> {
  const names = facts.map((fact) => shortNames[fact] ?? unknownNames[fact]).join(" and ");
  if (unpriced.length === facts.length) return { label: "Unknown in dollars", figure: names };
  const label = `${capitalize(names)} unknown`;
  if (unpriced.length === 0 && label.split(" ").length <= maxChipWords) return { label };
  return {
    label: `${countOf(facts.length, "figure")} unknown`,
    figure: facts
      .map((fact) => `${unknownNames[fact]}${unpriced.includes(fact) ? " in dollars" : ""}`)
      .join(", "),
  };
}

const plurals: ReadonlySet<UnknownFact> = new Set(["rewards", "averages", "borrowRewards"]);

function unknownSentence(facts: readonly UnknownFact[], why = ""): string {
  const list = joinNames(facts.map((fact) => unknownNames[fact]));
  const [one] = facts;
  const verb = facts.length > 1 || (one !== undefined && plurals.has(one)) ? "are" : "is";
  return `${capitalize(list)} ${verb} unknown${why}.`;
}

/** Missing rather than unknown: a chart beside the words may show the history. */
function withoutAverage(fact: "averages" | "average90d", provider: string): Words {
  const text = `${provider} publishes no ${unknownNames[fact]}.`;
  return {
    icon: "unknown",
    label: `No ${shortNames[fact] ?? unknownNames[fact]}`,
    sentence: text,
    note: text,
  };
}

const words: { readonly [Id in AssessmentId]: (values: AssessmentValues[Id]) => Words } = {
  closed: ({ leg, symbol = "its token", market }) => ({
    icon: "lock",
    label: "Closed",
    figure: leg === "borrowed" ? `no ${symbol} to borrow` : `${symbol} cap reached`,
    sentence:
      leg === "borrowed"
        ? `No ${symbol} is left to borrow in ${market}, so the loop can't be opened now.`
        : `${market} takes no more ${symbol}, so the loop can't be opened now.`,
    note: `The loop can't be opened while one of its legs has no capacity. Source: the ${symbol} market in ${market}.`,
  }),
  capReached: ({ used }) => ({
    icon: "ban",
    label: "Cap reached",
    figure: used === undefined ? undefined : `${whole(used)} used`,
    sentence: "The deposit cap is reached: no deposits until someone withdraws or the cap is raised.",
    note: "Deposits have reached the cap that the provider publishes.",
  }),
  nothingToBorrow: ({ isLimitReached }) => ({
    icon: "ban",
    label: "Nothing to borrow",
    figure: isLimitReached ? "borrow cap reached" : undefined,
    sentence: isLimitReached
      ? "Nothing is left to borrow: the borrow cap is reached."
      : "Nothing is left to borrow: there are no unlent deposits.",
    note: `${unlent}, both published by the provider, is $0.`,
  }),
  collateralCapReached: ({ symbol = "the collateral" }) => ({
    icon: "ban",
    label: "Collateral cap reached",
    figure: symbol,
    sentence: `The deposit cap of ${symbol} is reached: no more can be added as collateral.`,
    note: `Deposits have reached the cap that the provider publishes. A loan needs ${symbol} that is already deposited.`,
  }),
  collateralDoesNotFit: ({ symbol = "the collateral", left, shortBy }) => ({
    icon: "ban",
    label: "Collateral doesn't fit",
    figure: `${money(shortBy)} short`,
    sentence: `${money(left)} of ${symbol} fits under its deposit cap; ${money(shortBy)} doesn't.`,
    note: `${underCap} A larger loan needs ${symbol} that is already deposited.`,
  }),
  nothingWithdrawable: () => ({
    icon: "exit",
    label: "Nothing withdrawable",
    sentence: "Nothing can be withdrawn now: there are no unlent deposits.",
    note: "Deposits minus borrows is $0. Withdrawals wait until borrowers repay or others deposit.",
  }),
  contradictoryFigures: ({ checks }) => ({
    icon: "triangle",
    label: "Figures contradict",
    figure: countOf(checks.length, "failed check"),
    sentence: `The market's own figures contradict each other (${countOf(checks.length, "failed check")}).`,
    note: "Data checks compare the figures the provider publishes. A failed check means they can't all be true.",
  }),
  leverageDoesNotPay: ({ symbol = "the collateral", net, than }) => ({
    icon: "triangle",
    label: "Leverage doesn't pay",
    figure: `${formatRate(net).text} vs ${formatRate(than.apy).text}`,
    sentence:
      than.kind === "debt"
        ? `The debt costs ${formatRate(than.apy).text}, more than the ${formatRate(net).text} net APY: holding ${symbol} alone earns more.`
        : `A plain ${symbol} deposit pays ${formatRate(than.apy).text} in ${than.market}, more than the loop's ${formatRate(net).text} net APY.`,
    note:
      than.kind === "debt"
        ? "A loop whose net APY is below the borrow rate of its debt earns less than its collateral without leverage."
        : "The borrow rate of the debt is unknown, so the loop is compared with the best plain deposit of its token.",
  }),
  limitedExit: ({ available, size, cover }) => ({
    icon: "exit",
    label: "Limited exit",
    figure: `${money(available)} withdrawable`,
    sentence: `${money(available)} can be withdrawn now; the rest of your ${money(size)} has to wait.`,
    note: `Available is deposits minus borrows, shared by all depositors. It covers ${inWords(formatShare(ratio(cover)))} of your size today.`,
  }),
  doesNotFit: ({ left, shortBy, size, isLoop }) => ({
    icon: "ban",
    label: "Doesn't fit",
    figure: `${money(shortBy)} short`,
    sentence: isLoop
      ? `${takes(left)}; ${money(shortBy)} of your ${money(size)} doesn't fit.`
      : `${money(left)} is left under the cap; ${money(shortBy)} of your ${money(size)} doesn't fit.`,
    note: isLoop ? legs : underCap,
  }),
  notEnoughToBorrow: ({ left, shortBy, size }) => ({
    icon: "ban",
    label: "Not enough to borrow",
    figure: `${money(shortBy)} short`,
    sentence: `${money(left)} is left to borrow; ${money(shortBy)} of your ${money(size)} is missing.`,
    note: `${unlent}, as far as the provider publishes them.`,
  }),
  nearFullUtilization: ({ utilization, side, supplied }) => ({
    icon: "gauge",
    label: "Near full utilization",
    figure: `${whole(utilization)} lent out`,
    sentence:
      side === "deposit"
        ? `${lentOut(utilization, supplied)}; the APY may fall faster than shown.`
        : `${lentOut(utilization)}, so the borrow rate can jump.`,
    note:
      side === "deposit"
        ? "Utilization is borrows divided by deposits. Past the kink of the rate curve, a new deposit can lower the APY sharply, and withdrawals may have to wait."
        : steepNote,
  }),
  kinkRisk: ({ utilization, side, size, supplied }) => ({
    icon: "gauge",
    label: side === "deposit" ? "APY may fall further" : "Borrow rate may jump",
    figure: `${whole(utilization)} ${side === "deposit" || size === undefined ? "lent out" : "with your loan"}`,
    sentence:
      side === "deposit"
        ? `${lentOut(utilization, supplied)}; ${size === undefined ? "your size" : `your ${money(size)}`} may lower the APY further than shown.`
        : size === undefined
          ? `${lentOut(utilization)}, so the borrow rate can jump.`
          : `Your loan takes utilization to ${whole(utilization)}, where the borrow rate can jump.`,
    note:
      side === "deposit"
        ? "Utilization is borrows divided by deposits. The kink of the rate curve is usually from 80 to 90 %. A deposit that takes utilization below it can lower the APY sharply."
        : steepNote,
  }),
  borrowRateRising: (values) => course("rise", values, "Borrow rate rising", compared(values, "above")),
  collateralUnknown: ({ provider, chosen }) =>
    chosen === undefined
      ? {
          icon: "unknown",
          label: "Collateral unknown",
          sentence: "No token is known to back this loan.",
          note: `No other token of this market has a known max LTV. ${unknownNote(provider)}.`,
        }
      : {
          icon: "ban",
          label: `${chosen} not accepted`,
          sentence: `${chosen} isn't accepted as collateral for this loan.`,
          note: `${chosen} is not among the tokens of this market.`,
        },
  debtRateMayJump: ({ utilization, symbol = "debt token", size }) => ({
    icon: "gauge",
    label: "Borrow rate may jump",
    figure: `${whole(utilization)} of ${symbol} ${size === undefined ? "lent out" : "with your size"}`,
    sentence: `${whole(utilization)} of the borrowed ${symbol} is lent out${size === undefined ? "" : " with your size"}, so its rate can jump.`,
    note: steepNote,
  }),
  mostlyRewards: rewardWords,
  rateSpiking: (values) =>
    course(
      "rise",
      values,
      "APY spiking",
      compared(values, "above"),
      " Rates this far above their average rarely last.",
    ),
  rateFading: (values) => course("fall", values, "Below 90d average", compared(values, "below")),
  borrowBelowDeposit: ({ borrow, deposit }) => ({
    icon: "triangle",
    label: "Borrow below deposit",
    figure: `${formatRate(borrow).text} vs ${formatRate(deposit).text}`,
    sentence: `Borrowing costs ${formatRate(borrow).text}, less than the ${formatRate(deposit).text} base APY of a deposit here.`,
    note: "Depositors are paid from what borrowers pay, so a cheaper loan means rewards for borrowers, or that figures are wrong.",
  }),
  noLinks: ({ provider }) => ({
    icon: "info",
    label: "No links",
    sentence: `${provider} publishes no website and no action for this market.`,
    note: "The market cannot be opened from here.",
  }),
  rewards: rewardWords,
  shareOfPool: ({ share, size }) => ({
    icon: "layers",
    label: `${whole(share)} of pool`,
    sentence: `Your ${money(size)} would be ${whole(share)} of the pool.`,
    note: "Your size divided by deposits including your size. Large deposits dilute the APY and take longer to withdraw.",
  }),
  rateRising: (values) => course("rise", values, "Above 90d average", compared(values, "above")),
  rateNearAverage: (values) =>
    course(
      "info",
      values,
      `${chipNames[values.rate]} near 90d average`,
      `${capitalize(rateNames[values.rate])} is near its 90-day average of ${formatRate(values.average90d).text}.`,
      " Rewards or single months may have varied more.",
    ),
  borrowRateFalling: (values) => course("fall", values, "Borrow rate falling", compared(values, "below")),
  capacityLoading: () => ({
    icon: "info",
    label: "Checking capacity",
    sentence: "The loop's capacity is loading.",
    note: "The markets of both legs are still loading.",
  }),
  loopCapacity: ({ left }) => ({
    icon: "info",
    label: "Open",
    figure: `${money(left)} left`,
    sentence: `${takes(left)}.`,
    note: legs,
  }),
  leverage: ({ leverage, drop, collateral = "the collateral", debt = "the debt" }) => ({
    icon: "info",
    label: `${times(leverage)} leverage`,
    figure: drop === undefined ? undefined : `liquidated at −${formatShare(drop).text}`,
    sentence:
      drop === undefined
        ? `The APY is quoted at ${times(leverage)} leverage.`
        : `At ${times(leverage)} leverage, the loop is liquidated if ${collateral} falls ${formatShare(drop).text} against ${debt}.`,
    note: "Drop to liquidation = 1 − (1 − 1 ÷ leverage) ÷ liquidation LTV, at the leverage selected or quoted.",
  }),
  withdrawable: ({ available }) => ({
    icon: "exit",
    label: "Withdrawable now",
    figure: money(available),
    sentence: `${money(available)} can be withdrawn now.`,
    note: "Deposits minus borrows, shared by all depositors.",
  }),
  borrowable: ({ left }) => ({
    icon: "info",
    label: "Left to borrow",
    figure: money(left),
    sentence: `${money(left)} is left to borrow.`,
    note: `${unlent}, both published by the provider.`,
  }),
  borrowRewards: ({ apy }) => ({
    icon: "gift",
    label: `${formatRate(apy).text} borrow rewards`,
    sentence: `Borrowers are paid ${formatRate(apy).text} in rewards, already taken off the borrow APY.`,
    note: "Rewards lower the cost of the loan as long as they are paid.",
  }),
  noRewards: ({ apy }) => ({
    icon: "tick",
    label: "No rewards",
    sentence: `The ${formatRate(apy).text} APY is all base.`,
    note: "The deposit APY equals the base APY: nothing depends on rewards.",
  }),
  ownYieldExcluded: ({ symbol }) => ({
    icon: "info",
    label: "Token yield excluded",
    figure: symbol,
    sentence: `What ${symbol} earns by being held comes on top of this APY.`,
    note: "The APY is for lending the token out. Staking rewards or interest of the token itself are not in it.",
  }),
  fits: ({ left, size, isLoop }) => ({
    icon: "tick",
    label: `Fits your ${money(size)}`,
    figure: `${money(left)} left`,
    sentence: isLoop ? `${takes(left)}.` : `${money(left)} is left under the deposit cap.`,
    note: isLoop ? legs : underCap,
  }),
  canExit: ({ available, cover }) => ({
    icon: "tick",
    label: "Full exit now",
    figure: `${times(cover)} your size`,
    sentence: `${money(available)} can be withdrawn now (${times(cover)} your size).`,
    note: "Available is deposits minus borrows, shared by all depositors, divided by your size.",
  }),
  enoughToBorrow: ({ left, size }) => ({
    icon: "tick",
    label: "Enough to borrow",
    figure: `${money(left)} left`,
    sentence: `${money(left)} is left to borrow, enough for your ${money(size)}.`,
    note: `${unlent}, both published by the provider.`,
  }),
  steady: (values) =>
    course(
      "tick",
      values,
      "Steady 90d",
      `The APY, rewards included, stayed near its 90-day average of ${formatRate(values.average90d).text}.`,
      " With and without today's rewards, the rate is within 20 % of every known average.",
    ),
  borrowRateSteady: (values) =>
    course(
      "tick",
      values,
      "Borrow rate steady",
      `The base borrow APY is near its 90-day average of ${formatRate(values.average90d).text}.`,
    ),
  unknown: ({ facts, provider, unpriced }) => {
    const [one, other] = facts;
    if (other === undefined && (one === "averages" || one === "average90d"))
      return withoutAverage(one, provider);
    const others = facts.filter((fact) => !unpriced.includes(fact));
    const text = joinParts(
      [
        unpriced.length > 0 &&
          unknownSentence(unpriced, " in dollars because the market's totals imply no price"),
        others.length > 0 && unknownSentence(others),
      ],
      " ",
    );
    const note = others.length === 0 ? text : `${text} ${unknownNote(provider)}.`;
    return { icon: "unknown", ...unknownChip(facts, unpriced), sentence: text, note };
  },
};
