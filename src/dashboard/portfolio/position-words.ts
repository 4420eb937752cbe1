// What positions are called: the same words in the table, the cards, the export and the names of buttons.
import type { PositionKind, PositionRow } from "../data/positions/position-row.ts";
import { placeParts, placeText, type PlaceParts } from "../market/market-text.ts";

/** What a kind is called as a heading. */
export const kindNames: Readonly<Record<Exclude<PositionKind, "other">, string>> = {
  lending: "Lending",
  yield: "Yield",
  loop: "Loops",
  perpetual: "Perpetual",
  reward: "Rewards to claim",
  prediction: "Predictions",
};

/** The order of the kinds on the page; types nobody knew come after them. */
export const kindOrder: readonly PositionKind[] = [
  "lending",
  "yield",
  "loop",
  "perpetual",
  "other",
  "reward",
  "prediction",
];

/** The first line: the token, or the pair, or the question. */
export function positionLabel({ kind, token, market, marketKnown, type }: PositionRow): string {
  if (kind === "loop" || kind === "perpetual" || kind === "prediction")
    return marketKnown ? market.label : (token?.symbol ?? "Market not told");
  return token?.symbol ?? (marketKnown ? market.label : type);
}

/** What is done with it: "supplied", "borrowed", "deposit". Empty where the type says it all. */
export function positionDeed({ kind, side, type }: PositionRow): string {
  if (kind === "lending")
    return side === "deposit" ? "supplied" : side === "borrow" ? "borrowed" : "side not told";
  if (kind === "yield") return "deposit";
  return kind === "other" ? type : "";
}

/** The second line: where it is. */
export function positionPlace(row: PositionRow): string {
  return placeText(positionPlaceParts(row));
}

/** The same in its parts, of which any may be empty. */
export function positionPlaceParts({ market, marketKnown, marketId }: PositionRow): PlaceParts {
  if (marketKnown) return placeParts(market);
  return marketId === undefined
    ? { start: "", end: "market not told", id: "" }
    : { start: market.providerName, end: "market not sent", id: "" };
}

/** One name for buttons and links: "USDC borrowed, Kamino · Main Market". */
export function positionName(row: PositionRow): string {
  return [
    [positionLabel(row), positionDeed(row)].filter((part) => part !== "").join(" "),
    positionPlace(row),
  ].join(", ");
}
