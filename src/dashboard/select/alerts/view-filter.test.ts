import { expect, test } from "vitest";
import { mostServed, rulesToServe } from "../../../contract/alerts/served.ts";
import { alertRuleSchema, type AlertRule } from "../../../contract/alerts/rule.ts";
import { viewTarget, whyNotServed, withCurrentFilter } from "./view-filter.ts";

const noOne: ReadonlySet<string> = new Set();
const ruleOn = (target: AlertRule["target"], id = "rule1"): AlertRule => ({
  id,
  target,
  condition: { kind: "newMarket" },
  browser: false,
  paused: false,
  madeAt: 0,
});

const loan = (at: number): AlertRule => ({
  ...ruleOn(
    { kind: "position", wallet: `${"1".repeat(31)}${String(at)}`, id: "l", name: "l" },
    `loan${String(at)}`,
  ),
  condition: { kind: "threshold", measure: "health", side: "under", threshold: 1.1, reset: 1.2 },
});

test("a rule that an older program kept gets its filter, and one that has the right one is left unchanged", () => {
  const old = ruleOn({ kind: "view", search: "?minApy=6&q=usdc", name: "USDC over 6 %" });
  const current = withCurrentFilter(old, noOne, false);
  expect(current.target).toMatchObject({
    filter: {
      words: [{ text: "usdc" }],
      bounds: [
        { figure: "totalDepositUsd", least: 100_000, types: ["lending", "yield"] },
        { figure: "depositApy", least: 0.06 },
      ],
    },
  });
  expect(rulesToServe([old, current], false)).toEqual([current]);
  expect(withCurrentFilter(current, noOne, false)).toBe(current);
});

test("a rule as stored has the filter it was kept with, letter by letter, or pages would write it for ever", () => {
  const search =
    "?type=lending&provider=kamino&asset=stables&match=any&without=sol&q=sol+usd&starred=1&list=a,b&size=1000&fits=1&exit=1&minDeposits=5&maxDeposits=9000000&minApy=1&maxApy=9&minAvailable=3&minLtv=10&maxLtv=90&maxUtilization=95&maxRewards=50&rewards=1&steady=1";
  const rule = ruleOn(viewTarget({ search, name: "Everything" }, new Set(["a"])));
  const kept = alertRuleSchema.parse(JSON.parse(JSON.stringify(rule)));
  expect(kept.target).toMatchObject({ filter: { ids: ["a"], only: ["rewards", "steady"] } });
  expect(withCurrentFilter(kept, new Set(["a"]), false)).toBe(kept);
});

test("a view with longer names than a rule may hold is kept without a filter, and stays a rule", () => {
  const rule = ruleOn(viewTarget({ search: `?q=${"x".repeat(150)}`, name: "Long" }, noOne));
  expect(rule.target).not.toHaveProperty("filter");
  expect(alertRuleSchema.safeParse(rule).success).toBe(true);
});

test("a view of stars has the ones of now", () => {
  const one = ruleOn(viewTarget({ search: "?starred=1", name: "Stars" }, new Set(["b", "a"])));
  expect(one.target).toMatchObject({ filter: { ids: ["a", "b"] } });
  expect(withCurrentFilter(one, new Set(["a", "b"]), false)).toBe(one);
  expect(withCurrentFilter(one, new Set(["c"]), false).target).toMatchObject({ filter: { ids: ["c"] } });
  expect(withCurrentFilter(one, new Set(["c"]), true)).toBe(one);
});

test("filters of all views are served as long as they fit into one request", () => {
  const ids = Array.from({ length: 200 }, (_, index) => `${String(index)}${"m".repeat(300)}`);
  const rules = Array.from({ length: 5 }, (_, index) =>
    ruleOn(viewTarget({ search: "?starred=1", name: "Stars" }, new Set(ids)), `rule${String(index)}`),
  );
  const served = rulesToServe(rules, false);
  expect(served).toHaveLength(2);
  expect(JSON.stringify(served).length).toBeLessThan(mostServed.filterText + 2000);
  expect(rulesToServe(served, false)).toEqual(served);
});

test("says why the service would not judge a rule: what only the page can tell, or no room beside other rules", () => {
  const viewRule = (search: string, id: string): AlertRule =>
    ruleOn(viewTarget({ search, name: id }, noOne), id);
  const because = (rule: AlertRule, others: readonly AlertRule[] = []): string | undefined =>
    whyNotServed(rule, others, noOne)?.because;
  const views = Array.from({ length: mostServed.views }, (_, at) =>
    viewRule("minApy=6", `view${String(at)}`),
  );
  const loans = Array.from({ length: mostServed.wallets }, (_, at) => loan(at));
  expect(whyNotServed(undefined, views, noOne)).toBeUndefined();
  expect(because(viewRule("minApy=6", "mine"), views.slice(1))).toBeUndefined();
  expect(because(viewRule("minApy=6", "mine"), views)).toMatch(/up to 10 views/);
  expect(because(viewRule("view=borrow", "mine"))).toMatch(/looks at what can be borrowed\.$/);
  expect(because(loan(9), loans.slice(1))).toBeUndefined();
  expect(because(loan(9), loans)).toMatch(/loans of up to 5 wallets/);
});
