import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { alertRule as rule } from "../../../../tests/fixtures/alert-rule.ts";
import type { AlertEvent } from "../../../contract/alerts/rule.ts";
import { storedUnread } from "./alert-marks.ts";
import {
  forgetEvent,
  storedInbox,
  markRead,
  maxEvents,
  useAlertSettings,
  writeInbox,
  takeDue,
  addToInbox,
} from "./kept-alerts.ts";

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

const noon = Date.parse("2026-11-22T12:00:00Z");
const eventOf = (id: string, at: number): AlertEvent => ({
  id,
  rule: rule("rule1"),
  at,
  happening: { kind: "cap", reached: true },
});
const fired = eventOf("rule1:1", 2);
const unread = (id: string, at: number) => ({ event: eventOf(id, at), due: 0, announced: true, read: false });

describe("an event of the service", () => {
  test("is in the inbox once and announced by one tab, however many tabs receive it", async () => {
    await Promise.all([addToInbox([fired], noon), addToInbox([fired], noon)]);
    await addToInbox([fired], noon);
    expect(storedInbox.get().map((item) => item.event.id)).toEqual(["rule1:1"]);
    const due = await Promise.all([takeDue(noon), takeDue(noon)]);
    expect(due.flat()).toHaveLength(1);
    expect(storedUnread.get()).toBe(1);
  });

  test("waits for the end of quiet hours, and counts as unread only then", async () => {
    const { result } = renderHook(() => useAlertSettings());
    const hour = new Date(noon).getHours();
    const around = { from: ((hour + 23) % 24) * 60, to: ((hour + 1) % 24) * 60 };
    result.current[1]({ quiet: { on: true, ...around } });
    await addToInbox([fired], noon);
    expect(await takeDue(noon)).toEqual([]);
    expect(storedUnread.get()).toBe(0);
    expect(await takeDue(noon + 3_600_000)).toHaveLength(1);
    expect(storedUnread.get()).toBe(1);
  });
});

describe("the inbox", () => {
  test("keeps the newest events up to its limit", () => {
    writeInbox(Array.from({ length: maxEvents + 5 }, (_, index) => unread(String(index), -index)));
    expect(storedInbox.get()).toHaveLength(maxEvents);
    expect(storedInbox.get()[0]?.event.id).toBe("0");
    expect(storedUnread.get()).toBe(maxEvents);
  });

  test("skips stored events with a time that no date can show", () => {
    const event = unread("e1", noon);
    const bad = [unread("e2", 8.64e15 + 1), { ...unread("e3", noon), due: 1e18 }];
    localStorage.setItem("yieldboard.alerts.inbox", JSON.stringify([...bad, event]));
    expect(storedInbox.get()).toEqual([event]);
  });

  test("counts unread events, and restores a deleted event to its place", () => {
    writeInbox([0, 1, 2].map((index) => unread(`e${String(index)}`, noon - index)));
    markRead(true, "e1");
    expect(storedUnread.get()).toBe(2);
    const undo = forgetEvent("e2");
    expect(storedInbox.get().map(({ event }) => event.id)).toEqual(["e0", "e1"]);
    undo();
    expect(storedInbox.get().map(({ event }) => event.id)).toEqual(["e0", "e1", "e2"]);
    markRead(true);
    expect(storedUnread.get()).toBe(0);
  });
});
