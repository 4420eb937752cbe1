import { ratio, type Ratio } from "../../../contract/units.ts";
import type { MarketRow, RowReward, RowToken } from "../market-row.ts";

export interface RewardTokens {
  readonly symbols: readonly string[];
  readonly hasUnnamed: boolean;
  readonly inOther: "none" | "some" | "all";
  /** Undefined for none or all, or if a reward's rate is unknown. */
  readonly otherShare: Ratio | undefined;
}

export function rewardTokens({ tokens: [deposited], rewards }: MarketRow): RewardTokens {
  const paid = rewards.filter(isPaidToDepositors);
  const symbols = [...new Set(paid.flatMap(({ token }) => (token === undefined ? [] : [token.symbol])))];
  const others = paid.filter(({ token }) => token !== undefined && !isSameToken(token, deposited));
  const inOther = others.length === 0 ? "none" : others.length === paid.length ? "all" : "some";
  const [other, all] = [sumOf(others), sumOf(paid)];
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

export function rewardsInOtherTokens({ tokens: [deposited], rewards }: MarketRow): readonly string[] {
  const others = rewards.filter(isPaidToDepositors).flatMap(({ token }) => {
    return token === undefined || isSameToken(token, deposited) ? [] : [token.symbol];
  });
  return [...new Set(others)];
}

function isPaidToDepositors({ side, apy }: RowReward): boolean {
  return side === "deposit" && apy !== 0;
}

function isSameToken(token: RowToken, other: RowToken | undefined): boolean {
  return token.address === undefined || other?.address === undefined
    ? token.symbol === other?.symbol
    : token.address === other.address;
}

function sumOf(rewards: readonly RowReward[]): number | undefined {
  return rewards.some(({ apy }) => apy === undefined)
    ? undefined
    : rewards.reduce((sum, { apy }) => sum + (apy ?? 0), 0);
}
