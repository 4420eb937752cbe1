import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUnreadBytes } from "./unread-bytes.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Bounds: 128 bytes in total (112 for large responses), 72 per caller. Responses that are cut off appear in `closed`. */
function fill() {
  const unread = createUnreadBytes({ inTotal: 128, perCaller: 72 });
  const closed: string[] = [];
  const send = (caller: string, body: Uint8Array, taken = 0): (() => void) =>
    unread.hold(caller, body, { queuedBytes: () => body.length - taken, close: () => closed.push(caller) });
  return { unread, closed, send };
}
const bytes = (length: number): Uint8Array => new Uint8Array(length);

test("closes the reader that would take longest, not an older one that keeps reading", () => {
  const { unread, closed, send } = fill();
  send("reads", bytes(50), 40);
  vi.advanceTimersByTime(5000);
  send("stalls", bytes(40), 4);
  vi.advanceTimersByTime(5000);
  expect(unread.refuses("asks", bytes(50))).toBeUndefined();
  expect(closed).toEqual(["stalls"]);
});

test("measures how fast a reader was by what it has taken", () => {
  const { unread, closed, send } = fill();
  send("is halfway", bytes(40), 20);
  vi.advanceTimersByTime(5000);
  send("has begun", bytes(50), 10);
  vi.advanceTimersByTime(5000);
  // It took 10 s to get halfway, and the other needs 20 s for the rest.
  expect(unread.refuses("asks", bytes(50))).toBeUndefined();
  expect(closed).toEqual(["has begun"]);
});

test("closes readers in their first five seconds only for callers with fewer unread bytes", () => {
  const { unread, closed, send } = fill();
  send("a", bytes(56));
  send("b", bytes(56));
  expect(unread.refuses("asks", bytes(56))).toBe("inTotal");
  expect(closed).toEqual([]);
  expect(unread.refuses("asks", bytes(50))).toBeUndefined();
  expect(closed).toHaveLength(1);
  send("c", bytes(56));
  vi.advanceTimersByTime(5000);
  expect(unread.refuses("asks", bytes(50))).toBeUndefined();
  expect(closed).toHaveLength(2);
});

test("refuses a caller over its own bound without closing anyone else's answer", () => {
  const { unread, closed, send } = fill();
  send("asks", bytes(72));
  send("b", bytes(40));
  vi.advanceTimersByTime(5000);
  expect(unread.refuses("asks", bytes(10))).toBe("perCaller");
  expect(closed).toEqual([]);
});

test("closes nothing when that would not free enough bytes", () => {
  const { unread, closed, send } = fill();
  send("has read all", bytes(72), 72);
  send("stalls", bytes(40));
  vi.advanceTimersByTime(5000);
  expect(unread.refuses("asks", bytes(50))).toBe("inTotal");
  expect(closed).toEqual([]);
});

test("counts a shared body once and closes all of its readers or none", () => {
  const { unread, closed, send } = fill();
  const shared = bytes(72);
  send("a", shared);
  const leave = send("reads", shared, 72);
  send("b", bytes(40), 39);
  vi.advanceTimersByTime(5000);
  expect(unread.refuses("asks", shared)).toBeUndefined();
  expect(closed).toEqual([]);
  expect(unread.refuses("asks", bytes(50))).toBe("inTotal");
  leave();
  expect(unread.refuses("asks", bytes(50))).toBeUndefined();
  expect(closed).toEqual(["a"]);
});

test("reserves an eighth of the bound for small answers, which close nothing", () => {
  const { unread, closed, send } = fill();
  send("a", bytes(56));
  send("b", bytes(56));
  expect(unread.refuses("large", bytes(56))).toBe("inTotal");
  expect(unread.refuses("small", bytes(2))).toBeUndefined();
  expect(closed).toEqual([]);
});

test("counts the small answers that a caller has not read as one large answer", () => {
  const { unread, send } = fill();
  send("a", bytes(56), 56);
  send("b", bytes(54), 54);
  send("small", bytes(2));
  expect(unread.refuses("other", bytes(2))).toBeUndefined();
  expect(unread.refuses("small", bytes(2))).toBe("inTotal");
});
