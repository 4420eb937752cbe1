import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCallerSlots, type CallerSlots, type Release } from "./caller-slots.ts";

let slots: CallerSlots;

beforeEach(() => {
  vi.useFakeTimers();
  slots = createCallerSlots({
    inTotal: 4,
    perCaller: 2,
    waitingPerCaller: 3,
    waitingInTotal: 5,
    waitMs: 2000,
  });
});

afterEach(() => vi.useRealTimers());
function takeAll(caller: string): Release[] {
  const taken: Release[] = [];
  for (let slot = slots.take(caller); slot !== undefined; slot = slots.take(caller)) taken.push(slot);
  return taken;
}

const fate = (waiting: Promise<Release>): Promise<string> =>
  waiting.then(
    () => "served",
    (error: unknown) => String(Object(error).kind),
  );

test("passes released slots to callers in turn, not to the one with the most requests", async () => {
  const [first, second] = takeAll("greedy");
  takeAll("b");
  const order: string[] = [];
  const wait = (caller: string): void => void slots.wait(caller).then(() => order.push(caller));
  for (const caller of ["greedy", "greedy", "greedy", "modest"]) wait(caller);
  first?.();
  second?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(order.toSorted()).toEqual(["greedy", "modest"]);
});

test("a caller that waited in vain learns whether its own or all requests together were too many", async () => {
  takeAll("a");
  const own = fate(slots.wait("a"));
  takeAll("b");
  const everybody = fate(slots.wait("c"));
  await vi.advanceTimersByTimeAsync(2000);
  expect([await own, await everybody]).toEqual(["too-many", "busy"]);
});

test("refuses at once when too many wait, per caller and in total", async () => {
  takeAll("a");
  takeAll("b");
  const waiting = ["a", "a", "a", "b", "b"].map((caller) => fate(slots.wait(caller)));
  expect(await fate(slots.wait("a"))).toBe("too-many");
  expect(await fate(slots.wait("c"))).toBe("busy");
  await vi.advanceTimersByTimeAsync(2000);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["too-many"]));
});

test("frees all capacity once all slots are released, each once even when it is released twice", async () => {
  const taken = [...takeAll("a"), ...takeAll("b")];
  const inVain = fate(slots.wait("c"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(await inVain).toBe("busy");
  for (const release of [...taken, ...taken]) release();
  for (let index = 0; index < 100; index += 1) slots.take(`caller ${index}`)?.();
  expect([takeAll("d").length, takeAll("e").length, takeAll("f").length]).toEqual([2, 2, 0]);
});
