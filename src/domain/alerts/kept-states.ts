import { hourMs } from "../../contract/units.ts";
import type { RuleStates } from "./judge.ts";

/** Unchanged states are stored this often, so the earlier value in an event is at most this old. */
const keepEveryMs = hourMs;

/** Whether more than the last value has changed, or the stored state is old. */
export function isWorthKeeping(before: RuleStates, after: RuleStates): boolean {
  return (
    JSON.stringify(marksOf(before)) !== JSON.stringify(marksOf(after)) ||
    Object.entries(after).some(([id, { at }]) => at - (before[id]?.at ?? at) >= keepEveryMs)
  );
}

/** A change of these is stored: a rule's target, its known prices, and what is beyond its threshold. */
function marksOf(states: RuleStates) {
  return Object.entries(states).map(([id, { of, beyond, prices = {} }]) => {
    return [id, of, beyond, Object.entries(prices).map(([market, price]) => [market, price.beyond])];
  });
}
