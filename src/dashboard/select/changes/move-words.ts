import type { Pair, RateMove } from "../../../contract/record/record-changes.ts";
import { ratio, type Ratio, usd } from "../../../contract/units.ts";
import { formatPoints, formatRate, formatShare, formatUsd, inWords } from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { rateOfBasis, type ApyBasis } from "../../../domain/market/column.ts";

export function pairOf(move: RateMove, basis: ApyBasis): Pair {
  return move[rateOfBasis[basis]];
}

export function pairChange({ now, was }: Pair): Ratio | undefined {
  return typeof now === "number" && typeof was === "number" ? ratio(now - was) : undefined;
}

/** One basis point, less floating-point noise. */
const minMove = 0.0001 - 1e-9;

/** Sorts by the chosen basis, because the service sorts by the larger change of both rates. */
export function orderMoves(moves: readonly RateMove[], basis: ApyBasis): readonly RateMove[] {
  const size = (move: RateMove): number => Math.abs(pairChange(pairOf(move, basis)) ?? 0);
  return moves.filter((move) => size(move) >= minMove).toSorted((left, right) => size(right) - size(left));
}

/** As a share of deposits. Smaller flows are not mentioned. */
const namedFlow = 0.01;

/** "rewards began, +6.18 pp". Rewards do not explain changes of the base rate. */
export function moveReason(move: RateMove, basis: ApyBasis): string {
  const { rewardApy, borrowApy, utilization, depositApy, baseDepositApy } = move;
  const reason = move.reason ?? "";
  const rewards = inWords(formatPoints(pairChange(rewardApy)), "");
  if (basis === "base" && reason.startsWith("rewards")) return "";
  switch (reason) {
    case "rewards-began":
      return joinParts(["rewards began", rewards]);
    case "rewards-ended":
      return joinParts(["rewards ended", rewards]);
    case "rewards":
      return `rewards ${fromTo(rewardApy, formatRate)}`;
    case "borrow":
      return `borrow APY ${fromTo(borrowApy, formatRate)}`;
    case "utilization":
      return joinParts([`utilization ${fromTo(utilization, formatShare)}`, flowText(move)]);
    default: {
      const base = pairChange(baseDepositApy);
      const total = pairChange(depositApy);
      const alone = base !== undefined && total !== undefined && Math.abs(base - total) < minMove;
      const cause = alone ? "base rate alone" : move.type === "loop" && "its legs or leverage";
      return joinParts([cause, flowText(move)]);
    }
  }
}

/** "4.60 to 6.20 %" */
function fromTo(
  { was, now }: Pair,
  format: (value: Ratio | undefined) => { text: string } | undefined,
): string {
  const [first, second] = [format(ratio(was))?.text, format(ratio(now))?.text];
  return first === undefined || second === undefined ? "moved" : `${first.replace(/ %$/, "")} to ${second}`;
}

function flowText({ flowUsd, totalDepositUsd }: RateMove): string {
  if (typeof flowUsd !== "number" || typeof totalDepositUsd !== "number") return "";
  if (Math.abs(flowUsd) < namedFlow * totalDepositUsd) return "";
  return `${inWords(formatUsd(usd(Math.abs(flowUsd)), "short"))} ${flowUsd < 0 ? "out" : "in"}`;
}
