import type { Millis } from "../../../contract/units.ts";
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
  /** By the browser's clock: the time of the answer minus its `Age`. */
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

/** Keeps a marked row the same object in every list. */
const markedRows = new WeakMap<MarketRow, MarketRow>();

/** If a pool has two reserves of the same token, both show the end of their id. */
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
