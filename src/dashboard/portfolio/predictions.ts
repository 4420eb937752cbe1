// For closed positions, only the profit is published.
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { PositionRow } from "../../domain/position/position-row.ts";
import type { Profit } from "../../domain/position/profit-row.ts";
import type { WalletPositions } from "../queries/positions.ts";

export interface PredictionLine {
  readonly key: string;
  readonly wallet: string;
  readonly positionId: string;
  readonly marketId: string | undefined;
  readonly market: MarketRow | undefined;
  readonly row: PositionRow | undefined;
  readonly profit: Profit | undefined;
}

type WalletProfits = Pick<WalletPositions, "rows" | "rejectedCount" | "profits">;

/** Open positions by value, then closed ones. A profit sent separately wins over the position's own. */
export function predictionLines(
  rows: readonly PositionRow[],
  wallets: readonly WalletProfits[],
): readonly PredictionLine[] {
  const separateProfits = new Map(
    wallets.flatMap(profitsOf).map((one): [string, typeof one] => [`${one.wallet} ${one.positionId}`, one]),
  );
  const open = rows
    .filter(({ kind }) => kind === "prediction")
    .toSorted((a, b) => (b.netUsd ?? 0) - (a.netUsd ?? 0))
    .map((row): PredictionLine => {
      const { key, wallet, id: positionId, marketId, market } = row;
      const separate = separateProfits.get(key)?.profit;
      const profit = separate === undefined ? row.profit : withMissing(separate, row.profit);
      return { key, wallet, positionId, marketId, market, row, profit };
    });
  const held = new Set(rows.map(({ key }) => key));
  const closed = [...separateProfits].flatMap(([key, { profit, ...position }]): PredictionLine[] =>
    held.has(key) ? [] : [{ key, ...position, row: undefined, profit }],
  );
  return [...open, ...closed];
}

function profitsOf({ rows, rejectedCount, profits = [] }: WalletProfits) {
  if (rows === undefined) return [];
  if (rejectedCount === 0) return profits;
  // If some positions are unreadable, a missing one must not count as closed.
  const ids = new Set(rows.map(({ id }) => id));
  return profits.filter(({ positionId }) => ids.has(positionId));
}

function withMissing(first: Profit, second: Profit | undefined): Profit {
  const known = Object.fromEntries(Object.entries(first).filter(([, value]) => value !== undefined));
  return { ...first, ...second, ...known };
}

type Figures = Pick<Profit, "unrealized" | "realized" | "total" | "invested" | "netFlow">;

/** Includes earlier rounds of the same position. Only these figures add up over open and closed positions. */
export function lifetimeFigures({ row, profit }: PredictionLine): Figures {
  return {
    unrealized: row === undefined ? undefined : profit?.unrealized,
    realized: profit?.realizedLifetime ?? profit?.realized,
    total: profit?.totalLifetime ?? profit?.total,
    invested: profit?.investedLifetime ?? profit?.invested,
    netFlow: profit?.netFlowLifetime ?? profit?.netFlow,
  };
}

/** A closed position has only lifetime figures. */
export function predictionFigures(line: PredictionLine): Figures {
  if (line.row === undefined) return lifetimeFigures(line);
  const { unrealized, realized, total, invested, netFlow }: Partial<Profit> = line.profit ?? {};
  return { unrealized, realized, total, invested, netFlow };
}
