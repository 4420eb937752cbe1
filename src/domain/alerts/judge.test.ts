import { describe, expect, test } from "vitest";
import { sol } from "../../../tests/fixtures/mints.ts";
import { alertRule, offPegByOnePercent, overTenPercent } from "../../../tests/fixtures/alert-rule.ts";
import { alertRuleSchema, defaultReset, namedMarkets, type AlertRule } from "../../contract/alerts/rule.ts";
import {
  judge,
  maxWatchedMarkets,
  firingIndexes,
  targetKey,
  type AlertFacts,
  type MarketInView,
  type RuleStates,
  type TargetFacts,
} from "./judge.ts";

const over = overTenPercent;
const rule = (change: Partial<AlertRule> = {}): AlertRule => alertRule("rule1", change);
const view = rule({
  id: "view1",
  target: { kind: "view", search: "?minApy=6", name: "Over 6 %" },
  condition: { kind: "newMarket" },
});

function run(rules: readonly AlertRule[], facts: readonly AlertFacts[], from: RuleStates = {}) {
  let states = from;
  const events = facts.flatMap((each) => {
    const judged = judge(rules, states, each);
    ({ states } = judged);
    return judged.events;
  });
  return { events, states };
}

function at(time: number, target?: TargetFacts, markets?: readonly MarketInView[]): AlertFacts {
  return {
    at: time,
    seen: new Map([
      [targetKey(rule()), { facts: target }],
      [targetKey(view), { markets }],
    ]),
  };
}

const rate = (time: number, value: number | undefined): AlertFacts =>
  at(time, value === undefined ? undefined : { depositApy: { value } });

function market(id: string): MarketInView {
  return { id, name: id.toUpperCase(), depositApy: 0.06 };
}

describe("a threshold rule", () => {
  test("fires once when the value crosses it, naming the previous value and its time", () => {
    const { events } = run([rule()], [rate(0, 0.0948), rate(1, undefined), rate(2, 0.1072), rate(3, 0.11)]);
    expect(events).toEqual([
      {
        id: "rule1:0",
        rule: rule(),
        at: 2,
        happening: { kind: "crossed", value: 0.1072, was: 0.0948, wasAt: 0 },
      },
    ]);
  });

  test("fires without its wallet, which is stored only while a rule names one", () => {
    const { events } = run([rule({ sendTo: sol })], [rate(0, 0.09), rate(1, 0.11)]);
    expect(events.map((event) => event.rule)).toStrictEqual([rule()]);
  });

  test("fires again only after the value returns to its reset", () => {
    const values = [0.09, 0.101, 0.098, 0.101, 0.097, 0.0999, 0.1, 0.1001];
    const { events } = run(
      [rule()],
      values.map((value, index) => rate(index, value)),
    );
    expect(events.map(({ at: time }) => time)).toEqual([1, 7]);
    // The form counts the same events in the past.
    expect(firingIndexes(over, [undefined, ...values, undefined])).toEqual([2, 8]);
    const under = { ...over, measure: "health", side: "under", threshold: 1.15, reset: 1.2 } as const;
    expect(firingIndexes(under, [1.3, 1.1, 1.18, 1.1, 1.21, 1.1])).toEqual([1, 5]);
  });

  test("does not fire for a value already beyond it at the first reading", () => {
    expect(run([rule()], [rate(1, 0.2), rate(2, 0.21)]).events).toEqual([]);
  });

  test("restarts after a change and after a pause", () => {
    const { states } = run([rule()], [rate(1, 0.09)]);
    const changed = rule({ condition: { ...over, threshold: 0.11, reset: 0.107 } });
    expect(run([changed], [rate(2, 0.12)], states).events).toEqual([]);
    const paused = run([rule({ paused: true })], [rate(2, 0.12)], states);
    expect(paused.states).toEqual({});
    expect(run([rule()], [rate(3, 0.12)], paused.states).events).toEqual([]);
  });

  test("ignores repeated and older readings", () => {
    const { states } = run([rule()], [rate(5, 0.09)]);
    expect(run([rule()], [rate(5, 0.12), rate(4, 0.12)], states)).toEqual({ events: [], states });
  });
});

describe("a price rule of a token", () => {
  const peg = rule({
    id: "peg1",
    target: { kind: "asset", mint: sol, name: "SOL" },
    condition: offPegByOnePercent,
  });
  const prices = (time: number, off: Readonly<Record<string, number>>): AlertFacts => ({
    at: time,
    seen: new Map([
      [
        targetKey(peg),
        {
          facts: {
            prices: Object.entries(off).map(([id, value]) => ({
              value,
              market: { id, name: id },
              price: { implied: 1 + value, expected: 1 },
            })),
          },
        },
      ],
    ]),
  });
  const eventsOf = (...facts: readonly AlertFacts[]) =>
    run([peg], facts).events.map(({ at: time, happening }) =>
      happening.kind === "crossed"
        ? [time, happening.market?.id, happening.value, happening.was, happening.wasAt]
        : [],
    );

  test("fires for each market that crosses it, even while another stays beyond it", () => {
    expect(
      eventsOf(
        prices(1, { always: 0.2, a: 0, b: 0 }),
        prices(2, { always: 0.2, a: 0.02, b: 0 }),
        prices(3, { always: 0.2, a: 0.02, b: 0.03 }),
        prices(4, { always: 0.2, a: 0.006, b: 0.03 }),
        prices(5, { always: 0.2, a: 0.02, b: 0.03 }),
        prices(6, { always: 0.2, a: 0.005, b: 0 }),
        prices(7, { always: 0.2, a: 0.02, b: 0.04 }),
      ),
    ).toEqual([
      [2, "a", 0.02, 0, 1],
      [3, "b", 0.03, 0, 2],
      [7, "b", 0.04, 0, 6],
    ]);
  });

  test("keeps the value furthest off, which is beyond it while any market is", () => {
    const { states } = run([peg], [prices(1, { a: 0.02, b: 0 })]);
    expect(states[peg.id]).toMatchObject({ value: 0.02, beyond: true });
  });

  test("neither fires nor resets for a market that is unknown or new", () => {
    expect(
      eventsOf(
        prices(1, { a: 0.02, b: 0 }),
        prices(2, { b: 0 }),
        prices(3, { a: 0.02, b: 0, c: 0.5 }),
        prices(4, { a: 0, c: 0.5 }),
        prices(5, { b: 0.02, constructor: 0.3 }),
      ),
    ).toEqual([[5, "b", 0.02, 0, 3]]);
  });
});

test("a cap rule fires when the cap is reached and when it is lifted, from the second known reading on", () => {
  const used = [1, 1, 0.995, 0.5, undefined, 0.999, 1.2];
  const cap = rule({ condition: { kind: "cap" } });
  const { events } = run(
    [cap],
    used.map((capUsed, index) => at(index, { capUsed, capacityLeft: 5 })),
  );
  expect(events.map(({ at: time, happening }) => [time, happening])).toEqual([
    [3, { kind: "cap", reached: false, room: 5 }],
    [6, { kind: "cap", reached: true, room: 5 }],
  ]);
});

/** What a view rule reports for these lists, one after the other. Undefined is an incomplete list. */
const arrivals = (...lists: readonly (readonly string[] | undefined)[]) =>
  run(
    [view],
    lists.map((ids, index) => at(index, undefined, ids?.map(market))),
  ).events.map(({ at: time, happening }) => [time, happening]);

const listed = (of: AlertRule, time: number, ...ids: string[]): AlertFacts => ({
  at: time,
  seen: new Map([[targetKey(of), { markets: ids.map(market) }]]),
});

const ids = (from: number) => Array.from({ length: maxWatchedMarkets }, (_, index) => `m${from + index}`);

describe("a view rule", () => {
  test("fires for a new market but not for a returning one", () => {
    const both = { kind: "newMarkets", count: 2, markets: [market("b"), market("c")] };
    expect(arrivals(["a"], ["b", "c"], ["a", "b"])).toEqual([[1, both]]);
  });

  test("fires without its stars, which may be hundreds, and starts over when they change", () => {
    const starred = (stars: string[]): AlertRule => ({
      ...view,
      target: { ...view.target, kind: "view", search: "?starred=1", starred: stars },
    });
    const [few, more] = [starred(["a", "b"]), starred(["a", "b", "c"])];
    const { events, states } = run([few], [listed(few, 1, "a"), listed(few, 2, "a", "b")]);
    expect(events.map((event) => event.rule.target)).toStrictEqual([
      { kind: "view", search: "?starred=1", name: view.target.name },
    ]);
    expect(run([more], [listed(more, 3, "a", "b", "c")], states).events).toEqual([]);
  });

  test("remembers the latest markets only, and names the first few", () => {
    const { events, states } = run([view], [listed(view, 1, ...ids(0)), listed(view, 2, ...ids(9))]);
    expect(states[view.id]?.seen).toEqual(ids(9));
    const first = ids(maxWatchedMarkets).slice(0, namedMarkets).map(market);
    expect(events.map(({ happening }) => happening)).toEqual([
      { kind: "newMarkets", count: 9, markets: first },
    ]);
  });

  test("learns nothing from an incomplete list, and is not watched while it holds too many markets", () => {
    expect(arrivals(undefined, ["a"], undefined, ["a"])).toEqual([]);
    const many = Array.from({ length: maxWatchedMarkets + 1 }, (_, index) => `m${index}`);
    expect(arrivals(["a"], many, ["a"])).toEqual([]);
  });
});

describe("the alert rule schema", () => {
  test("rejects a figure of another target, a meaningless side and a reset beyond the threshold", () => {
    expect(alertRuleSchema.safeParse(rule()).success).toBe(true);
    const conditions: readonly AlertRule["condition"][] = [
      { ...over, measure: "health", side: "under", reset: 0.11 },
      { ...over, measure: "utilization", side: "under", reset: 0.11 },
      { ...over, reset: 0.11 },
      { ...over, threshold: Number.NaN },
      { kind: "newMarket" },
    ];
    const refused = [...conditions.map((condition) => rule({ condition })), rule({ id: "x" })];
    for (const wrong of [...refused, rule({ sendTo: "no wallet" })])
      expect(alertRuleSchema.safeParse(wrong).success).toBe(false);
  });

  test("gets a default reset on the near side of its threshold", () => {
    expect(defaultReset("depositApy", "under", 0.099)).toBe(0.102);
    expect(defaultReset("depositApy", "over", 0.005)).toBe(0.004);
    expect(defaultReset("baseDepositApy", "over", 0.001)).toBe(0.0005);
    expect(defaultReset("depositApy", "over", -0.01)).toBe(-0.011);
    expect(defaultReset("utilization", "over", 0.94)).toBe(0.93);
    expect(defaultReset("offPeg", "over", 0.01)).toBe(0.005);
    expect(defaultReset("fade", "under", -0.2)).toBe(-0.15);
    expect(defaultReset("fade", "under", -0.01)).toBe(-0.005);
    expect(defaultReset("utilization", "over", 0.005)).toBe(0.0025);
    expect(defaultReset("health", "under", 1.15)).toBe(1.2);
  });
});
