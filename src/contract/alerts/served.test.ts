import { expect, test } from "vitest";
import { alertRule, overTenPercent } from "../../../tests/fixtures/alert-rule.ts";
import { alertRuleSchema, maxRules, maxStarred, type AlertRule } from "./rule.ts";
import { firstBeyond, readPutRules, servedEventsSchema, servedRulesSchema } from "./served.ts";

const wallet = (last: number): string => `So1111111111111111111111111111111111111111${last}`;
const viewOf = (change: object = {}, more: object = {}) => ({
  ...alertRule("view1"),
  target: { kind: "view" as const, search: "", name: "All", ...change },
  condition: { kind: "newMarket" as const },
  ...more,
});
const loanOf = (last: number, paused = false): AlertRule =>
  alertRule("loan1", {
    target: { kind: "position", wallet: wallet(last), id: "l", name: "l" },
    condition: { kind: "threshold", measure: "health", side: "under", threshold: 1.1, reset: 1.2 },
    paused,
  });
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
const named = (name: string) =>
  alertRule("rule1", { target: { kind: "market", id: "m", name, marketType: "x" } });

test.each([
  ["rules", maxRules, (count: number) => ({ rules: times(count, alertRule("rule1")) })],
  ["letters of a name", 400, (count: number) => ({ rules: [named("x".repeat(count))] })],
  ["letters of a view", 8000, (count: number) => ({ rules: [viewOf({ search: "x".repeat(count) })] })],
  ["stars of a view", maxStarred, (count: number) => ({ rules: [viewOf({ starred: times(count, "m") })] })],
  ["letters of an id", 40, (count: number) => ({ rules: [alertRule("x".repeat(count))] })],
  ["the minute of a digest", 1439, (at: number) => ({ rules: [], digest: { at, timeZone: "UTC" } })],
])("%s: accepts %i, rejects one more", (_, max, bodyOf) => {
  expect(servedRulesSchema.safeParse(bodyOf(max)).success).toBe(true);
  expect(servedRulesSchema.safeParse(bodyOf(max + 1)).success).toBe(false);
});

test.each<[string, readonly AlertRule[], number | undefined]>([
  ["ten views", [...times(20, viewOf({}, { paused: true })), ...times(11, viewOf())], 30],
  [
    "150,000 letters of views, paused or not",
    times(19, viewOf({ search: "x".repeat(8000) }, { paused: true })),
    18,
  ],
  ["five wallets", [...times(20, loanOf(1)), ...[2, 3, 4, 5, 6].map((last) => loanOf(last))], 24],
  ["any wallets whose rules are paused", [1, 2, 3, 4, 5, 6].map((last) => loanOf(last, true)), undefined],
])("a key may watch %s", (_, rules, beyond) => {
  expect(firstBeyond(rules)).toBe(beyond);
});

test.each([
  [
    "more than is watched",
    Array.from({ length: 11 }, (_, at) => viewOf({}, { id: `view${at}` })),
    "rules.10 is one too many: .* wallets",
  ],
  ["one id twice", times(2, alertRule("rule1")), "rules.1.id is already used: .* id"],
  [
    "a second wallet",
    [alertRule("rule1"), ...[1, 2].map((last) => alertRule(`sent${last}`, { sendTo: wallet(last) }))],
    "rules.2.sendTo is a second wallet: .* wallet",
  ],
  ["a rule that cannot be read", [{}], "rules.0.id is missing. Use .*"],
])("a PUT with %s is refused with the reason", (_, rules, reason) => {
  const reading = readPutRules({ rules });
  expect(reading.ok ? [] : reading.faults).toEqual([
    expect.stringMatching(new RegExp(`^Send {rules} with at most 50 rules: ${reason}\\.$`)),
  ]);
});

const condition = (change: object) => ({
  ...alertRule("rule1"),
  condition: { ...overTenPercent, ...change },
});
const body = (rule: object) => ({ rules: [rule] });
const quiet = (change: object) => ({ rules: [], quiet: { from: 0, to: 60, timeZone: "UTC", ...change } });

test.each<[fault: string, body: object]>([
  ["rules is not valid: found a list. Give at most 50 rules.", { rules: times(51, alertRule("rule1")) }],
  [
    'rules.0.id is not valid: found the text "a". Use 4 to 40 lower-case letters and digits.',
    body(alertRule("a")),
  ],
  [
    "rules.0.condition.reset must be at most the threshold for over, at least the threshold for under.",
    body(condition({ reset: 0.2 })),
  ],
  [
    "rules.0.condition.side must be over for utilization and offPeg, under for fade and health.",
    body(condition({ measure: "fade" })),
  ],
  [
    'rules.0.condition.measure is not valid: found the text "x". Use depositApy, baseDepositApy, borrowApy, utilization, fade, offPeg, health.',
    body(condition({ measure: "x" })),
  ],
  ['rules.0.condition.threshold is the text "1", not a number.', body(condition({ threshold: "1" }))],
  [
    'rules.0.condition.kind is not valid: found the text "x". The kinds are threshold, cap and newMarket.',
    body(condition({ kind: "x" })),
  ],
  [
    "rules.0.condition does not fit the target: a market takes cap and thresholds of depositApy, baseDepositApy, borrowApy, utilization, fade, offPeg; an asset thresholds of depositApy, offPeg; a view newMarket; a position thresholds of health.",
    body(alertRule("rule1", { condition: { kind: "newMarket" } })),
  ],
  [
    'rules.0.target.kind is not valid: found the text "x". The kinds are market, asset, view and position.',
    body({ ...alertRule("rule1"), target: { kind: "x" } }),
  ],
  [
    'rules.0.target.mint is not valid: found the text "me". Give a Solana address (base58 of 32 bytes).',
    body({ ...alertRule("rule1"), target: { kind: "asset", mint: "me", name: "USDC" } }),
  ],
  ["rules.0.target.name is not valid: found an empty text. Give 1 to 400 characters.", body(named(""))],
  [
    "rules.0.target.starred is not valid: found a list. Give at most 200 ids.",
    body(viewOf({ starred: times(201, "m") })),
  ],
  ["rules.0.paused is not valid: found 1. Use true or false.", body({ ...alertRule("rule1"), paused: 1 })],
  ["quiet.to is not valid: found 1500. Give a whole number from 0 to 1439.", quiet({ to: 1500 })],
  [
    'quiet.timeZone is not valid: found the text "Mars/X". Give an IANA time zone, such as Europe/Berlin.',
    quiet({ timeZone: "Mars/X" }),
  ],
  [
    "revision is not valid: found -1. Give a whole number from 0, or leave it out.",
    { rules: [], revision: -1 },
  ],
])("a PUT is refused with the field and what is allowed: %s", (fault, sent) => {
  expect(readPutRules(sent)).toEqual({
    ok: false,
    faults: [`Send {rules} with at most 50 rules: ${fault}`],
  });
});

function zoneOf(timeZone: string): string | undefined {
  const read = servedRulesSchema.safeParse({ rules: [], quiet: { from: 0, to: 60, timeZone } });
  return read.data?.quiet?.timeZone;
}

test("a time zone must exist and is read in one spelling", () => {
  expect(["Nowhere", "europe/berlin"].map(zoneOf)).toEqual([undefined, "Europe/Berlin"]);
});

test("a stored view is read without retired filters", () => {
  expect(alertRuleSchema.parse(viewOf({ filter: { types: ["lending"] } }))).toEqual(viewOf());
});

test("an event has the value that crossed", () => {
  const crossed = { kind: "crossed", value: 0.11, was: 0.09, wasAt: 0 };
  const { value: _value, ...silent } = crossed;
  const [known, unknown] = [crossed, silent].map((happening) => {
    const events = [{ id: "e", rule: alertRule("rule1"), at: 1, happening }];
    return servedEventsSchema.safeParse({ events, cursor: "1" }).success;
  });
  expect([known, unknown]).toEqual([true, false]);
});
