// The embedded source: answers the port from the simulation. It keeps nothing that two instances would have to share, so
// that a walk may change the instance on every page.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { HistoryBody, HistoryResolution, MarketHistory } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import type { MarketsBody } from "../../../contract/markets-page.ts";
import { defaultLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import { SourceError, nothingSetAside, type MarketSource, type SourceAnswer } from "../market-source.ts";
import { tagOf } from "../../tag.ts";
import { readCursor, writeCursor, type CursorFault, type CursorState } from "./cursor.ts";
import { capturedAt } from "./facts/capture.ts";
import { dayMs, hourMs } from "./hourly-rates.ts";
import { Simulation, type MarketFilter } from "./simulation.ts";

export interface DemoOptions {
  /** How many markets there are, 0 to 100000. */
  readonly markets: number;
  /** Another seed is another past and present of the same products. */
  readonly seed: number;
  /** Freezes the demo clock: milliseconds since the epoch. */
  readonly time?: number;
  /** The clock, where `time` does not freeze it. */
  readonly now?: () => number;
}

interface Asked {
  readonly filter: MarketFilter;
  /** The filter of this demo as one text. */
  readonly query: string;
  /** Where a cursor says the page begins. */
  readonly start: CursorState | CursorFault | undefined;
  /** The tag of the page last asked for. */
  last: { readonly minute: number; readonly tag: string } | undefined;
}

const minuteMs = 60_000;
/** How long a walk may take, by the demo clock. */
const cursorLifeMs = 15 * minuteMs;
/** The past of the demo begins this long before its present. */
const pastMs = 3 * 366 * dayMs;
/** Hours computed for one answer, the 24 of each daily point included: 20 markets over a year and a bit. */
const mostHours = 20 * 9_000;
/** Points in one answer: 2.5 MB of JSON. */
const mostPoints = 20_000;
/** Without a resolution, spans up to this are answered by the hour. */
const longestHourlySpanMs = 31 * dayMs;

const cursorMessages: Record<CursorFault | "expired", string> = {
  malformed:
    "cursor is not one this service has given. Send it exactly as received, or leave it out to start again.",
  altered: "cursor was changed on its way. Send it exactly as received, or leave it out to start again.",
  foreign:
    "cursor belongs to another query. Repeat type, provider, asset and filters as on the first page, or leave the cursor out.",
  expired: "cursor has expired: a walk may take 15 minutes. Leave the cursor out to start again.",
};

function refusedCursor(fault: CursorFault | "expired"): SourceError {
  return new SourceError(400, cursorMessages[fault], { code: "cursor-refused" });
}

/** Creates the demo source. See `MarketSource` for what it answers; it fails only with 400. */
export function createDemoSource(options: DemoOptions): MarketSource {
  const simulation = new Simulation(options.markets, options.seed);
  const inTurn = createTurns();
  const requests = new WeakMap<MarketsRequest, Asked>();
  const now = (): number => options.time ?? (options.now ?? Date.now)();

  return {
    kind: "demo",
    label: "Demo",
    capturedAt,
    ...(options.time === undefined ? {} : { frozenAt: options.time }),
    countMarkets: () => simulation.size,
    ready: async () => true,

    async listMarkets(request): Promise<SourceAnswer> {
      const asked = askedFor(request);
      const { query, filter, start } = asked;
      if (typeof start === "string") throw refusedCursor(start);
      const clock = now();
      const { minute, position } = start ?? { minute: Math.floor(clock / minuteMs), position: 0 };
      if (Math.abs(clock - minute * minuteMs) > cursorLifeMs + minuteMs) throw refusedCursor("expired");
      const limit = request.limit ?? defaultLimit;
      if (asked.last?.minute !== minute)
        asked.last = { minute, tag: tagOf(`${query}/${minute}/${position}/${limit}`) };
      return answer(asked.last.tag, ageOf(clock, minute), () => {
        const { markets, next } = simulation.marketsFrom(position, limit, filter, minute * minuteMs);
        return {
          markets,
          cursor: next === undefined ? null : writeCursor({ minute, position: next }, query),
        };
      });
    },

    async history(request): Promise<SourceAnswer> {
      const clock = Math.floor(now() / minuteMs) * minuteMs;
      const end = Math.min(request.endTime ?? clock, clock);
      const startTime = Math.max(request.startTime, clock - pastMs);
      const span = Math.max(0, end - startTime);
      const resolution: HistoryResolution = request.resolution ?? (span <= longestHourlySpanMs ? "1h" : "1d");
      const { marketIds } = request;
      const hours = marketIds.length * (span / hourMs);
      const points = resolution === "1h" ? hours : hours / 24;
      if (hours > mostHours || points > mostPoints)
        throw new SourceError(400, tooMuchPast(marketIds.length, resolution));
      const identity = JSON.stringify([options.markets, options.seed, marketIds, startTime, end, resolution]);
      return answer(tagOf(identity), 0, () =>
        inTurn(async () => {
          const markets: MarketHistory[] = [];
          for (const id of marketIds) {
            markets.push(simulation.history(id, startTime, end, resolution));
            // Whoever asks for anything else is answered between two markets.
            await nextTurn();
          }
          return { data: { markets } };
        }),
      );
    },
  };

  /** Worked out once for each request, which comes as the same object again and again. */
  function askedFor(request: MarketsRequest): Asked {
    const known = requests.get(request);
    if (known !== undefined) return known;
    const filter = filterOf(request);
    const query = JSON.stringify([options.markets, options.seed, filter]);
    const start = request.cursor === undefined ? undefined : readCursor(request.cursor, query);
    const asked: Asked = { filter, query, start, last: undefined };
    requests.set(request, asked);
    return asked;
  }

  /** Age of data made for a minute. With a frozen clock it is always new. */
  function ageOf(clock: number, minute: number): number {
    return options.time === undefined ? Math.max(0, Math.floor((clock - minute * minuteMs) / 1000)) : 0;
  }
}

/** A tag names what is asked for: that has one body, whichever instance makes it and when. */
function answer(
  tag: string,
  ageSeconds: number,
  makeBody: () => MarketsBody | Promise<HistoryBody>,
): SourceAnswer {
  return {
    tag,
    bytes: async () => Buffer.from(JSON.stringify(await makeBody())),
    ageSeconds,
    stale: false,
    setAside: nothingSetAside,
  };
}

function canonical<T extends string>(values: readonly T[] | undefined): readonly T[] | undefined {
  return values === undefined ? undefined : [...new Set(values)].toSorted();
}

/** The request's filter in one canonical form, so that equal queries have equal cursors whatever their order. */
function filterOf(request: MarketsRequest): MarketFilter {
  const types = request.types ?? marketTypes;
  return {
    types: marketTypes.filter((type) => types.includes(type)),
    providers: canonical(request.providers),
    assets: canonical(request.assets),
    statuses: canonical(request.statuses) ?? ["open"],
  };
}

function tooMuchPast(markets: number, resolution: HistoryResolution): string {
  const remedy =
    resolution === "1h"
      ? "Ask for resolution 1d, fewer markets or a shorter span."
      : "Ask for fewer markets or a shorter span.";
  return `That is more past of ${markets} ${markets === 1 ? "market" : "markets"} than one answer holds. ${remedy}`;
}

/** Runs one piece of work after another, so that their pauses are pauses for everybody. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}
