// What may be asked about a wallet: its positions, their past, and their profit and loss.
import { readSpan, spanPairs } from "../history.ts";
import { isMintAddress } from "../markets-request.ts";
import {
  collectFaults,
  faultRepeated,
  quoted,
  readIds,
  readWord,
  writeQueryText,
  type QueryText,
  type Reading,
  type ToldFault,
} from "../query-text.ts";
import { positionTypes, type PositionType } from "./position.ts";

/** `GET /v0/positions/owners`: one wallet, one type or all, those of some bundles or all. */
export interface PositionsRequest {
  readonly wallet: string;
  readonly type?: PositionType | undefined;
  readonly bundleIds?: readonly string[] | undefined;
}

/** `GET /v0/positions/pnl`. */
export interface PnlRequest {
  readonly wallet: string;
}

export const positionResolutions = ["1m", "5m", "1h", "1d"] as const;
type PositionResolution = (typeof positionResolutions)[number];

/** Without a resolution a past is told by the hour. */
export const defaultPositionResolution: PositionResolution = "1h";
export const maximumPositionIds = 200;

/** `GET /v0/positions/history`. Times in milliseconds since the epoch; `endTime` absent means now, no ids all positions. */
export interface PositionHistoryRequest {
  readonly wallet: string;
  readonly startTime: number;
  readonly endTime?: number | undefined;
  readonly positionIds?: readonly string[] | undefined;
  readonly resolution?: PositionResolution | undefined;
}

/** Whether a text is a wallet's address: base58 of 32 bytes, as every Solana address is. */
export const isWalletAddress = isMintAddress;

/** Reads the query of GET /v0/positions/owners; all faults are returned. */
export function readPositionsRequest(query: QueryText): Reading<PositionsRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["walletAddresses", "bundleIds", "type"], fault);
  const wallet = readWallet(query, "walletAddresses", fault);
  const type = readWord(query, "type", positionTypes, fault);
  const bundleIds = someIds(query, "bundleIds", fault);
  if (faults.length > 0 || wallet === undefined) return { ok: false, faults };
  return { ok: true, request: { wallet, type, bundleIds } };
}

/** Reads the query of GET /v0/positions/pnl; all faults are returned. */
export function readPnlRequest(query: QueryText): Reading<PnlRequest> {
  const { faults, fault } = collectFaults();
  faultRepeated(query, ["walletAddresses"], fault);
  const wallet = readWallet(query, "walletAddresses", fault);
  return faults.length > 0 || wallet === undefined
    ? { ok: false, faults }
    : { ok: true, request: { wallet } };
}

/** Reads the query of GET /v0/positions/history; all faults are returned. */
export function readPositionHistoryRequest(query: QueryText): Reading<PositionHistoryRequest> {
  const { faults, fault } = collectFaults();
  const names = ["walletAddress", "startTime", "endTime", "positionIds", "resolution"];
  faultRepeated(query, names, fault);
  const wallet = readWallet(query, "walletAddress", fault);
  const { startTime, endTime, resolution } = readSpan(query, positionResolutions, fault);
  const positionIds = someIds(query, "positionIds", fault);
  if (faults.length > 0 || wallet === undefined || startTime === undefined) return { ok: false, faults };
  return { ok: true, request: { wallet, startTime, endTime, positionIds, resolution } };
}

/** Writes the query that `readPositionsRequest` reads back. */
export function writePositionsRequest({ wallet, type, bundleIds }: PositionsRequest): string {
  return writeQueryText([
    ["walletAddresses", wallet],
    ["bundleIds", bundleIds?.join(",")],
    ["type", type],
  ]);
}

/** Writes the query that `readPnlRequest` reads back. */
export function writePnlRequest({ wallet }: PnlRequest): string {
  return writeQueryText([["walletAddresses", wallet]]);
}

/** Writes the query that `readPositionHistoryRequest` reads back. */
export function writePositionHistoryRequest(request: PositionHistoryRequest): string {
  return writeQueryText([
    ["walletAddress", request.wallet],
    ...spanPairs(request),
    ["positionIds", request.positionIds?.join(",")],
  ]);
}

/** Undefined where none is named, which means all. */
function someIds(query: QueryText, name: string, fault: ToldFault): readonly string[] | undefined {
  const ids = readIds(query, name, maximumPositionIds, fault);
  return ids.length === 0 ? undefined : ids;
}

function readWallet(query: QueryText, name: string, fault: ToldFault): string | undefined {
  const text = query.get(name)?.trim() ?? "";
  if (text === "") fault(name, `${name} is required: the address of one wallet.`);
  else if (text.includes(",")) fault(name, `${name} has several addresses. Ask for one wallet at a time.`);
  else if (!isWalletAddress(text))
    fault(name, `${name} is ${quoted(text)}, which is no wallet address (base58 of 32 bytes).`);
  else return text;
  return undefined;
}
