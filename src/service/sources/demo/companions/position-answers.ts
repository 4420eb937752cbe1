// What is told of a wallet besides its positions: what they were, and what predictions have brought.
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PnlBody } from "../../../../contract/positions/pnl.ts";
import { roundUsd } from "../rounding.ts";
import type { WalletPosition } from "./wallet-position.ts";

/** So many points take a few milliseconds. Whoever asks for anything else is answered between them. */
const pointsPerTurn = 250;

/** The instants of a position's past that an answer tells: all multiples of a step from one to another, both included. */
interface PastOfPosition {
  readonly position: WalletPosition;
  readonly first: number;
  readonly last: number;
}

/** What of a stretch of time, milliseconds since the epoch, the positions were held in. */
export function pastsOf(
  positions: readonly WalletPosition[],
  start: number,
  end: number,
  step: number,
): readonly PastOfPosition[] {
  return positions.map((position) => ({
    position,
    first: Math.ceil(Math.max(start, position.opened) / step),
    last: Math.floor(Math.min(end, position.closed ?? end) / step),
  }));
}

export function countPoints(pasts: readonly PastOfPosition[]): number {
  return pasts.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0);
}

/** The body of GET /v0/positions/history. */
export async function writePasts(pasts: readonly PastOfPosition[], step: number): Promise<string> {
  const positions: object[] = [];
  let written = 0;
  for (const { position, first, last } of pasts) {
    const history: object[] = [];
    for (let index = first; index <= last; index += 1) {
      history.push({
        timestamp: new Date(index * step).toISOString(),
        ...position.pointAt(index * step),
      });
      written += 1;
      if (written % pointsPerTurn === 0) await nextTurn();
    }
    const { id, providerId, type, marketId } = position;
    positions.push({ id, providerId, type, marketId, history });
  }
  return JSON.stringify({ data: { positions } });
}

/** The body of GET /v0/positions/pnl: the predictions among positions, and the sums over them. */
export function pnlOf(all: readonly WalletPosition[], time: number): PnlBody {
  const positions = all.flatMap((position) => position.pnlAt?.(time) ?? []);
  const sum = (name: "total" | "realized" | "unrealized" | "realizedLifetime" | "totalLifetime"): number =>
    roundUsd(positions.reduce((total, pnl) => total + (pnl[name] ?? 0), 0));
  return {
    currency: "USD",
    total: sum("total"),
    realized: sum("realized"),
    unrealized: sum("unrealized"),
    realizedLifetime: sum("realizedLifetime"),
    totalLifetime: sum("totalLifetime"),
    positions,
  };
}
