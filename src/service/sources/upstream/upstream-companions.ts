import { parseAsset, parseAssetHistory, parseAssets } from "../../../contract/assets/asset.ts";
import {
  writeAssetHistoryRequest,
  writeAssetPath,
  writeAssetSearchRequest,
  writeAssetsRequest,
} from "../../../contract/assets/assets-request.ts";
import { parseMarketsByType } from "../../../contract/markets-page.ts";
import { parsePnl } from "../../../contract/positions/pnl.ts";
import { parsePositionHistory } from "../../../contract/positions/position-history.ts";
import { parsePositions, type Position, type ReadPosition } from "../../../contract/positions/position.ts";
import {
  writePnlRequest,
  writePositionHistoryRequest,
  writePositionsRequest,
} from "../../../contract/positions/positions-request.ts";
import type { Companions } from "../companions.ts";
import type { Call } from "../source-answer.ts";
import { mebibyte, whole, type Answers, type Asker, type Judged, type Question } from "./ask-upstream.ts";
import type { JsonBounds } from "./parse-json.ts";

/** 2000 positions with markets, or 50,000 history points. */
const largeBounds: JsonBounds = { bytes: 4 * mebibyte, values: 200_000, depth: 64 };
const smallBounds: JsonBounds = { bytes: 2 * mebibyte, values: 50_000, depth: 16 };
/** Short, because owners check what they have just done. */
const walletFreshMs = 30_000;

const large = (read: Question["read"]) => ({ bounds: largeBounds, read });
const small = (read: Question["read"]) => ({ bounds: smallBounds, read });

/** `firstPages` caches what everybody opens. */
export function createUpstreamCompanions(asker: Asker, firstPages: Answers): Companions {
  // A separate cache, so that wallets do not displace shared answers.
  const wallets = asker.createRoom(8 * mebibyte, walletFreshMs);
  const assets = asker.createRoom(8 * mebibyte);

  /** Upstreams may lack these: failures open the circuit only once an operation has worked, and 404 is no fault. */
  const ask = (
    room: Answers,
    pathAndQuery: string,
    question: Pick<Question, "bounds" | "read"> & Partial<Question>,
    call: Call,
  ) => asker.answer(room, { absence: "no-such-thing", ...question, pathAndQuery }, call);

  return {
    positions: (request, call) =>
      ask(wallets, `/v0/positions/owners?${writePositionsRequest(request)}`, large(readPositions), call),
    positionHistory(request, call) {
      const path = `/v0/positions/history?${writePositionHistoryRequest(request)}`;
      return ask(wallets, path, large(whole(parsePositionHistory)), call);
    },
    pnl: (request, call) =>
      ask(wallets, `/v0/positions/pnl?${writePnlRequest(request)}`, small(whole(parsePnl)), call),
    marketsByType(call) {
      const question = { ...large(readMarketsByType), absence: "not-offered" } as const;
      return ask(firstPages, "/v0/marketsByType", question, call);
    },
    assets(request, call) {
      const pathOf = (cursor: string | undefined) =>
        `/v0/assets?${writeAssetsRequest({ ...request, cursor })}`;
      const read = (json: unknown): Judged => {
        const body = parseAssets(json);
        return { body, next: typeof body.cursor !== "string" ? undefined : pathOf(body.cursor) };
      };
      const hasCursor = request.cursor !== undefined;
      const question = { ...small(read), hasCursor, absence: "not-offered" } as const;
      return ask(assets, pathOf(request.cursor), question, call);
    },
    search(request, call) {
      const question = { ...small(whole(parseAssets)), absence: "not-offered" } as const;
      return ask(assets, `/v0/search?${writeAssetSearchRequest(request)}`, question, call);
    },
    asset: (id, call) => ask(assets, writeAssetPath(id), small(whole(parseAsset)), call),
    assetHistory: (request, call) =>
      ask(assets, writeAssetHistoryRequest(request), small(whole(parseAssetHistory)), call),
  };
}

/** An unreadable market does not drop its position. */
function asSent({ position, market }: ReadPosition): Position {
  return { ...position, market: market?.market };
}

function readPositions(json: unknown): Judged {
  const { positions, rejectedCount, rejected } = parsePositions(json);
  const withoutMarket = positions.filter(
    ({ position, market }) => (position.market ?? undefined) !== undefined && market === undefined,
  );
  return {
    body: { positions: positions.map(asSent) },
    setAside: { count: rejectedCount, examples: rejected },
    leftOut: withoutMarket.length,
  };
}

function readMarketsByType(json: unknown): Judged {
  const { lists, rejectedCount, rejected } = parseMarketsByType(json);
  return {
    body: Object.fromEntries(
      [...lists].map(([type, markets]) => [type, markets.map(({ market }) => market)]),
    ),
    setAside: { count: rejectedCount, examples: rejected },
  };
}
