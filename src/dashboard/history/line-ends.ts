// Where the words at the ends of lines stand: beside their line, moved apart where they would cover each other.

/**
 * Moves places on one axis apart so that neighbours are at least `gap` from each other and all lie in `low`..`high`, as long as there is
 * room for them. The order stays; without room they overflow at `low`.
 *
 * @param places pixels, in any order
 * @returns pixels, in the order given
 */
export function spreadOut(
  places: readonly number[],
  gap: number,
  low: number,
  high: number,
): readonly number[] {
  const order = places.map((_, index) => index).toSorted((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let least = low;
  for (const index of order) {
    const place = Math.max(places[index] ?? low, least);
    moved[index] = place;
    least = place + gap;
  }
  let most = high;
  for (const index of order.toReversed()) {
    const place = Math.min(moved[index] ?? high, most);
    moved[index] = place;
    most = place - gap;
  }
  return moved;
}
