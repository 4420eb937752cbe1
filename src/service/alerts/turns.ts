// Deals out limited work: each piece gets its turn, less often when there is more.
import { hash } from "node:crypto";

export type Turns = ReturnType<typeof createTurns>;

export function createTurns() {
  let tick = 0;
  let room = 0;
  let asked = 0;
  /** Each piece has its turn once in this many polls. */
  let period = 1;
  return {
    /** About `most` pieces get a turn. */
    begin(most: number): void {
      tick += 1;
      // A fourth stays free, because no hash deals evenly.
      period = asked <= most ? 1 : Math.ceil((asked * 1.25) / most);
      room = period === 1 ? most : 2 * most;
      asked = 0;
    },
    /** Ask once per poll. */
    has(piece: string): boolean {
      asked += 1;
      if (room <= 0 || (period > 1 && numberOf(piece) % period !== tick % period)) return false;
      room -= 1;
      return true;
    },
  };
}

function numberOf(piece: string): number {
  return hash("sha256", piece, "buffer").readUInt32BE();
}
