import type {
  AlertCondition,
  AlertEvent,
  AlertMeasure,
  AlertRule,
  AlertTarget,
} from "../../contract/alerts/rule.ts";
import { measureName } from "./measure-names.ts";
import { dayOf, ratio, usd } from "../../contract/units.ts";
import {
  countOf,
  formatChange,
  formatCount,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
  type Formatted,
} from "../format/number.ts";
import { joinParts } from "../format/join-parts.ts";
import { formatHealth } from "../format/money.ts";
import { formatMoment, formatTimeOfDay } from "../format/time.ts";

const rate = (value: number): Formatted | undefined => formatRate(ratio(value));
const formats: Readonly<Record<AlertMeasure, (value: number) => Formatted | undefined>> = {
  depositApy: rate,
  baseDepositApy: rate,
  borrowApy: rate,
  offPeg: rate,
  utilization: (value) => formatShare(ratio(value)),
  fade: (value) => formatChange(ratio(value)),
  health: formatHealth,
};

export function measureText(measure: AlertMeasure, value: number): string {
  return inWords(formats[measure](value));
}

export type Choice = AlertMeasure | Exclude<AlertCondition["kind"], "threshold">;

export function choiceName(choice: Choice, target: AlertTarget["kind"]): string {
  if (choice === "cap") return "Cap reached or lifted";
  return choice === "newMarket" ? "New market in the view" : measureName(choice, target);
}

export function conditionText({ condition, target }: Pick<AlertRule, "condition" | "target">): string {
  if (condition.kind !== "threshold") return choiceName(condition.kind, target.kind);
  const { measure, side, threshold } = condition;
  if (measure === "fade") return `Rate fades ${measureText(measure, threshold)} on 90 d`;
  if (measure === "offPeg") return `Price off by ${measureText(measure, threshold)}`;
  return `${measureName(measure, target.kind)} ${side} ${measureText(measure, threshold)}`;
}

/** When it may fire again: "resets under 10.30 %". */
export function againText(condition: AlertCondition): string {
  if (condition.kind !== "threshold") return "each time";
  const { measure, side, reset } = condition;
  return `resets ${side === "over" ? "under" : "over"} ${measureText(measure, reset)}`;
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
    if (happening.reached) return { what: "cap reached", detail: "no room for new deposits", warns: true };
    const room = formatUsd(usd(happening.room));
    return {
      what: "cap lifted",
      detail: room === undefined ? "room for new deposits" : `${room.text} of room now`,
    };
  }
  if (happening.kind === "newMarkets") {
    const { markets, more } = newMarketsOf(happening);
    const rest = more > 0 && `${formatCount(more).text} more`;
    return { what: countOf(happening.count, "new market"), detail: joinParts([...markets, rest], "; ") };
  }
  if (condition.kind !== "threshold") return { what: "", detail: "" };
  const { measure } = condition;
  const { value, was, wasAt, market, price } = happening;
  const when = dayOf(at) === dayOf(wasAt) ? `at ${formatTimeOfDay(wasAt)} UTC` : `on ${formatMoment(wasAt)}`;
  return {
    what: measure === "fade" ? "rate fades" : conditionText(rule),
    detail: joinParts(
      [
        market?.name,
        price && `implied ${priceText(price.implied)}, expected ${priceText(price.expected)}`,
        `was ${measureText(measure, was)} ${when}`,
      ],
      "; ",
    ),
    value: formats[measure](value),
    warns: measure === "health" || measure === "offPeg",
  };
}

/** Of a view, with their rates, and the number of the rest. */
export function newMarketsOf({ count, markets }: Extract<AlertEvent["happening"], { kind: "newMarkets" }>) {
  const named = markets.map(({ name, depositApy }) =>
    depositApy === undefined ? name : `${name} ${inWords(rate(depositApy))}`,
  );
  return { markets: named, more: Math.max(0, count - named.length) };
}

export function priceText(price: number): string {
  return inWords(formatUsdExact(usd(price)));
}

export function eventLine(event: AlertEvent): string {
  return `${event.rule.target.name}: ${eventWords(event).what}`;
}

/** For names of controls: "Deposit APY over 10.50 %, USDC, Carrot". */
export function ruleName(rule: AlertRule): string {
  const { condition, target } = rule;
  return condition.kind === "newMarket"
    ? `New market in ${target.name}`
    : `${conditionText(rule)}, ${target.name}`;
}
