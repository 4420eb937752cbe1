import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { marketRow } from "../../../../tests/fixtures/market-rows.ts";
import { fraction } from "../../../../tests/fixtures/quantities.ts";
import { millis } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { readSnapshot, minAbsenceMs, takeSnapshot } from "./visits.ts";

const then = 1_000_000_000;
const list = "type=lending";

const row = (id: string, depositApy = 0.05): MarketRow => marketRow({ id, depositApy: fraction(depositApy) });

// list-changes.test.ts tests what changed between two lists.
const before = [row("moved"), row("gone"), marketRow({ id: "no rate" })];
const after = [row("moved", 0.0601), row("new")];

test("a remembered list round-trips, and is missing when any part is invalid", () => {
  const kept = takeSnapshot(before, list, then);
  expect(readSnapshot(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  const fields = [{ at: "now" }, { list: 1 }, { rates: [1] }, { rates: { a: "1" } }, { full: [1] }];
  const broken = [undefined, null, "x", [], ...fields.map((field) => Object.assign({}, kept, field))];
  expect(broken.map(readSnapshot)).toEqual(broken.map(() => undefined));
});

test("a list of 10,000 markets with long ids is stored in less than 250 kB", () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    row(`kamino.multiply.${"x".repeat(120)}.${index}`),
  );
  expect(JSON.stringify(takeSnapshot(many, list, then)).length).toBeLessThan(250_000);
});

async function visit(rows: readonly MarketRow[], at: number, complete = true) {
  const { useLastVisit } = await import("./visits.ts");
  return renderHook(() => useLastVisit({ rows, complete, readAt: millis(at) }, list));
}

function leave(): void {
  act(() => void window.dispatchEvent(new Event("pagehide")));
  cleanup();
  vi.resetModules();
}

describe("useLastVisit", () => {
  beforeEach(() => {
    localStorage.clear();
    // A visit begins when the module is loaded.
    vi.resetModules();
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  const later = then + minAbsenceMs;

  it("remembers the list on leaving, returns it on the next visit, and can be dismissed", async () => {
    const first = await visit(before, then);
    expect(first.result.current.before).toBeUndefined();
    leave();
    const { result } = await visit(after, later);
    expect(result.current.before).toMatchObject({ at: then });
    act(() => result.current.dismiss());
    expect(result.current.before).toBeUndefined();
    cleanup();
    expect((await visit(after, later)).result.current.before).toBeUndefined();
  });

  it("ignores a short absence, and neither compares nor remembers an incomplete list", async () => {
    await visit(before, then);
    leave();
    expect((await visit(after, later - 1)).result.current.before).toBeUndefined();
    cleanup();
    vi.resetModules();
    expect((await visit(after, later, false)).result.current.before).toBeUndefined();
    leave();
    expect((await visit(after, later)).result.current.before?.at).toBe(then);
  });

  it("remembers the list when the page is hidden, which on a phone is the last event", async () => {
    await visit(before, then);
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
    expect(localStorage.getItem("yieldboard.visit")).toContain(list);
  });
});
