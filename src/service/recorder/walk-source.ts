// Asks a source for all of its markets, page by page, as the record needs them: each once, and with the word whether that was all.
import { parseMarketsPage, type RejectedMarket } from "../../contract/markets-page.ts";
import { maximumLimit, type MarketsRequest } from "../../contract/markets-request.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import type { Walk } from "../store/market-store.ts";
import { seeMarket, type SeenMarket } from "../store/point.ts";
import { entryBytes } from "../entry-bytes.ts";

/** Why a walk did not come to its end. */
type WalkFault =
  /** The source failed, or sent what it had kept from before. */
  | "source"
  /** A cursor led back to a page that was read already. */
  | "loop"
  /** More pages than any list has. */
  | "endless"
  /** More markets than fit into memory. */
  | "too-large";

export interface FinishedWalk {
  readonly walk: Walk;
  readonly fault?: WalkFault;
  /** Markets that were sent again on a later page. */
  readonly repeated: number;
  /** The first of those that could not be read. */
  readonly examples: readonly RejectedMarket[];
  /** How old the oldest page was at the end, in milliseconds. */
  readonly ageMs: number;
}

interface WalkBounds {
  readonly pages: number;
  /** The JSON of markets, some 30,000 of them. Past it they are walked without: a list that long is not served. */
  readonly bodyBytes: number;
  /** Everything else that is kept: some 65,000 markets with their figures. */
  readonly bytes: number;
}

const defaultBounds: WalkBounds = {
  pages: 5000,
  bodyBytes: 48 * 1024 * 1024,
  bytes: 64 * 1024 * 1024,
};
const mostExamples = 5;
/** A wait the source asks for is kept, once a page, where it is not longer than this. */
const longestWaitMs = 60_000;
const shortestWaitMs = 200;

/**
 * Reads all pages. Never fails but by the signal: a walk that ends early has what came until then, and is not complete.
 * @param now the moment the walk is given, once it is over
 */
export async function walkSource(
  source: WalkedSource,
  signal: AbortSignal,
  now: () => number = Date.now,
  bounds: WalkBounds = defaultBounds,
): Promise<FinishedWalk> {
  const markets = new Map<string, SeenMarket>();
  const cursors = new Set<string>();
  const examples: RejectedMarket[] = [];
  let oldest = Infinity;
  let setAside = 0;
  let repeated = 0;
  let pages = 0;
  let bodyBytes = 0;
  let bytes = 0;
  let cursor: string | undefined;
  let fault: WalkFault | undefined;
  do {
    const page = await readPage(source, { limit: maximumLimit, cursor }, signal);
    if (page === undefined) {
      fault = "source";
      break;
    }
    pages += 1;
    setAside += page.setAside;
    examples.push(...page.examples.slice(0, mostExamples - examples.length));
    oldest = Math.min(oldest, now() - page.ageMs);
    for (const market of page.markets) {
      if (markets.has(market.id)) {
        repeated += 1;
        continue;
      }
      bodyBytes += sizeOf(market.body);
      bytes += entryBytes + sizeOf(market.id) + sizeOf(market.type) + sizeOf(market.provider);
      markets.set(market.id, bodyBytes > bounds.bodyBytes ? withoutBody(market) : market);
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
  return {
    walk: { time, complete: fault === undefined, pages, setAside, markets: [...markets.values()] },
    repeated,
    examples,
    ageMs: Math.max(0, time - oldest),
    ...(fault === undefined ? {} : { fault }),
  };
}

function withoutBody(market: SeenMarket): SeenMarket {
  const { body: _, ...others } = market;
  return others;
}

/** What a text takes in memory: one letter beyond Latin makes all of them two bytes wide. */
function sizeOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
}

/** The part of a source that a walk needs. */
type WalkedSource = Pick<MarketSource, "listMarkets">;

interface ReadPage {
  readonly markets: readonly ReturnType<typeof seeMarket>[];
  readonly cursor: string | undefined;
  readonly setAside: number;
  readonly examples: readonly RejectedMarket[];
  readonly ageMs: number;
}

/** A page, asked for a second time after the wait the source wants; undefined where that did not help either. */
async function readPage(
  source: WalkedSource,
  request: MarketsRequest,
  signal: AbortSignal,
): Promise<ReadPage | undefined> {
  for (let tries = 1; ; tries += 1)
    try {
      const answer = await source.listMarkets(request, { signal, caller: "recorder" });
      // Kept data has been recorded when it was new.
      if (answer.stale) return undefined;
      const body: unknown = JSON.parse((await answer.bytes()).toString());
      const page = parseMarketsPage(body);
      return {
        markets: page.markets.map(({ market }) => seeMarket(market)),
        cursor: page.cursor ?? undefined,
        setAside: page.rejectedCount + answer.setAside.count,
        examples: [...answer.setAside.examples, ...page.rejected],
        ageMs: answer.ageSeconds * 1000,
      };
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = (error instanceof SourceError ? (error.retryAfterSeconds ?? 0) : 0) * 1000;
      if (tries > 1 || waitMs > longestWaitMs) return undefined;
      await pause(Math.max(waitMs, shortestWaitMs), signal);
    }
}

/** @throws the signal's reason */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error("stopped"));
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
