import type { PositionPoint } from "../../../../contract/positions/position-history.ts";
import type { PositionPnl, Position } from "../../../../contract/positions/position.ts";
import type { Simulation } from "../simulation.ts";

export interface WalletParts {
  readonly simulation: Simulation;
  readonly owner: string;
}

export interface WalletPosition {
  readonly id: string;
  readonly type: string;
  readonly providerId: string | undefined;
  readonly marketId: string | undefined;
  readonly opened: number;
  readonly closed?: number | undefined;
  bodyAt(time: number): Position;
  pointAt(time: number): Omit<PositionPoint, "timestamp">;
  /** Predictions that were sold completely stay listed, to show their profit. */
  isEmptyAt?(time: number): boolean;
  pnlAt?(time: number): PositionPnl;
}
