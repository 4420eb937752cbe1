import { SourceError, type MarketSource } from "../sources/market-source.ts";
import type { SourceAnswer } from "../sources/source-answer.ts";
import { createPatience } from "../sources/upstream/answer-cache.ts";
import type { UpstreamMeter } from "../metrics.ts";
import { questionOf, type Listing, type ListingQuestion } from "./listing.ts";

export interface ListedOptions {
  /** A list is fresh for twice as long, so that another instance can replace a killed one. */
  readonly everyMs: number;
  readonly staleMs: number;
  readonly meter: Pick<UpstreamMeter, "answer">;
}

/** With a list available, callers do not wait longer for a source that hangs. */
const patienceMs = 4000;

/** The source answers what the list cannot, and everything once the list is too old. */
export function withListing(
  source: MarketSource,
  listed: { readonly listing: Listing | undefined },
  { everyMs, staleMs, meter }: ListedOptions,
): MarketSource {
  const patience = createPatience(patienceMs);

  const younger = (ms: number): Listing | undefined => {
    const { listing } = listed;
    return listing !== undefined && Date.now() - listing.time < ms ? listing : undefined;
  };
  const withFallback = async (
    question: ListingQuestion,
    asked: SourceAnswer | Promise<SourceAnswer>,
  ): Promise<SourceAnswer> => {
    try {
      const answer = await (younger(staleMs) === undefined ? asked : patience.wait(Promise.resolve(asked)));
      patience.renew();
      return answer;
    } catch (error) {
      const old = younger(staleMs);
      const isRefused = !(error instanceof SourceError) || error.statusCode === 400;
      if (old === undefined || isRefused) throw error;
      meter.answer("stale");
      return old.answer(question, true);
    }
  };

  return {
    ...source,
    listMarkets(request, call) {
      const question = questionOf(request);
      if (question === undefined) return source.listMarkets(request, call);
      const fresh = younger(2 * everyMs);
      if (fresh !== undefined) {
        meter.answer("fresh");
        return fresh.answer(question, false);
      }
      if (question.after === undefined) return withFallback(question, source.listMarkets(request, call));
      // The source would not know a listing's cursor.
      const old = younger(staleMs);
      if (old === undefined) return Promise.reject(noListing());
      meter.answer("stale");
      return old.answer(question, true);
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
