import { rewardSide, type Market } from "../../contract/market.ts";
import { fieldOf } from "../../contract/names/field-of.ts";
import { ratio } from "../../contract/units.ts";
import { listedRewards } from "../../finance/rates.ts";
import { figuresFrom, type FigureName, type Figures } from "./figures.ts";
import type { KnownMarket } from "./market-record.ts";

/** One reading of all pages of the source. */
export interface Poll {
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Every page was read. Only then can a missing market count as gone. */
  readonly complete: boolean;
  readonly pages: number;
  /** Number of unreadable markets. If there are any, no market counts as gone. */
  readonly setAside: number;
  readonly markets: readonly MarketSnapshot[];
}

export interface MarketSnapshot extends Pick<KnownMarket, "id" | "type" | "provider" | "debtInOtherToken"> {
  readonly figures: Figures;
  /** Missing in lists too long to keep the body of every market. */
  readonly body?: string;
}

export function snapshotOf(market: Market): MarketSnapshot & { readonly body: string } {
  const rewards = "rewards" in market ? market.rewards : undefined;
  const listed = Array.isArray(rewards)
    ? rewards.map((reward) => ({ side: rewardSide(reward), apy: ratio(reward.apy) }))
    : undefined;
  const sums = {
    rewardApy: listedRewards({ rewards: listed, side: "deposit" }),
    borrowRewardApy: listedRewards({ rewards: listed, side: "borrow" }),
  };
  const liquidity = fieldOf(market, "liquidity");
  const borrowed = mintOf(market, "borrowToken");
  const published = (name: FigureName): unknown =>
    fieldOf(name === "longUsd" || name === "shortUsd" ? liquidity : market, name);
  return {
    id: market.id,
    type: market.type,
    provider: market.provider.id,
    figures: figuresFrom((name) => fieldOf(sums, name) ?? published(name)),
    debtInOtherToken: borrowed !== undefined && borrowed !== mintOf(market, "token"),
    body: JSON.stringify(market),
  };
}

export function mintsOf(market: unknown): readonly string[] {
  return ["token", "borrowToken", "tokenA", "tokenB"].flatMap((name) => mintOf(market, name) ?? []);
}

function mintOf(market: unknown, name: string): string | undefined {
  const address = fieldOf(fieldOf(market, name), "address");
  return typeof address === "string" ? address : undefined;
}
