import { ratio, type Usd } from "../../../contract/units.ts";
import { formatMoney } from "../../../domain/format/money.ts";
import { formatPoints, formatShare, formatUsd, inWords } from "../../../domain/format/number.ts";
import type { KeptReason } from "./moves.ts";
import { minGain, minImprovement } from "./move-limits.ts";

export const fixedLimitWords = [
  {
    text: "Not near full utilization",
    help: "Past the kink of a rate curve, a new deposit can lower the APY sharply, and withdrawals may have to wait.",
  },
  {
    text: `At least ${inWords(formatPoints(ratio(minImprovement), "distance"))} and $${String(minGain)} a year`,
    help: "Smaller gains are within daily rate changes.",
  },
];

export function feesText(networkFees: Usd | undefined): string {
  if (networkFees === undefined) return "Network and provider fees unknown.";
  return `Network fees about ${inWords(formatMoney(networkFees))}; provider fees unknown.`;
}

export function reasonText(reason: KeptReason): string {
  switch (reason.kind) {
    case "loan":
      return reason.near ? "backs a loan near liquidation" : "backs a loan";
    case "best":
      return "nothing clearly better";
    case "limits":
      return "no better market within limits";
    case "stuck":
      return `only ${formatUsd(reason.free, "short").text} withdrawable now`;
    case "unknown":
      return `${reason.what} unknown`;
  }
}

export function reasonHelp(reason: KeptReason): string {
  switch (reason.kind) {
    case "loan":
      return reason.free === undefined
        ? "Moves leave collateral alone."
        : `${formatShare(reason.free, "whole").text} could be withdrawn before the loan reaches its maximum LTV. Moves leave collateral alone.`;
    case "best":
      return `No other market of its token pays ${inWords(formatPoints(ratio(minImprovement), "distance"))} more. Rewards of other markets count only on the APY basis Total.`;
    case "limits":
      return "Markets that pay more are full, lack liquidity, already lend you the token, or are used up to the limits by the moves above.";
    case "stuck":
      return "Withdrawable is deposits minus borrows of its market; the rest has to wait.";
    case "unknown":
      return "A gain cannot be calculated without it.";
  }
}
