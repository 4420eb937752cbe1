// What the figures are called that rules are about.
import type { AlertMeasure } from "../contract/alerts/rule.ts";

export const measureNames: Readonly<Record<AlertMeasure, string>> = {
  depositApy: "Deposit APY",
  baseDepositApy: "Base APY",
  borrowApy: "Borrow APY",
  utilization: "Utilization",
  fade: "Rate against its 90-day average",
  offPeg: "Price off its peg",
  health: "Health",
};
