import { expect, test } from "vitest";
import { pollOf } from "../../../tests/fixtures/polls.ts";
import { SeenTurns } from "../../../tests/fixtures/seen-turns.ts";
import { Draft, newState, takePoll, type Memory } from "./poll-draft.ts";

const newMemory = (): Memory => ({
  token: 1,
  markets: new Map(),
  lastKey: 0,
  lastTime: 0,
  hasComplete: false,
});

test("yields to other work while it takes a long poll", async () => {
  const turns = new SeenTurns();
  const markets = Array.from({ length: 5000 }, (_, index) => ({
    id: `id-${index}`,
    type: "lending",
    provider: "kamino",
    body: "{}",
    get figures() {
      turns.note();
      return {};
    },
  }));
  const memory = newMemory();
  const draft = new Draft();
  await takePoll(memory, draft, { time: 60_000, complete: true, pages: 25, setAside: 0, markets });
  expect(draft.snapshots.size).toBe(5000);
  expect(turns.count).toBeGreaterThanOrEqual(5);
});

const pollAt = (time: number, count: number) =>
  pollOf(
    time,
    Array.from({ length: count }, (_, index) => ({ id: `${time}-${index}` })),
    { complete: false },
  );

test("remembers at most 100,000 markets, and forgets those that are gone", async () => {
  const known = Array.from({ length: 99_999 }, (_, key) => [`m${key}`, newState(key, 0, null)] as const);
  const memory: Memory = { ...newMemory(), markets: new Map(known), lastKey: 99_999 };
  const draft = new Draft();
  await takePoll(memory, draft, pollAt(120_000, 5));
  const added = [...draft.snapshots.keys()].filter((key) => key.endsWith(" 120"));
  expect([memory.markets.size, draft.newMarkets.length, added.length]).toEqual([100_000, 1, 1]);
  // Markets that are gone make room for others.
  const later = new Draft();
  await takePoll(memory, later, { ...pollAt(180_000, 0), complete: true });
  await takePoll(memory, later, pollAt(240_000, 5));
  expect(later.newMarkets).toHaveLength(5);
});
