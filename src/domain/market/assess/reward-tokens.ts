import { ratio, type Ratio } from "../../../contract/units.ts";
import { listedRewards } from "../../../finance/rates.ts";
import type { MarketRow, RowReward, RowToken } from "../market-row.ts";

export interface RewardTokens {
  readonly symbols: readonly string[];
  readonly hasUnnamed: boolean;
  readonly inOther: "none" | "some" | "all";
  /** Only for "some", and only if the rates of all rewards are known. */
  readonly otherShare: Ratio | undefined;
}

export function rewardTokens(row: MarketRow): RewardTokens {
  const paid = row.rewards.filter(isPaidToDepositors);
  const symbols = symbolsOf(paid);
  const others = paidInOtherTokens(row);
  const inOther = others.length === 0 ? "none" : others.length === paid.length ? "all" : "some";
  const [other, all] = [listedRewards({ rewards: others }), listedRewards({ rewards: paid })];
  return {
    symbols,
    hasUnnamed: symbols.length === 0 || paid.some(({ token }) => token === undefined),
    inOther,
    otherShare:
      inOther !== "some" || other === undefined || all === undefined || all <= 0
        ? undefined
        : ratio(other / all),
  };
}

export function rewardsInOtherTokens(row: MarketRow): readonly string[] {
  return symbolsOf(paidInOtherTokens(row));
}

function paidInOtherTokens({ tokens: [deposited], rewards }: MarketRow): readonly RowReward[] {
  return rewards.filter(
    (reward) =>
      isPaidToDepositors(reward) && reward.token !== undefined && !isSameToken(reward.token, deposited),
  );
}

function symbolsOf(rewards: readonly RowReward[]): readonly string[] {
  return [...new Set(rewards.flatMap(({ token }) => token?.symbol ?? []))];
}

function isPaidToDepositors({ side, apy }: RowReward): boolean {
  return side === "deposit" && apy !== 0;
}

function isSameToken(token: RowToken, other: RowToken | undefined): boolean {
  return token.address === undefined || other?.address === undefined
    ? token.symbol === other?.symbol
    : token.address === other.address;
}
