// What the figures are called that rules are about.
import type { AlertMeasure, AlertTarget } from "../contract/alerts/rule.ts";

const measureNames: Readonly<Record<AlertMeasure, string>> = {
  depositApy: "Deposit APY",
  baseDepositApy: "Base APY",
  borrowApy: "Borrow APY",
  utilization: "Utilization",
  fade: "Rate against its 90-day average",
  offPeg: "Price off its peg",
  health: "Health",
};

/** What a figure is called of a target: an asset has many deposit rates. */
export function measureName(measure: AlertMeasure, target: AlertTarget["kind"]): string {
  return target === "asset" && measure === "depositApy" ? "Best deposit APY" : measureNames[measure];
}
