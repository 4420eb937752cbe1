// Compares what both lists contain. An unknown value counts as unknown, never as zero or changed.
import { writeMarketsRequest } from "../../../contract/markets-request.ts";
import { isoText, ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import type { ExportedList } from "./exported-list.ts";
import type { PastList, PastMarket } from "../../data/storage/visits.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { readViewState } from "../../../domain/view-state/codec.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { isFull } from "../../../domain/market/row-values.ts";
import { csvText } from "../../../domain/format/csv.ts";
import { exportedName, exportName } from "../export-rows.ts";

interface FigureChange<Figure> {
  readonly before: Figure | undefined;
  readonly now: Figure | undefined;
  readonly change: Ratio | undefined;
}

export type MarketChange = ReturnType<typeof changeOf>;

export interface ListChanges extends ReturnType<typeof compareLists> {
  /** The earlier list was complete, so a market that it lacks is new. */
  readonly newKnown: boolean;
  readonly goneKnown: boolean;
}

export type ExportComparison = ReturnType<typeof compareExport>;

export interface PresentList {
  readonly rows: readonly MarketRow[];
  /** As written by `writeMarketsRequest`. */
  readonly request: string;
  readonly source: string;
  /** Every page is loaded and answers exactly this request, and every market was readable. */
  readonly complete: boolean;
}

const onePoint = 0.01;

/** `sameRequest`: both lists have the same types, providers, assets and statuses. */
export function compareExport(before: ExportedList, now: PresentList) {
  const sameSource = before.source === now.source;
  const sameRequest =
    before.search !== undefined &&
    writeMarketsRequest(toMarketsRequest(readViewState(before.search))) === now.request;
  const comparable = sameSource && sameRequest;
  return {
    ...compareLists(before, now.rows),
    before,
    now,
    sameSource,
    sameRequest,
    newKnown: comparable && before.complete && before.markets.length === before.total,
    goneKnown: comparable && now.complete,
  };
}

/**
 * Undefined if nothing is worth a notice.
 * @param goneKnown whether every market was readable, because an unreadable one is not gone
 */
export function compareVisit(
  before: PastList,
  rows: readonly MarketRow[],
  goneKnown: boolean,
): ListChanges | undefined {
  const changes = compareLists(before, rows);
  const { moved, newlyFull, onlyNow, onlyThen } = changes;
  return [moved, newlyFull, onlyNow, goneKnown ? onlyThen : []].some(({ length }) => length > 0)
    ? { ...changes, newKnown: true, goneKnown }
    : undefined;
}

function compareLists({ markets, keyOf, rateStep }: PastList, rows: readonly MarketRow[]) {
  const remaining = new Map(markets.map((market) => [market.id, market]));
  const both: MarketChange[] = [];
  const onlyNow: MarketRow[] = [];
  for (const row of rows) {
    const key = keyOf(row.id);
    const past = remaining.get(key);
    if (past === undefined) onlyNow.push(row);
    else {
      remaining.delete(key);
      both.push(changeOf(past, row, rateStep));
    }
  }
  both.sort(byMove);
  return {
    /** The largest rate change comes first, unknown ones last. */
    both,
    changed: both.filter(({ rate, base, deposits }) => [rate, base, deposits].some((one) => sizeOf(one) > 0)),
    moved: both.filter(({ rate }) => sizeOf(rate) > onePoint),
    newlyFull: both.filter(({ newlyFull }) => newlyFull),
    /** Number of markets without a rate in either list. */
    unknownRates: both.filter(({ rate }) => rate.change === undefined).length,
    onlyNow,
    onlyThen: [...remaining.values()],
  };
}

/** Changes of rates are absolute: 0.01 is one percentage point. Changes of deposits are relative. */
function changeOf(past: PastMarket, row: MarketRow, rateStep: number | undefined) {
  const { totalDepositUsd: before } = past;
  const { depositApy, totalDepositUsd: now } = row;
  const apy =
    rateStep === undefined || depositApy === undefined
      ? depositApy
      : ratio(Math.round(depositApy / rateStep) * rateStep);
  return {
    row,
    rate: difference(past.depositApy, apy),
    base: difference(past.baseDepositApy, row.baseDepositApy),
    deposits: { before, now, change: relative(before, now) },
    newlyFull: past.full === false && isFull(row),
  };
}

function difference(before: Ratio | undefined, now: Ratio | undefined): FigureChange<Ratio> {
  const change = before === undefined || now === undefined ? undefined : rounded(now - before);
  return { before, now, change };
}

/** Undefined if the value before was zero. */
function relative(before: Usd | undefined, now: Usd | undefined): Ratio | undefined {
  if (before === undefined || now === undefined) return undefined;
  if (before === now) return ratio(0);
  return before > 0 ? rounded((now - before) / before) : undefined;
}

const decimals = 1e12;

/** Turns 0.07 − 0.06 = 0.010000000000000009 into exactly one point. Symmetric around zero. */
function rounded(change: number): Ratio | undefined {
  const figures = Math.abs(change) * decimals;
  return ratio(Number.isFinite(figures) ? (Math.sign(change) * Math.round(figures)) / decimals : change);
}

/** −1 if unknown, so that it sorts last. */
function sizeOf({ change }: FigureChange<number>): number {
  return change === undefined ? -1 : Math.abs(change);
}

function byMove(one: MarketChange, other: MarketChange): number {
  return (
    sizeOf(other.rate) - sizeOf(one.rate) ||
    sizeOf(other.base) - sizeOf(one.base) ||
    sizeOf(other.deposits) - sizeOf(one.deposits) ||
    (one.row.id < other.row.id ? -1 : 1)
  );
}

/** The largest changes come first, then markets in only one list. Fractions; unknown values are empty. */
export function comparisonCsv(comparison: ExportComparison, readAt: number | undefined): string {
  const { before, now } = comparison;
  const times = [isoText(before.at), before.source, isoText(readAt), now.source];
  const rows = [
    ...comparison.both.map(({ row, rate, base, deposits, newlyFull }) => [
      ...nameCells(row),
      newlyFull ? "in both and now full" : "in both",
      ...figureCells(rate, base, deposits),
    ]),
    ...comparison.onlyNow.map((row) => [
      ...nameCells(row),
      comparison.newKnown ? "new" : "only now",
      ...figureCells({ now: row.depositApy }, { now: row.baseDepositApy }, { now: row.totalDepositUsd }),
    ]),
    ...comparison.onlyThen.map(({ id, name, provider, depositApy, baseDepositApy, totalDepositUsd }) => [
      id,
      name,
      provider,
      comparison.goneKnown ? "gone" : "only then",
      ...figureCells({ before: depositApy }, { before: baseDepositApy }, { before: totalDepositUsd }),
    ]),
  ];
  return csvText([csvHeads, ...rows.map((cells) => cells.concat(times))]);
}

function nameCells(row: MarketRow): readonly string[] {
  return [row.id, exportedName(row), row.providerName];
}

const csvHeads = [
  "id",
  "market",
  "provider",
  "state",
  ...(["depositApy", "baseDepositApy"] as const).flatMap((column) =>
    [" then", " now", " change"].map((what) => exportName(column, what)),
  ),
  exportName("totalDepositUsd", " then"),
  exportName("totalDepositUsd", " now"),
  "totalDepositUsd change (fraction)",
  "then (UTC)",
  "then source",
  "now (UTC)",
  "now source",
];

function figureCells(...figures: readonly Partial<FigureChange<number>>[]): readonly (number | undefined)[] {
  return figures.flatMap(({ before, now, change }) => [before, now, change]);
}
