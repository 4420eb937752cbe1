import { queryOptions, replaceEqualDeep, type QueryClient } from "@tanstack/react-query";
import { parseMarketsPageInSteps } from "../../../contract/markets-page.ts";
import { writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import { fieldOf } from "../../../contract/names/field-of.ts";
import { withUnnamed } from "../../../contract/set-aside.ts";
import { millis } from "../../../contract/units.ts";
import { sourceTime } from "../../data/clock.ts";
import type { LoadedPage } from "../../data/markets/market-list.ts";
import { toMarketRow, type MarketRow } from "../../../domain/market/market-row.ts";
import { pageTimeoutMs, parseBody, requestJson, type JsonResponse } from "../fetch-json.ts";

/** The first page renders at once, later ones together, because rendering costs more than reading. */
export const renderEveryMs = 1500;
/** Enough for 200,000 markets, in case cursors never end. */
export const maxPages = 1_000;

/** Only with "null-cursor" is the list complete. */
type ListEnd = "null-cursor" | "repeated-cursor" | "bound";

export interface PageParam {
  readonly page: number;
  readonly cursor: string | undefined;
}

export type PageBatch = Awaited<ReturnType<typeof fetchPages>>;

export const firstPage: PageParam = { page: 1, cursor: undefined };

interface PagesCall {
  readonly client: QueryClient;
  readonly request: MarketsRequest;
  readonly from: PageParam;
  readonly previous: ReadonlyMap<string, MarketRow>;
  readonly signal: AbortSignal;
}

/**
 * Fetches pages that render together: the first one alone, then those that arrive within `renderEveryMs`. Requests
 * each page before parsing the last one. A later page that fails or is slow is left to the next call.
 */
export async function fetchPages(call: PagesCall) {
  const { client, request, from, previous, signal } = call;
  signal.addEventListener("abort", () => client.removeQueries({ queryKey: pageQueryKey(request) }));
  const timeUp = new Promise<undefined>((resolve) => setTimeout(resolve, renderEveryMs, undefined));
  const pages: LoadedPage[] = [];
  for (let next: PageParam | null = from; next !== null; next = nextPage(pages)) {
    const query = pageQuery(request, next);
    const arriving = client.query(query);
    const arrived = await (pages.length === 0 ? arriving : Promise.race([arriving, timeUp]));
    if (pages.length > 0 && arrived?.status !== "fulfilled") break;
    client.removeQueries({ queryKey: query.queryKey, exact: true });
    if (arrived?.status !== "fulfilled") throw arrived?.reason;
    const response = arrived.value;
    const cursor = cursorOf(response);
    if (cursor !== undefined && cursor !== from.cursor && next.page < maxPages)
      client.query(pageQuery(request, { page: next.page + 1, cursor })).catch(() => undefined);
    pages.push(await readPage(next.page, response, previous));
    // A repeated cursor ends the list.
    if (next.page === 1 || cursor === from.cursor) break;
  }
  return { request, pages };
}

function pageQueryKey(request: MarketsRequest): readonly [string, string] {
  return ["markets-page", writeMarketsRequest(request)];
}

/** Requests a page ahead. A failure is kept like a response, so that reading it does not request again. */
function pageQuery(request: MarketsRequest, { page, cursor }: PageParam) {
  const path = `/v0/markets?${writeMarketsRequest({ ...request, cursor })}`;
  return queryOptions({
    queryKey: [...pageQueryKey(request), cursor],
    queryFn: async ({ signal }) => {
      const [settled] = await Promise.allSettled([requestJson(path, { page, signal })]);
      return settled;
    },
    // An older response may be left from a list that is no longer shown.
    staleTime: pageTimeoutMs,
    gcTime: pageTimeoutMs,
  });
}

function cursorOf({ body }: JsonResponse): string | undefined {
  const cursor = fieldOf(body, "cursor");
  return typeof cursor === "string" && cursor !== "" ? cursor : undefined;
}

export async function readPage(
  page: number,
  response: JsonResponse,
  previous: ReadonlyMap<string, MarketRow>,
): Promise<LoadedPage> {
  const { markets, cursor, setAside } = await parseBody(page, response, (body) =>
    parseMarketsPageInSteps(body, yieldToBrowser),
  );
  const readAt = millis(response.receivedAt - response.ageMs) ?? response.receivedAt;
  const rowsReadAt = sourceTime(readAt);
  const rows = markets.map((market) => toMarketRow(market, { readAt: rowsReadAt, page }));
  return {
    page,
    ...reuseUnchangedRows(rows, previous),
    rejected: [
      ...response.setAside,
      ...withUnnamed(setAside.examples, setAside.count, "could not be read"),
    ].map(({ index, id, path, reason }) => ({ index, id, path, reason, page })),
    cursor,
    durationMs: response.durationMs,
    readAt,
    stale: response.stale,
  };
}

/** Browsers without `scheduler.yield` continue at once. */
async function yieldToBrowser(): Promise<void> {
  if ("scheduler" in globalThis && "yield" in scheduler) await scheduler.yield();
}

/** Unchanged markets keep their row objects, which saves rendering. Also returns the ids whose rate or price changed. */
export function reuseUnchangedRows(
  rows: readonly MarketRow[],
  previous: ReadonlyMap<string, MarketRow>,
): Pick<LoadedPage, "rows" | "changedIds"> {
  if (previous.size === 0) return { rows, changedIds: [] };
  const changedIds: string[] = [];
  const kept = rows.map((row) => {
    const old = previous.get(row.id);
    if (old === undefined) return row;
    if (replaceEqualDeep(old.raw, row.raw) === old.raw) return old;
    if (shownRates(old) !== shownRates(row)) changedIds.push(row.id);
    return row;
  });
  return { rows: kept, changedIds };
}

/** In basis points. */
function shownRates(row: MarketRow): string {
  return [row.depositApy, row.borrowApy, row.yesBid, row.yesAsk]
    .map((rate) => rate && Math.round(rate * 10_000))
    .join();
}

export function nextPage(pages: readonly LoadedPage[]): PageParam | null {
  const last = pages.at(-1);
  if (last === undefined) return firstPage;
  return endOf(pages) === undefined ? { page: last.page + 1, cursor: last.cursor ?? undefined } : null;
}

export function endOf(pages: readonly LoadedPage[]): ListEnd | undefined {
  const last = pages.at(-1);
  if (last === undefined) return undefined;
  if (last.cursor === null) return "null-cursor";
  if (pages.some((page) => page !== last && page.cursor === last.cursor)) return "repeated-cursor";
  return last.page >= maxPages ? "bound" : undefined;
}
