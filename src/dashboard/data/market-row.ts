// What the dashboard works on: a market flattened once, before the cache. Missing is undefined, never 0 and never null.
import type { Market, MarketKind, ReadMarket, Reward, Token } from "../../contract/market.ts";
import {
  millis,
  ratio,
  tokenAmount,
  usd,
  type Millis,
  type Ratio,
  type TokenAmount,
  type Usd,
} from "../../contract/units.ts";

/** A token as the dashboard shows it. `symbol` falls back to a shortened mint, so that there is always something to read. */
export interface RowToken {
  readonly address: string | undefined;
  readonly symbol: string;
  readonly icon: string | undefined;
  readonly decimals: number | undefined;
}

/** A reward, already inside the total rate. `apy` is its share of the rate; `side` says which rate it belongs to. */
export interface RowReward {
  readonly side: "deposit" | "borrow" | "other";
  readonly apy: Ratio | undefined;
  readonly token: RowToken | undefined;
  readonly marketAction: string | undefined;
}

/** One market. Field names are the wire's where the meaning is the wire's. */
export interface MarketRow {
  readonly id: string;
  /** The type as sent, which may be one nobody knew; `kind` is what it was read as. */
  readonly type: string;
  readonly kind: MarketKind;
  readonly providerId: string;
  readonly providerName: string;
  readonly providerIcon: string | undefined;
  readonly productName: string | undefined;
  /** Primary token first; for a loop the supplied token, then the borrowed one. Empty for predictions. */
  readonly tokens: readonly RowToken[];
  /** What the market is called: a symbol, a pair "JitoSOL / SOL", a prediction's title, or else its product name or id. */
  readonly label: string;
  /** The second line: a prediction's subtitle, the market or vault it belongs to where the product name does not say it. */
  readonly detail: string | undefined;

  readonly depositApy: Ratio | undefined;
  readonly baseDepositApy: Ratio | undefined;
  readonly baseDepositApy30d: Ratio | undefined;
  readonly baseDepositApy90d: Ratio | undefined;
  readonly baseDepositApy180d: Ratio | undefined;
  readonly borrowApy: Ratio | undefined;
  readonly baseBorrowApy: Ratio | undefined;
  readonly baseBorrowApy30d: Ratio | undefined;
  readonly baseBorrowApy90d: Ratio | undefined;
  readonly baseBorrowApy180d: Ratio | undefined;
  /** Averages of the net rate of loops. They include rewards and borrow cost, so they are never called base. */
  readonly depositApy30d: Ratio | undefined;
  readonly depositApy90d: Ratio | undefined;
  readonly depositApy180d: Ratio | undefined;
  readonly rewards: readonly RowReward[];
  /** Whether the answer carried a rewards list at all: an absent list is not an empty one. */
  readonly rewardsGiven: boolean;

  readonly totalDeposit: TokenAmount | undefined;
  readonly totalDepositUsd: Usd | undefined;
  readonly totalBorrow: TokenAmount | undefined;
  readonly totalBorrowUsd: Usd | undefined;
  readonly maxDeposit: TokenAmount | undefined;
  readonly maxBorrow: TokenAmount | undefined;
  readonly maxLtv: Ratio | undefined;
  readonly liquidationLtv: Ratio | undefined;
  readonly liquidationPenalty: Ratio | undefined;
  readonly maxLeverage: number | undefined;

  readonly longUsd: Usd | undefined;
  readonly shortUsd: Usd | undefined;

  readonly status: string | undefined;
  readonly yesBid: Ratio | undefined;
  readonly yesAsk: Ratio | undefined;
  readonly noBid: Ratio | undefined;
  readonly noAsk: Ratio | undefined;
  /** Contracts or dollars: the service does not say which, so it is shown as a plain number. */
  readonly volume: number | undefined;
  readonly openInterest: number | undefined;
  readonly openTime: Millis | undefined;
  readonly closeTime: Millis | undefined;
  readonly expirationTime: Millis | undefined;
  readonly bundleId: string | undefined;
  readonly result: string | undefined;

  readonly websiteUrl: string | undefined;
  /** Action key → the `blinkUrl` as sent, unjudged: actions/ decides whether it becomes a link. In the order sent. */
  readonly actions: readonly (readonly [key: string, blinkUrl: unknown])[];

  /**
   * When the data of this row was read, in the browser's clock, the age the service told subtracted. A later walk that finds
   * the market unchanged keeps the row and with it this time; the walk's own time says when that was last confirmed.
   */
  readonly readAt: Millis;
  /** Which page of the walk it came in, from 1. */
  readonly page: number;
  /** The market exactly as sent, for the raw view. */
  readonly raw: Market;
}

/** Where a row comes from. */
export interface RowOrigin {
  readonly readAt: Millis;
  /** Page of the walk, from 1. */
  readonly page: number;
}

/**
 * Flattens a market of any type. Absent and null become undefined; texts are cleaned and cut to a length that no table breaks
 * on; loops and perpetuals are read in both shapes (`tokenA` and `tokenB`, else `token` and `borrowToken`).
 */
export function toMarketRow(read: ReadMarket, origin: RowOrigin): MarketRow {
  const { market } = read;
  return {
    ...nothingKnown,
    ...describe(read),
    id: market.id,
    type: market.type,
    kind: read.kind,
    providerId: market.provider.id,
    providerName:
      readText(market.provider.name, longestName) ??
      readText(market.provider.id, longestName) ??
      market.provider.id,
    providerIcon: readAddress(market.provider.icon),
    productName: readText(market.productName, longestLabel),
    websiteUrl: readAddress(market.websiteUrl),
    actions: Object.entries(market.actions ?? {})
      .filter(([, action]) => action !== null && action !== undefined)
      .map(([key, action]) => [key, fieldOf(action, "blinkUrl")] as const),
    readAt: origin.readAt,
    page: origin.page,
    raw: market,
  };
}

/** The fields that differ by type. */
function describe(read: ReadMarket): Partial<MarketRow> & Pick<MarketRow, "tokens" | "label" | "detail"> {
  switch (read.kind) {
    case "lending": {
      const { market } = read;
      return {
        ...called(market, tokensOf([market.token, market.borrowToken])),
        ...ratesOf(market),
        ...totalsOf(market),
        ...riskOf(market),
      };
    }
    case "yield": {
      const { market } = read;
      return { ...called(market, tokensOf([market.token])), ...ratesOf(market), ...totalsOf(market) };
    }
    case "loop": {
      const { market } = read;
      return {
        ...called(market, pairOf(market)),
        ...ratesOf(market),
        ...totalsOf(market),
        ...riskOf(market),
        depositApy30d: ratio(market.depositApy30d),
        depositApy90d: ratio(market.depositApy90d),
        depositApy180d: ratio(market.depositApy180d),
        maxLeverage: multiple(market.maxLeverage),
      };
    }
    case "perpetual": {
      const { market } = read;
      return {
        ...called(market, pairOf(market)),
        ...ratesOf(market),
        ...totalsOf(market),
        ...riskOf(market),
        longUsd: usd(market.liquidity?.longUsd),
        shortUsd: usd(market.liquidity?.shortUsd),
        maxLeverage: multiple(market.maxLeverage),
      };
    }
    case "prediction": {
      const { market } = read;
      return {
        tokens: [],
        label:
          readText(market.title, longestLabel) ?? readText(market.productName, longestLabel) ?? market.id,
        detail: readText(market.subtitle, longestLabel),
        status: readText(market.status, longestName),
        yesBid: ratio(market.yesBid),
        yesAsk: ratio(market.yesAsk),
        noBid: ratio(market.noBid),
        noAsk: ratio(market.noAsk),
        volume: multiple(market.volume),
        openInterest: multiple(market.openInterest),
        openTime: readTime(market.openTime),
        closeTime: readTime(market.closeTime),
        expirationTime: readTime(market.expirationTime),
        bundleId: market.bundleId ?? undefined,
        result: readText(market.result, longestLabel),
      };
    }
    case "other": {
      const { market } = read;
      const named = called(market, pairOf(market));
      return {
        ...named,
        label: readText(market.title, longestLabel) ?? named.label,
        ...ratesOf(market),
        ...totalsOf(market),
        ...riskOf(market),
        maxLeverage: multiple(market.maxLeverage),
      };
    }
    default:
      return read satisfies never;
  }
}

const longestLabel = 200;
const longestName = 80;
const longestSymbol = 32;

interface Rated {
  readonly depositApy?: Sent;
  readonly baseDepositApy?: Sent;
  readonly baseDepositApy30d?: Sent;
  readonly baseDepositApy90d?: Sent;
  readonly baseDepositApy180d?: Sent;
  readonly borrowApy?: Sent;
  readonly baseBorrowApy?: Sent;
  readonly baseBorrowApy30d?: Sent;
  readonly baseBorrowApy90d?: Sent;
  readonly baseBorrowApy180d?: Sent;
  readonly rewards?: readonly Reward[] | null | undefined;
}
interface Totalled {
  readonly totalDeposit?: Sent;
  readonly totalDepositUsd?: Sent;
  readonly totalBorrow?: Sent;
  readonly totalBorrowUsd?: Sent;
  readonly maxDeposit?: Sent;
  readonly maxBorrow?: Sent;
}
interface Risked {
  readonly maxLtv?: Sent;
  readonly liquidationLtv?: Sent;
  readonly liquidationPenalty?: Sent;
}
interface Paired {
  readonly token?: Token | null | undefined;
  readonly borrowToken?: Token | null | undefined;
  readonly tokenA?: Token | null | undefined;
  readonly tokenB?: Token | null | undefined;
}
type Sent = number | null | undefined;

function ratesOf(market: Rated) {
  return {
    depositApy: ratio(market.depositApy),
    baseDepositApy: ratio(market.baseDepositApy),
    baseDepositApy30d: ratio(market.baseDepositApy30d),
    baseDepositApy90d: ratio(market.baseDepositApy90d),
    baseDepositApy180d: ratio(market.baseDepositApy180d),
    borrowApy: ratio(market.borrowApy),
    baseBorrowApy: ratio(market.baseBorrowApy),
    baseBorrowApy30d: ratio(market.baseBorrowApy30d),
    baseBorrowApy90d: ratio(market.baseBorrowApy90d),
    baseBorrowApy180d: ratio(market.baseBorrowApy180d),
    rewards: (market.rewards ?? []).map(toRowReward),
    rewardsGiven: Array.isArray(market.rewards),
  };
}

function totalsOf(market: Totalled) {
  return {
    totalDeposit: tokenAmount(market.totalDeposit),
    totalDepositUsd: usd(market.totalDepositUsd),
    totalBorrow: tokenAmount(market.totalBorrow),
    totalBorrowUsd: usd(market.totalBorrowUsd),
    maxDeposit: tokenAmount(market.maxDeposit),
    maxBorrow: tokenAmount(market.maxBorrow),
  };
}

function riskOf(market: Risked) {
  return {
    maxLtv: ratio(market.maxLtv),
    liquidationLtv: ratio(market.liquidationLtv),
    liquidationPenalty: ratio(market.liquidationPenalty),
  };
}

const nothingKnown = {
  ...ratesOf({}),
  ...totalsOf({}),
  ...riskOf({}),
  depositApy30d: undefined,
  depositApy90d: undefined,
  depositApy180d: undefined,
  maxLeverage: undefined,
  longUsd: undefined,
  shortUsd: undefined,
  status: undefined,
  yesBid: undefined,
  yesAsk: undefined,
  noBid: undefined,
  noAsk: undefined,
  volume: undefined,
  openInterest: undefined,
  openTime: undefined,
  closeTime: undefined,
  expirationTime: undefined,
  bundleId: undefined,
  result: undefined,
} satisfies Partial<MarketRow>;

/** What a market of tokens is called: its tokens, else its product, else its id; `detail` adds the market it belongs to. */
function called(market: Market, tokens: readonly RowToken[]): Pick<MarketRow, "tokens" | "label" | "detail"> {
  const productName = readText(market.productName, longestLabel);
  const marketName =
    readText(fieldOf(market.additionalData, "marketName"), longestLabel) ??
    readText(fieldOf(market.additionalData, "vaultName"), longestLabel);
  const pair = tokens.map((token) => token.symbol).join(" / ");
  return {
    tokens,
    label: pair === "" ? (productName ?? marketName ?? market.id) : pair,
    // A product name that is the market's name says it already.
    detail: marketName === productName ? undefined : marketName,
  };
}

function pairOf(market: Paired): readonly RowToken[] {
  return market.tokenA || market.tokenB
    ? tokensOf([market.tokenA, market.tokenB])
    : tokensOf([market.token, market.borrowToken]);
}

/** The tokens that can be named, each once: a market that lends and borrows the same token shows it once. */
function tokensOf(sent: readonly (Token | null | undefined)[]): readonly RowToken[] {
  const tokens: RowToken[] = [];
  for (const candidate of sent) {
    const token = toRowToken(candidate);
    const isNew = !tokens.some((known) => known.address === token?.address && known.symbol === token?.symbol);
    if (token !== undefined && isNew) tokens.push(token);
  }
  return tokens;
}

function toRowToken(token: Token | null | undefined): RowToken | undefined {
  const address = token?.address ?? undefined;
  const symbol =
    readText(token?.symbol, longestSymbol) ??
    (address === undefined || address === "" ? readText(token?.name, longestSymbol) : shortAddress(address));
  if (symbol === undefined) return undefined;
  return {
    address,
    symbol,
    icon: readAddress(token?.icon),
    decimals: token?.decimals ?? undefined,
  };
}

function shortAddress(address: string): string {
  return address.length <= 11 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

function toRowReward(reward: Reward): RowReward {
  const side = sideOf(reward.type);
  return {
    side: side === "other" ? sideOf(reward.marketAction) : side,
    apy: ratio(reward.apy),
    token: toRowToken(reward.token),
    marketAction: readText(reward.marketAction, longestName),
  };
}

function sideOf(text: string | null | undefined): RowReward["side"] {
  const side = text?.trim().toLowerCase();
  return side === "deposit" || side === "borrow" ? side : "other";
}

/** A factor or a count: a plain number, finite or not there. */
function multiple(value: Sent): number | undefined {
  return value === null || value === undefined || !Number.isFinite(value) ? undefined : value + 0;
}

const largestSeconds = 1e11;
const largestDate = 8.64e15;

/** Unix seconds as milliseconds. A number too large for seconds of this age is in milliseconds already. */
function readTime(value: Sent): Millis | undefined {
  const time = multiple(value);
  if (time === undefined) return undefined;
  const inMillis = Math.abs(time) > largestSeconds ? time : time * 1000;
  return Math.abs(inMillis) > largestDate ? undefined : millis(inMillis);
}

/**
 * A text from outside: control and direction-changing characters become spaces, so that no name can rewrite the line it
 * stands in, and what is longer than any name is cut. Blank is missing.
 */
function readText(value: unknown, longest: number): string | undefined {
  if (typeof value !== "string") return undefined;
  const clean = value
    .slice(0, longest * 4)
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, " ")
    .trim();
  if (clean === "") return undefined;
  if (clean.length <= longest) return clean;
  // Half a surrogate pair at the cut would show as a replacement character.
  return `${clean.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** An address of a page or picture, unjudged; a blank one is missing. */
function readAddress(value: string | null | undefined): string | undefined {
  return value === null || value === undefined || value.trim() === "" ? undefined : value;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
