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
import { nothingSetAside, type Call } from "../source-answer.ts";
import { mebibyte, type Answers, type Asker, type Judged, type Question } from "./ask-upstream.ts";
import type { JsonBounds } from "./parse-json.ts";

/** 2000 positions with markets, or 50,000 history points. */
const largeBounds: JsonBounds = { bytes: 4 * mebibyte, values: 200_000, depth: 64 };
const smallBounds: JsonBounds = { bytes: 2 * mebibyte, values: 50_000, depth: 16 };
/** Short, because owners check what they have just done. */
const walletFreshMs = 30_000;

/** `firstPages` caches what everybody opens. */
export function createUpstreamCompanions(asker: Asker, firstPages: Answers): Companions {
  // A separate cache, so that wallets do not displace shared answers.
  const wallets = asker.createRoom(8 * mebibyte, walletFreshMs);
  const assets = asker.createRoom(8 * mebibyte);

  /** Upstreams may lack these: failures open the circuit only once an operation has worked, and 404 is no fault. */
  const ask = (
    room: Answers,
    pathAndQuery: string,
    bounds: JsonBounds,
    read: (json: unknown) => Judged,
    call: Call,
    { hasCursor = false, absence = "no-such-thing" }: Partial<Pick<Question, "hasCursor" | "absence">> = {},
  ): ReturnType<Asker["answer"]> =>
    asker.answer(room, { pathAndQuery, bounds, read, isOurs: false, hasCursor, absence }, call);

  return {
    positions: (request, call) =>
      ask(
        wallets,
        `/v0/positions/owners?${writePositionsRequest(request)}`,
        largeBounds,
        readPositions,
        call,
      ),
    positionHistory: (request, call) =>
      ask(
        wallets,
        `/v0/positions/history?${writePositionHistoryRequest(request)}`,
        largeBounds,
        whole(parsePositionHistory),
        call,
      ),
    pnl: (request, call) =>
      ask(wallets, `/v0/positions/pnl?${writePnlRequest(request)}`, smallBounds, whole(parsePnl), call),
    marketsByType: (call) =>
      ask(firstPages, "/v0/marketsByType", largeBounds, readMarketsByType, call, { absence: "not-offered" }),
    assets: (request, call) =>
      ask(
        assets,
        `/v0/assets?${writeAssetsRequest(request)}`,
        smallBounds,
        (json) => {
          const body = parseAssets(json);
          const next = body.cursor ?? undefined;
          return {
            body,
            setAside: nothingSetAside,
            ...(next === undefined
              ? {}
              : { next: `/v0/assets?${writeAssetsRequest({ ...request, cursor: next })}` }),
          };
        },
        call,
        { hasCursor: request.cursor !== undefined, absence: "not-offered" },
      ),
    search: (request, call) =>
      ask(assets, `/v0/search?${writeAssetSearchRequest(request)}`, smallBounds, whole(parseAssets), call, {
        absence: "not-offered",
      }),
    asset: (id, call) => ask(assets, writeAssetPath(id), smallBounds, whole(parseAsset), call),
    assetHistory: (request, call) =>
      ask(assets, writeAssetHistoryRequest(request), smallBounds, whole(parseAssetHistory), call),
  };
}

/** All or nothing. */
function whole(parse: (json: unknown) => unknown): (json: unknown) => Judged {
  return (json) => ({ body: parse(json), setAside: nothingSetAside });
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
