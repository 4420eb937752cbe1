import { parseHistory, writeHistoryRequest } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import { parseMarketsPage } from "../../../contract/markets-page.ts";
import { maximumLimit, writeMarketsRequest, type MarketsRequest } from "../../../contract/markets-request.ts";
import type { MarketSource } from "../market-source.ts";
import { createAsker, mebibyte, whole, type Judged, type UpstreamOptions } from "./ask-upstream.ts";
import type { JsonBounds } from "./parse-json.ts";
import { createUpstreamCompanions } from "./upstream-companions.ts";

/** Five times a page of 200 markets; the worst that fits blocks the thread for 0.1 s. */
const pageBounds: JsonBounds = { bytes: 2 * mebibyte, values: 50_000, depth: 64 };
/** Some 50,000 points: 20 markets, three months of hours. */
const historyBounds: JsonBounds = { bytes: 4 * mebibyte, values: 200_000, depth: 16 };

/** A 404. */
const absence = "wrong-address";

export function createUpstreamSource(options: UpstreamOptions): MarketSource {
  const asker = createAsker(options);
  // First pages have their own cache, so that unusual requests cannot displace them.
  const firstPages = asker.createRoom(24 * mebibyte);
  const pages = asker.createRoom(16 * mebibyte);
  const histories = asker.createRoom(8 * mebibyte);

  const source: MarketSource = {
    kind: "upstream",
    label: options.label,
    listMarkets(given, call) {
      const request = inOrder(given);
      const { cursor, providers, assets, statuses, limit } = request;
      const isOurs = cursor === undefined && providers === undefined && assets === undefined;
      const isPlain = isOurs && statuses === undefined && (limit === undefined || limit === maximumLimit);
      const read = (json: unknown): Judged => {
        const page = parseMarketsPage(json);
        return {
          body: { markets: page.markets.map(({ market }) => market), cursor: page.cursor },
          setAside: { count: page.rejectedCount, examples: page.rejected },
          next: page.cursor === null ? undefined : pathOf({ ...request, cursor: page.cursor }),
        };
      };
      const question = { pathAndQuery: pathOf(request), bounds: pageBounds, read, isOurs, absence } as const;
      const hasCursor = cursor !== undefined;
      return asker.answer(isPlain ? firstPages : pages, { ...question, hasCursor }, call);
    },
    history(request, call) {
      const pathAndQuery = `/v0/markets/history?${writeHistoryRequest(request)}`;
      const question = { pathAndQuery, bounds: historyBounds, read: whole(parseHistory), absence } as const;
      return asker.answer(histories, question, call);
    },
    companions: createUpstreamCompanions(asker, firstPages),
    async ready(signal) {
      // The smallest page, and cached: frequent probes cost the upstream little.
      try {
        await source.listMarkets({ limit: 1 }, { signal, caller: "readiness" });
        return true;
      } catch {
        return firstPages.hasStandIn() || pages.hasStandIn();
      }
    },
    close: () => asker.close(),
  };
  return source;
}

/** Built from the parsed request, so that nothing else reaches the upstream. */
function pathOf(request: MarketsRequest): string {
  return `/v0/markets?${writeMarketsRequest(request)}`;
}

/** Canonical order, for the cache. */
function inOrder(request: MarketsRequest): MarketsRequest {
  const { types } = request;
  return types === undefined
    ? request
    : { ...request, types: marketTypes.filter((type) => types.includes(type)) };
}
