// What the dashboard works on: a market flattened once, before the cache. Missing is undefined, never 0 and never null.
import type {
  LoopMarket,
  Market,
  MarketKind,
  PairOfTokens,
  PerpetualMarket,
  PredictionMarket,
  Rates,
  ReadMarket,
  Reward,
  Risk,
  Token,
  Totals,
} from "../../../contract/market.ts";
import {
  millis,
  ratio,
  tokenAmount,
  usd,
  type Millis,
  type Ratio,
  type TokenAmount,
  type Usd,
} from "../../../contract/units.ts";

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
  /** Set where another market of the list bears the same name: the end of its id, short enough to read. */
  readonly twin: string | undefined;

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

/**
 * Flattens a market of any type. Absent and null become undefined; texts are cleaned and cut to a length that no table breaks
 * on; loops and perpetuals are read in both shapes (`tokenA` and `tokenB`, else `token` and `borrowToken`).
 */
export function toMarketRow(
  read: ReadMarket,
  { readAt, page }: Pick<MarketRow, "readAt" | "page">,
): MarketRow {
  const { market } = read;
  const { tokens, label, detail, rated, totalled, risked, leveraged, loop, perpetual, prediction } =
    partsOf(read);
  const { provider } = market;
  // One literal, so that all rows have one shape in the engine: assembled from parts, each row costs ten times as much.
  return {
    id: market.id,
    type: market.type,
    kind: read.kind,
    providerId: provider.id,
    providerName: readText(provider.name, longestName) ?? readText(provider.id, longestName) ?? provider.id,
    providerIcon: readAddress(provider.icon),
    productName: readText(market.productName, longestLabel),
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
    depositApy30d: ratio(loop?.depositApy30d),
    depositApy90d: ratio(loop?.depositApy90d),
    depositApy180d: ratio(loop?.depositApy180d),
    rewards: rated?.rewards?.length ? rated.rewards.map(toRowReward) : none,
    rewardsGiven: Array.isArray(rated?.rewards),
    totalDeposit: tokenAmount(totalled?.totalDeposit),
    totalDepositUsd: usd(totalled?.totalDepositUsd),
    totalBorrow: tokenAmount(totalled?.totalBorrow),
    totalBorrowUsd: usd(totalled?.totalBorrowUsd),
    maxDeposit: tokenAmount(totalled?.maxDeposit),
    maxBorrow: tokenAmount(totalled?.maxBorrow),
    maxLtv: ratio(risked?.maxLtv),
    liquidationLtv: ratio(risked?.liquidationLtv),
    liquidationPenalty: ratio(risked?.liquidationPenalty),
    maxLeverage: plainNumber(leveraged?.maxLeverage),
    longUsd: usd(perpetual?.liquidity?.longUsd),
    shortUsd: usd(perpetual?.liquidity?.shortUsd),
    status: readText(prediction?.status, longestName),
    yesBid: ratio(prediction?.yesBid),
    yesAsk: ratio(prediction?.yesAsk),
    noBid: ratio(prediction?.noBid),
    noAsk: ratio(prediction?.noAsk),
    volume: plainNumber(prediction?.volume),
    openInterest: plainNumber(prediction?.openInterest),
    openTime: readTime(prediction?.openTime),
    closeTime: readTime(prediction?.closeTime),
    expirationTime: readTime(prediction?.expirationTime),
    bundleId: prediction?.bundleId ?? undefined,
    result: readText(prediction?.result, longestLabel),
    websiteUrl: readAddress(market.websiteUrl),
    actions: actionsOf(market),
    readAt,
    page,
    raw: market,
  };
}

/** What a market is called, and which groups of fields its type has. */
interface Parts extends Pick<MarketRow, "tokens" | "label" | "detail"> {
  readonly rated?: Rates;
  readonly totalled?: Totals;
  readonly risked?: Risk;
  readonly leveraged?: { readonly maxLeverage?: Sent };
  readonly loop?: LoopMarket;
  readonly perpetual?: PerpetualMarket;
  readonly prediction?: PredictionMarket;
}

function partsOf(read: ReadMarket): Parts {
  switch (read.kind) {
    case "lending": {
      const { market } = read;
      const names = called(market, tokensOf(market.token, market.borrowToken));
      return { ...names, rated: market, totalled: market, risked: market };
    }
    case "yield": {
      const { market } = read;
      return { ...called(market, tokensOf(market.token, undefined)), rated: market, totalled: market };
    }
    case "loop": {
      const { market } = read;
      const names = called(market, pairOf(market));
      return { ...names, rated: market, totalled: market, risked: market, leveraged: market, loop: market };
    }
    case "perpetual": {
      const { market } = read;
      const names = called(market, pairOf(market));
      const rated = { rated: market, totalled: market, risked: market, leveraged: market };
      return { ...names, ...rated, perpetual: market };
    }
    case "prediction": {
      const { market } = read;
      return {
        tokens: none,
        label:
          readText(market.title, longestLabel) ?? readText(market.productName, longestLabel) ?? market.id,
        detail: outcomeOf(market),
        prediction: market,
      };
    }
    case "other": {
      const { market } = read;
      const names = called(market, pairOf(market));
      const label = readText(market.title, longestLabel) ?? names.label;
      return { ...names, label, rated: market, totalled: market, risked: market, leveraged: market };
    }
    default:
      return read satisfies never;
  }
}

/** The outcome a share is of, and the token it is paid and settled in: each outcome is listed once for every such token. */
function outcomeOf({ subtitle, additionalData }: PredictionMarket): string | undefined {
  const outcome = readText(subtitle, longestLabel);
  const token = readText(fieldOf(additionalData, "settlementSymbol"), longestSymbol);
  return (
    [outcome, token === undefined ? undefined : `in ${token}`]
      .filter((part) => part !== undefined)
      .join(" · ") || undefined
  );
}

function actionsOf({ actions }: Market): MarketRow["actions"] {
  return Object.entries(actions ?? {})
    .filter(([, action]) => action !== null && action !== undefined)
    .map(([key, action]) => [key, fieldOf(action, "blinkUrl")] as const);
}

const longestLabel = 200;
const longestName = 80;
const longestSymbol = 32;

type Sent = number | null | undefined;

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

function pairOf(market: PairOfTokens): readonly RowToken[] {
  return market.tokenA || market.tokenB
    ? tokensOf(market.tokenA, market.tokenB)
    : tokensOf(market.token, market.borrowToken);
}

/** The tokens that can be named, each once: a market that lends and borrows the same token shows it once. */
function tokensOf(first: Token | null | undefined, second: Token | null | undefined): readonly RowToken[] {
  const one = toRowToken(first);
  const other = toRowToken(second);
  if (one === undefined) return other === undefined ? none : [other];
  const same = other === undefined || (one.address === other.address && one.symbol === other.symbol);
  return same ? [one] : [one, other];
}

/** Thousands of rows have none of something. */
const none: readonly never[] = [];

/** Markets share their tokens: see shared-values.ts. */
const rowTokens = new WeakMap<Token, RowToken>();

/** A token with something to read; undefined where it has neither a symbol nor an address. */
export function toRowToken(token: Token | null | undefined): RowToken | undefined {
  if (token === null || token === undefined) return undefined;
  const known = rowTokens.get(token) ?? readToken(token);
  if (known !== undefined) rowTokens.set(token, known);
  return known;
}

function readToken(token: Token): RowToken | undefined {
  const address = token.address ?? undefined;
  const symbol =
    readText(token.symbol, longestSymbol) ??
    (address === undefined || address === "" ? readText(token.name, longestSymbol) : shortAddress(address));
  if (symbol === undefined) return undefined;
  return { address, symbol, icon: readAddress(token.icon), decimals: token.decimals ?? undefined };
}

/** A mint or another address short enough to read, by both ends: "EPjF…Dt1v". */
export function shortAddress(address: string): string {
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
function plainNumber(value: Sent): number | undefined {
  return value === null || value === undefined || !Number.isFinite(value) ? undefined : value + 0;
}

const largestSeconds = 1e11;
const largestDate = 8.64e15;

/** Unix seconds as milliseconds. A number too large for seconds of this age is in milliseconds already. */
function readTime(value: Sent): Millis | undefined {
  const time = plainNumber(value);
  if (time === undefined) return undefined;
  const inMillis = Math.abs(time) > largestSeconds ? time : time * 1000;
  return Math.abs(inMillis) > largestDate ? undefined : millis(inMillis);
}

/** Printable ASCII with single spaces between words: nearly every text, and nothing to clean in it. */
const plainText = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A text from outside: control and direction-changing characters become spaces, so that no name can rewrite the line it
 * stands in, and what is longer than any name is cut. Blank is missing.
 */
export function readText(value: unknown, longest: number): string | undefined {
  if (typeof value !== "string") return undefined;
  if (value.length <= longest && plainText.test(value)) return value;
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
export function readAddress(value: string | null | undefined): string | undefined {
  return value === null || value === undefined || value.trim() === "" ? undefined : value;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
