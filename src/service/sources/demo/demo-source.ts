// Instances share no state, so each page of a list may come from another one.
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { usualResolution, type HistoryResolution, type MarketHistory } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import { defaultLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import { hourMs, minuteMs } from "../../../contract/units.ts";
import { SourceError, type MarketSource } from "../market-source.ts";
import type { SourceAnswer } from "../source-answer.ts";
import {
  answer,
  createTurns,
  pastOf,
  readCursor,
  tagOfValues,
  writeCursor,
  type DemoClock,
} from "./answers.ts";
import { createDemoCompanions } from "./companions/demo-companions.ts";
import { createDemoWallets } from "./companions/demo-wallets.ts";
import { kaminoFacts } from "./facts.ts";
import { Simulation, type ListedMarket, type MarketFilter } from "./simulation.ts";

export interface DemoOptions {
  /** 0 to 100000; `faulty` adds to them. */
  readonly markets: number;
  readonly faulty?: boolean;
  readonly seed: number;
  readonly time?: number;
  readonly now?: () => number;
}

interface Asked {
  readonly filter: MarketFilter;
  readonly query: string;
  last?: { readonly minute: number; readonly tag: string };
}

/** Per answer: 20 markets for a bit over a year. A daily point costs 24 hours. */
const mostHours = 20 * 9_000;
/** Per answer: 2.5 MB of JSON. */
const mostPoints = 20_000;
/** 25 instants of the default demo, or the last 13,000 markets of a demo of 100,000. */
const keptLetters = 16 * 1024 * 1024;
/** A market takes 20 µs, or 5 ms for a new month of rates. */
const turnMs = 5;

export function createDemoSource(options: DemoOptions): MarketSource {
  const { markets, seed, time: frozenAt, faulty = false, now = Date.now } = options;
  const demo = [markets, seed, ...(faulty ? ["faulty"] : [])];
  const simulation = new Simulation(markets, seed, faulty);
  const wallets = createDemoWallets(simulation);
  const textsOf = createMarketTexts();
  const inTurn = createTurns();
  const requests = new WeakMap<MarketsRequest, Asked>();
  const clock: DemoClock = {
    now: () => frozenAt ?? now(),
    ageOf: (minute) =>
      frozenAt === undefined ? Math.max(0, Math.floor((clock.now() - minute * minuteMs) / 1000)) : 0,
  };

  const askedBy = (request: MarketsRequest): Asked => {
    const known = requests.get(request);
    if (known !== undefined) return known;
    const filter = filterOf(request);
    const asked = { filter, query: JSON.stringify([...demo, filter]) };
    requests.set(request, asked);
    return asked;
  };

  return {
    kind: "demo",
    label: "Demo",
    capturedAt: kaminoFacts.captured,
    ...(frozenAt === undefined ? {} : { frozenAt }),
    demoWallets: wallets.map((wallet) => ({
      name: wallet.name,
      address: wallet.address,
      positions: wallet.positionsAt(clock.now()).length,
    })),
    countMarkets: () => simulation.size,
    ready: async () => true,
    companions: createDemoCompanions({ simulation, wallets, clock, textsOf, inTurn, demo }),

    listMarkets(request): SourceAnswer | Promise<SourceAnswer> {
      const asked = askedBy(request);
      const { query, filter } = asked;
      try {
        const { minute, position } = readCursor(request.cursor, query, clock.now());
        const time = minute * minuteMs;
        const list = () => {
          const page = simulation.marketsFrom(position, request.limit ?? defaultLimit, filter, time);
          const cursor = page.next === undefined ? null : writeCursor({ minute, position: page.next }, query);
          return { listed: page.markets, cursor };
        };
        if (asked.last?.minute !== minute) {
          const { listed, cursor } = list();
          const tag = tagOfValues(
            ...demo,
            minute,
            listed.map((market) => market.position),
            cursor,
          );
          asked.last = { minute, tag };
        }
        return answer(asked.last.tag, clock.ageOf(minute), async () => {
          const { listed, cursor } = list();
          return `{"markets":[${(await textsOf(listed, time)).join(",")}],"cursor":${JSON.stringify(cursor)}}`;
        });
      } catch (error) {
        return Promise.reject(error);
      }
    },

    async history(request): Promise<SourceAnswer> {
      const { marketIds } = request;
      const { start, end } = pastOf(request, Math.floor(clock.now() / minuteMs) * minuteMs);
      const span = Math.max(0, end - start);
      const { resolution = usualResolution(span) } = request;
      const hours = marketIds.length * (span / hourMs);
      const points = resolution === "1h" ? hours : hours / 24;
      if (hours > mostHours || points > mostPoints)
        throw new SourceError("bad-request", tooMuchPast(marketIds.length, resolution));
      return answer(tagOfValues(...demo, marketIds, start, end, resolution), 0, () =>
        inTurn(async () => {
          const histories: MarketHistory[] = [];
          for (const id of marketIds) {
            histories.push(simulation.history(id, start, end, resolution));
            await nextTurn();
          }
          return JSON.stringify({ data: { markets: histories } });
        }),
      );
    },
  };
}

function canonical<T extends string>(values: readonly T[] | undefined): readonly T[] | undefined {
  return values && [...new Set(values)].toSorted();
}

function filterOf({ types = marketTypes, providers, assets, statuses }: MarketsRequest): MarketFilter {
  return {
    types: marketTypes.filter((type) => types.includes(type)),
    providers: canonical(providers),
    assets: canonical(assets),
    statuses: canonical(statuses) ?? ["open"],
  };
}

function tooMuchPast(markets: number, resolution: HistoryResolution): string {
  const remedy = resolution === "1h" ? "resolution 1d, fewer markets" : "fewer markets";
  return `The history of ${markets} ${markets === 1 ? "market" : "markets"} over this span does not fit one answer. Ask for ${remedy} or a shorter span.`;
}

function createMarketTexts(): (listed: readonly ListedMarket[], time: number) => Promise<readonly string[]> {
  const kept = new LRUCache<string, string>({ maxSize: keptLetters, sizeCalculation: (text) => text.length });
  return async (listed, time) => {
    const texts: string[] = [];
    let turnEnds = performance.now() + turnMs;
    for (const { position, product, variant } of listed) {
      const key = `${time}/${position}`;
      let text = kept.get(key);
      if (text === undefined) {
        if (performance.now() > turnEnds) {
          await nextTurn();
          turnEnds = performance.now() + turnMs;
        }
        text = JSON.stringify(product.marketAt(variant, time));
        kept.set(key, text);
      }
      texts.push(text);
    }
    return texts;
  };
}
