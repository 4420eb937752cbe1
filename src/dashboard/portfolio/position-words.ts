import type { PositionKind, PositionRow } from "../../domain/position/position-row.ts";
import { tokenAmount } from "../../contract/units.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { formatAmount, inWords } from "../../domain/format/number.ts";
import { formatTokenPrice } from "../../domain/format/token-price.ts";
import type { LiquidationLimit } from "./loans.ts";
import { placeParts, placeText, type PlaceParts } from "../../domain/market/market-text.ts";

export const kindNames: Readonly<Record<Exclude<PositionKind, "other">, string>> = {
  lending: "Lending",
  yield: "Yield",
  loop: "Loops",
  perpetual: "Perpetual",
  reward: "Rewards to claim",
  prediction: "Predictions",
};

export const kindOrder: readonly PositionKind[] = [
  "lending",
  "yield",
  "loop",
  "perpetual",
  "other",
  "reward",
  "prediction",
];

export function positionLabel({ kind, token, market, marketKnown, type }: PositionRow): string {
  if (kind === "loop" || kind === "perpetual" || kind === "prediction")
    return marketKnown ? market.label : (token?.symbol ?? "Unknown market");
  return token?.symbol ?? (marketKnown ? market.label : type);
}

export function positionAction({ kind, side, type }: PositionRow): string {
  if (kind === "lending")
    return side === "deposit" ? "supplied" : side === "borrow" ? "borrowed" : "unknown side";
  if (kind === "yield") return "deposit";
  return kind === "other" ? type : "";
}

export function positionLocation(row: PositionRow): string {
  return placeText(positionLocationParts(row));
}

export function positionLocationParts({ market, marketKnown, marketId }: PositionRow): PlaceParts {
  if (marketKnown) return placeParts(market);
  return marketId === undefined
    ? { start: "", end: "unknown market", id: "" }
    : { start: market.providerName, end: "unknown market", id: "" };
}

/** "USDC borrowed, Kamino · Main Market". */
export function positionName(row: PositionRow): string {
  const name = joinParts([positionLabel(row), positionAction(row)], " ");
  return `${name}, ${positionLocation(row)}`;
}

/** "JitoSOL at $86.96, now $96.94"; for a loop "JupSOL at 0.9824 SOL, now 1.1714 SOL". */
export function limitText({ token, limit, now, unit, debt }: LiquidationLimit): string {
  const named = token?.symbol ?? "Collateral";
  const show = (price: number | undefined): string =>
    unit === "usd"
      ? inWords(formatTokenPrice(price))
      : unit === "debt"
        ? joinParts([inWords(formatTokenPrice(price, "")), debt?.symbol], " ")
        : `${inWords(formatAmount(tokenAmount(price)))}, unit unknown`;
  return now === undefined ? `${named} at ${show(limit)}` : `${named} at ${show(limit)}, now ${show(now)}`;
}
