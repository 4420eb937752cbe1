// Spreads limited work over polls: the more items there are, the less often each one gets its turn.
import { hash } from "node:crypto";

export type Rotation = ReturnType<typeof createRotation>;

export function createRotation() {
  let poll = 0;
  let free = 0;
  let requested = 0;
  /** Each item has its turn once in this many polls. */
  let period = 1;
  return {
    /** Starts a poll in which about `max` items get a turn. */
    begin(max: number): void {
      poll += 1;
      // Plans for 25 % more, because a hash does not spread items evenly.
      period = requested <= max ? 1 : Math.ceil((requested * 1.25) / max);
      free = period === 1 ? max : 2 * max;
      requested = 0;
    },
    /** Whether the item has its turn in this poll. Call it once per item and poll. */
    has(item: string): boolean {
      requested += 1;
      if (free <= 0) return false;
      if (period > 1 && hash("sha256", item, "buffer").readUInt32BE() % period !== poll % period)
        return false;
      free -= 1;
      return true;
    },
  };
}
