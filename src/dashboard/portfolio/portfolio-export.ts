// One line per position, and per claim that is not a position, with raw values.
import { isoText, usd } from "../../contract/units.ts";
import type { DashboardConfig } from "../../contract/dashboard-config.ts";
import { csvTable, type CsvCell } from "../../domain/format/csv.ts";
import { frozenAt, serviceTimeText, sourceTime } from "../data/clock.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { PositionRow } from "../../domain/position/position-row.ts";
import type { WalletPositions } from "../queries/positions.ts";
import { placeName } from "../../domain/market/market-text.ts";
import { claimsOf } from "./claims.ts";
import { loanByRow, loansOf, perpetualDrop, type Loan } from "./loans.ts";
import { positionLabel, questionOf } from "./position-words.ts";
import { lifetimeFigures, predictionFigures, predictionLines, type PredictionLine } from "./predictions.ts";
import { earnsPerYear, positionApy, withActualLeverage } from "./totals.ts";

interface PortfolioExport {
  readonly shown: readonly Pick<
    WalletPositions,
    "wallet" | "rows" | "rejectedCount" | "profits" | "readAt"
  >[];
  readonly markets: readonly MarketRow[];
  readonly source: DashboardConfig["source"];
  readonly exportedAt: number;
}

interface Line {
  readonly wallet: string;
  readonly id: string;
  readonly type: string;
  readonly marketId: string | undefined;
  readonly market?: PositionRow["market"] | undefined;
  readonly name?: string;
  readonly held?: Pick<PositionRow, "token" | "amount" | "assetsUsd" | "debtsUsd" | "netUsd">;
  readonly row?: PositionRow;
  readonly loan?: Loan | undefined;
  readonly profit?: PredictionLine | undefined;
}

const profitOf = ({ profit }: Line) => (profit === undefined ? undefined : predictionFigures(profit));

const priceUnits = { usd: "USD", debt: "tokens of the debt", unknown: "unknown" } as const;

/** Fractions, USD and whole tokens. Missing values are undefined. */
const columns: Readonly<Record<string, (line: Line) => CsvCell>> = {
  wallet: ({ wallet }) => wallet,
  id: ({ id }) => id,
  type: ({ type }) => type,
  side: ({ row }) => row?.side,
  market: ({ name }) => name,
  place: ({ market }) => market && placeName(market),
  marketId: ({ marketId }) => marketId,
  token: ({ held }) => held?.token?.symbol,
  mint: ({ held }) => held?.token?.address,
  "amount (tokens)": ({ held }) => held?.amount,
  debtToken: ({ row }) => row?.borrowed?.token?.symbol,
  debtMint: ({ row }) => row?.borrowed?.token?.address,
  "debtAmount (tokens)": ({ row }) => row?.borrowed?.amount,
  "assets (USD)": ({ held }) => held?.assetsUsd,
  "debts (USD)": ({ held }) => held?.debtsUsd,
  "net (USD)": ({ held }) => held?.netUsd,
  "apy (fraction per year)": ({ row }) => row && positionApy(row),
  "earns (USD per year)": ({ row }) => row && earnsPerYear(row),
  "ltv (fraction)": ({ row, loan }) => loan?.ltv ?? row?.ltv,
  "liquidationLtv (fraction)": ({ loan }) => loan?.liquidationLtv,
  health: ({ loan }) => loan?.health,
  "priceFallToLiquidation (fraction)": ({ loan }) => loan?.fall,
  "debtRiseToLiquidation (fraction)": ({ loan }) => loan?.rise,
  liquidationPrice: ({ row }) => row?.liquidationPrice,
  "liquidationPrice unit": ({ row, loan }) =>
    row?.liquidationPrice &&
    priceUnits[
      row.kind === "loop" ? (loan?.price?.unit ?? "unknown") : (perpetualDrop(row)?.price?.unit ?? "usd")
    ],
  "leverage (times)": ({ row }) => row?.leverage,
  "cost (USD)": ({ row }) => row?.costUsd,
  "unrealized (USD)": (line) => profitOf(line)?.unrealized,
  "realized (USD)": (line) => profitOf(line)?.realized,
  "profit (USD)": (line) => profitOf(line)?.total,
  "invested (USD)": (line) => profitOf(line)?.invested,
  "netFlow (USD)": (line) => profitOf(line)?.netFlow,
  // Includes earlier rounds, so that the sum is the page's profit of predictions.
  "realizedLifetime (USD)": ({ profit }) => profit && lifetimeFigures(profit).realized,
  "profitLifetime (USD)": ({ profit }) => profit && lifetimeFigures(profit).total,
};

/** For a loop or perpetual, the amount sent is its equity, in an unknown token. */
function heldBy(row: PositionRow): NonNullable<Line["held"]> {
  if (row.kind !== "loop" && row.kind !== "perpetual") return row;
  return { ...row, token: row.supplied?.token, amount: row.supplied?.amount };
}

function linesOf({ shown, markets }: PortfolioExport): readonly Line[] {
  const sent = shown.flatMap((wallet) => wallet.rows ?? []);
  const rows = withActualLeverage(sent, markets);
  const predictions = predictionLines(rows, shown);
  const loanOf = loanByRow(loansOf(rows));
  const profits = new Map(predictions.map((line) => [line.key, line]));
  return [
    ...rows.map((row) => {
      const { wallet, id, type, marketId, market, key } = row;
      const profit = profits.get(key);
      const name = profit === undefined ? positionLabel(row) : questionOf(profit);
      const shared = { loan: loanOf.get(key), profit };
      return { wallet, id, type, marketId, market, name, held: heldBy(row), row, ...shared };
    }),
    ...claimsOf(rows, markets)
      .filter(({ own }) => !own)
      .map(({ key: id, wallet, row: { marketId, market }, token, amount, usd: worth }) => {
        const held = { token, amount, assetsUsd: worth, debtsUsd: worth && usd(0), netUsd: worth };
        return { wallet, id, type: "reward", marketId, market, name: market.label, held };
      }),
    ...predictions
      .filter(({ row }) => row === undefined)
      .map((profit) => {
        const { wallet, positionId: id, marketId, market } = profit;
        return { wallet, id, type: "prediction, closed", marketId, market, name: questionOf(profit), profit };
      }),
  ];
}

function readAtOf({ shown }: PortfolioExport): string | undefined {
  const times = shown.flatMap(({ readAt }) => readAt ?? []);
  return times.length === 0 ? isoText(frozenAt()) : isoText(sourceTime(Math.min(...times)));
}

function walletsNotRead({ shown }: PortfolioExport): readonly string[] {
  return shown.flatMap(({ wallet, rows }) => (rows === undefined ? [wallet] : []));
}

export function portfolioCsv(input: PortfolioExport): string {
  return csvTable(Object.entries(columns), linesOf(input), [
    ["export time (UTC)", serviceTimeText(input.exportedAt)],
    ["read at (UTC)", readAtOf(input)],
    ["source", input.source.label],
    ["wallets not read", walletsNotRead(input).join(" ")],
  ]);
}

/** Missing values are null, so that every position has every field. */
export function portfolioJson(input: PortfolioExport): string {
  const about = {
    // Version 1 spelled "realised".
    version: 2,
    exportedAt: serviceTimeText(input.exportedAt),
    readAt: readAtOf(input) ?? null,
    source: input.source.label,
    walletsNotRead: walletsNotRead(input),
  };
  const positions = linesOf(input).map((line) =>
    Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(line) ?? null])),
  );
  return `${JSON.stringify({ export: about, positions }, undefined, 2)}\n`;
}
