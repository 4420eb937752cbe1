// Judges alert rules. Pure: takes earlier state and current figures, returns events and new state.
import {
  namedMarkets,
  type AlertEvent,
  type AlertHappening,
  type AlertMeasure,
  type AlertRule,
  type RuleState,
  type ThresholdCondition,
} from "../../contract/alerts/rule.ts";

/** Which market or price the figure comes from. */
type Source = Pick<Extract<AlertHappening, { readonly kind: "crossed" }>, "market" | "price">;

/** One figure of a target. Missing while unknown. */
export interface AlertFigure extends Source {
  readonly value: number;
}

export interface MarketPrice extends AlertFigure {
  readonly market: NonNullable<Source["market"]>;
}

export interface TargetFacts extends Readonly<Partial<Record<AlertMeasure, AlertFigure | undefined>>> {
  /** A token's implied price in each market. `offPeg` is the price furthest off. */
  readonly prices?: readonly MarketPrice[] | undefined;
  /** Used share of the deposit cap, as a fraction. Missing without a cap or while unknown. */
  readonly capUsed?: number | undefined;
  /** Capacity left under the deposit cap, in USD. */
  readonly capacityLeft?: number | undefined;
}

export type MarketInView = Extract<AlertHappening, { readonly kind: "newMarkets" }>["markets"][number];

/** What a poll says about a target: its figures, or the markets of a complete view. */
export interface SeenTarget {
  readonly facts?: TargetFacts | undefined;
  readonly markets?: readonly MarketInView[] | undefined;
}

export interface AlertFacts {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** By `targetKey`. Unknown targets are missing. */
  readonly seen: ReadonlyMap<string, SeenTarget>;
}

export type RuleStates = Readonly<Record<string, RuleState>>;

/** The cap counts as reached at this share, and capacity as available once a hundredth is free again. */
const capReached = 1;
const capLifted = 0.99;
/** Larger views are not watched, because the ids of all markets seen in them are stored. */
export const maxWatchedMarkets = 1_000;

export function targetKey({ target }: Pick<AlertRule, "target">): string {
  switch (target.kind) {
    case "market":
      return `market ${target.id}`;
    case "asset":
      return `asset ${target.mint}`;
    case "view":
      return ["view", target.search, ...(target.starred ?? [])].join(" ");
    case "position":
      return `position ${target.wallet} ${target.id}`;
  }
}

/**
 * Judges each rule by itself. A rule fires once when its value crosses the threshold, and again only after the value
 * was back at its reset. Unknown values neither fire nor reset. The first reading only sets the state: a value
 * already beyond the threshold does not fire. Readings that are not newer change nothing. Paused rules lose their
 * state.
 *
 * An event's id names the rule and the reading before the crossing, so judging again from the same state gives the
 * same event.
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
    const judged =
      before !== undefined && facts.at <= before.at ? undefined : judgeRule(rule, { of, ...before }, facts);
    if (judged === undefined) {
      if (before !== undefined) next[rule.id] = before;
      continue;
    }
    next[rule.id] = judged.state;
    if (judged.happening !== undefined && before !== undefined)
      events.push({
        id: `${rule.id}:${String(before.at)}`,
        rule: asFired(rule),
        at: facts.at,
        happening: judged.happening,
      });
  }
  return { events, states: next };
}

/** Events store the rule without its stars, of which there may be hundreds, and without its wallet. */
function asFired({ sendTo: _sendTo, ...rule }: AlertRule): AlertRule {
  if (rule.target.kind !== "view") return rule;
  const { starred: _starred, ...target } = rule.target;
  return { ...rule, target };
}

type KnownPrice = NonNullable<RuleState["prices"]>[string];
type Before = Pick<RuleState, "of"> & Partial<RuleState>;

interface Judged {
  readonly state: RuleState;
  readonly happening?: AlertHappening | undefined;
}

/** @returns undefined if the figures are unknown */
function judgeRule(rule: AlertRule, before: Before, facts: AlertFacts): Judged | undefined {
  const { condition } = rule;
  const { facts: known, markets } = facts.seen.get(targetKey(rule)) ?? {};
  switch (condition.kind) {
    case "threshold":
      return condition.measure === "offPeg" && known?.prices !== undefined
        ? judgePrices(condition, before, facts.at, known.prices)
        : judgeValue(condition, before, facts.at, known?.[condition.measure]);
    case "cap":
      return judgeCap(before, facts.at, known);
    case "newMarket":
      return judgeView(before, facts.at, markets);
  }
}

/** Whether a value is beyond the threshold. Between threshold and reset, the previous answer remains. */
export function isBeyond(
  { side, threshold, reset }: ThresholdCondition,
  value: number,
  before: boolean | undefined,
): boolean {
  const [past, limit, back] = side === "over" ? [value, threshold, reset] : [-value, -threshold, -reset];
  if (past > limit) return true;
  return before === true && past > back;
}

function judgeValue(
  condition: ThresholdCondition,
  before: Before,
  at: number,
  figure: AlertFigure | undefined,
): Judged | undefined {
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
 * Each market crosses on its own: one that is always off peg would otherwise silence all others. The event names the
 * one furthest off among those that crossed.
 */
function judgePrices(
  condition: ThresholdCondition,
  before: Before,
  at: number,
  prices: readonly MarketPrice[],
): Judged | undefined {
  if (prices.length === 0) return undefined;
  const known = new Map(Object.entries(before.prices ?? {}));
  const present = new Map<string, KnownPrice>();
  let crossed: { readonly price: MarketPrice; readonly was: KnownPrice } | undefined;
  for (const price of prices) {
    const { market, value } = price;
    const was = known.get(market.id);
    const beyond = isBeyond(condition, value, was?.beyond);
    present.set(market.id, { value, beyond });
    if (beyond && was?.beyond === false && (crossed === undefined || value > crossed.price.value))
      crossed = { price, was };
  }
  const { at: lastReadAt } = before;
  // Markets missing now keep their last state. If there are too many, the oldest are dropped.
  const absent = [...known]
    .filter(([id]) => !present.has(id))
    .map(([id, price]) => [id, { ...price, at: price.at ?? lastReadAt }] as const);
  const kept = [...absent, ...present].slice(-maxWatchedMarkets);
  const state = {
    ...before,
    at,
    value: Math.max(...prices.map(({ value }) => value)),
    beyond: [...present.values()].some(({ beyond }) => beyond),
    prices: Object.fromEntries(kept),
  };
  const wasAt = crossed?.was.at ?? lastReadAt;
  return crossed === undefined || wasAt === undefined
    ? { state }
    : { state, happening: { kind: "crossed", was: crossed.was.value, wasAt, ...crossed.price } };
}

function judgeCap(before: Before, at: number, known: TargetFacts | undefined): Judged | undefined {
  const used = known?.capUsed;
  if (used === undefined || !Number.isFinite(used)) return undefined;
  const beyond = used >= capReached || (before.beyond === true && used > capLifted);
  const state = { ...before, at, value: used, beyond };
  if (before.beyond === undefined || beyond === before.beyond) return { state };
  return { state, happening: { kind: "cap", reached: beyond, room: known?.capacityLeft } };
}

function judgeView(
  before: Before,
  at: number,
  markets: readonly MarketInView[] | undefined,
): Judged | undefined {
  if (markets === undefined || markets.length > maxWatchedMarkets) return undefined;
  const seen = new Set(before.seen);
  const added = before.seen === undefined ? [] : markets.filter(({ id }) => !seen.has(id));
  const present = new Set(markets.map(({ id }) => id));
  // A market that left is remembered until as many others have come, and only then counts as new again.
  const kept = [...[...seen].filter((id) => !present.has(id)), ...present].slice(-maxWatchedMarkets);
  const state = { ...before, at, seen: kept };
  if (added.length === 0) return { state };
  const named = added.slice(0, namedMarkets);
  return { state, happening: { kind: "newMarkets", count: added.length, markets: named } };
}

/**
 * Where the rule would have fired in a history, as indexes into `values`.
 * @param values oldest first; undefined where unknown
 */
export function firingIndexes(
  condition: ThresholdCondition,
  values: readonly (number | undefined)[],
): readonly number[] {
  const firings: number[] = [];
  let before: boolean | undefined;
  for (const [position, value] of values.entries()) {
    if (value === undefined) continue;
    const beyond = isBeyond(condition, value, before);
    if (beyond && before === false) firings.push(position);
    before = beyond;
  }
  return firings;
}
