import { SourceError, type MarketSource } from "../sources/market-source.ts";
import type { SourceResponse } from "../sources/source-response.ts";
import { createStaleWait } from "../sources/upstream/response-cache.ts";
import type { UpstreamMeter } from "../metrics.ts";
import { listingQueryOf, type Listing, type ListingQuery } from "./listing.ts";

export interface ListedOptions {
  /** A list stays fresh for two polls, so that another instance has time to replace a killed one. */
  readonly everyMs: number;
  readonly staleMs: number;
  /** The same in all instances, and another one for another source, which may be such a service itself. */
  readonly cursorMark?: string;
  readonly meter: Pick<UpstreamMeter, "served">;
}

/** If a list is available, callers wait this long for a source that hangs before they get the list. */
const staleWaitMs = 4000;

/** Answers from the shared list. Asks the source for what the list lacks, and for everything once it is too old. */
export function withListing(
  source: MarketSource,
  listed: { readonly listing: Listing | undefined },
  { everyMs, staleMs, cursorMark, meter }: ListedOptions,
): MarketSource {
  const staleWait = createStaleWait(staleWaitMs);

  const younger = (ms: number): Listing | undefined => {
    const { listing } = listed;
    return listing !== undefined && Date.now() - listing.time < ms ? listing : undefined;
  };
  const withFallback = async (
    query: ListingQuery,
    live: SourceResponse | Promise<SourceResponse>,
  ): Promise<SourceResponse> => {
    try {
      const response = await (younger(staleMs) === undefined ? live : staleWait.wait(Promise.resolve(live)));
      staleWait.renew();
      return response;
    } catch (error) {
      const old = younger(staleMs);
      const isRefused = !(error instanceof SourceError) || error.statusCode === 400;
      if (old === undefined || isRefused) throw error;
      meter.served("stale");
      return old.respond(query, true);
    }
  };

  return {
    ...source,
    listMarkets(request, call) {
      const query = listingQueryOf(request, cursorMark);
      if (query === undefined) return source.listMarkets(request, call);
      const fresh = younger(2 * everyMs);
      if (fresh !== undefined) {
        meter.served("fresh");
        return fresh.respond(query, false);
      }
      if (query.after === undefined) return withFallback(query, source.listMarkets(request, call));
      // The cursor belongs to the list, so the source cannot continue from it.
      const old = younger(staleMs);
      if (old === undefined) return Promise.reject(noListing());
      meter.served("stale");
      return old.respond(query, true);
    },
    ready: async (signal) => younger(staleMs) !== undefined || source.ready(signal),
  };
}

function noListing(): SourceError {
  return new SourceError(
    "upstream-unavailable",
    "The list that this cursor belongs to is unavailable. Try again in a few seconds, or leave the cursor out to start again.",
    { retryAfterSeconds: 5 },
  );
}
