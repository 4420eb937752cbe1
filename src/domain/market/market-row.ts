// Created once per market, before the cache. Missing values are undefined, never 0 or null.
import {
  rewardSide,
  type PairOfTokens,
  type ReadMarket,
  type Reward,
  type Token,
} from "../../contract/market.ts";
import { fieldOf } from "../../contract/names/field-of.ts";
import {
  maxNameLength,
  maxSymbolLength,
  marketNames,
  readText,
  shortAddress,
} from "../../contract/names/market-names.ts";
import { finite, millis, ratio, tokenAmount, usd, type Millis } from "../../contract/units.ts";
import type { RateParts } from "../../finance/rates.ts";

export type RowToken = Readonly<NonNullable<ReturnType<typeof toRowToken>>>;
export type RowReward = Readonly<ReturnType<typeof toRowReward>>;

export interface MarketRow extends Readonly<Omit<ReturnType<typeof toMarketRow>, "twin">> {
  /** A part of the id where another market has the same name, or of the mint where another token has the same symbol. */
  readonly twin: string | undefined;
}

/** Loops and perpetuals come in two shapes: `tokenA`/`tokenB`, or `token`/`borrowToken`. */
export function toMarketRow(
  read: ReadMarket,
  { readAt, page }: { readonly readAt: Millis; readonly page: number },
) {
  const { market } = read;
  const tokens = marketTokens(read);
  // Reads only fields that the schema of this kind has checked.
  const { kind } = read;
  const prediction = read.kind === "prediction" ? read.market : undefined;
  const rated = read.kind === "prediction" ? undefined : read.market;
  const risked = read.kind === "prediction" || read.kind === "yield" ? undefined : read.market;
  const leveraged =
    read.kind === "lending" || read.kind === "yield" || read.kind === "prediction" ? undefined : read.market;
  const loop = read.kind === "loop" ? read.market : undefined;
  const perpetual = read.kind === "perpetual" ? read.market : undefined;
  const { label, detail, productName, providerName } = marketNames(read, tokens);
  const { provider } = market;
  // A single literal gives all rows one hidden class. Otherwise each would take ten times as long.
  return {
    id: market.id,
    /** The type as sent, which may be unknown. `kind` is what it was read as. */
    type: market.type,
    kind,
    providerId: provider.id,
    providerName,
    providerIcon: readAddress(provider.icon),
    productName,
    /** The primary token first; for a loop, the supplied token and then the borrowed one. Empty for predictions. */
    tokens,
    label,
    detail,
    twin: undefined,
    depositApy: ratio(rated?.depositApy),
    baseDepositApy: ratio(rated?.baseDepositApy),
    baseDepositApy30d: ratio(rated?.baseDepositApy30d),
    baseDepositApy90d: ratio(rated?.baseDepositApy90d),
    baseDepositApy180d: ratio(rated?.baseDepositApy180d),
    borrowApy: ratio(rated?.borrowApy),
    baseBorrowApy: ratio(rated?.baseBorrowApy),
    baseBorrowApy30d: ratio(rated?.baseBorrowApy30d),
    baseBorrowApy90d: ratio(rated?.baseBorrowApy90d),
    baseBorrowApy180d: ratio(rated?.baseBorrowApy180d),
    /** Averages of a loop's net rate, so they have other names than base averages. */
    depositApy30d: ratio(loop?.depositApy30d),
    depositApy90d: ratio(loop?.depositApy90d),
    depositApy180d: ratio(loop?.depositApy180d),
    rewards: rated?.rewards?.length ? rated.rewards.map(toRowReward) : none,
    /** Whether a rewards list was sent. Missing is not the same as empty. */
    rewardsGiven: Array.isArray(rated?.rewards),
    totalDeposit: tokenAmount(rated?.totalDeposit),
    totalDepositUsd: usd(rated?.totalDepositUsd),
    totalBorrow: tokenAmount(rated?.totalBorrow),
    totalBorrowUsd: usd(rated?.totalBorrowUsd),
    maxDeposit: tokenAmount(rated?.maxDeposit),
    maxBorrow: tokenAmount(rated?.maxBorrow),
    maxLtv: ratio(risked?.maxLtv),
    liquidationLtv: ratio(risked?.liquidationLtv),
    liquidationPenalty: ratio(risked?.liquidationPenalty),
    maxLeverage: finite(leveraged?.maxLeverage),
    longUsd: usd(perpetual?.liquidity?.longUsd),
    shortUsd: usd(perpetual?.liquidity?.shortUsd),
    status: readText(prediction?.status, maxNameLength),
    yesBid: ratio(prediction?.yesBid),
    yesAsk: ratio(prediction?.yesAsk),
    noBid: ratio(prediction?.noBid),
    noAsk: ratio(prediction?.noAsk),
    /** The source does not say whether this counts contracts or dollars, so it has no unit. */
    volume: finite(prediction?.volume),
    openInterest: finite(prediction?.openInterest),
    openTime: readTime(prediction?.openTime),
    closeTime: readTime(prediction?.closeTime),
    expirationTime: readTime(prediction?.expirationTime),
    bundleId: prediction?.bundleId ?? undefined,
    result: readText(prediction?.result, maxResultLength),
    websiteUrl: readAddress(market.websiteUrl),
    actions: market.actions ?? noActions,
    /** In the markets' time (see clock.ts). An unchanged row keeps its time. */
    readAt,
    page,
    raw: market,
  };
}

export function offeredActions({
  actions,
}: Pick<MarketRow, "actions">): readonly (readonly [key: string, blinkUrl: unknown])[] {
  return Object.entries(actions)
    .filter(([, action]) => action !== null && action !== undefined)
    .map(([key, action]) => [key, fieldOf(action, "blinkUrl")] as const);
}

type Sent = number | null | undefined;

// Shared, because thousands of markets have no rewards or no tokens.
const none: readonly never[] = [];
const noActions: Readonly<Record<string, unknown>> = {};

/** Deposited token first, borrowed one last. Pairs come in two shapes. Empty if the deposited one has no name. */
export function marketTokens(read: ReadMarket): readonly RowToken[] {
  const [one, other] = sentTokens(read).map(toRowToken);
  if (one === undefined) return none;
  const isSame = other === undefined || (one.address === other.address && one.symbol === other.symbol);
  return isSame ? [one] : [one, other];
}

function sentTokens(read: ReadMarket): readonly (Token | null | undefined)[] {
  switch (read.kind) {
    case "lending":
      return [read.market.token, read.market.borrowToken];
    case "yield":
      return [read.market.token];
    case "loop":
    case "perpetual":
    case "other": {
      const { token, borrowToken, tokenA, tokenB }: PairOfTokens = read.market;
      return tokenA || tokenB ? [tokenA, tokenB] : [token, borrowToken];
    }
    case "prediction":
      return none;
  }
}

/** `symbol` falls back to a shortened mint, or without one to the name. */
export function toRowToken(token: Token | null | undefined) {
  if (token === null || token === undefined) return undefined;
  const { address, icon, decimals } = token;
  const symbol =
    readText(token.symbol, maxSymbolLength) ??
    (address ? shortAddress(address) : readText(token.name, maxSymbolLength));
  if (symbol === undefined) return undefined;
  return { address: address ?? undefined, symbol, icon: readAddress(icon), decimals: decimals ?? undefined };
}

function toRowReward(reward: Reward) {
  return {
    side: rewardSide(reward),
    apy: ratio(reward.apy),
    token: toRowToken(reward.token),
    marketAction: readText(reward.marketAction, maxNameLength),
  };
}

const maxResultLength = 200;

const maxSeconds = 1e11;
const maxDate = 8.64e15;

/** Reads seconds. A number too large for that is already in milliseconds, and 0 stands for no time. */
function readTime(value: Sent): Millis | undefined {
  const time = finite(value);
  if (time === undefined || time === 0) return undefined;
  const inMillis = Math.abs(time) > maxSeconds ? time : time * 1000;
  return Math.abs(inMillis) > maxDate ? undefined : millis(inMillis);
}

export function readAddress(value: string | null | undefined): string | undefined {
  return value === null || value === undefined || value.trim() === "" ? undefined : value;
}

export function sentParts(row: MarketRow, side: "deposit" | "borrow"): RateParts {
  const rewards = row.rewardsGiven ? row.rewards : undefined;
  return side === "deposit"
    ? { rewards, side, total: row.depositApy, base: row.baseDepositApy }
    : { rewards, side, total: row.borrowApy, base: row.baseBorrowApy };
}

/** Larger deposits first, then by id. */
export function compareSize(one: MarketRow, other: MarketRow): number {
  return (other.totalDepositUsd ?? 0) - (one.totalDepositUsd ?? 0) || (one.id < other.id ? -1 : 1);
}
