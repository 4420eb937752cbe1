import { setImmediate as nextTurn } from "node:timers/promises";
import { sum } from "d3-array";
import { LRUCache } from "lru-cache";
import { assetIdOf, mintOfAssetId, type Asset } from "../../../../contract/assets/asset.ts";
import { defaultAssets } from "../../../../contract/assets/assets-request.ts";
import { defaultResolution } from "../../../../contract/history.ts";
import type { MarketType } from "../../../../contract/market.ts";
import { listedTypes, maxMarketsByType } from "../../../../contract/markets-page.ts";
import type { PnlBody, Position } from "../../../../contract/positions/position.ts";
import { defaultPositionResolution } from "../../../../contract/positions/positions-request.ts";
import { dayMs, minuteMs, resolutionMs } from "../../../../contract/units.ts";
import { findAssets } from "../../asset-search.ts";
import { writeCursor } from "../../cursor.ts";
import { SourceError, type Companions } from "../../market-source.ts";
import type { SourceResponse } from "../../source-response.ts";
import { pastOf, startOf, tooLong, type DemoResponses } from "../demo-responses.ts";
import { roundPrice, roundUsd } from "../rounding.ts";
import type { ListedMarket, Simulation } from "../simulation.ts";
import { demoTokens, tokenOfMint, type DemoToken } from "../tokens.ts";
import type { SimulatedWallet } from "./demo-wallets.ts";
import type { WalletPosition } from "./wallet-position.ts";

interface DemoCompanionsParts {
  readonly simulation: Simulation;
  readonly wallets: readonly SimulatedWallet[];
  readonly responses: DemoResponses;
  readonly textsOf: (listed: readonly ListedMarket[], time: number) => Promise<readonly string[]>;
}

/** That is 5 MB of JSON: 60 positions with daily points for over a year. */
const maxPositionPoints = 30_000;
/** That is 1.2 MB of JSON. */
const maxPricePoints = 20_000;
/** Takes a few milliseconds, after which other requests get a turn. */
const pointsPerTurn = 250;

export function createDemoCompanions(parts: DemoCompanionsParts): Companions {
  const { simulation, wallets, textsOf } = parts;
  const { respond, inTurn, keyOf, minute: currentMinute, now, tagOf } = parts.responses;
  const { book } = simulation;
  const walletOf = (address: string) => wallets.find((wallet) => wallet.address === address);
  /** By minute. */
  const lists = new LRUCache({
    max: 2,
    memoMethod: (minute: number) =>
      simulation.marketsFrom(0, maxMarketsByType, ofListedTypes, minute * minuteMs),
  });
  const assetPages = keyOf("assets");
  const assetAt = (token: DemoToken, time: number): Asset => {
    const { mint, symbol, name, decimals, icon, tags } = token;
    const price = book.price(token, time);
    const priceChange24h = roundPrice(price / book.price(token, time - dayMs) - 1);
    const own = { symbol, name, decimals, icon, tags, priceUsd: roundPrice(price), priceChange24h };
    return { id: assetIdOf(mint), address: mint, ...own };
  };
  const responseOf = (
    name: string,
    key: readonly unknown[],
    write: (time: number) => unknown,
    minute = currentMinute(),
  ): SourceResponse =>
    respond(tagOf(name, minute, ...key), minute, async () => JSON.stringify(await write(minute * minuteMs)));

  return {
    positions({ wallet: address, type, bundleIds }) {
      const write = async (time: number) => {
        const positions: Position[] = [];
        for (const position of walletOf(address)?.positionsAt(time) ?? []) {
          if (type !== undefined && position.type !== type) continue;
          const body = position.bodyAt(time);
          if (bundleIds?.includes(body.bundleId ?? "") !== false) positions.push(body);
          await nextTurn();
        }
        return { positions };
      };
      return responseOf("positions", [address, type, bundleIds], (time) => inTurn(() => write(time)));
    },

    async positionHistory({ wallet: address, positionIds, resolution = defaultPositionResolution, ...span }) {
      const time = currentMinute() * minuteMs;
      const { start, end } = pastOf(span, time);
      const step = resolutionMs[resolution];
      const pasts = (walletOf(address)?.allAt(time) ?? [])
        .filter(({ id }) => positionIds?.includes(id) !== false)
        .map((position) => ({
          position,
          first: Math.ceil(Math.max(start, position.opened) / step),
          last: Math.floor(Math.min(end, position.closed ?? end) / step),
        }));
      const points = sum(pasts, ({ first, last }) => Math.max(0, last - first + 1));
      if (points > maxPositionPoints) throw tooLong("this wallet", "a coarser resolution, fewer positions");
      const spans = pasts.map(({ position, first, last }) => [position.id, first, last]);
      return respond(tagOf("position history", step, spans), undefined, () =>
        inTurn(async () => {
          const positions: object[] = [];
          for (const { position, first, last } of pasts) {
            const { id, providerId, type, marketId } = position;
            const history = await pointsOf(first, last, step, (at) => position.pointAt(at));
            positions.push({ id, providerId, type, marketId, history });
          }
          return JSON.stringify({ data: { positions } });
        }),
      );
    },

    pnl({ wallet: address }) {
      const write = async (time: number) => pnlOf(walletOf(address)?.allAt(time) ?? [], time);
      return responseOf("pnl", [address], (time) => inTurn(() => write(time)));
    },

    async marketsByType() {
      const minute = currentMinute();
      const { markets, next } = lists.memo(minute);
      if (next !== undefined)
        throw new SourceError(
          "bad-request",
          `This demo has more than the ${maxMarketsByType} markets that fit one answer. Ask for /v0/markets, which comes in pages.`,
        );
      return respond(tagOf("by type", minute), minute, async () => {
        const texts = await textsOf(markets, minute * minuteMs);
        const listOf = (type: MarketType): string =>
          texts.filter((_, index) => markets[index]?.product.type === type).join(",");
        return `{${listedTypes.map((type) => `"${type}":[${listOf(type)}]`).join(",")}}`;
      });
    },

    async assets({ cursor, limit = defaultAssets }) {
      const { minute, position } = startOf(cursor, assetPages, now());
      const end = position + limit;
      const write = (time: number) => ({
        assets: demoTokens.slice(position, end).map((token) => assetAt(token, time)),
        cursor:
          end < demoTokens.length
            ? writeCursor({ snapshot: String(minute), position: end }, assetPages)
            : null,
      });
      return responseOf("assets", [position, end], write, minute);
    },

    search({ query, limit = defaultAssets }) {
      const found = findAssets(addressedTokens, query, limit);
      const mints = found.map(({ mint }) => mint);
      return responseOf("search", [mints], (time) => ({
        assets: found.map((token) => assetAt(token, time)),
      }));
    },

    async asset(id) {
      const token = knownToken(id);
      return responseOf("asset", [token.mint], (time) => assetAt(token, time));
    },

    async assetHistory(request) {
      const token = knownToken(request.id);
      const { start, end } = pastOf(request, currentMinute() * minuteMs);
      const { resolution = defaultResolution(end - start) } = request;
      const step = resolutionMs[resolution];
      const [first, last] = [Math.ceil(start / step), Math.floor(end / step)];
      if (last - first >= maxPricePoints) throw tooLong("this price", "resolution 1d");
      const priceAt = (time: number) => ({ priceUsd: roundPrice(book.price(token, time)) });
      return respond(tagOf("asset history", token.mint, first, last, resolution), undefined, () =>
        inTurn(async () =>
          JSON.stringify({ id: request.id, history: await pointsOf(first, last, step, priceAt) }),
        ),
      );
    },
  };
}

const addressedTokens = demoTokens.map((token) => Object.assign({ address: token.mint }, token));

/** Includes both ends. */
async function pointsOf(first: number, last: number, step: number, pointAt: (time: number) => object) {
  const history: object[] = [];
  for (let index = first; index <= last; index += 1) {
    history.push({ timestamp: new Date(index * step).toISOString(), ...pointAt(index * step) });
    if (history.length % pointsPerTurn === 0) await nextTurn();
  }
  return history;
}

const ofListedTypes = { types: listedTypes, providers: undefined, assets: undefined, statuses: [] };

const pnlSums = ["total", "realized", "unrealized", "realizedLifetime", "totalLifetime"] as const;

function pnlOf(all: readonly WalletPosition[], time: number): PnlBody {
  const positions = all.flatMap((position) => position.pnlAt?.(time) ?? []);
  const sums = pnlSums.map((name) => [name, roundUsd(sum(positions, (pnl) => pnl[name]))]);
  return { currency: "USD", ...Object.fromEntries(sums), positions };
}

function knownToken(id: string) {
  const token = tokenOfMint(mintOfAssetId(id) ?? "");
  if (token === undefined)
    throw new SourceError(
      "not-found",
      "The demo has no asset with this id. GET /v0/assets lists all of them.",
    );
  return token;
}
