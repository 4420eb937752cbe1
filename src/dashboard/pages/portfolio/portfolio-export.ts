// The positions as a file: raw values, one line for each position and each claim that is none.
import { csvText, type CsvCell } from "../../format/csv.ts";
import { isoText } from "../../select/export-rows.ts";
import type { Claim } from "../../portfolio/claims.ts";
import { loanByRow, type Loan } from "../../portfolio/loans.ts";
import { positionLabel } from "../../portfolio/position-words.ts";
import { predictionFigures, type PredictionLine } from "../../portfolio/predictions.ts";
import { earnsPerYear, positionApy } from "../../portfolio/totals.ts";
import type { PositionRow } from "../../data/positions/position-row.ts";
import { placeName } from "../../market/market-text.ts";

interface PortfolioExport {
  readonly rows: readonly PositionRow[];
  readonly loans: readonly Loan[];
  readonly claims: readonly Claim[];
  readonly predictions: readonly PredictionLine[];
  /** Milliseconds since the epoch. */
  readonly exportedAt: number;
  readonly readAt: number | undefined;
  readonly source: string;
  /** Wallets of which nothing could be read: what they hold is not in the file. */
  readonly missing: readonly string[];
}

const columns = [
  "wallet",
  "id",
  "type",
  "side",
  "market",
  "place",
  "marketId",
  "token",
  "mint",
  "amount (tokens)",
  "assets (USD)",
  "debts (USD)",
  "net (USD)",
  "apy (fraction per year)",
  "earns (USD per year)",
  "ltv (fraction)",
  "liquidationLtv (fraction)",
  "health",
  "priceFallToLiquidation (fraction)",
  "debtRiseToLiquidation (fraction)",
  "liquidationPrice",
  "leverage",
  "cost (USD)",
  "unrealised (USD)",
  "realised (USD)",
  "profit (USD)",
  "invested (USD)",
  "netFlow (USD)",
] as const;

type Line = Readonly<Partial<Record<(typeof columns)[number], CsvCell>>>;

/** Rates and shares are fractions, money is USD, amounts are whole tokens; missing is undefined. */
function exportLines({ rows, loans, claims, predictions }: PortfolioExport): readonly Line[] {
  const loanOf = loanByRow(loans);
  const profitOf = new Map(predictions.map((line) => [line.key, line]));
  return [
    ...rows.map((row) => positionLine(row, loanOf.get(row.key), profitOf.get(row.key))),
    ...claims.filter(({ own }) => !own).map(claimLine),
    ...predictions.filter(({ row }) => row === undefined).map(closedLine),
  ];
}

function positionLine(row: PositionRow, loan: Loan | undefined, profit: PredictionLine | undefined): Line {
  return {
    wallet: row.wallet,
    id: row.id,
    type: row.type,
    side: row.side,
    market: positionLabel(row),
    place: placeName(row.market),
    marketId: row.marketId,
    token: row.token?.symbol,
    mint: row.token?.address,
    "amount (tokens)": row.amount,
    "assets (USD)": row.assetsUsd,
    "debts (USD)": row.debtsUsd,
    "net (USD)": row.netUsd,
    "apy (fraction per year)": positionApy(row),
    "earns (USD per year)": earnsPerYear(row),
    "ltv (fraction)": loan?.ltv ?? row.ltv,
    "liquidationLtv (fraction)": loan?.liquidationLtv,
    health: loan?.health,
    "priceFallToLiquidation (fraction)": loan?.fall,
    "debtRiseToLiquidation (fraction)": loan?.rise,
    liquidationPrice: row.liquidationPrice,
    leverage: row.leverage,
    "cost (USD)": row.costUsd,
    ...(profit === undefined ? {} : profitCells(profit)),
  };
}

function claimLine({ key, wallet, row, token, amount, usd }: Claim): Line {
  return {
    wallet,
    id: key,
    type: "reward",
    market: row.market.label,
    place: placeName(row.market),
    marketId: row.marketId,
    token: token?.symbol,
    mint: token?.address,
    "amount (tokens)": amount,
    "assets (USD)": usd,
    "net (USD)": usd,
  };
}

function closedLine(line: PredictionLine): Line {
  const { wallet, positionId: id, marketId } = line;
  return { wallet, id, type: "prediction, closed", marketId, ...profitCells(line) };
}

function profitCells(line: PredictionLine): Line {
  const { unrealized, realized, total, invested, netFlow } = predictionFigures(line);
  return {
    "unrealised (USD)": unrealized,
    "realised (USD)": realized,
    "profit (USD)": total,
    "invested (USD)": invested,
    "netFlow (USD)": netFlow,
  };
}

/** UTF-8 without a byte order mark. Every line says when it was read and from where. */
export function portfolioCsv(input: PortfolioExport): string {
  const { exportedAt, readAt, source } = input;
  const origin = [isoText(exportedAt), isoText(readAt), source];
  return csvText([
    [...columns, "export time (UTC)", "read at (UTC)", "source"],
    ...exportLines(input).map((line) => columns.map((name): CsvCell => line[name]).concat(origin)),
  ]);
}

/** `{export, positions}`; missing is null, so that every position has every field. */
export function portfolioJson(input: PortfolioExport): string {
  const { exportedAt, readAt, source, missing } = input;
  const about = {
    version: 1,
    exportedAt: isoText(exportedAt),
    readAt: isoText(readAt) ?? null,
    source,
    walletsNotRead: missing,
  };
  const positions = exportLines(input).map((line) =>
    Object.fromEntries(columns.map((name) => [name, line[name] ?? null])),
  );
  return `${JSON.stringify({ export: about, positions }, undefined, 2)}\n`;
}
