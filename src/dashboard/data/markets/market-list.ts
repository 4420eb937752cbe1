import type { Millis, Ratio } from "../../../contract/units.ts";
import type { RejectedMarket } from "../../../contract/markets-page.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";

export interface RejectedOnPage extends RejectedMarket {
  readonly page: number;
}

export interface LoadedPage {
  readonly page: number;
  readonly rows: readonly MarketRow[];
  readonly rejected: readonly RejectedOnPage[];
  readonly cursor: string | null;
  readonly durationMs: number;
  /** In the browser's clock: the time of the answer minus its `Age`. */
  readonly readAt: Millis;
  readonly stale: boolean;
  readonly changedIds: readonly string[];
}

export type MarketList = Readonly<ReturnType<typeof mergePages>>;

export function mergePages(pages: readonly LoadedPage[]) {
  const byId = new Map<string, MarketRow>();
  for (const { rows } of pages) for (const row of rows) if (!byId.has(row.id)) byId.set(row.id, row);
  const rows = [...byId.values()];
  const received = pages.reduce((sum, page) => sum + page.rows.length, 0);
  return {
    rows: withTwinsMarked(rows),
    rejected: pages.flatMap((page) => page.rejected),
    duplicates: received - rows.length,
    pages: pages.map(({ page, rows: { length: markets }, durationMs, readAt }) => ({
      page,
      markets,
      durationMs,
      readAt,
    })),
    changedIds: new Set(pages.flatMap((page) => page.changedIds)),
    stale: pages.some((page) => page.stale),
    readAt: pages.reduce<Millis | undefined>(
      (oldest, { readAt }) => (oldest === undefined || readAt < oldest ? readAt : oldest),
      undefined,
    ),
  };
}

/** Keeps a row the same object in every list. */
const markedRows = new WeakMap<MarketRow, MarketRow>();

/** A pool may have two reserves of one token; both then show the end of their id. */
function withTwinsMarked(rows: readonly MarketRow[]): readonly MarketRow[] {
  const firstOf = new Map<string, string>();
  const twins = new Set<string>();
  for (const { id, kind, providerId, label, productName, detail } of rows) {
    if (kind === "prediction") continue;
    const name = `${kind}\n${providerId}\n${label}\n${productName ?? ""}\n${detail ?? ""}`;
    const first = firstOf.get(name);
    if (first === undefined) firstOf.set(name, id);
    else twins.add(first).add(id);
  }
  return twins.size === 0 ? rows : rows.map((row) => (twins.has(row.id) ? withTwin(row) : row));
}

function withTwin(row: MarketRow): MarketRow {
  if (row.twin !== undefined) return row;
  const marked = markedRows.get(row) ?? {
    ...row,
    twin: shortAddress(row.id.slice(row.id.lastIndexOf(".") + 1)),
  };
  markedRows.set(row, marked);
  return marked;
}

/**
 * Unchanged markets keep their row objects, which saves rendering. Also returns the ids whose rate or price changed.
 */
export function reuseUnchangedRows(
  rows: readonly MarketRow[],
  previous: ReadonlyMap<string, MarketRow>,
): Pick<LoadedPage, "rows" | "changedIds"> {
  if (previous.size === 0) return { rows, changedIds: [] };
  const changedIds: string[] = [];
  const kept = rows.map((row) => {
    const old = previous.get(row.id);
    if (old === undefined) return row;
    if (isSameJson(old.raw, row.raw)) return old;
    if (shownRates(old) !== shownRates(row)) changedIds.push(row.id);
    return row;
  });
  return { rows: kept, changedIds };
}

function shownRates(row: MarketRow): string {
  return [row.depositApy, row.borrowApy, row.yesBid, row.yesAsk].map(basisPoints).join();
}

function basisPoints(rate: Ratio | undefined): number | undefined {
  return rate === undefined ? undefined : Math.round(rate * 10_000);
}

export function isSameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && isSameJson(Reflect.get(left, key), Reflect.get(right, key)),
    )
  );
}
