import { expect, test } from "vitest";
import { SeenTurns } from "../../../tests/fixtures/seen-turns.ts";
import type { Walk } from "./market-store.ts";
import { newDraft, takeWalk } from "./walk-draft.ts";

test("a long walk is taken in turns with everybody else", async () => {
  const turns = new SeenTurns();
  const markets = Array.from({ length: 5000 }, (_, index) => ({
    id: `id-${index}`,
    type: "lending",
    provider: "kamino",
    body: "{}",
    get point() {
      turns.note();
      return {};
    },
  }));
  const memory = { token: 1, markets: new Map(), lastKey: 0, lastTime: 0, hasComplete: false };
  const draft = newDraft();
  await takeWalk(memory, draft, { time: 60_000, complete: true, pages: 25, setAside: 0, markets });
  expect(draft.points).toBe(5000);
  expect(turns.count).toBeGreaterThanOrEqual(5);
});

function walkOf(time: number, count: number): Walk {
  const markets = Array.from({ length: count }, (_, index) => ({
    id: `${time}-${index}`,
    type: "lending",
    provider: "kamino",
    point: {},
  }));
  return { time, complete: false, pages: 1, setAside: 0, markets };
}

test("as many markets are remembered as fit into memory, however many new ones each walk brings", async () => {
  const memory = { token: 1, markets: new Map(), lastKey: 0, lastTime: 0, hasComplete: false };
  await takeWalk(memory, newDraft(), walkOf(60_000, 99_999));
  const draft = newDraft();
  await takeWalk(memory, draft, walkOf(120_000, 5));
  expect([memory.markets.size, draft.newMarkets.length, draft.points]).toEqual([100_000, 1, 1]);
  // Those that are gone make room.
  const later = newDraft();
  await takeWalk(memory, later, { ...walkOf(180_000, 0), complete: true });
  await takeWalk(memory, later, walkOf(240_000, 5));
  expect(later.newMarkets).toHaveLength(5);
});
