import { cutText, unseenCharacters, withoutLoneSurrogates } from "./characters.ts";
import { fieldOf } from "./field-of.ts";
import type { Market, PredictionMarket, ReadMarket } from "../market.ts";

const maxLabelLength = 200;
export const maxNameLength = 80;
export const maxSymbolLength = 32;

// `label` is the symbol, the pair "JitoSOL / SOL", or a prediction's title; otherwise the product name or id. `detail`,
// the second line, is a prediction's subtitle, or the market or vault if the product name does not contain it.
export function marketNames(read: ReadMarket, tokens: readonly { readonly symbol: string }[]) {
  const { market } = read;
  const { provider } = market;
  const id = idText(market.id, maxLabelLength);
  const productName = readText(market.productName, maxLabelLength);
  const title = "title" in market ? readText(market.title, maxLabelLength) : undefined;
  const providerName = readText(provider.name, maxNameLength) ?? idText(provider.id, maxNameLength);
  if (read.kind === "prediction")
    return {
      label: title ?? productName ?? id,
      detail: outcomeOf(read.market),
      productName,
      providerName,
    };
  const marketName = nameInData(market);
  const pair = tokens.map(({ symbol }) => symbol).join(" / ");
  const label = pair === "" ? (productName ?? marketName ?? id) : pair;
  return {
    label: read.kind === "other" ? (title ?? label) : label,
    detail: marketName === productName ? undefined : marketName,
    productName,
    providerName,
  };
}

/** An id in place of a name. Escaped if it has no visible character. */
export function idText(id: string, maxLength: number): string {
  return readText(id, maxLength) ?? encodeURIComponent(id);
}

function nameInData({ additionalData }: Market): string | undefined {
  return (
    readText(fieldOf(additionalData, "marketName"), maxLabelLength) ??
    readText(fieldOf(additionalData, "vaultName"), maxLabelLength)
  );
}

/** Outcomes are listed once per settlement token, so the name has both. */
export function outcomeParts({
  subtitle,
  additionalData,
}: Pick<PredictionMarket, "subtitle" | "additionalData">) {
  return {
    outcome: readText(subtitle, maxLabelLength),
    currency: readText(fieldOf(additionalData, "settlementSymbol"), maxSymbolLength),
  };
}

function outcomeOf(market: PredictionMarket): string | undefined {
  const { outcome, currency } = outcomeParts(market);
  const parts = [outcome, currency && `in ${currency}`].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(" · ");
}

/** "EPjF…Dt1v" */
export function shortAddress(address: string): string {
  if (address.length <= 11) return address;
  return withoutLoneSurrogates(`${address.slice(0, 4)}…${address.slice(-4)}`);
}

/** Matches most texts, which need no cleaning. */
const plainText = /^[!-~]+(?: [!-~]+)*$/;

const asSpaces = String.raw`\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const spaces = new RegExp(String.raw`[${asSpaces}\u2800\s]+`, "gu");
/** Characters that are removed, because with them two different names look alike. */
const invisible = new RegExp(`(?![${asSpaces}])[${unseenCharacters}]`, "gu");

/** Cleans outside text: controls become spaces, invisible characters go, long texts are cut. Blank is missing. */
export function readText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== "string") return undefined;
  if (value.length <= maxLength && plainText.test(value)) return value;
  const clean = value
    .slice(0, maxLength * 4)
    .replaceAll(invisible, "")
    .replaceAll(spaces, " ")
    .trim();
  if (clean === "") return undefined;
  if (clean.length <= maxLength) return clean;
  return `${cutText(clean, maxLength - 1)}…`;
}
