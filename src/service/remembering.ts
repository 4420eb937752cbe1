// What is worked out from texts that come again and again: an address, a target, a query. Whoever sends other texts with every
// request fills no memory with them.
import { LRUCache } from "lru-cache";

/** As many texts are remembered; longer ones than these are worked out each time. */
interface Bounds {
  readonly most: number;
  readonly longest: number;
}

/** The same function, which gives the same result again for a text it remembers. */
export function remembering<Result extends string | object>(
  read: (text: string) => Result,
  { most, longest }: Bounds,
): (text: string) => Result {
  const known = new LRUCache<string, Result>({ max: most });
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = read(text);
      if (text.length <= longest) known.set(text, result);
    }
    return result;
  };
}
