import { readMarket } from "../../contract/markets-page.ts";
import type { PnlBody, PositionPnl, Position } from "../../contract/positions/position.ts";
import { ratio, usd, type Millis } from "../../contract/units.ts";
import { toMarketRow, type MarketRow } from "../market/market-row.ts";

export type Profit = ReturnType<typeof toProfit>;

/** USD. `…Lifetime` includes closed parts. `netFlow` is sales minus purchases, so negative while money is invested. */
export function toProfit(sent: NonNullable<Position["pnl"]> | PositionPnl) {
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

export function toProfits({ positions }: PnlBody, wallet: string, readAt: Millis) {
  return positions.map((position) => {
    const read = readMarket(position.market);
    const market: MarketRow | undefined = read.success
      ? toMarketRow(read.data, { readAt, page: 1 })
      : undefined;
    const { positionId, marketId } = position;
    return { wallet, positionId, marketId: marketId ?? undefined, market, profit: toProfit(position) };
  });
}
