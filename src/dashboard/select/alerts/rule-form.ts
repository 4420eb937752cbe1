import {
  defaultReset,
  measuresOf,
  sidesOf,
  type AlertCondition,
  type AlertMeasure,
  type AlertSide,
  type AlertTarget,
} from "../../../contract/alerts/rule.ts";
import { ratio } from "../../../contract/units.ts";
import type { TargetFacts } from "../../../domain/alerts/judge.ts";
import type { ViewTarget } from "../../../domain/alerts/view-watch.ts";
import type { AlertDraft } from "../../data/alerts/alert-draft.ts";
import { marketName } from "../../../domain/market/market-text.ts";
import { viewTarget } from "../../data/alerts/change-rules.ts";
import { readPercent, writePercent } from "../../../domain/format/read-amount.ts";
import type { Choice } from "../../../domain/alerts/alert-words.ts";

export interface RuleForm {
  readonly choice: Choice;
  readonly side: AlertSide;
  /** As typed: percent, or a plain number for health. */
  readonly threshold: string;
  /** Undefined means the default for the threshold. */
  readonly reset: string | undefined;
}

export interface FormReading {
  /** Missing if a field is invalid. */
  readonly condition?: AlertCondition;
  readonly thresholdFault?: string;
  readonly resetFault?: string;
  readonly resetText: string;
}

/**
 * @param starred is used for views that filter by stars
 * @param views whose current filters are used, because a view may have been replaced since its rule was saved
 */
export function targetOf(
  draft: AlertDraft,
  starred: ReadonlySet<string>,
  views: readonly Pick<ViewTarget, "name" | "search">[],
): AlertTarget {
  if (draft.kind === "market")
    return { kind: "market", id: draft.row.id, name: marketName(draft.row), marketType: draft.row.type };
  const { target } = draft.kind === "rule" ? draft.rule : draft;
  if (target.kind !== "view") return target;
  return viewTarget(views.find(({ name }) => name === target.name) ?? target, starred);
}

/**
 * The figures of a target that are known, or all figures while none is.
 * @param kept the figure of the rule being edited
 */
export function choicesOf(
  target: AlertTarget["kind"],
  facts: TargetFacts | undefined,
  kept: Choice | undefined,
): readonly Choice[] {
  if (target === "view") return ["newMarket"];
  const measures = measuresOf[target].filter(
    (measure) => facts === undefined || facts[measure] !== undefined || measure === kept,
  );
  const capped =
    target === "market" && (facts === undefined || facts.capUsed !== undefined || kept === "cap");
  return capped ? [...measures, "cap"] : measures;
}

/** A fade is typed as the distance below the average, so its sign is reversed. */
const typedAs = (measure: AlertMeasure): 1 | -1 => (measure === "fade" ? -1 : 1);

function write(measure: AlertMeasure, value: number): string {
  if (measure === "health") return String(Math.round(value * 1e4) / 1e4);
  return writePercent(ratio(value * typedAs(measure)));
}

const plainNumber = /^\d{1,6}(?:\.\d{0,6})?$/;

/** @returns the number, or a sentence that says how to write it */
function read(measure: AlertMeasure, text: string): number | string {
  const empty = measure === "health" ? "Enter a number, such as 1.15." : "Enter a percentage, such as 9.5.";
  if (text.trim() === "") return empty;
  if (measure === "health")
    return plainNumber.test(text.trim()) ? Number(text) : "Enter health as a number, such as 1.15.";
  const reading = readPercent(text, "The value");
  if (!reading.ok) return reading.message;
  if (reading.value === undefined) return empty;
  // Rounded, because "9.5" and "9.50 %" must give the same number.
  const value = Math.round(reading.value * typedAs(measure) * 1e8) / 1e8;
  if (measure === "utilization" && (value <= 0 || value > 1)) return "Enter 0 to 100 %.";
  if (measure === "fade" && (value >= 0 || value < -1)) return "Enter 0 to 100 % under the average.";
  if (measure === "offPeg" && value <= 0) return "Enter more than 0 %.";
  return value;
}

function emptyForm(choice: Choice): RuleForm {
  return { choice, side: "over", threshold: "", reset: undefined };
}

/** First content of a form: a threshold that is near the current value and not crossed yet. */
export function suggest(
  choice: Choice,
  facts: TargetFacts | undefined,
  target: AlertTarget["kind"],
): RuleForm {
  if (choice === "cap" || choice === "newMarket") return emptyForm(choice);
  const [only = "over", other] = sidesOf[choice];
  const now = facts?.[choice]?.value;
  // A rate cannot fall below about 0 %, so nothing is suggested.
  const isNearZero = now !== undefined && now >= 0 && now <= 0.001;
  const waits = target === "asset" || choice === "borrowApy" || isNearZero;
  const side = other === undefined ? only : waits ? "over" : "under";
  const threshold = suggestions[choice](now, side);
  return { ...emptyForm(choice), side, threshold: threshold === undefined ? "" : write(choice, threshold) };
}

function inTenths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

type Suggest = (now: number | undefined, side: AlertSide) => number | undefined;
/** A tenth away. For rates under 0.5 % or below zero, the next tenth of a point that the rate has not crossed. */
const nearRate: Suggest = (now, side) => {
  if (now === undefined) return undefined;
  const away = Math.abs(now) * 0.1;
  const near = inTenths(side === "over" ? now + away : now - away);
  if (side === "over" ? near > now : near < now) return near;
  return side === "over" ? (Math.floor(now * 1000) + 1) / 1000 : (Math.ceil(now * 1000) - 1) / 1000;
};
const suggestions: Readonly<Record<AlertMeasure, Suggest>> = {
  depositApy: nearRate,
  baseDepositApy: nearRate,
  borrowApy: nearRate,
  utilization: (now = 0) => (now < 0.93 ? 0.95 : Math.min(0.99, Math.ceil((now + 0.01) * 100) / 100)),
  fade: () => -0.2,
  offPeg: (now = 0) => (now < 0.008 ? 0.01 : inTenths(now * 1.5)),
  health: (now = Infinity) => (now > 1.2 ? 1.15 : Math.max(1.02, Math.floor((now - 0.02) * 100) / 100)),
};

export function toRuleForm(condition: AlertCondition): RuleForm {
  if (condition.kind !== "threshold") return emptyForm(condition.kind);
  const { measure, side, threshold, reset } = condition;
  return { choice: measure, side, threshold: write(measure, threshold), reset: write(measure, reset) };
}

/** The condition that the user typed, or what is wrong with it. */
export function readForm({ choice, side, threshold: typed, reset: typedReset }: RuleForm): FormReading {
  if (choice === "cap" || choice === "newMarket") return { condition: { kind: choice }, resetText: "" };
  const threshold = read(choice, typed);
  if (typeof threshold === "string") return { thresholdFault: threshold, resetText: typedReset ?? "" };
  const resetText = typedReset ?? write(choice, defaultReset(choice, side, threshold));
  const reset = read(choice, resetText);
  if (typeof reset === "string") return { resetFault: reset, resetText };
  if (side === "over" ? reset <= threshold : reset >= threshold)
    return { condition: { kind: "threshold", measure: choice, side, threshold, reset }, resetText };
  const limit = `${write(choice, threshold)}${choice === "health" ? "" : " %"}`;
  const nearer = (side === "over") === (choice !== "fade") ? "less" : "more";
  return {
    resetFault: `This must be ${limit} or ${nearer}: otherwise the rule would fire on every reading.`,
    resetText,
  };
}
