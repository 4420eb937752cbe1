import { alertRule as rule } from "../../../../tests/fixtures/alert-rule.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderHook } from "@testing-library/react";
import { maximumRules } from "../../../contract/alerts/rule.ts";
import { targetKey, type AlertFacts } from "../../../domain/alerts/judge.ts";
import { storedRules, storedUnread } from "./alert-marks.ts";
import {
  forgetEvent,
  forgetRule,
  keepRule,
  keptInbox,
  keptRules,
  markRead,
  maximumEvents,
  newRuleId,
  useAlertSettings,
  writeInbox,
} from "./kept-alerts.ts";
import { judgeLook, takeDue } from "./page-judge.ts";

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

function look(at: number, value: number): AlertFacts {
  return { at, targets: new Map([[targetKey(rule("rule1")), { depositApy: { value } }]]), views: new Map() };
}

const noon = Date.parse("2026-11-22T12:00:00Z");

describe("rules kept in the browser", () => {
  test("come back as they were made, and what cannot be read is left out", () => {
    expect(keepRule(rule("rule1"))).toBe(true);
    expect(keptRules()).toEqual([rule("rule1")]);
    storedRules.set(JSON.stringify([rule("rule1"), null, { id: "x" }, rule("rule1"), rule("rule2")]));
    expect(keptRules().map(({ id }) => id)).toEqual(["rule1", "rule2"]);
    for (const junk of ["{", "[[]]", '"text"', "{}"]) {
      storedRules.set(junk);
      expect(keptRules()).toEqual([]);
    }
  });

  test("are fifty at most; a rule that is there can still be changed", () => {
    for (let count = 0; count < maximumRules; count += 1) keepRule(rule(`rule${String(count)}`));
    expect(keepRule(rule("another"))).toBe(false);
    expect(keepRule(rule("rule7", { paused: true }))).toBe(true);
    expect(keptRules()).toHaveLength(maximumRules);
    expect(keptRules()[7]?.paused).toBe(true);
  });

  test("is where they stood when their deletion is taken back", () => {
    for (const id of ["rule1", "rule2", "rule3"]) keepRule(rule(id));
    const undo = forgetRule("rule2");
    expect(keptRules().map(({ id }) => id)).toEqual(["rule1", "rule3"]);
    undo();
    expect(keptRules().map(({ id }) => id)).toEqual(["rule1", "rule2", "rule3"]);
  });

  test("have ids that no other has", () => {
    expect(new Set(Array.from({ length: 200 }, newRuleId)).size).toBe(200);
  });
});

describe("a look of this page", () => {
  test("puts what fired into the inbox once, however many pages judge it", async () => {
    keepRule(rule("rule1"));
    await judgeLook(look(1, 0.09), { now: noon, timeZone: "UTC" }, false);
    const states = localStorage.getItem("yieldboard.alerts.states");
    await judgeLook(look(2, 0.12), { now: noon, timeZone: "UTC" }, false);
    // Another page had read the states before this one wrote them.
    localStorage.setItem("yieldboard.alerts.states", states ?? "");
    await judgeLook(look(3, 0.125), { now: noon, timeZone: "UTC" }, false);
    expect(keptInbox().map(({ event }) => event.id)).toEqual(["rule1:1"]);
    const due = await Promise.all([takeDue(noon), takeDue(noon)]);
    expect(due.flat()).toHaveLength(1);
    expect(storedUnread.get()).toBe(1);
  });

  test("holds what rings in quiet hours to their end, and counts it as new only then", async () => {
    keepRule(rule("rule1"));
    const { result } = renderHook(() => useAlertSettings());
    result.current[1]({ quiet: { on: true, from: 11 * 60, to: 13 * 60 } });
    await judgeLook(look(1, 0.09), { now: noon, timeZone: "UTC" }, false);
    await judgeLook(look(2, 0.12), { now: noon, timeZone: "UTC" }, false);
    expect(await takeDue(noon)).toEqual([]);
    expect(storedUnread.get()).toBe(0);
    expect(await takeDue(noon + 3_600_000)).toHaveLength(1);
    expect(storedUnread.get()).toBe(1);
  });
});

describe("the inbox", () => {
  const items = Array.from({ length: 3 }, (_, index) => ({
    event: {
      id: `e${String(index)}`,
      rule: rule("rule1"),
      at: noon - index,
      happening: { kind: "cap", reached: true } as const,
    },
    due: noon,
    announced: true,
    read: false,
  }));

  test("keeps the newest events there is room for", () => {
    const many = Array.from({ length: maximumEvents + 5 }, (_, index) => ({
      event: {
        id: String(index),
        rule: rule("rule1"),
        at: -index,
        happening: { kind: "cap", reached: true } as const,
      },
      due: 0,
      announced: true,
      read: false,
    }));
    writeInbox(many);
    expect(keptInbox()).toHaveLength(maximumEvents);
    expect(keptInbox()[0]?.event.id).toBe("0");
    expect(storedUnread.get()).toBe(maximumEvents);
  });

  test("counts what is not read, and puts a deleted event back where it was", () => {
    writeInbox(items);
    markRead(true, "e1");
    expect(storedUnread.get()).toBe(2);
    const undo = forgetEvent("e2");
    expect(keptInbox().map(({ event }) => event.id)).toEqual(["e0", "e1"]);
    undo();
    expect(keptInbox().map(({ event }) => event.id)).toEqual(["e0", "e1", "e2"]);
    markRead(true);
    expect(storedUnread.get()).toBe(0);
  });
});
