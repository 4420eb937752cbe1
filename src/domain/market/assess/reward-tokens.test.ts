import { expect, test } from "vitest";
import { marketRow, rowReward, rowToken } from "../../../../tests/fixtures/market-rows.ts";
import { rewardTokens } from "./reward-tokens.ts";

const paid = (
  symbol: string | undefined,
  apy: number | undefined,
  side: "deposit" | "borrow" = "deposit",
) => ({
  ...rowReward(side, apy),
  token: symbol === undefined ? undefined : rowToken(symbol),
});
const [usdc, kmno] = [paid("USDC", 0.03), paid("KMNO", 0.01)];
const none = { hasUnnamed: false, otherShare: undefined };

test.each([
  ["in the deposited token", [usdc], { ...none, symbols: ["USDC"], inOther: "none" }],
  ["in another token", [kmno], { ...none, symbols: ["KMNO"], inOther: "all" }],
  [
    "in both, with the share of the other",
    [usdc, kmno],
    { symbols: ["USDC", "KMNO"], inOther: "some", otherShare: 0.25 },
  ],
  [
    "in both, with an unknown rate",
    [usdc, paid("KMNO", undefined)],
    { inOther: "some", otherShare: undefined },
  ],
  [
    "in a token without a name",
    [usdc, paid(undefined, 0.01)],
    { symbols: ["USDC"], hasUnnamed: true, inOther: "none" },
  ],
  [
    "to borrowers, or a rate of 0",
    [usdc, paid("KMNO", 0.01, "borrow"), paid("JUP", 0)],
    { ...none, symbols: ["USDC"], inOther: "none" },
  ],
])("rewards are paid %s", (_what, rewards, expected) => {
  expect(rewardTokens(marketRow({ tokens: [rowToken("USDC")], rewards }))).toMatchObject(expected);
});
