import { spanValues, type Span } from "../history.ts";
import { writeQuery } from "../query-text.ts";
import type { PositionType } from "./position.ts";

/** All types and bundles unless some are named. */
export interface PositionsRequest {
  readonly wallet: string;
  readonly type?: PositionType | undefined;
  readonly bundleIds?: readonly string[] | undefined;
}

export interface PnlRequest {
  readonly wallet: string;
}

export const positionResolutions = ["1m", "5m", "1h", "1d"] as const;
type PositionResolution = (typeof positionResolutions)[number];

export const defaultPositionResolution: PositionResolution = "1h";
export const maximumPositionIds = 200;

/** Without ids all positions. */
export interface PositionHistoryRequest extends Span<PositionResolution> {
  readonly wallet: string;
  readonly positionIds?: readonly string[] | undefined;
}

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
