// Instances share no state: the pages of a list may come from different instances.
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { defaultResolution, type MarketHistory } from "../../../contract/history.ts";
import { marketTypes } from "../../../contract/market.ts";
import { defaultLimit, type MarketsRequest } from "../../../contract/markets-request.ts";
import { hourMs, minuteMs } from "../../../contract/units.ts";
import { countOf } from "../../../domain/format/number.ts";
import type { DemoConfig } from "../../config.ts";
import { writeCursor } from "../cursor.ts";
import type { MarketSource } from "../market-source.ts";
import type { SourceResponse } from "../source-response.ts";
import { createResponses, pastOf, startOf, tooLong } from "./demo-responses.ts";
import { createDemoCompanions } from "./companions/demo-companions.ts";
import { createDemoWallets } from "./companions/demo-wallets.ts";
import { kaminoFacts } from "./facts.ts";
import type { SimulatedFigures } from "./products/rated-product.ts";
import { Simulation, type ListedMarket, type MarketFilter } from "./simulation.ts";

/** `faulty` adds to `markets`. */
export interface DemoOptions extends Pick<DemoConfig, "markets" | "seed" | "time"> {
  readonly faulty?: boolean;
  readonly now?: () => number;
}

/** Per response. Enough for 20 markets and a bit over a year; a daily point costs 24 hours. */
const maxHours = 20 * 9_000;
/** Per response. That is 2.5 MB of JSON. */
const maxPoints = 20_000;
/** Enough for 25 instants of the default demo, or for the last 13,000 markets of a demo of 100,000. */
const keptLetters = 16 * 1024 * 1024;
/** Enough for the default demo's whole list in pages of 50, at each of the last ten minutes. */
const keptPages = 128;
/** Then other requests get a turn. A market takes 20 µs, or 5 ms when a new month of rates is computed. */
const turnMs = 5;

export interface DemoSource extends MarketSource {
  /** Rates and totals that a poll at this time would record, at a fraction of its cost. */
  readonly figuresAt: (id: string, time: number) => SimulatedFigures | undefined;
}

export function createDemoSource(options: DemoOptions): DemoSource {
  const { markets, seed, time: frozenAt, faulty = false, now = Date.now } = options;
  const simulation = new Simulation(markets, seed, faulty);
  const wallets = createDemoWallets(simulation);
  const textsOf = createMarketTexts();
  const responses = createResponses([markets, seed, ...(faulty ? ["faulty"] : [])], frozenAt, now);

  const pageAt = (minute: number, position: number, limit: number, filter: MarketFilter, query: string) => {
    const { markets: listed, next } = simulation.marketsFrom(position, limit, filter, minute * minuteMs);
    const cursor =
      next === undefined ? null : writeCursor({ snapshot: String(minute), position: next }, query);
    const positions = listed.map((market) => market.position);
    return { listed, cursor, tag: responses.tagOf(minute, positions, cursor) };
  };
  const pages = new LRUCache<string, ReturnType<typeof pageAt>, Parameters<typeof pageAt>>({
    max: keptPages,
    memoMethod: (_key, _stale, { context }) => pageAt(...context),
  });

  return {
    kind: "demo",
    label: "Demo",
    capturedAt: kaminoFacts.captured,
    frozenAt,
    demoWallets: wallets.map((wallet) => {
      const { name, address } = wallet;
      return { name, address, positions: wallet.positionsAt(responses.now()).length };
    }),
    countMarkets: () => simulation.size,
    ready: async () => true,
    figuresAt: (id, time) => simulation.figuresAt(id, time),
    companions: createDemoCompanions({ simulation, wallets, responses, textsOf }),

    async listMarkets(request): Promise<SourceResponse> {
      const { limit = defaultLimit } = request;
      const filter = filterOf(request);
      const query = responses.keyOf(filter);
      const { minute, position } = startOf(request.cursor, query, responses.now());
      const page = `${minute}/${position}/${limit}/${query}`;
      const { listed, cursor, tag } = pages.memo(page, { context: [minute, position, limit, filter, query] });
      return responses.respond(tag, minute, async () => {
        const texts = await textsOf(listed, minute * minuteMs);
        return `{"markets":[${texts.join(",")}],"cursor":${JSON.stringify(cursor)}}`;
      });
    },

    async history(request): Promise<SourceResponse> {
      const { marketIds } = request;
      const { start, end } = pastOf(request, responses.minute() * minuteMs);
      const span = Math.max(0, end - start);
      const { resolution = defaultResolution(span) } = request;
      const hours = marketIds.length * (span / hourMs);
      const points = resolution === "1h" ? hours : hours / 24;
      if (hours > maxHours || points > maxPoints)
        throw tooLong(
          countOf(marketIds.length, "market"),
          resolution === "1h" ? "resolution 1d, fewer markets" : "fewer markets",
        );
      return responses.respond(responses.tagOf(marketIds, start, end, resolution), undefined, () =>
        responses.inTurn(async () => {
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

function createMarketTexts(): (listed: readonly ListedMarket[], time: number) => Promise<readonly string[]> {
  const memo = new LRUCache<string, string>({ maxSize: keptLetters, sizeCalculation: (text) => text.length });
  return async (listed, time) => {
    const texts: string[] = [];
    let turnEnds = performance.now() + turnMs;
    for (const { position, product, variant } of listed) {
      const key = `${time}/${position}`;
      let text = memo.get(key);
      if (text === undefined) {
        if (performance.now() > turnEnds) {
          await nextTurn();
          turnEnds = performance.now() + turnMs;
        }
        text = JSON.stringify(product.marketAt(variant, time));
        memo.set(key, text);
      }
      texts.push(text);
    }
    return texts;
  };
}
