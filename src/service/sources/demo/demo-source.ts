// The embedded source: answers the port from the simulation. It keeps nothing that two instances would have to share, so
// that a walk may change the instance on every page.
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { usualResolution, type HistoryResolution, type MarketHistory } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import { defaultLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import { hourMs, minuteMs } from "../../../contract/units.ts";
import { SourceError, type MarketSource } from "../market-source.ts";
import type { SourceAnswer } from "../source-answer.ts";
import { answer, createTurns, pastOf, tagOfValues, type DemoClock } from "./answers/answer.ts";
import {
  readCursor,
  refusedCursor,
  stillWalks,
  writeCursor,
  type CursorFault,
  type CursorState,
} from "./answers/cursor.ts";
import { createDemoCompanions } from "./companions/demo-companions.ts";
import { capturedAt } from "./facts/capture.ts";
import { createDemoWallets } from "./companions/demo-wallets.ts";
import { Simulation, type ListedMarket, type MarketFilter, type MarketsFrom } from "./simulation.ts";

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

/** Hours computed for one answer, the 24 of each daily point included: 20 markets over a year and a bit. */
const mostHours = 20 * 9_000;
/** Points in one answer: 2.5 MB of JSON. */
const mostPoints = 20_000;
/** Room for the texts of 25 instants of the ordinary demo; one of 100,000 markets has its last 13,000 or so in it. */
const keptLetters = 16 * 1024 * 1024;
/** Whoever asks for anything else is answered as often. A market takes 20 µs, and 5 ms where a month of its rates is new. */
const turnMs = 5;

/** Creates the demo source. See `MarketSource` for what it answers; it fails only with 400. */
export function createDemoSource(options: DemoOptions): MarketSource {
  const simulation = new Simulation(options.markets, options.seed);
  const textsOf = createMarketTexts(simulation);
  const inTurn = createTurns();
  const requests = new WeakMap<MarketsRequest, Asked>();
  const clock: DemoClock = {
    now: () => options.time ?? (options.now ?? Date.now)(),
    ageOf: (minute) =>
      options.time === undefined ? Math.max(0, Math.floor((clock.now() - minute * minuteMs) / 1000)) : 0,
  };

  const wallets = createDemoWallets(simulation);

  return {
    kind: "demo",
    label: "Demo",
    capturedAt,
    ...(options.time === undefined ? {} : { frozenAt: options.time }),
    demoWallets: wallets.map((wallet) => ({
      name: wallet.name,
      address: wallet.address,
      positions: wallet.positionsAt(clock.now()).length,
    })),
    countMarkets: () => simulation.size,
    ready: async () => true,
    companions: createDemoCompanions({
      simulation,
      wallets,
      clock,
      textsOf,
      inTurn,
      demo: [options.markets, options.seed],
    }),

    listMarkets(request): SourceAnswer | Promise<SourceAnswer> {
      const asked = requestedAction(request);
      const { query, filter, start } = asked;
      if (typeof start === "string") return Promise.reject(refusedCursor(start));
      const now = clock.now();
      const { minute, position } = start ?? { minute: Math.floor(now / minuteMs), position: 0 };
      if (!stillWalks(minute, now)) return Promise.reject(refusedCursor("expired"));
      const time = minute * minuteMs;
      const list = (): MarketsFrom =>
        simulation.marketsFrom(position, request.limit ?? defaultLimit, filter, time);
      const cursorOf = ({ next }: MarketsFrom): string | null =>
        next === undefined ? null : writeCursor({ minute, position: next }, query);
      let listed: MarketsFrom | undefined;
      if (asked.last?.minute !== minute) {
        listed = list();
        const places = listed.markets.map((market) => market.position);
        const tag = tagOfValues(options.markets, options.seed, minute, places, cursorOf(listed));
        asked.last = { minute, tag };
      }
      return answer(asked.last.tag, clock.ageOf(minute), async () => {
        const page = listed ?? list();
        const texts = await textsOf(page.markets, time);
        return `{"markets":[${texts.join(",")}],"cursor":${JSON.stringify(cursorOf(page))}}`;
      });
    },

    async history(request): Promise<SourceAnswer> {
      const now = Math.floor(clock.now() / minuteMs) * minuteMs;
      const { start, end } = pastOf(request, now);
      const span = Math.max(0, end - start);
      const { resolution = usualResolution(span) } = request;
      const { marketIds } = request;
      const hours = marketIds.length * (span / hourMs);
      const points = resolution === "1h" ? hours : hours / 24;
      if (hours > mostHours || points > mostPoints)
        throw new SourceError("bad-request", tooMuchPast(marketIds.length, resolution));
      const tag = tagOfValues(options.markets, options.seed, marketIds, start, end, resolution);
      return answer(tag, 0, () =>
        inTurn(async () => {
          const markets: MarketHistory[] = [];
          for (const id of marketIds) {
            markets.push(simulation.history(id, start, end, resolution));
            // Whoever asks for anything else is answered between two markets.
            await nextTurn();
          }
          return JSON.stringify({ data: { markets } });
        }),
      );
    },
  };

  /** Worked out once for each request, which comes as the same object again and again. */
  function requestedAction(request: MarketsRequest): Asked {
    const known = requests.get(request);
    if (known !== undefined) return known;
    const filter = filterOf(request);
    const query = JSON.stringify([options.markets, options.seed, filter]);
    const start = request.cursor === undefined ? undefined : readCursor(request.cursor, query);
    const asked: Asked = { filter, query, start, last: undefined };
    requests.set(request, asked);
    return asked;
  }
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

/** Writes the listed markets as they are at an instant, each as one JSON text, and each once whichever pages it is on. */
function createMarketTexts(
  simulation: Simulation,
): (listed: readonly ListedMarket[], time: number) => Promise<readonly string[]> {
  const kept = new LRUCache<string, string>({
    maxSize: keptLetters,
    sizeCalculation: (text) => text.length,
  });
  return async (listed, time) => {
    const texts: string[] = [];
    let turnEnds = performance.now() + turnMs;
    for (const market of listed) {
      const key = `${time}/${market.position}`;
      let text = kept.get(key);
      if (text === undefined) {
        if (performance.now() > turnEnds) {
          await nextTurn();
          turnEnds = performance.now() + turnMs;
        }
        text = JSON.stringify(simulation.marketAt(market, time));
        kept.set(key, text);
      }
      texts.push(text);
    }
    return texts;
  };
}
