// Pages → one list, page by page: what was joined once is never read again.
import type { Millis, Ratio } from "../../../contract/units.ts";
import { shortAddress } from "../../../contract/names/market-names.ts";
import type { MarketRow } from "./market-row.ts";
import type { LoadedPage, RejectedOnPage } from "./markets-client.ts";

/** A page of a walk, compared with what was known before that walk. */
export interface WalkedPage extends LoadedPage {
  /** Markets of this page whose rate or price shows another number than before. */
  readonly changedIds: readonly string[];
}

export interface JoinedPages {
  /** Each market once, in the order of arrival. Another array when pages came, the same array otherwise. */
  readonly rows: readonly MarketRow[];
  /** Markets that could not be read, here or in the service. */
  readonly rejected: readonly RejectedOnPage[];
  /** Markets that came again with an id already seen, and were left out. */
  readonly duplicates: number;
  readonly pages: readonly {
    readonly page: number;
    readonly markets: number;
    readonly durationMs: number;
    readonly readAt: Millis;
  }[];
  /** Markets whose rate or price changed with the last refresh. */
  readonly changedIds: ReadonlySet<string>;
  /** Older than it should be: the source did not answer, or a refresh failed. */
  readonly stale: boolean;
  /** When the oldest page was read, the age the service told subtracted. */
  readonly readAt: Millis | undefined;
}

const nothing: JoinedPages = {
  rows: [],
  rejected: [],
  duplicates: 0,
  pages: [],
  changedIds: new Set(),
  stale: false,
  readAt: undefined,
};

interface Known {
  readonly joined: JoinedPages;
  /** The ids in the list. It grows with the walk and belongs to the longest list alone. */
  readonly ids: Set<string>;
  /** The id of the first market of each name; grows with the walk as well. */
  readonly names: Map<string, string>;
}

// The joined list of each walk, under its last page. A page object belongs to one walk and one place in it.
const knownLists = new WeakMap<WalkedPage, Known>();

/** The pages of a walk as one list. The same pages give the same object; more pages only add those. */
export function joinPages(pages: readonly WalkedPage[]): JoinedPages {
  const last = pages.findLastIndex((page) => knownLists.has(page));
  const known: Known = knownAt(pages[last]) ?? { joined: nothing, ids: new Set(), names: new Map() };
  const added = pages.slice(last + 1);
  const end = added.at(-1);
  if (end === undefined) return known.joined;
  const joined = withPages(known, added);
  knownLists.set(end, { ...known, joined });
  // Only the longest list is kept: its ids are no longer those of the shorter one, and all shorter lists would add up.
  const previous = pages[last];
  if (previous !== undefined) knownLists.delete(previous);
  return joined;
}

function knownAt(page: WalkedPage | undefined): Known | undefined {
  return page === undefined ? undefined : knownLists.get(page);
}

function withPages({ joined, ids, names }: Known, added: readonly WalkedPage[]): JoinedPages {
  const arrived = added.flatMap((page) => page.rows);
  const rows = arrived.filter((row) => {
    const isNew = !ids.has(row.id);
    if (isNew) ids.add(row.id);
    return isNew;
  });
  const rejected = added.flatMap((page) => page.rejected);
  const changedIds = added.flatMap((page) => page.changedIds);
  const readAts = added.map((page) => page.readAt);
  if (joined.readAt !== undefined) readAts.push(joined.readAt);
  return {
    rows: toldApart(joined.rows.concat(rows), rows, names),
    rejected: rejected.length === 0 ? joined.rejected : joined.rejected.concat(rejected),
    duplicates: joined.duplicates + arrived.length - rows.length,
    pages: joined.pages.concat(
      added.map(({ page, rows: { length: markets }, durationMs, readAt }) => ({
        page,
        markets,
        durationMs,
        readAt,
      })),
    ),
    changedIds: changedIds.length === 0 ? joined.changedIds : new Set([...joined.changedIds, ...changedIds]),
    stale: joined.stale || added.some((page) => page.stale),
    readAt: readAts.reduce((oldest, at) => (at < oldest ? at : oldest)),
  };
}

/**
 * Markets of one name are marked, so that people can tell them apart: a pool may have two reserves of one token.
 * @param added the rows of the list whose names are not known yet
 */
function toldApart(
  rows: readonly MarketRow[],
  added: readonly MarketRow[],
  names: Map<string, string>,
): readonly MarketRow[] {
  const twins = new Set<string>();
  for (const { id, kind, providerId, label, productName, detail } of added) {
    // Outcomes of one question say themselves what they are.
    if (kind === "prediction") continue;
    const name = `${kind}\n${providerId}\n${label}\n${productName ?? ""}\n${detail ?? ""}`;
    const first = names.get(name);
    if (first === undefined) names.set(name, id);
    else twins.add(first).add(id);
  }
  return twins.size === 0 ? rows : rows.map((row) => (twins.has(row.id) ? marked(row) : row));
}

function marked(row: MarketRow): MarketRow {
  return row.twin === undefined
    ? { ...row, twin: shortAddress(row.id.slice(row.id.lastIndexOf(".") + 1)) }
    : row;
}

/** Compares a page with the rows known before: an unchanged market keeps its row, a changed rate is noted. */
export function againstBefore(page: LoadedPage, before: ReadonlyMap<string, MarketRow>): WalkedPage {
  if (before.size === 0) return { ...page, changedIds: [] };
  const changedIds: string[] = [];
  const rows = page.rows.map((row) => {
    const old = before.get(row.id);
    if (old === undefined) return row;
    if (sameJson(old.raw, row.raw)) return old;
    if (rateShown(old) !== rateShown(row)) changedIds.push(row.id);
    return row;
  });
  return { ...page, rows, changedIds };
}

/** The rates and prices of a row as far as two decimals of a percent show them. */
function rateShown(row: MarketRow): string {
  return [row.depositApy, row.borrowApy, row.yesBid, row.yesAsk].map(basisPoints).join();
}

function basisPoints(rate: Ratio | undefined): number | undefined {
  return rate === undefined ? undefined : Math.round(rate * 10_000);
}

/** Whether two values that came from JSON are the same. The order of keys does not matter. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && sameJson(Reflect.get(left, key), Reflect.get(right, key)),
    )
  );
}
