// Markets and positions as rules see them, from what a source sends. Pages read the same from their rows.
import { rewardSide, sideOf, type Market, type ReadMarket, type Token } from "../../contract/market.ts";
import { marketNames, marketTokens, tokenSymbol } from "../../contract/names/market-names.ts";
import { positionLtv, type ReadPosition } from "../../contract/positions/position.ts";
import { ratio, tokenAmount, usd } from "../../contract/units.ts";
import type { WatchedMarket, WatchedToken } from "../../domain/alerts/watched-market.ts";
import type { LoanPart } from "../../finance/debt/loan-group.ts";

export function watchedMarket(read: ReadMarket): WatchedMarket {
  const { market, kind } = read;
  const tokens = marketTokens(read, watchedToken);
  const rated = read.kind === "prediction" ? undefined : read.market;
  const risked = read.kind === "prediction" || read.kind === "yield" ? undefined : read.market;
  const loop = read.kind === "loop" ? read.market : undefined;
  return {
    id: market.id,
    type: market.type,
    kind,
    providerId: market.provider.id,
    tokens,
    ...marketNames(read, tokens),
    depositApy: ratio(rated?.depositApy),
    baseDepositApy: ratio(rated?.baseDepositApy),
    borrowApy: ratio(rated?.borrowApy),
    baseDepositApy30d: ratio(rated?.baseDepositApy30d),
    baseDepositApy90d: ratio(rated?.baseDepositApy90d),
    baseDepositApy180d: ratio(rated?.baseDepositApy180d),
    depositApy30d: ratio(loop?.depositApy30d),
    depositApy90d: ratio(loop?.depositApy90d),
    depositApy180d: ratio(loop?.depositApy180d),
    rewards: rated?.rewards?.map((reward) => ({ side: rewardSide(reward), apy: ratio(reward.apy) })) ?? [],
    rewardsGiven: Array.isArray(rated?.rewards),
    totalDeposit: tokenAmount(rated?.totalDeposit),
    totalDepositUsd: usd(rated?.totalDepositUsd),
    totalBorrow: tokenAmount(rated?.totalBorrow),
    totalBorrowUsd: usd(rated?.totalBorrowUsd),
    maxDeposit: tokenAmount(rated?.maxDeposit),
    maxLtv: ratio(risked?.maxLtv),
    liquidationLtv: ratio(risked?.liquidationLtv),
    status: read.kind === "prediction" ? (read.market.status ?? undefined) : undefined,
  };
}

/** Undefined without symbol, name and address. */
function watchedToken(token: Token | null | undefined): WatchedToken | undefined {
  const symbol = token ? tokenSymbol(token) : undefined;
  return symbol === undefined ? undefined : { address: token?.address ?? undefined, symbol };
}

const noMarket = { tokens: [], liquidationLtv: undefined } as const;

interface SentPosition extends LoanPart {
  readonly sentMarket: Market | undefined;
}

export function watchedPosition(read: ReadPosition): SentPosition {
  const { position } = read;
  const side = sideOf(position.side);
  const value = usd(position.amountUsd);
  const nothing = value === undefined ? undefined : usd(0);
  return {
    id: position.id,
    kind: position.type,
    side,
    bundleId: position.bundleId ?? undefined,
    marketId: position.marketId ?? read.market?.market.id,
    market: read.market === undefined ? noMarket : watchedMarket(read.market),
    sentMarket: read.market?.market,
    assetsUsd: side === "deposit" ? value : side === "borrow" ? nothing : undefined,
    debtsUsd: side === "borrow" ? (value === undefined ? undefined : usd(Math.abs(value))) : undefined,
    supplied: { usd: usd(position.amountTokenAUsd) },
    borrowed: { usd: usd(position.amountTokenBUsd) },
    ltv: positionLtv(position),
  };
}
