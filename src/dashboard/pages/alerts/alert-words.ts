// What rules and events say, in the words of the list: plain sentences without a full stop.
import type { AlertCondition, AlertEvent, AlertMeasure, AlertRule } from "../../../contract/alerts/rule.ts";
import { measureName } from "../../../alerts/measure-names.ts";
import { dayOf, ratio, usd } from "../../../contract/units.ts";
import {
  formatChange,
  formatCount,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
  type Formatted,
} from "../../format/number.ts";
import { formatHealth } from "../../format/money.ts";
import { formatMoment, formatTimeOfDay } from "../../format/time.ts";

export function formatMeasure(measure: AlertMeasure, value: number): Formatted | undefined {
  switch (measure) {
    case "depositApy":
    case "baseDepositApy":
    case "borrowApy":
    case "offPeg":
      return formatRate(ratio(value));
    case "utilization":
      return formatShare(ratio(value));
    case "fade":
      return formatChange(ratio(value));
    case "health":
      return formatHealth(value);
    default:
      return measure satisfies never;
  }
}

function figure(measure: AlertMeasure, value: number): string {
  return inWords(formatMeasure(measure, value));
}

/** "Deposit APY over 10.50 %", "Cap reached or lifted". */
export function conditionText({ condition, target }: Pick<AlertRule, "condition" | "target">): string {
  if (condition.kind === "cap") return "Cap reached or lifted";
  if (condition.kind === "newMarket") return "New market in it";
  const { measure, side, threshold } = condition;
  if (measure === "fade") return `Rate fades ${figure(measure, threshold)} on 90 d`;
  if (measure === "offPeg") return `Price off by ${figure(measure, threshold)}`;
  return `${measureName(measure, target.kind)} ${side} ${figure(measure, threshold)}`;
}

/** When it rings again: "again under 10.30 %", "each time". */
export function againText(condition: AlertCondition): string {
  if (condition.kind !== "threshold") return "each time";
  const { measure, side, reset } = condition;
  return `again ${side === "over" ? "under" : "over"} ${figure(measure, reset)}`;
}

/** What an event is about, among the filters of the inbox. */
export type AlertTopic = "rates" | "caps" | "loans" | "prices" | "views";

export function topicOf({ target, condition }: Pick<AlertRule, "target" | "condition">): AlertTopic {
  if (target.kind === "view") return "views";
  if (target.kind === "position") return "loans";
  if (condition.kind === "cap") return "caps";
  return condition.kind === "threshold" && condition.measure === "offPeg" ? "prices" : "rates";
}

interface EventWords {
  /** After the target's name: "Deposit APY over 10.50 %", "cap lifted". */
  readonly what: string;
  /** The second line: what it was, and whose figure it is. */
  readonly detail: string;
  /** The figure it rang for. */
  readonly value: Formatted | undefined;
  /** Whether it is bad news for whoever holds the target. */
  readonly warns: boolean;
}

export function eventWords({ rule, at, happening }: AlertEvent): EventWords {
  const { condition } = rule;
  if (happening.kind === "cap") {
    const room = formatUsd(usd(happening.room));
    return happening.reached
      ? { what: "cap reached", detail: "no room for new deposits", value: undefined, warns: true }
      : {
          what: "cap lifted",
          detail: room === undefined ? "room for new deposits" : `${room.text} of room now`,
          value: undefined,
          warns: false,
        };
  }
  if (happening.kind === "newMarkets") {
    const { count, markets } = happening;
    const named = markets.map(({ name, depositApy }) =>
      depositApy === undefined ? name : `${name} ${inWords(formatRate(ratio(depositApy)))}`,
    );
    const more = count - markets.length;
    return {
      what: count === 1 ? "1 new market in the view" : `${formatCount(count).text} new markets in the view`,
      detail: [...named, ...(more > 0 ? [`${formatCount(more).text} more`] : [])].join("; "),
      value: undefined,
      warns: false,
    };
  }
  if (condition.kind !== "threshold") return { what: "", detail: "", value: undefined, warns: false };
  const { measure } = condition;
  const { value, was, wasAt, market, price } = happening;
  const sameDay = dayOf(at) === dayOf(wasAt);
  const before = `was ${figure(measure, was)} ${sameDay ? `at ${formatTimeOfDay(wasAt)}` : `on ${formatMoment(wasAt)}`}`;
  const whose = market === undefined ? "" : `${market.name}; `;
  const implied =
    price === undefined
      ? ""
      : `implied ${inWords(formatUsdExact(usd(price.implied)))}, expected ${inWords(formatUsdExact(usd(price.expected)))}; `;
  return {
    what: measure === "fade" ? "rate fades" : conditionText(rule),
    detail: `${whose}${implied}${before}`,
    value: formatMeasure(measure, value),
    warns: measure === "health" || measure === "offPeg",
  };
}

const toldByName = 4;

/**
 * What is told at one time, as one notification: an event in full, of several a line each.
 * @param events at least one, the newest first
 */
export function toldTogether(events: readonly AlertEvent[]): {
  readonly title: string;
  readonly body: string;
} {
  const lines = events.map((event) => `${event.rule.target.name}: ${eventWords(event).what}`);
  const [first] = events;
  if (first !== undefined && lines.length === 1)
    return { title: lines.join(""), body: eventWords(first).detail };
  const more = lines.length - toldByName;
  return {
    title: `${formatCount(lines.length).text} alerts`,
    body: [...lines.slice(0, toldByName), ...(more > 0 ? [`${formatCount(more).text} more`] : [])].join("\n"),
  };
}

/** A rule in one breath, for names of controls: "Deposit APY over 10.50 % of USDC, Carrot". */
export function ruleName(rule: AlertRule): string {
  const { condition, target } = rule;
  return condition.kind === "newMarket"
    ? `New market in ${target.name}`
    : `${conditionText(rule)}, ${target.name}`;
}
