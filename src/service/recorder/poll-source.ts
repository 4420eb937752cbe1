import { setTimeout as pause } from "node:timers/promises";
import { parseMarketsPage, type RejectedMarket } from "../../contract/markets-page.ts";
import { maxLimit, type MarketsRequest } from "../../contract/markets-request.ts";
import { snapshotOf, type MarketSnapshot, type Poll } from "../../domain/record/poll.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { entryBytes } from "../sources/source-response.ts";

export type FinishedPoll = Awaited<ReturnType<typeof pollSource>>;

const defaultBounds = {
  pages: 5000,
  /** Enough for about 30,000 markets. Further ones are recorded without their JSON, and the list is not served. */
  bodyBytes: 48 * 1024 * 1024,
  /** Memory for everything else, enough for about 65,000 markets. */
  bytes: 64 * 1024 * 1024,
};
const maxExamples = 5;
const maxWaitMs = 60_000;
const minWaitMs = 200;

type PolledSource = Pick<MarketSource, "listMarkets">;

export async function pollSource(
  source: PolledSource,
  signal: AbortSignal,
  now: () => number = Date.now,
  bounds = defaultBounds,
) {
  const markets = new Map<string, MarketSnapshot>();
  const cursors = new Set<string>();
  const examples: RejectedMarket[] = [];
  let oldest = Infinity;
  let setAside = 0;
  let repeated = 0;
  let pages = 0;
  let bodyBytes = 0;
  let bytes = 0;
  let cursor: string | undefined;
  /** "loop": a cursor led back to an earlier page. */
  let fault: "source" | "loop" | "endless" | "too-large" | undefined;
  do {
    const page = await readPage(source, { limit: maxLimit, cursor }, signal);
    if (page === undefined) {
      fault = "source";
      break;
    }
    pages += 1;
    setAside += page.setAside;
    examples.push(...page.examples.slice(0, maxExamples - examples.length));
    oldest = Math.min(oldest, now() - page.ageMs);
    for (const market of page.markets) {
      const { body, ...others } = market;
      if (markets.has(market.id)) {
        repeated += 1;
        continue;
      }
      bodyBytes += sizeOf(body);
      bytes += entryBytes + sizeOf(market.id) + sizeOf(market.type) + sizeOf(market.provider);
      markets.set(market.id, bodyBytes > bounds.bodyBytes ? others : market);
    }
    cursor = page.cursor;
    if (cursor === undefined) break;
    bytes += sizeOf(cursor);
    if (cursors.has(cursor)) fault = "loop";
    else if (pages >= bounds.pages) fault = "endless";
    else if (bytes > bounds.bytes) fault = "too-large";
    cursors.add(cursor);
  } while (fault === undefined);
  const time = now();
  const complete = fault === undefined;
  const poll: Poll = { time, complete, pages, setAside, markets: [...markets.values()] };
  return { poll, repeated, examples, ageMs: Math.max(0, time - oldest), fault };
}

/** A single non-Latin character makes V8 store the whole string with two bytes per character. */
function sizeOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
}

/** Retries once, after the wait the source asks for. Undefined if that fails too. */
async function readPage(source: PolledSource, request: MarketsRequest, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1)
    try {
      const response = await source.listMarkets(request, { signal, caller: "recorder" });
      // A stale response was recorded when it was fresh.
      if (response.stale) return undefined;
      const page = parseMarketsPage(JSON.parse((await response.bytes()).toString()));
      return {
        markets: page.markets.map(({ market }) => snapshotOf(market)),
        cursor: page.cursor ?? undefined,
        setAside: response.setAside.count + page.setAside.count,
        examples: [...response.setAside.examples, ...page.setAside.examples],
        ageMs: response.ageSeconds * 1000,
      };
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = (error instanceof SourceError ? (error.retryAfterSeconds ?? 0) : 0) * 1000;
      if (tries > 1 || waitMs > maxWaitMs) return undefined;
      await pause(Math.max(waitMs, minWaitMs), undefined, { signal });
    }
}
