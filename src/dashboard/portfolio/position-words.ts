import type { PositionKind, PositionRow } from "../../domain/position/position-row.ts";
import { groupBy } from "../../finance/group-by.ts";
import { sumUsd } from "../../finance/portfolio/net-worth.ts";
import { tokenAmount } from "../../contract/units.ts";
import { joinNames } from "../../contract/names/join-names.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import {
  countOf,
  formatAmount,
  formatCount,
  formatRate,
  formatUsd,
  inWords,
} from "../../domain/format/number.ts";
import { formatDay } from "../../domain/format/time.ts";
import { formatTokenPrice } from "../../domain/format/token-price.ts";
import { shortAddress } from "../../contract/names/market-names.ts";
import { isYieldBearing } from "../../domain/market/loops/own-yield.ts";
import type { AlertDraft } from "../data/alerts/alert-draft.ts";
import type { LiquidationLimit, Loan } from "./loans.ts";
import type { PredictionLine } from "./predictions.ts";
import { quotedRate, placeParts, placeText, type PlaceParts } from "../../domain/market/market-text.ts";

export const kindNames: Readonly<Record<PositionKind, string>> = {
  lending: "Lending",
  yield: "Yield",
  loop: "Loops",
  perpetual: "Perpetual",
  reward: "Reward positions",
  prediction: "Predictions",
  other: "Other types",
};

export function positionLabel({ kind, token, market, marketKnown, type }: PositionRow): string {
  if (kind === "loop" || kind === "perpetual" || kind === "prediction")
    return marketKnown ? market.label : (token?.symbol ?? "Unknown market");
  return token?.symbol ?? (marketKnown ? market.label : type);
}

export function positionAction({ kind, side, type }: PositionRow): string {
  if (kind === "yield") return "deposit";
  if (kind === "perpetual") return side ?? "";
  if (kind === "lending" && side === "deposit") return "supplied";
  if (kind === "lending") return side === "borrow" ? "borrowed" : "unknown side";
  return kind === "other" ? type : "";
}

export function positionLocation({ market, marketKnown, marketId }: PositionRow): PlaceParts {
  if (marketKnown) return placeParts(market);
  return { start: marketId === undefined ? "" : market.providerName, end: "unknown market", id: "" };
}

/** "USDC borrowed, Kamino · Main Market" */
export function positionName(row: PositionRow): string {
  const name = joinParts([positionLabel(row), positionAction(row)], " ");
  return `${name}, ${placeText(positionLocation(row))}`;
}

/** "JitoSOL at $86.96, now $96.94", or for a loop "JupSOL at 0.9824, now 1.1714 SOL". */
export function limitText({ token, limit, now, unit, debt }: LiquidationLimit): string {
  const named = token?.symbol ?? "Collateral";
  const show = (price: number, symbol = debt?.symbol): string => {
    if (unit === "usd") return inWords(formatTokenPrice(price));
    if (unit === "debt") return joinParts([inWords(formatTokenPrice(price, "")), symbol], " ");
    return `${inWords(formatAmount(tokenAmount(price)))}, unit unknown`;
  };
  return now === undefined
    ? `${named} at ${show(limit)}`
    : `${named} at ${show(limit, "")}, now ${show(now)}`;
}

/** The market quotes its rate at another, or an unknown, leverage, so this names the quote. */
export function quotedText({ kind, market, ownApy }: PositionRow): string | undefined {
  if (kind !== "loop") return undefined;
  const quoted = quotedRate(market);
  return quoted === undefined || formatRate(market.depositApy)?.text === formatRate(ownApy)?.text
    ? undefined
    : `quoted ${quoted}`;
}

export function loanDraft(loan: Loan): Extract<AlertDraft, { readonly kind: "new" }> | undefined {
  const { wallet, key: id, health, rows } = loan;
  const [first] = rows;
  if (health === undefined || first === undefined) return undefined;
  const name = `${positionLabel(first)} ${first.kind === "loop" ? "loop" : "loan"}, ${shortAddress(wallet)}`;
  return { kind: "new", target: { kind: "position", wallet, id, name }, health };
}

export function unknownText(unknown: number): string {
  return unknown === 0 ? "" : `${formatCount(unknown).text} without a USD value`;
}

/** Below a sum in a table. */
export function unknownCount(unknown: number): string | false {
  return unknown > 0 && `${formatCount(unknown).text} unknown`;
}

/** For a sum of earnings. */
export function withoutText(unknown: number): string | false {
  return unknown > 0 && `without ${countOf(unknown, "position")}`;
}

export function questionOf({ row, market, marketId, positionId }: PredictionLine): string {
  const label = row === undefined ? (market?.label ?? marketId ?? positionId) : positionLabel(row);
  return market?.detail === undefined ? label : `${label}${label.endsWith("?") ? "" : ":"} ${market.detail}`;
}

export function stateText({ row, market }: PredictionLine, isSearching: boolean): string {
  if (market === undefined && row !== undefined) return "Unknown market";
  if (market === undefined) return isSearching ? "Loading market…" : "Market no longer listed";
  const { status = "open", result, closeTime, providerName } = market;
  if (status !== "open") return `${providerName} · ${joinParts([status, result])}`;
  return `${providerName} · ${closeTime === undefined ? "closing time unknown" : `closes ${formatDay(closeTime)}`}`;
}

/** The largest first. Excludes loops, whose net rates include own yield, and debts. Undefined without such a token. */
export function nativeYieldNote(rows: readonly PositionRow[]): string | undefined {
  const held = rows.flatMap(({ kind, side, token, netUsd }) =>
    (kind === "yield" || (kind === "lending" && side === "deposit")) && isYieldBearing(token?.address)
      ? [{ mint: token?.address, symbol: token?.symbol ?? "", netUsd }]
      : [],
  );
  const parts = [...groupBy(held, ({ mint }) => mint).values()]
    .map((same) => ({ symbol: same[0].symbol, value: sumUsd(same.map(({ netUsd }) => netUsd)) }))
    .toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))
    .map(({ symbol, value }) => `${symbol} (${inWords(formatUsd(value, "short"), "value unknown")})`);
  if (parts.length === 0) return undefined;
  const where = parts.length === 1 ? "its price, not in its APY" : "their prices, not in their APYs";
  return `the own yield of ${joinNames(parts)} is in ${where}`;
}
