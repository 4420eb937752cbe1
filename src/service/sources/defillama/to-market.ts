// DefiLlama publishes no base averages, caps, liquidation LTVs or penalties. Token amounts are derived: USD divided
// by its price.
import * as z from "zod";
import type { LendingMarket, Provider, Reward, Token, YieldMarket } from "../../../contract/market.ts";
import { isMintAddress } from "../../../contract/markets-request.ts";
import { tokenOfMint } from "../demo/tokens.ts";
import type { Coin, LendBorrow, Pool } from "./pools.ts";
import projectFile from "./projects.json" with { type: "json" };

const projects = z
  .record(
    z.string(),
    z.strictObject({ id: z.string(), name: z.string(), icon: z.string().nullable(), websiteUrl: z.url() }),
  )
  .parse(projectFile);

const idPrefix = "defillama.";

export function poolOfMarketId(id: string): string | undefined {
  return id.startsWith(idPrefix) ? id.slice(idPrefix.length) : undefined;
}

export type DefillamaMarket = LendingMarket | YieldMarket;

export function toMarket(
  pool: Pool,
  loan: LendBorrow | undefined,
  coins: Readonly<Record<string, Coin>>,
): DefillamaMarket {
  const { provider, websiteUrl } = providerOf(pool);
  const borrowRewards = ratio(loan?.apyRewardBorrow);
  const baseBorrowApy = ratio(loan?.apyBaseBorrow);
  const rewards = [
    ...rewardsOf("deposit", ratio(pool.apyReward), pool.rewardTokens, coins),
    ...rewardsOf("borrow", borrowRewards, undefined, coins),
  ];
  const shared = {
    id: idPrefix + pool.pool,
    productName: pool.poolMeta?.trim().slice(0, 100) || provider.name,
    provider,
    token: tokenOf(pool, coins),
    websiteUrl,
    depositApy: ratio(pool.apy),
    baseDepositApy: ratio(pool.apyBase),
    // Without `rewards` they are unknown, which is not the same as zero.
    rewards: rewards.length > 0 || typeof pool.apyReward === "number" ? rewards : undefined,
    additionalData: { defillamaPool: pool.pool, defillamaProject: pool.project },
  };
  const { token } = shared;
  const amountOf = (usd: number | undefined): number | undefined => {
    const price = typeof token.address === "string" ? coins[token.address]?.price : undefined;
    return usd === undefined || !price ? undefined : Number((usd / price).toFixed(token.decimals ?? 6));
  };
  if (loan === undefined || !hasLoans(loan)) {
    const totalDepositUsd = pool.tvlUsd ?? undefined;
    return {
      ...shared,
      type: "yield" as const,
      totalDeposit: amountOf(totalDepositUsd),
      totalDepositUsd,
    };
  }
  const borrowToken = borrowTokenOf(pool);
  const totalDepositUsd = loan.totalSupplyUsd ?? undefined;
  const totalBorrowUsd = loan.totalBorrowUsd ?? undefined;
  return {
    ...shared,
    type: "lending" as const,
    borrowToken,
    borrowApy: baseBorrowApy === undefined ? undefined : round(baseBorrowApy - (borrowRewards ?? 0)),
    baseBorrowApy,
    totalDeposit: amountOf(totalDepositUsd),
    totalDepositUsd,
    totalBorrow: borrowToken === undefined ? amountOf(totalBorrowUsd) : undefined,
    totalBorrowUsd,
    // The only limit DefiLlama publishes is "not borrowable".
    maxBorrow: loan.borrowable === false ? 0 : undefined,
    maxLtv:
      loan.ltv !== undefined && loan.ltv !== null && loan.ltv >= 0 && loan.ltv <= 1 ? loan.ltv : undefined,
  };
}

function hasLoans({ apyBaseBorrow, totalSupplyUsd, totalBorrowUsd, ltv }: LendBorrow): boolean {
  return [apyBaseBorrow, totalSupplyUsd, totalBorrowUsd, ltv].some((value) => typeof value === "number");
}

/** Jupiter's vaults lend another token, which only the pool's name contains: "SOL/USDC". */
function borrowTokenOf({ symbol, poolMeta }: Pool): Token | undefined {
  const [, collateral, debt] = /^([\w.$]+)\/([\w.$]+)(?: |$)/.exec(poolMeta ?? "") ?? [];
  return collateral === symbol && debt !== undefined ? { symbol: debt } : undefined;
}

/** Unknown projects are shown by their slug and link to DefiLlama's own page. */
function providerOf({ project, pool }: Pool): { readonly provider: Provider; readonly websiteUrl: string } {
  const known = Object.hasOwn(projects, project) ? projects[project] : undefined;
  if (known !== undefined) {
    const { websiteUrl, ...provider } = known;
    return { provider, websiteUrl };
  }
  const name = project
    .replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => ` ${letter.toUpperCase()}`)
    .trim();
  return {
    provider: { id: project, name, icon: null },
    websiteUrl: `https://defillama.com/yields/pool/${pool}`,
  };
}

function tokenOf({ symbol, underlyingTokens }: Pool, coins: Readonly<Record<string, Coin>>): Token {
  const [mint] = tokensOf(underlyingTokens);
  if (mint === undefined) return { symbol };
  const known = tokenOfMint(mint);
  const decimals = coins[mint]?.decimals ?? known?.decimals;
  return { address: mint, symbol, decimals, icon: known?.icon ?? null };
}

function rewardsOf(
  side: "deposit" | "borrow",
  apy: number | undefined,
  tokens: Pool["rewardTokens"],
  coins: Readonly<Record<string, Coin>>,
): Reward[] {
  if (apy === undefined || apy <= 0) return [];
  // With several tokens, the amount of each is unknown.
  const [mint] = tokens?.length === 1 ? tokensOf(tokens) : [];
  const symbol =
    mint === undefined ? undefined : (tokenOfMint(mint)?.symbol ?? coins[mint]?.symbol ?? undefined);
  const token = mint === undefined ? undefined : { address: mint, symbol, icon: tokenOfMint(mint)?.icon };
  return [{ type: side, apy, token, marketAction: side }];
}

export function tokensOf(mints: Pool["underlyingTokens"]): readonly string[] {
  return (mints ?? []).filter((mint) => mint !== null).filter(isMintAddress);
}

export function ratio(percent: number | null | undefined): number | undefined {
  return typeof percent === "number" ? round(percent / 100) : undefined;
}

/** DefiLlama rounds to five decimals of a percent. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
