import type {
  AlertCondition,
  AlertEvent,
  AlertMeasure,
  AlertRule,
  AlertTarget,
} from "../../contract/alerts/rule.ts";
import { dayOf, ratio, usd } from "../../contract/units.ts";
import {
  countOf,
  formatCount,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
  writeRatio,
  type Formatted,
} from "../format/number.ts";
import { formatTokenPrice } from "../format/token-price.ts";
import { joinParts } from "../format/join-parts.ts";
import { formatHealth } from "../format/money.ts";
import { formatMoment, formatTimeOfDay } from "../format/time.ts";

const measureNames: Readonly<Record<AlertMeasure, string>> = {
  depositApy: "Deposit APY",
  baseDepositApy: "Base APY",
  borrowApy: "Borrow APY",
  utilization: "Utilization",
  fade: "Rate vs 90d average",
  offPeg: "Price off its peg",
  health: "Health",
};

export function measureName(measure: AlertMeasure, target: AlertTarget["kind"]): string {
  return target === "asset" && measure === "depositApy" ? "Best deposit APY" : measureNames[measure];
}

interface FigureFormat {
  readonly digits: number;
  readonly write: (value: number, digits: number) => Formatted | undefined;
}

const rate: FigureFormat = { digits: 2, write: (value, digits) => writeRatio(value, digits, { unit: "%" }) };
const formats: Readonly<Record<AlertMeasure, FigureFormat>> = {
  depositApy: rate,
  baseDepositApy: rate,
  borrowApy: rate,
  offPeg: rate,
  utilization: {
    digits: 1,
    write: (value, digits) => (digits === 1 ? formatShare(ratio(value)) : rate.write(value, digits)),
  },
  fade: {
    digits: 0,
    write: (value, digits) => writeRatio(value, digits, { unit: "%", signed: true, rounds: true }),
  },
  health: { digits: 2, write: formatHealth },
};

/** Uses the usual decimals, or as many more as `suffices` asks for, up to the six that the form accepts. */
function writeFigure(
  measure: AlertMeasure,
  value: number,
  suffices: (text: string, digits: number) => boolean,
): Formatted | undefined {
  const { digits: usual, write } = formats[measure];
  const all = [0, 1, 2, 3, 4, 5, 6].filter((digits) => digits >= usual);
  return write(value, all.find((digits) => suffices(inWords(write(value, digits)), digits)) ?? 6);
}

/** Adds decimals until the figure reads differently from `others`: "10.503 %" if the threshold is 10.50 %. */
function figureBeside(
  measure: AlertMeasure,
  value: number,
  others: readonly number[],
): Formatted | undefined {
  const { write } = formats[measure];
  return writeFigure(measure, value, (text, digits) =>
    others.every((other) => other === value || inWords(write(other, digits)) !== text),
  );
}

export function measureText(measure: AlertMeasure, value: number, ...others: readonly number[]): string {
  return inWords(figureBeside(measure, value, others));
}

/** The threshold with all the decimals that were typed. */
export function thresholdText(measure: AlertMeasure, threshold: number): string {
  const typed = threshold * (measure === "health" ? 1 : 100);
  const isWritten = (_: string, digits: number): boolean =>
    Math.abs(typed - Number(typed.toFixed(digits))) < 1e-9;
  return inWords(writeFigure(measure, threshold, isWritten));
}

export type Choice = AlertMeasure | Exclude<AlertCondition["kind"], "threshold">;

export function choiceName(choice: Choice, target: AlertTarget["kind"]): string {
  if (choice === "cap") return "Cap reached or capacity available";
  return choice === "newMarket" ? "New market in the view" : measureName(choice, target);
}

export function conditionText({ condition, target }: Pick<AlertRule, "condition" | "target">): string {
  if (condition.kind !== "threshold") return choiceName(condition.kind, target.kind);
  const { measure, side, threshold } = condition;
  if (measure === "fade") return `Rate ${thresholdText(measure, threshold)} vs 90d average`;
  if (measure === "offPeg") return `Price off by ${thresholdText(measure, threshold)}`;
  return `${measureName(measure, target.kind)} ${side} ${thresholdText(measure, threshold)}`;
}

/** When the rule may fire again: "resets under 10.30 %". */
export function againText(condition: AlertCondition): string {
  if (condition.kind !== "threshold") return "each time";
  const { measure, side, reset } = condition;
  return `resets ${side === "over" ? "under" : "over"} ${thresholdText(measure, reset)}`;
}

interface EventWords {
  readonly what: string;
  readonly detail: string;
  readonly value?: Formatted | undefined;
  readonly warns?: boolean;
}

export function eventWords({ rule, at, happening }: AlertEvent): EventWords {
  const { condition } = rule;
  if (happening.kind === "cap") {
    if (happening.reached) return { what: "cap reached", detail: "no capacity left", warns: true };
    const left = formatUsd(usd(happening.room));
    return {
      what: "capacity available",
      detail: left === undefined ? "below the deposit cap" : `${left.text} left under the deposit cap`,
    };
  }
  if (happening.kind === "newMarkets") {
    const { markets, more } = newMarketsOf(happening);
    const rest = more > 0 && `${formatCount(more).text} more`;
    return {
      what: countOf(happening.count, "new market"),
      detail: joinParts([...markets.map(({ text }) => text), rest], "; "),
    };
  }
  if (condition.kind !== "threshold") return { what: "", detail: "" };
  const { measure, threshold } = condition;
  const { value, was, wasAt, market, price } = happening;
  const when = dayOf(at) === dayOf(wasAt) ? `at ${formatTimeOfDay(wasAt)} UTC` : `on ${formatMoment(wasAt)}`;
  return {
    what: conditionText(rule),
    detail: joinParts(
      [
        market?.name,
        price && `implied ${priceText(price.implied)}, expected ${priceText(price.expected)}`,
        `was ${measureText(measure, was, threshold, value)} ${when}`,
      ],
      "; ",
    ),
    value: figureBeside(measure, value, [threshold, was]),
    warns: measure === "health" || measure === "offPeg",
  };
}

/** The new markets of a view with their rates, and how many more there are. */
export function newMarketsOf({ count, markets }: Extract<AlertEvent["happening"], { kind: "newMarkets" }>) {
  const named = markets.map(({ id, name, depositApy }) => ({
    id,
    text: depositApy === undefined ? name : `${name}, deposit APY ${inWords(formatRate(ratio(depositApy)))}`,
  }));
  return { markets: named, more: Math.max(0, count - named.length) };
}

export function priceText(price: number): string {
  return inWords(formatTokenPrice(usd(price)));
}

/** "22 Nov 2026, 11:20 UTC: 10.72 %; was 10.48 % at 11:10 UTC". Has both times, because it may be read hours later. */
export function eventDetail(event: AlertEvent): string {
  const { value, detail } = eventWords(event);
  return `${formatMoment(event.at)}: ${joinParts([value?.text, detail], "; ")}`;
}

export function eventLine(event: AlertEvent): string {
  return `${event.rule.target.name}: ${eventWords(event).what}`;
}

/** Accessible name of a rule: "Deposit APY over 10.50 %, USDC, Carrot". */
export function ruleName(rule: AlertRule): string {
  const { condition, target } = rule;
  return condition.kind === "newMarket"
    ? `New market in ${target.name}`
    : `${conditionText(rule)}, ${target.name}`;
}
