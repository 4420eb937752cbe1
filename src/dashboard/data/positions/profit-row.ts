// Profit and loss of positions, flattened: those that are told with a position and those that are told by themselves.
import type { PnlBody, PositionPnl } from "../../../contract/positions/pnl.ts";
import type { Position } from "../../../contract/positions/position.ts";
import { ratio, usd, type Ratio, type Usd } from "../../../contract/units.ts";

/** All in USD. `…Lifetime` holds what was bought and sold of it before as well. */
export interface Profit {
  readonly total: Usd | undefined;
  readonly realized: Usd | undefined;
  readonly unrealized: Usd | undefined;
  readonly realizedLifetime: Usd | undefined;
  readonly totalLifetime: Usd | undefined;
  /** A fraction of the cost. */
  readonly unrealizedShare: Ratio | undefined;
  readonly invested: Usd | undefined;
  readonly investedLifetime: Usd | undefined;
  /** What sales brought less what purchases cost: under 0 while own money is in it. */
  readonly netFlow: Usd | undefined;
  readonly netFlowLifetime: Usd | undefined;
}

/** Of a position, which may be closed and in no list of positions any more. */
export interface PositionProfit {
  readonly wallet: string;
  readonly positionId: string;
  readonly marketId: string | undefined;
  readonly profit: Profit;
}

/** What the service says of a wallet's profit. */
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

export function toWalletProfit(body: PnlBody, wallet: string): WalletProfit {
  return {
    total: usd(body.total),
    realized: usd(body.realized),
    unrealized: usd(body.unrealized),
    totalLifetime: usd(body.totalLifetime),
    positions: body.positions.map((position) => ({
      wallet,
      positionId: position.positionId,
      marketId: position.marketId ?? undefined,
      profit: toProfit(position),
    })),
  };
}
