import { readMarket } from "../../../contract/markets-page.ts";
import type { PnlBody, PositionPnl } from "../../../contract/positions/pnl.ts";
import type { Position } from "../../../contract/positions/position.ts";
import { ratio, usd, type Millis, type Ratio, type Usd } from "../../../contract/units.ts";
import { toMarketRow, type MarketRow } from "../../../domain/market/market-row.ts";

/** USD. `…Lifetime` includes closed parts. */
export interface Profit {
  readonly total: Usd | undefined;
  readonly realized: Usd | undefined;
  readonly unrealized: Usd | undefined;
  readonly realizedLifetime: Usd | undefined;
  readonly totalLifetime: Usd | undefined;
  readonly unrealizedShare: Ratio | undefined;
  readonly invested: Usd | undefined;
  readonly investedLifetime: Usd | undefined;
  /** Sales minus purchases, so negative while money is invested. */
  readonly netFlow: Usd | undefined;
  readonly netFlowLifetime: Usd | undefined;
}

export interface PositionProfit {
  readonly wallet: string;
  readonly positionId: string;
  readonly marketId: string | undefined;
  readonly market: MarketRow | undefined;
  readonly profit: Profit;
}

export interface WalletProfit {
  readonly total: Usd | undefined;
  readonly realized: Usd | undefined;
  readonly unrealized: Usd | undefined;
  readonly totalLifetime: Usd | undefined;
  readonly positions: readonly PositionProfit[];
}

export function toProfit(sent: NonNullable<Position["pnl"]> | PositionPnl): Profit {
  const { capital } = sent;
  const share =
    "unrealizedPct" in sent && typeof sent.unrealizedPct === "number" ? sent.unrealizedPct : undefined;
  return {
    total: usd(sent.total),
    realized: usd(sent.realized),
    unrealized: usd(sent.unrealized),
    realizedLifetime: usd(sent.realizedLifetime),
    totalLifetime: usd(sent.totalLifetime),
    unrealizedShare: ratio(share),
    invested: usd(capital?.invested),
    investedLifetime: usd(capital?.investedLifetime),
    netFlow: usd(capital?.netFlow),
    netFlowLifetime: usd(capital?.netFlowLifetime),
  };
}

export function toWalletProfit(body: PnlBody, wallet: string, readAt: Millis): WalletProfit {
  return {
    total: usd(body.total),
    realized: usd(body.realized),
    unrealized: usd(body.unrealized),
    totalLifetime: usd(body.totalLifetime),
    positions: body.positions.map((position) => ({
      wallet,
      positionId: position.positionId,
      marketId: position.marketId ?? undefined,
      market: marketOf(position, readAt),
      profit: toProfit(position),
    })),
  };
}

function marketOf({ market }: PositionPnl, readAt: Millis): MarketRow | undefined {
  if (market === undefined || market === null) return undefined;
  const read = readMarket(market);
  return read.success ? toMarketRow(read.data, { readAt, page: 1 }) : undefined;
}
