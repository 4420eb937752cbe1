import { firstLetter } from "../../contract/names/characters.ts";
import { shortAddress } from "../../contract/names/market-names.ts";
import { isMarketType, type MarketType } from "../../contract/market.ts";
import type { MarketRow, RowToken } from "./market-row.ts";
import { familySymbol } from "./asset-families.ts";
import type { IconSource } from "../marks.ts";
import { joinParts } from "../format/join-parts.ts";
import { fieldOf } from "../../contract/names/field-of.ts";
import { leverageLimit, limitTolerance } from "../../finance/debt/leverage.ts";
import { formatMultiple, formatRate } from "../format/number.ts";

export const typeNames: Readonly<Record<MarketType, string>> = {
  lending: "Lending",
  yield: "Yield",
  loop: "Loop",
  perpetual: "Perpetual",
  prediction: "Prediction",
};

/** Unknown types are shown as sent. */
export function typeNameOf(type: string): string {
  return isMarketType(type) ? typeNames[type] : type;
}

export function typeName(row: MarketRow): string {
  return row.kind === "other" ? row.type : typeNames[row.kind];
}

/**
 * "Kamino · Main Market". Omits what the first line says: "Steakhouse USDC" is "Steakhouse" under "USDC", and the
 * loop "JitoSOL/SOL Multiply" is "Kamino · Jito Market". Two markets of the same name show the end of their id.
 */
export function placeName(row: MarketRow): string {
  return placeText(placeParts(row));
}

export function placeText({ start, end, id }: PlaceParts): string {
  return joinParts([start, end, id], " · ");
}

export type PlaceParts = ReturnType<typeof placeParts>;

/** If space is short, truncate the provider first (its logo is visible), or a prediction's product, and never the id. */
export function placeParts(row: MarketRow) {
  const { providerName: provider, twin: id = "" } = row;
  const [first = "", ...rest] = placesOf(row);
  const named = first.toLowerCase().startsWith(provider.toLowerCase());
  if (named && row.kind === "prediction" && rest.length > 0)
    return { start: first, end: rest.join(" · "), id };
  return { start: named ? "" : provider, end: joinParts([first, ...rest], " · "), id };
}

/** `name` is the pair, the question or the product. In a list of several tokens, the product follows its token. */
export function nameLines(row: MarketRow, hasOneToken: boolean) {
  const { start, end, id } = placeParts(row);
  if (row.tokens.length > 1 || row.kind === "prediction") {
    // On the second line the id replaces the provider, because a pair leaves no room beside it.
    const places = id === "" ? [start, end] : [end === "" ? start : end, id];
    return { name: row.label, id: "", place: joinParts(places, " · ") };
  }
  const product = end === "" ? row.providerName : end;
  const type = typeName(row);
  return {
    name: hasOneToken ? product : `${row.label} · ${product}`,
    id,
    // If the product's name contains the provider, the provider is omitted.
    place: start === "" || end === "" ? type : `${start} · ${type}`,
  };
}

function placesOf({ productName, detail, label, tokens }: MarketRow): readonly string[] {
  const product =
    productName === undefined || productName === label ? "" : withoutSymbols(productName, tokens);
  const place = tokens.length > 1 && detail !== undefined ? "" : product;
  // "Bonk Market Season 7" already names the Bonk Market.
  const own = place === "" ? detail === productName : productName?.startsWith(detail ?? "") === true;
  return [place, own ? "" : (detail ?? "")].filter((part) => part !== "");
}

function withoutSymbols(product: string, tokens: readonly RowToken[]): string {
  const symbols = tokens.map(({ symbol }) => symbol);
  const pair = symbols.length > 1 ? product.replace(symbols.join("/"), "") : product;
  const words = pair
    .split(" ")
    .filter((word) => word !== "" && !(symbols.length === 1 && symbols.includes(word)));
  const rest = words.join(" ");
  return rest.startsWith("Market") ? product : rest;
}

/** What a loop earns is net of its interest. */
export function depositRateName({ kind }: MarketRow): string {
  return kind === "loop" ? "Net APY" : "Deposit APY";
}

/** For labels of buttons and links: "USDC, Kamino · Main Market". */
export function marketName(row: MarketRow): string {
  return `${row.label}, ${placeName(row)}`;
}

/** For headings: "USDC in Kamino Figure Market", or a prediction's question. */
export function marketTitle(row: MarketRow): string {
  return row.kind === "prediction" ? row.label : `${row.label} in ${placeTitle(row)}`;
}

/** For headings: "Kamino Figure Market". */
export function placeTitle(row: MarketRow): string {
  const { start, end, id } = placeParts(row);
  return joinParts([start, end, id !== "" && `(${id})`], " ");
}

/** "USDC · Main Market". Names the provider only if nothing else is known. */
function shortName(row: MarketRow): string {
  const places = placesOf(row);
  return [row.label, ...(places.length === 0 ? [row.providerName] : places)].join(" · ");
}

const nameFormats = [shortName, marketName, (row: MarketRow) => `${marketName(row)}, ${typeName(row)}`];

/** The shortest names that are all different. */
export function distinctNames(rows: readonly MarketRow[]): readonly string[] {
  return rows.map((row) => {
    const isOwn = (name: (one: MarketRow) => string): boolean =>
      rows.every((other) => other === row || name(other) !== name(row));
    return (nameFormats.find(isOwn) ?? marketName)(row);
  });
}

/** The symbols that several mints have. */
export function sharedSymbols(tokens: Iterable<Pick<RowToken, "symbol" | "address">>): ReadonlySet<string> {
  const mints = new Map<string, string>();
  const shared = new Set<string>();
  for (const { symbol, address } of tokens) {
    if (address === undefined) continue;
    if ((mints.get(symbol) ?? address) !== address) shared.add(symbol);
    mints.set(symbol, address);
  }
  return shared;
}

/** "A9mU…i3FM", if another token has the same symbol and this is not the well-known one. */
export function distinctMint(
  { symbol, address }: Pick<RowToken, "symbol" | "address">,
  shared: ReadonlySet<string>,
): string | undefined {
  if (address === undefined || !shared.has(symbol) || familySymbol(address) === symbol) return undefined;
  return shortAddress(address);
}

/** "USDC", or with its mint if another token has the same symbol: "USDC A9mU…i3FM". */
export function uniqueName(token: Pick<RowToken, "symbol" | "address">, shared: ReadonlySet<string>): string {
  return joinParts([token.symbol, distinctMint(token, shared)], " ");
}

/** Skips the currency: "PYUSD" becomes P, "USD1" becomes 1. */
function iconLetter(symbol: string): string {
  const rest = symbol.replace(/usd/i, "");
  return firstLetter(rest === "" ? symbol : rest);
}

export function toTokenIcon({ symbol, address, icon }: Omit<RowToken, "decimals">): IconSource {
  return { letter: iconLetter(symbol), seed: address ?? symbol, image: icon };
}

export function toProviderIcon({
  providerId,
  providerName,
  providerIcon,
}: Pick<MarketRow, "providerId" | "providerName" | "providerIcon">): IconSource {
  return { letter: firstLetter(providerName), seed: providerId, image: providerIcon };
}

export interface MarketIcons {
  readonly icon: IconSource;
  readonly second: IconSource | undefined;
  readonly badge: IconSource | undefined;
}

export function toMarketIcons(row: MarketRow): MarketIcons {
  const [first, second] = row.tokens;
  const provider = toProviderIcon(row);
  // The first letter of a question means nothing, so only the venue is shown.
  if (first === undefined && row.kind === "prediction")
    return { icon: provider, second: undefined, badge: undefined };
  return {
    icon:
      first === undefined
        ? { letter: firstLetter(row.label), seed: row.id, image: undefined }
        : toTokenIcon(first),
    second: second === undefined || second.address === first?.address ? undefined : toTokenIcon(second),
    badge: provider,
  };
}

/** The leverage that a loop's extra data names. Undefined unless the loop allows it. */
export function namedLeverage(loop: MarketRow): number | undefined {
  const named = fieldOf(loop.raw.additionalData, "leverage");
  return loop.kind === "loop" &&
    typeof named === "number" &&
    named > 1 &&
    named <= (leverageLimit(loop) ?? named) * (1 + limitTolerance)
    ? named
    : undefined;
}

/** "at 2.6 ×". Undefined for other markets, and without a rate. */
export function leverageText(row: MarketRow): string | undefined {
  if (row.kind !== "loop" || row.depositApy === undefined) return undefined;
  const leverage = namedLeverage(row);
  return leverage === undefined ? "leverage unknown" : `at ${formatMultiple(leverage).text}`;
}

/** "5.31 %", or for a loop "36.67 % at 2.6 ×". */
export function quotedRate(row: MarketRow): string | undefined {
  const rate = formatRate(row.depositApy)?.text;
  const leverage = leverageText(row);
  if (rate === undefined || leverage === undefined) return rate;
  return `${rate}${namedLeverage(row) === undefined ? "," : ""} ${leverage}`;
}

export function withLeverage(name: string, row: MarketRow): string {
  const leverage = leverageText(row);
  return leverage === undefined ? name : `${name} (${leverage})`;
}
