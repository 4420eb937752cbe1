// What a market is called in a list: the same words in the table, the cards, the popover and the names of its buttons.
import { firstLetter } from "../../contract/names/characters.ts";
import type { MarketType } from "../../contract/market.ts";
import type { MarketRow, RowToken } from "./market-row.ts";
import type { IconFace } from "../marks.ts";

/** What a type is called wherever it is named. */
export const typeNames: Readonly<Record<MarketType, string>> = {
  lending: "Lending",
  yield: "Yield",
  loop: "Loop",
  perpetual: "Perpetual",
  prediction: "Prediction",
};

/** "Lending"; unknown types are shown as sent. */
export function typeName(row: MarketRow): string {
  return row.kind === "other" ? row.type : typeNames[row.kind];
}

/**
 * The second line: "Kamino · Main Market". It holds what tells markets of one token apart and nothing that the first line says:
 * a product gives up the symbols it repeats ("Steakhouse USDC" is "Steakhouse" under "USDC"), and altogether where nothing but
 * its kind is left and the market it belongs to is known: the loop "JitoSOL/SOL Multiply" is "Kamino · Jito Market". A product
 * that carries its provider's name says it once ("Lulo Boosted"). Of two markets of one name each says the end of its id.
 */
export function placeName(row: MarketRow): string {
  return placeText(placeParts(row));
}

/** The parts as one line. */
export function placeText({ start, end, id }: PlaceParts): string {
  return [start, end, id].filter((part) => part !== "").join(" · ");
}

/** The second line in its parts, of which any may be empty. */
export interface PlaceParts {
  readonly start: string;
  /** What tells the market from others of its token. */
  readonly end: string;
  /** What tells it from the other market of its name. */
  readonly id: string;
}

/** Where space is short, truncate the provider first (its logo is visible), then the end of the name, never the id. */
export function placeParts(row: MarketRow): PlaceParts {
  const { providerName: provider, twin: id = "" } = row;
  const places = placesOf(row);
  const named = places[0]?.toLowerCase().startsWith(provider.toLowerCase()) === true;
  return {
    start: named ? "" : provider,
    end: places.join(" · "),
    id,
  };
}

/** The two lines of a row. */
export interface NameLines {
  /** What tells markets apart: the pair or question, else the product, after the token in a list of several tokens. */
  readonly name: string;
  /** What tells it from the other market of its name; never cut. */
  readonly id: string;
  /** Provider and type; of a pair or question the provider and its product. */
  readonly place: string;
}

export function nameLines(row: MarketRow, hasOneToken: boolean): NameLines {
  const { start, end, id } = placeParts(row);
  if (row.tokens.length > 1 || row.kind === "prediction")
    return { name: row.label, id, place: [start, end].filter((part) => part !== "").join(" · ") };
  const product = end === "" ? row.providerName : end;
  const type = typeName(row);
  return {
    name: hasOneToken ? product : `${row.label} · ${product}`,
    id,
    // A product that carries its provider's name says it once.
    place: start === "" || end === "" ? type : `${start} · ${type}`,
  };
}

/** Where a market is at its provider: product and the market it belongs to, without what the first line says. */
function placesOf({ productName, detail, label, tokens }: MarketRow): readonly string[] {
  const product =
    productName === undefined || productName === label ? "" : withoutSymbols(productName, tokens);
  const place = tokens.length > 1 && detail !== undefined ? "" : product;
  // "Bonk Market Season 7" names the Bonk Market that it is of.
  const own = place === "" ? detail === productName : productName?.startsWith(detail ?? "") === true;
  return [place, own ? "" : (detail ?? "")].filter((part) => part !== "");
}

/** A product's name without the pair, or without the whole words that are its token's symbol. */
function withoutSymbols(product: string, tokens: readonly RowToken[]): string {
  const symbols = tokens.map(({ symbol }) => symbol);
  const pair = symbols.length > 1 ? product.replace(symbols.join("/"), "") : product;
  const words = pair
    .split(" ")
    .filter((word) => word !== "" && !(symbols.length === 1 && symbols.includes(word)));
  const rest = words.join(" ");
  // "Market" alone is a kind and no name.
  return rest.startsWith("Market") ? product : rest;
}

/** One name for the names of buttons and links: "USDC, Kamino · Main Market". */
export function marketName(row: MarketRow): string {
  return `${row.label}, ${placeName(row)}`;
}

/** The heading and title of a market's page: "USDC in Kamino Figure Market". A prediction's question is the whole title. */
export function marketTitle(row: MarketRow): string {
  if (row.kind === "prediction") return row.label;
  const { start, end, id } = placeParts(row);
  return [`${row.label} in`, start, end, id === "" ? "" : `(${id})`].filter((part) => part !== "").join(" ");
}

/** The name of a market in a sentence: "USDC · Main Market", with the provider only where nothing else is known. */
function shortName(row: MarketRow): string {
  const places = placesOf(row);
  return [row.label, ...(places.length === 0 ? [row.providerName] : places)].join(" · ");
}

const waysToName = [shortName, marketName, (row: MarketRow) => `${marketName(row)}, ${typeName(row)}`];

/** The name of each market in a sentence about them all: short, and as much longer as it takes to be the name of no other. */
export function namesApart(rows: readonly MarketRow[]): readonly string[] {
  return rows.map((row) => {
    const isOwn = (name: (one: MarketRow) => string): boolean =>
      rows.every((other) => other === row || name(other) !== name(row));
    return (waysToName.find(isOwn) ?? marketName)(row);
  });
}

/** The letter of a token icon: the first of the symbol without its currency, so "PYUSD" is P, "USD1" is 1. */
export function iconLetter(symbol: string): string {
  const rest = symbol.replace(/usd/i, "");
  return firstLetter(rest === "" ? symbol : rest);
}

/** The icon of a token. */
export function tokenFace(token: RowToken): IconFace {
  return { letter: iconLetter(token.symbol), seed: token.address ?? token.symbol, image: token.icon };
}

export interface MarketFaces {
  readonly face: IconFace;
  readonly second: IconFace | undefined;
  readonly badge: IconFace | undefined;
}

/** The icons of a market: its token, the second one behind it, and the provider badge. */
export function marketFaces(row: MarketRow): MarketFaces {
  const [first, second] = row.tokens;
  const provider = {
    letter: firstLetter(row.providerName),
    seed: row.providerId,
    image: row.providerIcon,
  };
  // A question has no token and its first letter says nothing, so the venue is alone.
  if (first === undefined && row.kind === "prediction")
    return { face: provider, second: undefined, badge: undefined };
  return {
    face:
      first === undefined
        ? { letter: firstLetter(row.label), seed: row.id, image: undefined }
        : tokenFace(first),
    second: second === undefined || second.address === first?.address ? undefined : tokenFace(second),
    badge: provider,
  };
}
