// How much of a rate hangs on rewards, one by one, and what stays without them.
import type { ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import { checkTotal, earnings, rewardShare } from "../../finance/rates.ts";
import type { MarketRow, RowReward } from "../data/markets/market-row.ts";
import { formatPoints, formatRate, formatShare, formatUsdExact, inWords } from "../format/number.ts";
import { rewardApy } from "../market/row-values.ts";
import { Calculator, type SizedMarketProps } from "./calculator-frame.tsx";
import type { StatLine } from "../ui/panel/stat.tsx";

/** Whether there is anything to say: a loop's net rate does not tell what is reward in it. */
export function hasRewardSplit(row: MarketRow): boolean {
  return row.kind !== "loop" && row.depositApy !== undefined && rewardApy(row) !== undefined;
}

export function RewardDependence({ row, size }: Omit<SizedMarketProps, "onSize">): ReactNode {
  const all = rewardApy(row);
  const base = row.baseDepositApy ?? difference(row.depositApy, all);
  const less = all === undefined || all === 0 ? undefined : inWords(formatPoints(ratio(0 - all)));
  const check = checkTotal({
    rewards: row.rewardsGiven ? row.rewards : undefined,
    total: row.depositApy,
    base: row.baseDepositApy,
  });
  return (
    <Calculator
      heading="Reward dependence"
      results={[
        {
          figures: [
            [
              "Rewards in the rate",
              formatRate(all),
              { note: shareNote(all, row.depositApy, inWords(formatRate(row.depositApy))) },
            ],
            ...row.rewards
              .filter(({ side }) => side === "deposit")
              .map((reward): StatLine => {
                const note = shareNote(reward.apy, row.depositApy, "the rate");
                return [rewardLabel(reward), formatRate(reward.apy), { note }];
              }),
            ["If rewards stop", formatRate(base), { note: less }],
            size === undefined ? undefined : onMySize(size, all),
          ],
          notes: [all === 0 ? "There are no deposit rewards: all of it is base." : undefined],
          judged:
            check?.agrees === false
              ? [
                  [
                    false,
                    `The parts make ${formatRate(check.expected).text}, the market says ${inWords(formatRate(row.depositApy))}.`,
                  ],
                ]
              : undefined,
        },
      ]}
      formula={[
        "Deposit APY = base + deposit rewards. The rewards are already inside it and never added again.",
        "Share = rewards / deposit APY.",
      ]}
      inputs={[
        ["Deposit APY", inWords(formatRate(row.depositApy))],
        ["Base APY", formatRate(row.baseDepositApy)],
        ["Rewards", row.rewardsGiven ? "listed by the market" : "deposit APY − base APY"],
      ]}
    />
  );
}

function rewardLabel(reward: RowReward): string {
  const token = reward.token?.symbol ?? "A token that is not named";
  return reward.marketAction === undefined ? token : `${token} for: ${reward.marketAction}`;
}

function shareNote(rewards: Ratio | undefined, total: Ratio | undefined, of: string): string | undefined {
  const share = rewardShare({ rewards, total });
  return share === undefined ? undefined : `${formatShare(share).text} of ${of}`;
}

function onMySize(size: Usd, apy: Ratio | undefined): StatLine {
  const more = { missing: "not known", note: "per year, before my size thins them" };
  return ["Rewards on my size", formatUsdExact(earnings({ size, apy })), more];
}

function difference(total: Ratio | undefined, part: Ratio | undefined): Ratio | undefined {
  return total === undefined || part === undefined ? undefined : ratio(total - part);
}
