// What is worked out from texts that come again and again: an address, a target, a query. Whoever sends other texts with every
// request fills no memory with them.

/** As many texts are remembered; longer ones than these are worked out each time. */
interface Bounds {
  readonly most: number;
  readonly longest: number;
}

/**
 * The same function, which gives the same result again for a text it remembers. Kept in two generations: what was asked for in
 * neither is forgotten, and what is in the younger one is found by one look, without an order of use to keep.
 */
export function memoize<Result extends string | object>(
  read: (text: string) => Result,
  { most, longest }: Bounds,
): (text: string) => Result {
  let younger = new Map<string, Result>();
  let older = younger;
  return (text) => {
    const known = younger.get(text);
    if (known !== undefined) return known;
    const result = older.get(text) ?? read(text);
    if (text.length > longest) return result;
    if (younger.size >= most / 2) {
      older = younger;
      younger = new Map();
    }
    younger.set(text, result);
    return result;
  };
}
