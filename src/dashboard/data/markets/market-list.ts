import { millis, type Millis } from "../../../contract/units.ts";
import type { RejectedMarket } from "../../../contract/markets-page.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { distinctMint, placeParts, sharedSymbols } from "../../../domain/market/market-text.ts";

export interface LoadedPage {
  readonly page: number;
  readonly rows: readonly MarketRow[];
  readonly rejected: readonly (RejectedMarket & { readonly page: number })[];
  readonly cursor: string | null;
  readonly durationMs: number;
  /** By the browser's clock: the time of the response minus its `Age`. */
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
    /** The oldest. Undefined without pages. */
    readAt: millis(Math.min(...pages.map((page) => page.readAt))),
  };
}

/** Keeps a marked row the same object in every list. */
const markedRows = new WeakMap<MarketRow, MarketRow>();

/**
 * Markets that would show the same name, such as two reserves of a token in one pool, show a part of their id. Tokens
 * of the same symbol show a part of their mint.
 */
function withTwinsMarked(rows: readonly MarketRow[]): readonly MarketRow[] {
  const shared = sharedSymbols(rows.flatMap(({ tokens }) => tokens));
  const mintOf = ({ tokens }: MarketRow): string | undefined =>
    tokens.map((token) => distinctMint(token, shared)).find((mint) => mint !== undefined);
  const firstOf = new Map<string, string>();
  const twins = new Set<string>();
  for (const row of rows) {
    const { id, kind, label } = row;
    if (kind === "prediction") continue;
    const { start, end } = placeParts(row);
    const name = [kind, label, start, end, mintOf(row)].join("\n");
    const first = firstOf.get(name);
    if (first === undefined) firstOf.set(name, id);
    else twins.add(first).add(id);
  }
  if (twins.size === 0 && shared.size === 0) return rows;
  return rows.map((row) => {
    const twin = twins.has(row.id) ? ownPart(row) : mintOf(row);
    return twin === undefined ? row : withTwin(row, twin);
  });
}

/** The ids of pairs end with their mints, which are the same. */
function ownPart({ id, tokens }: MarketRow): string {
  const isMint = (part: string): boolean => tokens.some(({ address }) => address === part);
  return shortAddress(id.split(".").findLast((part) => !isMint(part)) ?? id);
}

function withTwin(row: MarketRow, twin: string): MarketRow {
  if (row.twin === twin) return row;
  const known = markedRows.get(row);
  const marked = known?.twin === twin ? known : { ...row, twin };
  markedRows.set(row, marked);
  return marked;
}
