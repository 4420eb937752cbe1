// What a market is called, the same way for whoever reads it: texts from outside, cleaned and cut to a length that no table breaks on.
import { cutText, unseenCharacters } from "./characters.ts";
import type { Market, PairOfTokens, PredictionMarket, ReadMarket, Token } from "../market.ts";

const longestLabel = 200;
export const longestName = 80;
const longestSymbol = 32;

/** What a market is called in a list. */
export interface MarketNames {
  /** A symbol, a pair "JitoSOL / SOL", a prediction's title, or else its product name or id. */
  readonly label: string;
  /** The second line: a prediction's subtitle, the market or vault it belongs to where the product name does not say it. */
  readonly detail: string | undefined;
  readonly productName: string | undefined;
  readonly providerName: string;
}

/** @param tokens those of the market that can be named, each once */
export function marketNames(read: ReadMarket, tokens: readonly { readonly symbol: string }[]): MarketNames {
  const { market } = read;
  const { provider } = market;
  const id = readText(market.id, longestLabel) ?? market.id;
  const productName = readText(market.productName, longestLabel);
  const title = "title" in market ? readText(market.title, longestLabel) : undefined;
  const providerName =
    readText(provider.name, longestName) ?? readText(provider.id, longestName) ?? provider.id;
  if (read.kind === "prediction")
    return {
      label: title ?? productName ?? id,
      detail: outcomeOf(read.market),
      productName,
      providerName,
    };
  const marketName = placeOf(market);
  const pair = tokens.map(({ symbol }) => symbol).join(" / ");
  const label = pair === "" ? (productName ?? marketName ?? id) : pair;
  return {
    label: read.kind === "other" ? (title ?? label) : label,
    // A product name that is the market's name says it already.
    detail: marketName === productName ? undefined : marketName,
    productName,
    providerName,
  };
}

/** The market or vault that a market belongs to, of its provider's. */
function placeOf({ additionalData }: Market): string | undefined {
  return (
    readText(fieldOf(additionalData, "marketName"), longestLabel) ??
    readText(fieldOf(additionalData, "vaultName"), longestLabel)
  );
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

/** What a token is called: its symbol, else its name or its shortened mint; undefined where there is nothing to read. */
export function tokenSymbol({ symbol, name, address }: Token): string | undefined {
  return (
    readText(symbol, longestSymbol) ??
    (address === undefined || address === null || address === ""
      ? readText(name, longestSymbol)
      : shortAddress(address))
  );
}

interface NamedToken {
  readonly address: string | undefined;
  readonly symbol: string;
}

/**
 * The tokens of a market that can be named: what is deposited first, what is borrowed last. A pair is told in either of two shapes.
 * @param nameToken undefined for a token with nothing to read
 */
export function marketTokens<Of extends NamedToken>(
  read: ReadMarket,
  nameToken: (token: Token | null | undefined) => Of | undefined,
): readonly Of[] {
  switch (read.kind) {
    case "lending":
      return eachOnce(nameToken(read.market.token), nameToken(read.market.borrowToken));
    case "yield":
      return eachOnce(nameToken(read.market.token), undefined);
    case "loop":
    case "perpetual":
    case "other": {
      const { token, borrowToken, tokenA, tokenB }: PairOfTokens = read.market;
      const [one, other] = tokenA || tokenB ? [tokenA, tokenB] : [token, borrowToken];
      return eachOnce(nameToken(one), nameToken(other));
    }
    case "prediction":
      return none;
    default:
      return read satisfies never;
  }
}

/** A market that lends and borrows the same token has one. */
function eachOnce<Of extends NamedToken>(one: Of | undefined, other: Of | undefined): readonly Of[] {
  if (one === undefined) return other === undefined ? none : [other];
  const same = other === undefined || (one.address === other.address && one.symbol === other.symbol);
  return same ? [one] : [one, other];
}

/** Thousands of markets have none. */
const none: readonly never[] = [];

/** A mint or another address short enough to read, by both ends: "EPjF…Dt1v". */
export function shortAddress(address: string): string {
  if (address.length <= 11) return address;
  return `${address.slice(0, 4)}…${address.slice(-4)}`.replaceAll(/\p{Surrogate}/gu, "");
}

/** Printable ASCII with single spaces between words: nearly every text, and nothing to clean in it. */
const plainText = /^[!-~]+(?: [!-~]+)*$/;

const asSpaces = String.raw`\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const spaces = new RegExp(String.raw`[${asSpaces}\u2800\s]+`, "gu");
/** With one of them a name looks like another's. */
const nothing = new RegExp(`(?![${asSpaces}])[${unseenCharacters}]`, "gu");

/**
 * A text from outside: control and direction-changing characters become spaces, so that no name can rewrite the line it is in,
 * others that are not seen are removed, and what is longer than any name is cut. Blank is missing.
 */
export function readText(value: unknown, longest: number): string | undefined {
  if (typeof value !== "string") return undefined;
  if (value.length <= longest && plainText.test(value)) return value;
  const clean = value
    .slice(0, longest * 4)
    .replaceAll(nothing, "")
    .replaceAll(spaces, " ")
    .trim();
  if (clean === "") return undefined;
  if (clean.length <= longest) return clean;
  return `${cutText(clean, longest - 1)}…`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
