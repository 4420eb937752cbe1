export interface Slot {
  /** What is placed counts towards the limit of each group. */
  readonly groups: readonly string[];
  readonly max: number;
  /** Yearly earnings. Must be concave: each further dollar earns no more than the one before. */
  readonly earned: (amount: number) => number;
}

/** US dollars. Smaller steps are rounding errors. */
const minStep = 1e-6;

/**
 * Places money greedily, step by step. If each slot has one group, limits of slots within limits of groups form a
 * polymatroid, for which greedy is optimal up to one step. `limits` is US dollars per group.
 */
export function placeMoney(
  amount: number,
  slots: readonly Slot[],
  limits: ReadonlyMap<string, number>,
  minSteps = 400,
): readonly number[] {
  const left = new Map(limits);
  const step = roundStep(amount / minSteps);
  const states = slots.map((slot) => ({ slot, placed: 0, step: 0, each: 0 }));
  let rest = amount;
  for (;;) {
    let best: (typeof states)[number] | undefined;
    for (const state of states) {
      const { slot, placed } = state;
      const bounds = slot.groups.map((group) => left.get(group) ?? 0);
      const next = Math.min(step, rest, slot.max - placed, ...bounds);
      if (next <= minStep) continue;
      if (next !== state.step) {
        state.step = next;
        state.each = (slot.earned(placed + next) - slot.earned(placed)) / next;
      }
      if (best === undefined || state.each > best.each) best = state;
    }
    if (best === undefined) return states.map(({ placed }) => placed);
    best.placed += best.step;
    rest -= best.step;
    for (const group of best.slot.groups) left.set(group, (left.get(group) ?? 0) - best.step);
    best.step = 0;
  }
}

/** Rounds to 1, 2 or 5 times a power of ten, for round amounts. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([5, 2].find((factor) => factor * power <= step) ?? 1);
}
