import { spanValues, type Span } from "../history.ts";
import { writeQuery } from "../query-text.ts";
import type { PositionType } from "./position.ts";

/** Without types or bundles, it requests all. */
export interface PositionsRequest {
  readonly wallet: string;
  readonly type?: PositionType | undefined;
  readonly bundleIds?: readonly string[] | undefined;
}

export type PnlRequest = Pick<PositionsRequest, "wallet">;

export const positionResolutions = ["1m", "5m", "1h", "1d"] as const;
type PositionResolution = (typeof positionResolutions)[number];

export const defaultPositionResolution: PositionResolution = "1h";
export const maxPositionIds = 200;

/** Without ids, it requests all positions. */
export interface PositionHistoryRequest extends Span<PositionResolution> {
  readonly wallet: string;
  readonly positionIds?: readonly string[] | undefined;
}

export function positionsPath({ wallet, type, bundleIds }: PositionsRequest): string {
  return `/v0/positions/owners?${writeQuery({ walletAddresses: wallet, bundleIds, type })}`;
}

export function pnlPath({ wallet }: PnlRequest): string {
  return `/v0/positions/pnl?${writeQuery({ walletAddresses: wallet })}`;
}

export function positionHistoryPath({ wallet, positionIds, ...span }: PositionHistoryRequest): string {
  const query = writeQuery({ walletAddress: wallet, ...spanValues(span), positionIds });
  return `/v0/positions/history?${query}`;
}
