// Requests about a wallet, as the browser writes them. How they are read: operations/position-operations.ts.
import { spanValues } from "../history.ts";
import { isMintAddress } from "../markets-request.ts";
import { writeQuery } from "../query-text.ts";
import type { PositionType } from "./position.ts";

/** `GET /v0/positions/owners`: one wallet; all types and bundles unless some are named. */
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

/** The resolution of a history without an explicit one. */
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

export function writePositionsRequest({ wallet, type, bundleIds }: PositionsRequest): string {
  return writeQuery({ walletAddresses: wallet, bundleIds, type });
}

export function writePnlRequest({ wallet }: PnlRequest): string {
  return writeQuery({ walletAddresses: wallet });
}

export function writePositionHistoryRequest(request: PositionHistoryRequest): string {
  return writeQuery({
    walletAddress: request.wallet,
    ...spanValues(request),
    positionIds: request.positionIds,
  });
}
