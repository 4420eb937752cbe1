// The demo's side of the port for everything but markets: its wallets and its assets, from the same simulation.
import { setImmediate as nextTurn } from "node:timers/promises";
import { defaultAssets } from "../../../../contract/assets/assets-request.ts";
import type { Position } from "../../../../contract/positions/position.ts";
import { defaultPositionResolution } from "../../../../contract/positions/positions-request.ts";
import type { MarketType } from "../../../../contract/market.ts";
import { listedTypes, mostMarketsByType } from "../../../../contract/markets-page.ts";
import { minuteMs, resolutionMs } from "../../../../contract/units.ts";
import { usualResolution } from "../../../../contract/history.ts";
import type { Companions } from "../../companions.ts";
import { SourceError } from "../../market-source.ts";
import { answer, pastOf, tagOfValues, type DemoClock, type Turns } from "../answers/answer.ts";
import type { SourceAnswer } from "../../source-answer.ts";
import { readCursor, refusedCursor, stillWalks, writeCursor } from "../answers/cursor.ts";
import type { ListedMarket, Simulation } from "../simulation.ts";
import { assetAt, roundPrice, tokenOfAsset } from "./asset-catalogue.ts";
import { demoTokens } from "../token-prices.ts";
import { AssetSearch } from "./asset-search.ts";
import type { DemoWallet } from "./demo-wallets.ts";
import { countPoints, pastsOf, pnlOf, writePasts } from "./position-answers.ts";

interface DemoCompanionsParts {
  readonly simulation: Simulation;
  readonly wallets: readonly DemoWallet[];
  readonly clock: DemoClock;
  /** Writes listed markets as they are at an instant, each as one JSON text. */
  readonly textsOf: (listed: readonly ListedMarket[], time: number) => Promise<readonly string[]>;
  readonly inTurn: Turns;
  /** What makes this demo differ from another; it is part of every tag. */
  readonly demo: readonly unknown[];
}

/** Points of positions in one answer: 60 of them by the day for more than a year, and 5 MB of JSON. */
const mostPositionPoints = 30_000;
/** Points of prices in one answer: 1.2 MB of JSON. */
const mostPricePoints = 20_000;
/** So many points take about a millisecond. Whoever asks for anything else is answered between them. */
const pointsPerTurn = 1000;

/** Creates the demo's companions. They fail with 400, and with 404 for an asset that is none. */
export function createDemoCompanions({
  simulation,
  wallets,
  clock,
  textsOf,
  inTurn,
  demo,
}: DemoCompanionsParts): Companions {
  const { book } = simulation;
  const search = new AssetSearch(demoTokens);
  const walletOf = (address: string): DemoWallet | undefined =>
    wallets.find((wallet) => wallet.address === address);
  const currentMinute = (): number => Math.floor(clock.now() / minuteMs);
  const pages = JSON.stringify([...demo, "assets"]);
  /** What is as it is in a minute, and by what was asked for. */
  const answerOf = (
    name: string,
    minute: number,
    asked: readonly unknown[],
    write: (time: number) => Promise<unknown>,
  ): SourceAnswer =>
    answer(tagOfValues(name, ...demo, minute, ...asked), clock.ageOf(minute), async () =>
      JSON.stringify(await write(minute * minuteMs)),
    );

  return {
    positions({ wallet: address, type, bundleIds }) {
      return answerOf("positions", currentMinute(), [address, type, bundleIds], async (time) =>
        inTurn(async () => {
          const bodies: Position[] = [];
          for (const position of walletOf(address)?.positionsAt(time) ?? []) {
            if (type !== undefined && position.type !== type) continue;
            const body = position.bodyAt(time);
            if (bundleIds?.includes(body.bundleId ?? "") !== false) bodies.push(body);
            await nextTurn();
          }
          return { positions: bodies };
        }),
      );
    },

    async positionHistory({ wallet: address, positionIds, resolution = defaultPositionResolution, ...span }) {
      const now = currentMinute() * minuteMs;
      const { start, end } = pastOf(span, now);
      const known = walletOf(address)?.allAt(now) ?? [];
      const asked = positionIds === undefined ? known : known.filter(({ id }) => positionIds.includes(id));
      const step = resolutionMs[resolution];
      const pasts = pastsOf(asked, start, end, step);
      if (countPoints(pasts) > mostPositionPoints)
        throw new SourceError(
          "bad-request",
          "That is more past of this wallet than one answer holds. Ask for a coarser resolution, fewer positions or a shorter span.",
        );
      const told = pasts.map(({ position, first, last }) => [position.id, first, last]);
      return answer(tagOfValues("position history", ...demo, step, told), 0, async () =>
        inTurn(async () => writePasts(pasts, step)),
      );
    },

    pnl({ wallet: address }) {
      return answerOf("pnl", currentMinute(), [address], async (time) =>
        inTurn(async () => pnlOf(walletOf(address)?.allAt(time) ?? [], time)),
      );
    },

    async marketsByType() {
      const minute = currentMinute();
      const filter = { types: listedTypes, providers: undefined, assets: undefined, statuses: [] };
      const { markets, next } = simulation.marketsFrom(0, mostMarketsByType, filter, minute * minuteMs);
      if (next !== undefined)
        throw new SourceError(
          "bad-request",
          `This demo has more than the ${mostMarketsByType} markets that one answer holds. Ask for /v0/markets, which comes in pages.`,
        );
      return answer(tagOfValues("by type", ...demo, minute), clock.ageOf(minute), async () => {
        const texts = await textsOf(markets, minute * minuteMs);
        const listOf = (type: MarketType): string =>
          texts.filter((_, index) => markets[index]?.product.type === type).join(",");
        return `{${listedTypes.map((type) => `"${type}":[${listOf(type)}]`).join(",")}}`;
      });
    },

    async assets({ cursor, limit = defaultAssets }) {
      const start = cursor === undefined ? undefined : readCursor(cursor, pages);
      if (typeof start === "string") throw refusedCursor(start);
      const { minute, position } = start ?? { minute: currentMinute(), position: 0 };
      if (!stillWalks(minute, clock.now())) throw refusedCursor("expired");
      const end = position + limit;
      return answerOf("assets", minute, [position, end], async (time) => ({
        assets: demoTokens.slice(position, end).map((token) => assetAt(token, book, time)),
        cursor: end < demoTokens.length ? writeCursor({ minute, position: end }, pages) : null,
      }));
    },

    search({ query, limit = defaultAssets }) {
      const found = search.find(query, limit);
      const mints = found.map(({ mint }) => mint);
      return answerOf("search", currentMinute(), [mints], async (time) => ({
        assets: found.map((token) => assetAt(token, book, time)),
      }));
    },

    async asset(id) {
      const token = tokenOfAsset(id);
      if (token === undefined) throw noSuchAsset();
      return answerOf("asset", currentMinute(), [token.mint], async (time) => assetAt(token, book, time));
    },

    async assetHistory(request) {
      const token = tokenOfAsset(request.id);
      if (token === undefined) throw noSuchAsset();
      const now = currentMinute() * minuteMs;
      const { start, end } = pastOf(request, now);
      const { resolution = usualResolution(end - start) } = request;
      const step = resolutionMs[resolution];
      const first = Math.ceil(start / step);
      const last = Math.floor(end / step);
      if (last - first >= mostPricePoints)
        throw new SourceError(
          "bad-request",
          "That is more past of one price than one answer holds. Ask for resolution 1d or a shorter span.",
        );
      const tag = tagOfValues("asset history", ...demo, token.mint, first, last, resolution);
      return answer(tag, 0, async () =>
        inTurn(async () => {
          const history: { timestamp: string; priceUsd: number }[] = [];
          for (let index = first; index <= last; index += 1) {
            const time = index * step;
            history.push({
              timestamp: new Date(time).toISOString(),
              priceUsd: roundPrice(book.price(token, time)),
            });
            if (history.length % pointsPerTurn === 0) await nextTurn();
          }
          return JSON.stringify({ id: request.id, history });
        }),
      );
    },
  };
}

function noSuchAsset(): SourceError {
  return new SourceError(
    "not-found",
    "The demo has no asset of this id. Ask for /v0/assets, which lists all there are.",
  );
}
