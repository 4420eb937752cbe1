// Whether rules ring, judged in one place for the page and for the service. Pure: what was known before and what is known now
// go in, what happened and what to remember come out.
import {
  namedMarkets,
  type AlertEvent,
  type AlertHappening,
  type AlertMeasure,
  type AlertRule,
  type RuleState,
  type ThresholdCondition,
} from "../contract/alerts/rule.ts";

/** Where a figure comes from, as far as an event tells it. */
type Source = Pick<Extract<AlertHappening, { readonly kind: "crossed" }>, "market" | "price">;

/** One figure of one target; absent where it is not known. */
export interface AlertFigure extends Source {
  readonly value: number;
}

/** How far the price of a token is off in one market. */
export interface MarketPrice extends AlertFigure {
  readonly market: NonNullable<Source["market"]>;
}

export interface TargetFacts extends Readonly<Partial<Record<AlertMeasure, AlertFigure | undefined>>> {
  /** Of a token: its price in each market, of which `offPeg` is the one furthest off. */
  readonly prices?: readonly MarketPrice[] | undefined;
  /** How much of the deposit limit is used, a fraction; absent without a limit, or where it is not known. */
  readonly capUsed?: number | undefined;
  /** What may be deposited, in USD. */
  readonly room?: number | undefined;
}

export interface MarketInView {
  readonly id: string;
  readonly name: string;
  readonly depositApy?: number | undefined;
}

/** One look: all figures were read at the same time. What is in no map is not known. */
export interface AlertFacts {
  /** When they were read, in ms since the epoch. */
  readonly at: number;
  /** By `targetKey`. */
  readonly targets: ReadonlyMap<string, TargetFacts>;
  /** The markets of complete views, by `targetKey`. */
  readonly views: ReadonlyMap<string, readonly MarketInView[]>;
}

export type RuleStates = Readonly<Record<string, RuleState>>;

/** From this share of the deposit limit on it is reached, and lifted again only where a hundredth is free. */
const capReached = 1;
const capLifted = 0.99;
/** A view that holds more is not watched: what was seen of it has to be kept. */
export const mostWatchedMarkets = 1_000;

/** What tells targets apart. */
export function targetKey({ target }: Pick<AlertRule, "target">): string {
  switch (target.kind) {
    case "market":
      return `market ${target.id}`;
    case "asset":
      return `asset ${target.mint}`;
    case "view":
      return `view ${target.search}`;
    case "position":
      return `position ${target.wallet} ${target.id}`;
    default:
      return target satisfies never;
  }
}

/**
 * Judges every rule on its own, so that their order makes no difference. A rule rings once when its value goes beyond the
 * threshold, and again only after the value was back at its reset. What is not known neither rings nor resets, as if nobody had looked. The first look
 * at a rule only remembers: a value that is beyond already does not ring. A look that is not newer than the last changes
 * nothing. Paused rules are forgotten, so that going on begins with a first look.
 *
 * An event's id names the rule and the look before the crossing: two who judge from the same states find the same event.
 * @returns what happened, and the states to judge the next look with
 */
export function judge(
  rules: readonly AlertRule[],
  states: RuleStates,
  facts: AlertFacts,
): { readonly events: readonly AlertEvent[]; readonly states: RuleStates } {
  const events: AlertEvent[] = [];
  const next: Record<string, RuleState> = {};
  for (const rule of rules) {
    if (rule.paused) continue;
    const of = JSON.stringify([targetKey(rule), rule.condition]);
    const known = states[rule.id];
    const before = known?.of === of ? known : undefined;
    const seen =
      before !== undefined && facts.at <= before.at ? undefined : look(rule, { of, ...before }, facts);
    if (seen === undefined) {
      if (before !== undefined) next[rule.id] = before;
      continue;
    }
    next[rule.id] = seen.state;
    if (seen.happening !== undefined && before !== undefined)
      events.push({
        id: `${rule.id}:${String(before.at)}`,
        rule: told(rule),
        at: facts.at,
        happening: seen.happening,
      });
  }
  return { events, states: next };
}

/** A rule as an event has it: what a view keeps is long, and its address says it as well. */
function told(rule: AlertRule): AlertRule {
  if (rule.target.kind !== "view") return rule;
  const { filter: _filter, ...target } = rule.target;
  return { ...rule, target };
}

/** What was known of a rule, of which nothing may be known yet. */
type Before = Pick<RuleState, "of"> & Partial<RuleState>;

interface Seen {
  readonly state: RuleState;
  readonly happening?: AlertHappening | undefined;
}

/** @returns undefined where nothing is known: then the look was none */
function look(rule: AlertRule, before: Before, facts: AlertFacts): Seen | undefined {
  const { condition } = rule;
  const key = targetKey(rule);
  const known = facts.targets.get(key);
  switch (condition.kind) {
    case "threshold":
      return condition.measure === "offPeg" && known?.prices !== undefined
        ? lookAtPrices(condition, before, facts.at, known.prices)
        : lookAtValue(condition, before, facts.at, known?.[condition.measure]);
    case "cap":
      return lookAtCap(before, facts.at, known);
    case "newMarket":
      return lookAtView(before, facts.at, facts.views.get(key));
    default:
      return condition satisfies never;
  }
}

/** Whether a value is beyond the threshold; between threshold and reset it is what it was. */
export function isBeyond(
  { side, threshold, reset }: ThresholdCondition,
  value: number,
  before: boolean | undefined,
): boolean {
  const [past, limit, back] = side === "over" ? [value, threshold, reset] : [-value, -threshold, -reset];
  if (past > limit) return true;
  return before === true && past > back;
}

function lookAtValue(
  condition: ThresholdCondition,
  before: Before,
  at: number,
  figure: AlertFigure | undefined,
): Seen | undefined {
  if (figure === undefined || !Number.isFinite(figure.value)) return undefined;
  const { value, ...source } = figure;
  const beyond = isBeyond(condition, value, before.beyond);
  const state = { ...before, at, value, beyond };
  const { value: was, at: wasAt } = before;
  return beyond && before.beyond === false && was !== undefined && wasAt !== undefined
    ? { state, happening: { kind: "crossed", value, was, wasAt, ...source } }
    : { state };
}

/**
 * Each market crosses on its own: one whose price is always off would otherwise keep all others from ringing. Told is the one that is
 * furthest off of those that crossed.
 */
function lookAtPrices(
  condition: ThresholdCondition,
  before: Before,
  at: number,
  prices: readonly MarketPrice[],
): Seen | undefined {
  if (prices.length === 0) return undefined;
  const known = new Map(Object.entries(before.prices ?? {}));
  const present = new Map<string, { readonly value: number; readonly beyond: boolean }>();
  let crossed: { readonly price: MarketPrice; readonly was: number } | undefined;
  for (const price of prices) {
    const { market, value } = price;
    const was = known.get(market.id);
    const beyond = isBeyond(condition, value, was?.beyond);
    present.set(market.id, { value, beyond });
    if (beyond && was?.beyond === false && (crossed === undefined || value > crossed.price.value))
      crossed = { price, was: was.value };
  }
  // What is not known now stays as it was, the newest of it.
  const absent = [...known].filter(([id]) => !present.has(id));
  const kept = [...absent, ...present].slice(-mostWatchedMarkets);
  const state = {
    ...before,
    at,
    value: Math.max(...prices.map(({ value }) => value)),
    beyond: [...present.values()].some(({ beyond }) => beyond),
    prices: Object.fromEntries(kept),
  };
  const { at: wasAt } = before;
  return crossed === undefined || wasAt === undefined
    ? { state }
    : { state, happening: { kind: "crossed", was: crossed.was, wasAt, ...crossed.price } };
}

function lookAtCap(before: Before, at: number, known: TargetFacts | undefined): Seen | undefined {
  const used = known?.capUsed;
  if (used === undefined || !Number.isFinite(used)) return undefined;
  const beyond = used >= capReached || (before.beyond === true && used > capLifted);
  const rings = before.beyond !== undefined && beyond !== before.beyond;
  const state = { ...before, at, value: used, beyond };
  if (!rings) return { state };
  const room = known?.room;
  return { state, happening: { kind: "cap", reached: beyond, ...(room === undefined ? {} : { room }) } };
}

function lookAtView(
  before: Before,
  at: number,
  markets: readonly MarketInView[] | undefined,
): Seen | undefined {
  if (markets === undefined || markets.length > mostWatchedMarkets) return undefined;
  const seen = new Set(before.seen);
  const added = before.seen === undefined ? [] : markets.filter(({ id }) => !seen.has(id));
  const rings = added.length > 0;
  const present = new Set(markets.map(({ id }) => id));
  // A market that was away so long that as many others came is news again; one that is there never is.
  const kept = [...[...seen].filter((id) => !present.has(id)), ...present].slice(-mostWatchedMarkets);
  const state = { ...before, at, seen: kept };
  if (!rings) return { state };
  return {
    state,
    happening: {
      kind: "newMarkets",
      count: added.length,
      markets: added.slice(0, namedMarkets),
    },
  };
}

/**
 * Where a rule would have rung over a past: the positions of the values at which it goes beyond its threshold.
 * @param values the oldest first; undefined where nothing is known
 */
export function firingIndexes(
  condition: ThresholdCondition,
  values: readonly (number | undefined)[],
): readonly number[] {
  const rings: number[] = [];
  let before: boolean | undefined;
  for (const [position, value] of values.entries()) {
    if (value === undefined) continue;
    const beyond = isBeyond(condition, value, before);
    if (beyond && before === false) rings.push(position);
    before = beyond;
  }
  return rings;
}
