// Prediction positions with their profit, and those that are closed and of which only the profit is told.
import { usd, type Usd } from "../../contract/units.ts";
import type { MarketRow } from "../data/markets/market-row.ts";
import type { PositionRow } from "../data/positions/position-row.ts";
import type { PositionProfit, Profit, WalletProfit } from "../data/positions/profit-row.ts";

export interface PredictionLine {
  readonly key: string;
  readonly wallet: string;
  readonly positionId: string;
  readonly marketId: string | undefined;
  /** Where it is told with the position or its profit. */
  readonly market: MarketRow | undefined;
  /** Undefined for what is closed: no list of positions has it any more. */
  readonly row: PositionRow | undefined;
  readonly profit: Profit | undefined;
}

/**
 * What is told of each wallet's profit. Where its positions are not there, nobody knows which of them are closed; nor where some could
 * not be read: then only those that are there have a profit.
 */
export function profitsOf(
  wallets: readonly {
    readonly rows: readonly PositionRow[] | undefined;
    readonly rejectedCount: number;
    readonly profit: WalletProfit | undefined;
  }[],
): readonly (WalletProfit | undefined)[] {
  return wallets.map(({ rows, rejectedCount, profit }) => {
    if (rows === undefined || profit === undefined) return undefined;
    if (rejectedCount === 0) return profit;
    const ids = new Set(rows.map(({ id }) => id));
    return { ...profit, positions: profit.positions.filter(({ positionId }) => ids.has(positionId)) };
  });
}

/** Open ones by value, then closed ones. What is told by itself wins over what a position carries: both are read at once. */
export function predictionLines(
  rows: readonly PositionRow[],
  profits: ReturnType<typeof profitsOf>,
): readonly PredictionLine[] {
  const told = new Map<string, PositionProfit>();
  for (const wallet of profits)
    for (const position of wallet?.positions ?? [])
      told.set(`${position.wallet} ${position.positionId}`, position);
  const open = rows
    .filter(({ kind }) => kind === "prediction")
    .toSorted((a, b) => (b.netUsd ?? 0) - (a.netUsd ?? 0))
    .map((row): PredictionLine => {
      const separate = told.get(row.key)?.profit;
      return {
        key: row.key,
        wallet: row.wallet,
        positionId: row.id,
        marketId: row.marketId,
        market: row.market,
        row,
        profit: separate === undefined ? row.profit : withMissing(separate, row.profit),
      };
    });
  const held = new Set(rows.map(({ key }) => key));
  const closed = [...told].flatMap(([key, { profit, ...position }]): PredictionLine[] =>
    held.has(key) ? [] : [{ key, ...position, row: undefined, profit }],
  );
  return [...open, ...closed];
}

/** One reading, with what it leaves out from the other. */
function withMissing(first: Profit, second: Profit | undefined): Profit {
  return {
    total: first.total ?? second?.total,
    realized: first.realized ?? second?.realized,
    unrealized: first.unrealized ?? second?.unrealized,
    realizedLifetime: first.realizedLifetime ?? second?.realizedLifetime,
    totalLifetime: first.totalLifetime ?? second?.totalLifetime,
    unrealizedShare: first.unrealizedShare ?? second?.unrealizedShare,
    invested: first.invested ?? second?.invested,
    investedLifetime: first.investedLifetime ?? second?.investedLifetime,
    netFlow: first.netFlow ?? second?.netFlow,
    netFlowLifetime: first.netFlowLifetime ?? second?.netFlowLifetime,
  };
}

/** What a line says in its columns. A closed position has nothing open: all it made and took is its lifetime's. */
interface PredictionFigures {
  readonly unrealized: Usd | undefined;
  readonly realized: Usd | undefined;
  readonly total: Usd | undefined;
  readonly invested: Usd | undefined;
  readonly netFlow: Usd | undefined;
}

export function predictionFigures({ row, profit }: PredictionLine): PredictionFigures {
  return row === undefined
    ? {
        unrealized: undefined,
        realized: profit?.realizedLifetime ?? profit?.realized,
        total: profit?.totalLifetime ?? profit?.total,
        invested: profit?.investedLifetime ?? profit?.invested,
        netFlow: profit?.netFlowLifetime ?? profit?.netFlow,
      }
    : {
        unrealized: profit?.unrealized,
        realized: profit?.realized,
        total: profit?.total,
        invested: profit?.invested,
        netFlow: profit?.netFlow,
      };
}

export interface KnownSum {
  readonly sum: Usd | undefined;
  /** How many of the lines have no such figure. */
  readonly unknown: number;
}

/** The sum of what is known; undefined where nothing is. */
export function knownSum(values: readonly (Usd | undefined)[]): KnownSum {
  const known = values.filter((value) => value !== undefined);
  return {
    sum: known.length === 0 ? undefined : usd(known.reduce((sum: number, value) => sum + value, 0)),
    unknown: values.length - known.length,
  };
}
