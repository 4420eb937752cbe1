// A position of a demo wallet, whatever it is made of: what it is at an instant, and what it was at any before.
import type { PositionPnl } from "../../../../contract/positions/pnl.ts";
import type { PositionPoint } from "../../../../contract/positions/position-history.ts";
import type { Position } from "../../../../contract/positions/position.ts";
import type { Simulation } from "../simulation.ts";

/** Whose positions they are, and in which simulation. */
export interface WalletParts {
  readonly simulation: Simulation;
  readonly owner: string;
}

/** All instants are milliseconds since the epoch. */
export interface WalletPosition {
  readonly id: string;
  readonly type: string;
  readonly providerId: string | undefined;
  readonly marketId: string | undefined;
  readonly opened: number;
  readonly closed?: number | undefined;
  /** As it travels. */
  bodyAt(time: number): Position;
  /** One moment of its past. */
  pointAt(time: number): Omit<PositionPoint, "timestamp">;
  /** Whether everything is sold; only a prediction is kept then, for what it earned. */
  isEmptyAt?(time: number): boolean;
  /** Of a prediction. */
  pnlAt?(time: number): PositionPnl;
}
