import type { AlertCondition, AlertMeasure, AlertRule } from "../../../contract/alerts/rule.ts";
import type { RulesChange } from "../../data/alerts/change-rules.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";

export interface ListProps {
  readonly rows: ReadonlyMap<string, MarketRow>;
  /** By the browser's clock, like the times until which events are held back. */
  readonly now: number;
  readonly onDelete: (deletion: Deletion) => void;
}

export interface Deletion {
  /** Of the element that gets the focus once the item is back. */
  readonly id: string;
  /** "Alert deleted" */
  readonly what: string;
  /** The list is empty now, so the Undo button takes the focus. */
  readonly isLast?: boolean;
  /** @param done called once the item is back */
  readonly undo: (done: () => void) => void;
}

/** Sends the change to the service. @param done gets the rules from before the change */
export type ChangeRules = (change: RulesChange, done?: (before: readonly AlertRule[]) => void) => void;

export const entryClass =
  "relative flex items-center gap-3 border-b border-line py-2 pr-2 last:border-b-0 hover:bg-hover";

const measureHelp: Readonly<Record<AlertMeasure, string>> = {
  depositApy: explainColumn("depositApy"),
  baseDepositApy: explainColumn("baseDepositApy"),
  borrowApy: explainColumn("borrowApy"),
  utilization: explainColumn("utilization"),
  fade: explainColumn("trend"),
  offPeg: "How far the price implied by deposits is above or below the expected one.",
  health: "Liquidation LTV / LTV. At 1 the loan is liquidated.",
};

export function conditionHelp(condition: AlertCondition): string {
  if (condition.kind === "threshold") return measureHelp[condition.measure];
  return condition.kind === "cap"
    ? "Deposits have reached the cap that the provider publishes."
    : "A new market has joined the view.";
}
