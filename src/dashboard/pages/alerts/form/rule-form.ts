// The form of a rule as plain data: what it offers, what is typed in it, and the rule it makes or what is wrong with it.
import {
  defaultReset,
  measuresOf,
  sidesOf,
  type AlertCondition,
  type AlertMeasure,
  type AlertSide,
  type AlertTarget,
  type ThresholdCondition,
} from "../../../../contract/alerts/rule.ts";
import { measureName } from "../../../../alerts/measure-names.ts";
import { ratio } from "../../../../contract/units.ts";
import type { TargetFacts } from "../../../../alerts/judge.ts";
import type { AlertDraft } from "../../../data/alerts/alert-draft.ts";
import { marketName } from "../../../market/market-text.ts";
import { viewTarget } from "../../../select/alerts/view-filter.ts";
import { readPercent, writePercent } from "../../../format/read-amount.ts";

/** What can be told of: a figure, or something that happens. */
export type Choice = AlertMeasure | "cap" | "newMarket";

export interface RuleForm {
  readonly choice: Choice;
  readonly side: AlertSide;
  /** As typed: percent, or a plain number for health. */
  readonly threshold: string;
  /** Undefined: what goes with the threshold. */
  readonly reset: string | undefined;
}

export interface FormReading {
  readonly condition: AlertCondition | undefined;
  readonly thresholdFault: string | undefined;
  readonly resetFault: string | undefined;
  /** What stands in the field of the reset. */
  readonly resetText: string;
}

/** @param starred what is starred now, which a view may ask for */
export function targetOf(draft: AlertDraft, starred: ReadonlySet<string>): AlertTarget {
  switch (draft.kind) {
    case "market":
      return { kind: "market", id: draft.row.id, name: marketName(draft.row), marketType: draft.row.type };
    case "asset":
      return { kind: "asset", mint: draft.mint, name: draft.name };
    case "view":
      return viewTarget(draft, starred);
    case "position":
      return { kind: "position", wallet: draft.wallet, id: draft.id, name: draft.name };
    case "rule": {
      const { target } = draft.rule;
      return target.kind === "view" ? viewTarget(target, starred) : target;
    }
    default:
      return draft satisfies never;
  }
}

export function choiceName(choice: Choice, target: AlertTarget["kind"]): string {
  if (choice === "cap") return "Cap reached or lifted";
  return choice === "newMarket" ? "New market in the view" : measureName(choice, target);
}

/**
 * What can be chosen for a target: figures that are known of it now, and all of them where nothing is.
 * @param kept what a rule that is changed is about, which stays
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
  return [...measures, ...(capped ? (["cap"] as const) : [])];
}

export function choiceOf(condition: AlertCondition): Choice {
  return condition.kind === "threshold" ? condition.measure : condition.kind;
}

/** How a figure is typed. A fade is typed as how far under its average the rate is. */
const typedAs = (measure: AlertMeasure): 1 | -1 => (measure === "fade" ? -1 : 1);

function write(measure: AlertMeasure, value: number): string {
  if (measure === "health") return String(Math.round(value * 1e4) / 1e4);
  return writePercent(ratio(value * typedAs(measure)));
}

const plainNumber = /^\d{1,6}(?:\.\d{0,6})?$/;

function read(measure: AlertMeasure, text: string, name: string): number | string {
  const empty = measure === "health" ? "Enter a number, such as 1.15." : "Enter a percentage, such as 9.5.";
  if (text.trim() === "") return empty;
  if (measure === "health") return plainNumber.test(text.trim()) ? Number(text) : "Write the health as 1.15.";
  const reading = readPercent(text, name);
  if (!reading.ok) return reading.message;
  if (reading.value === undefined) return empty;
  // Two ways to write one percentage are one number.
  const value = Math.round(reading.value * typedAs(measure) * 1e8) / 1e8;
  if (measure === "utilization" && (value <= 0 || value > 1)) return "Utilization is between 0 and 100 %.";
  if (measure === "fade" && (value >= 0 || value < -1)) return "Between 0 and 100 % under the average.";
  if (measure === "offPeg" && value <= 0) return "More than 0 %: a price is never closer.";
  return value;
}

/** What a form begins with: something that is not yet so, near what is. */
export function suggest(
  choice: Choice,
  facts: TargetFacts | undefined,
  target: AlertTarget["kind"],
): RuleForm {
  const empty = { choice, side: "over", threshold: "", reset: undefined } as const;
  if (choice === "cap" || choice === "newMarket") return empty;
  const now = facts?.[choice]?.value;
  const [only] = sidesOf[choice];
  const waits = target === "asset" || choice === "borrowApy";
  const side = sidesOf[choice].length === 1 ? (only ?? "over") : waits ? "over" : "under";
  const threshold = suggestedThreshold(choice, now, side);
  return {
    choice,
    side,
    threshold: threshold === undefined ? "" : write(choice, threshold),
    reset: undefined,
  };
}

/** To a tenth of a percent. */
function inTenths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function suggestedThreshold(
  measure: AlertMeasure,
  now: number | undefined,
  side: AlertSide,
): number | undefined {
  switch (measure) {
    case "depositApy":
    case "baseDepositApy":
    case "borrowApy":
      return now === undefined ? undefined : inTenths(now * (side === "over" ? 1.1 : 0.9));
    case "utilization":
      return now === undefined || now < 0.93 ? 0.95 : Math.min(0.99, Math.ceil((now + 0.01) * 100) / 100);
    case "fade":
      return -0.2;
    case "offPeg":
      return now === undefined || now < 0.008 ? 0.01 : inTenths(now * 1.5);
    case "health":
      return now === undefined || now > 1.2 ? 1.15 : Math.max(1.02, Math.floor((now - 0.02) * 100) / 100);
    default:
      return measure satisfies never;
  }
}

export function formOf(condition: AlertCondition): RuleForm {
  if (condition.kind !== "threshold")
    return { choice: condition.kind, side: "over", threshold: "", reset: undefined };
  const { measure, side, threshold, reset } = condition;
  return { choice: measure, side, threshold: write(measure, threshold), reset: write(measure, reset) };
}

/** What is typed, as a condition or as what is wrong with it. */
export function readForm({ choice, side, threshold: typed, reset: typedReset }: RuleForm): FormReading {
  if (choice === "cap" || choice === "newMarket")
    return { condition: { kind: choice }, thresholdFault: undefined, resetFault: undefined, resetText: "" };
  const threshold = read(choice, typed, "The value");
  if (typeof threshold === "string")
    return {
      condition: undefined,
      thresholdFault: threshold,
      resetFault: undefined,
      resetText: typedReset ?? "",
    };
  const usual = write(choice, defaultReset(choice, side, threshold));
  const resetText = typedReset ?? usual;
  const reset = read(choice, resetText, "The value");
  const wrong = typeof reset === "string" ? reset : misplaced(choice, side, threshold, reset);
  if (typeof reset === "string" || wrong !== undefined)
    return { condition: undefined, thresholdFault: undefined, resetFault: wrong, resetText };
  const condition: ThresholdCondition = { kind: "threshold", measure: choice, side, threshold, reset };
  return { condition, thresholdFault: undefined, resetFault: undefined, resetText };
}

/** What is wrong with a reset that lies on the far side of its threshold; undefined where nothing is. */
function misplaced(
  measure: AlertMeasure,
  side: AlertSide,
  threshold: number,
  reset: number,
): string | undefined {
  if (side === "over" ? reset <= threshold : reset >= threshold) return undefined;
  const at = write(measure, threshold);
  const unit = measure === "health" ? "" : " %";
  return `This must be ${at}${unit} or ${(side === "over") === (measure !== "fade") ? "less" : "more"}: else it would ring at every look.`;
}
