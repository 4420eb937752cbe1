import { expect, test } from "vitest";
import { SeenTurns } from "../../../tests/fixtures/seen-turns.ts";
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
  const draft = newDraft(1);
  await takeWalk(memory, draft, { time: 60_000, complete: true, pages: 25, setAside: 0, markets });
  expect(draft.points).toBe(5000);
  expect(turns.count).toBeGreaterThanOrEqual(5);
});
