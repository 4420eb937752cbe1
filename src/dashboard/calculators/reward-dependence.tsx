// How much of a rate hangs on rewards, one by one, and what stays without them.
import type { ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../contract/units.ts";
import { checkTotal, earnings, rewardShare } from "../../finance/rates.ts";
import type { MarketRow, RowReward } from "../data/markets/market-row.ts";
import { formatPoints, formatRate, formatShare, formatUsdExact, inWords } from "../format/number.ts";
import { rewardApy } from "../market/row-values.ts";
import { CalculatorPanel, Formula, Part, Result, Results } from "./calculator-frame.tsx";

/** Whether there is anything to say: a loop's net rate does not tell what is reward in it. */
export function tellsRewards(row: MarketRow): boolean {
  return row.kind !== "loop" && row.depositApy !== undefined && rewardApy(row) !== undefined;
}

export function RewardDependence({
  row,
  size,
}: {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
}): ReactNode {
  const all = rewardApy(row);
  const share = rewardShare({ rewards: all, total: row.depositApy });
  const base = row.baseDepositApy ?? difference(row.depositApy, all);
  const listed = row.rewards.filter((reward) => reward.side === "deposit");
  const check = checkTotal({
    rewards: row.rewardsGiven ? row.rewards : undefined,
    total: row.depositApy,
    base: row.baseDepositApy,
  });
  return (
    <CalculatorPanel heading="Reward dependence">
      <Part first>
        <Results>
          <Result
            label="Rewards in the rate"
            value={formatRate(all)}
            note={
              share === undefined
                ? undefined
                : `${formatShare(share).text} of ${inWords(formatRate(row.depositApy))}`
            }
          />
          {listed.map((reward, index) => (
            <Result
              // A token can be given twice, so the place in the list is all that tells rewards apart.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              label={rewardLabel(reward)}
              value={formatRate(reward.apy)}
              note={shareNote(reward.apy, row.depositApy)}
            />
          ))}
          <Result
            label="If rewards stop"
            value={formatRate(base)}
            note={all === undefined || all === 0 ? undefined : inWords(formatPoints(ratio(0 - all)))}
          />
          {size === undefined ? null : (
            <Result
              label="Rewards on my size"
              value={formatUsdExact(earnings({ size, apy: all }))}
              missing="not known"
              note="per year, before my size thins them"
            />
          )}
        </Results>
        {all === 0 ? (
          <p className="mt-2 text-text2">There are no deposit rewards: all of it is base.</p>
        ) : null}
        {check?.agrees === false ? (
          <p className="mt-2 text-danger">
            The parts make {formatRate(check.expected).text}, the market says{" "}
            {inWords(formatRate(row.depositApy))}.
          </p>
        ) : null}
      </Part>
      <Part>
        <Formula
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
      </Part>
    </CalculatorPanel>
  );
}

function rewardLabel(reward: RowReward): string {
  const token = reward.token?.symbol ?? "A token that is not named";
  return reward.marketAction === undefined ? token : `${token} for: ${reward.marketAction}`;
}

function shareNote(apy: Ratio | undefined, total: Ratio | undefined): string | undefined {
  const share = rewardShare({ rewards: apy, total });
  return share === undefined ? undefined : `${formatShare(share).text} of the rate`;
}

function difference(total: Ratio | undefined, part: Ratio | undefined): Ratio | undefined {
  return total === undefined || part === undefined ? undefined : ratio(total - part);
}
