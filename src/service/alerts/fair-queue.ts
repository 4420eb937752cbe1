// Deals out work of which there must not be more than so much a tick: what is asked for has its turn, the less often the more there is.
import { createHash } from "node:crypto";

export interface Turns {
  /** Begins a tick. @param most what may have a turn in it, about */
  begin(most: number): void;
  /** Whether a piece of work has its turn. Asked once for each in a tick. */
  has(piece: string): boolean;
}

export function createTurns(): Turns {
  let tick = 0;
  let room = 0;
  let asked = 0;
  /** Every piece has its turn once in so many ticks. */
  let period = 1;
  return {
    begin(most) {
      tick += 1;
      // A fourth is left free, as no draw deals evenly; what a tick has no room for after all waits for a round.
      period = asked <= most ? 1 : Math.ceil((asked * 1.25) / most);
      room = period === 1 ? most : 2 * most;
      asked = 0;
    },
    has(piece) {
      asked += 1;
      if (room <= 0 || (period > 1 && numberOf(piece) % period !== tick % period)) return false;
      room -= 1;
      return true;
    },
  };
}

function numberOf(piece: string): number {
  return createHash("sha256").update(piece).digest().readUInt32BE();
}
