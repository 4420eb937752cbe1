import { expect, it, test } from "vitest";
import { recordChangesResponse } from "../../../../tests/fixtures/record-responses.ts";
import type { RateMove } from "../../../contract/record/record-changes.ts";
import { pairChange, orderMoves, moveReason } from "./move-words.ts";

const [usdc, loop] = recordChangesResponse.moves;
const still: RateMove = {
  marketId: "a",
  type: "lending",
  provider: "kamino",
  depositApy: { now: 0.05, was: 0.04 },
  baseDepositApy: { now: 0.05, was: 0.04 },
  rewardApy: {},
  borrowApy: {},
  utilization: {},
};

it("a difference is known only when both ends are", () => {
  expect(pairChange({ now: 0.1035, was: 0.0417 })).toBeCloseTo(0.0618, 10);
  expect(pairChange({ now: 0.1 })).toBeUndefined();
  expect(pairChange({ was: 0.1, now: null })).toBeUndefined();
});

it("moves are sorted by size under the basis, without those too small to count", () => {
  const small = { ...still, marketId: "small", baseDepositApy: { now: 0.0401, was: 0.04 } };
  const none = { ...still, marketId: "none", baseDepositApy: { now: 0.04005, was: 0.04 } };
  const moves = [none, small, { ...still, marketId: "down", baseDepositApy: { now: 0.01, was: 0.04 } }];
  expect(orderMoves(moves, "base").map(({ marketId }) => marketId)).toEqual(["down", "small"]);
  expect(orderMoves(moves, "total")).toHaveLength(3);
});

test.each([
  [{ ...still, ...usdc }, "rewards began, +6.18 pp"],
  [{ ...still, ...loop }, "borrow APY 6.02 to 6.44 %"],
  [{ ...still, reason: "rewards", rewardApy: { was: 0.046, now: 0.062 } }, "rewards 4.60 to 6.20 %"],
  [{ ...still, reason: "rewards-ended", rewardApy: { was: 0.02, now: 0 } }, "rewards ended, −2.00 pp"],
  [
    {
      ...still,
      reason: "utilization",
      utilization: { was: 0.742, now: 0.609 },
      flowUsd: 412_000,
      totalDepositUsd: 1_210_000,
    },
    "utilization 74.2 to 60.9 %, $412k in",
  ],
  [{ ...still, flowUsd: -400_000, totalDepositUsd: 1_210_000 }, "base rate alone, $400k out"],
  [{ ...still, flowUsd: 1000, totalDepositUsd: 1_210_000 }, "base rate alone"],
  [{ ...still, baseDepositApy: {} }, ""],
  [{ ...still, type: "loop", baseDepositApy: {} }, "its legs or leverage"],
  [{ ...still, baseDepositApy: {}, reason: "sunshine" }, ""],
] satisfies readonly (readonly [RateMove, string])[])("explains why a rate moved: %#", (move, why) => {
  expect(moveReason(move, "total")).toBe(why);
});

it("rewards do not explain a base rate", () => {
  expect(moveReason({ ...still, reason: "rewards-began" }, "base")).toBe("");
});
