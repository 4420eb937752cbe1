import { infiniteQueryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import { mergePages, type MarketList } from "../../data/markets/market-list.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { memoize } from "../../../domain/memoize.ts";
import { LoadError, mayHavePassed } from "../fetch-json.ts";
import { endOf, fetchPages, firstPage, maxPages, nextPage, type PageBatch } from "./fetch-pages.ts";
import type { PredictionStatus } from "../../../contract/market.ts";

export const maxRetries = 5;
export const maxRestarts = 2;
/** Unused lists to keep besides the longest complete one. Bounds memory. */
const unusedListsKept = 2;
const keptForMs = 30 * 60_000;

type MarketsData = InfiniteData<PageBatch>;

export function marketsQuery(request: MarketsRequest) {
  return infiniteQueryOptions({
    queryKey: ["markets", writeMarketsRequest(request)],
    initialPageParam: firstPage,
    queryFn: ({ client, pageParam, signal }) =>
      fetchPages({
        client,
        request,
        from: pageParam,
        previous: previousRows(client, request),
        signal,
      }),
    getNextPageParam: (_, batches) => nextPage(batches.flatMap(({ pages }) => pages)),
    retry: (failures, fault) =>
      fault instanceof LoadError &&
      (fault.kind === "offline" || (mayHavePassed(fault) && failures < maxRetries)),
    // Waits for the network, instead of failing without it.
    networkMode: "online",
    // Reload with `refreshMarkets`, because the library's refetch would stop at the previous number of pages.
    staleTime: "static",
    refetchOnReconnect: false,
    gcTime: keptForMs,
  });
}

export type LoadedList = ReturnType<typeof listOf>;

export const listOf = memoize((data: MarketsData) => {
  const pages = data.pages.flatMap((batch) => batch.pages);
  return { ...mergePages(pages), ended: endOf(pages) };
});

/** When the oldest list on the page was read, by the browser's clock. */
export function oldestReadAt(client: QueryClient): number | undefined {
  const times = client
    .getQueriesData<MarketsData>({ queryKey: ["markets"], type: "active" })
    .flatMap(([, data]) => (data && listOf(data).readAt) ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

export function findWiderList(client: QueryClient, request: MarketsRequest): LoadedList | undefined {
  const text = writeMarketsRequest(request);
  let newest: LoadedList | undefined;
  for (const [[, otherText], data] of client.getQueriesData<MarketsData>({ queryKey: ["markets"] })) {
    const other = data?.pages[0]?.request;
    if (data === undefined || other === undefined) continue;
    if (otherText === text || !covers(other, request)) continue;
    const list = listOf(data);
    if (list.ended === "null-cursor" && (newest?.readAt ?? 0) <= (list.readAt ?? 0)) newest = list;
  }
  return newest;
}

export function placeholderFromWiderList(
  client: QueryClient,
  request: MarketsRequest,
): MarketList | undefined {
  const wider = findWiderList(client, request);
  return (
    wider && {
      ...wider,
      rows: wider.rows.filter((row) => matchesRequest(row, request)),
      rejected: [],
      duplicates: 0,
      changedIds: new Set<string>(),
    }
  );
}

const noRows: ReadonlyMap<string, MarketRow> = new Map();

/** Rows of the complete list that is being replaced, or of the wider list shown instead. */
function previousRows(client: QueryClient, request: MarketsRequest): ReadonlyMap<string, MarketRow> {
  const data = client.getQueryData<MarketsData>(["markets", writeMarketsRequest(request)]);
  const own = data === undefined ? undefined : listOf(data);
  const previous = own?.ended === undefined ? findWiderList(client, request) : own;
  return previous === undefined ? noRows : new Map(previous.rows.map((row) => [row.id, row]));
}

/** Keeps the most recent lists and the longest complete one, which may serve as a placeholder. */
export function removeUnusedLists(client: QueryClient): void {
  const unused = client
    .getQueryCache()
    .findAll({ queryKey: ["markets"], type: "inactive", fetchStatus: "idle" })
    // A list that a component observes will soon be loaded by another one.
    .filter((query) => query.getObserversCount() === 0)
    .map((query) => {
      const data = client.getQueryData<MarketsData>(query.queryKey);
      return { query, list: data === undefined ? undefined : listOf(data) };
    })
    .toSorted((one, other) => other.query.state.dataUpdatedAt - one.query.state.dataUpdatedAt);
  const complete = unused.filter(({ list }) => list?.ended === "null-cursor");
  const longest = Math.max(...complete.map(({ list }) => list?.rows.length ?? 0));
  const kept = new Set([
    ...unused.filter(({ list }) => list !== undefined).slice(0, unusedListsKept),
    complete.find(({ list }) => list?.rows.length === longest),
  ]);
  for (const unusedList of unused) if (!kept.has(unusedList)) client.getQueryCache().remove(unusedList.query);
}

/** A cursor belongs to one snapshot of the source. Once that is gone, the list starts over. */
export function isCursorRefused(error: unknown): boolean {
  return error instanceof LoadError && error.status === 400 && error.page > 1;
}

/** Loads the list in the background and replaces the old one when complete. */
export async function refreshMarkets(
  client: QueryClient,
  query: ReturnType<typeof marketsQuery>,
  restarts = maxRestarts,
): Promise<void> {
  try {
    await client.infiniteQuery({ ...query, staleTime: 0, pages: maxPages });
  } catch (error) {
    if (isCursorRefused(error) && restarts > 0) await refreshMarkets(client, query, restarts - 1);
  }
}

export function covers(wide: MarketsRequest, narrow: MarketsRequest): boolean {
  return (
    includesAll(wide.types, narrow.types) &&
    includesAll(wide.providers, narrow.providers) &&
    includesAll(wide.assets, narrow.assets) &&
    (narrow.types?.includes("prediction") === false || includesAll(statusesOf(wide), statusesOf(narrow)))
  );
}

/** Whether a row matches a request, by the service's rules and as far as a row shows. */
export function matchesRequest(row: MarketRow, request: MarketsRequest): boolean {
  return (
    (request.types === undefined || request.types.some((type) => type === row.type)) &&
    (request.providers === undefined || request.providers.includes(row.providerId)) &&
    (request.assets === undefined ||
      row.tokens.some(({ address = "" }) => request.assets?.includes(address))) &&
    (row.kind !== "prediction" ||
      row.status === undefined ||
      statusesOf(request).some((status) => status === row.status))
  );
}

function statusesOf(request: MarketsRequest): readonly PredictionStatus[] {
  return request.statuses ?? ["open"];
}

function includesAll<T>(wide: readonly T[] | undefined, narrow: readonly T[] | undefined): boolean {
  return wide === undefined || (narrow !== undefined && narrow.every((item) => wide.includes(item)));
}
