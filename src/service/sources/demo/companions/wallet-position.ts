// A position of a demo wallet, whatever it is made of: what it is at an instant, and what it was at any before.
import type { PositionPnl } from "../../../../contract/positions/pnl.ts";
import type { PositionPoint } from "../../../../contract/positions/position-history.ts";
import type { Position } from "../../../../contract/positions/position.ts";

/** All instants are milliseconds since the epoch. */
export interface WalletPosition {
  readonly id: string;
  readonly type: string;
  readonly providerId: string | undefined;
  readonly marketId: string | undefined;
  /** Since when it is held. */
  readonly opened: number;
  /** Until when it was held, where it is no position any more. */
  readonly closed?: number | undefined;
  /** As it travels. */
  bodyAt(time: number): Position;
  /** One moment of its past. */
  pointAt(time: number): Omit<PositionPoint, "timestamp">;
  /** Whether everything of it is sold at an instant; only a prediction is kept then, for what it has brought. */
  isEmptyAt?(time: number): boolean;
  /** Of a prediction. */
  pnlAt?(time: number): PositionPnl;
}
