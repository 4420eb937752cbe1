// A position as rules see it, from what a source sends.
import { sideOf } from "../../contract/market.ts";
import { positionLtv, type ReadPosition } from "../../contract/positions/position.ts";
import { usd, type Millis } from "../../contract/units.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { toMarketRow } from "../../domain/market/market-row.ts";
import type { LoanPart } from "../../finance/debt/loan-group.ts";

const noMarket = { tokens: [], liquidationLtv: undefined } as const;

interface SentPosition extends LoanPart {
  /** What its market is called. */
  readonly title: string | undefined;
}

export function watchedPosition(read: ReadPosition, readAt: Millis): SentPosition {
  const { position } = read;
  const side = sideOf(position.side);
  const value = usd(position.amountUsd);
  const nothing = value === undefined ? undefined : usd(0);
  const row = read.market === undefined ? undefined : toMarketRow(read.market, { readAt, page: 1 });
  return {
    id: position.id,
    kind: position.type,
    side,
    bundleId: position.bundleId ?? undefined,
    marketId: position.marketId ?? read.market?.market.id,
    market: row ?? noMarket,
    title: row && marketName(row),
    assetsUsd: side === "deposit" ? value : side === "borrow" ? nothing : undefined,
    debtsUsd: side === "borrow" ? (value === undefined ? undefined : usd(Math.abs(value))) : undefined,
    supplied: { usd: usd(position.amountTokenAUsd) },
    borrowed: { usd: usd(position.amountTokenBUsd) },
    ltv: positionLtv(position),
  };
}
