import type { AlertMeasure, AlertTarget } from "../../contract/alerts/rule.ts";

const measureNames: Readonly<Record<AlertMeasure, string>> = {
  depositApy: "Deposit APY",
  baseDepositApy: "Base APY",
  borrowApy: "Borrow APY",
  utilization: "Utilization",
  fade: "Rate against its 90-day average",
  offPeg: "Price off its peg",
  health: "Health",
};

export function measureName(measure: AlertMeasure, target: AlertTarget["kind"]): string {
  return target === "asset" && measure === "depositApy" ? "Best deposit APY" : measureNames[measure];
}
