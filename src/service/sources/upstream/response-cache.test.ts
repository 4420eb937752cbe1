import { setImmediate as nextTurn } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { entryBytes } from "../source-response.ts";
import { createResponseCache, createStaleWait, type ResponseCache, type Fetched } from "./response-cache.ts";
import { createCallerSlots, defaultSlotOptions } from "./caller-slots.ts";
import { UpstreamFailure } from "./upstream-failure.ts";
import { silentMeter } from "../../../../tests/fixtures/silent-meter.ts";

const call = { signal: new AbortController().signal, caller: "somebody" };
let now: number;
let fetches: number;
let cache: ResponseCache<string>;

const give =
  (value: string, ageMs = 0) =>
  async (): Promise<Fetched<string>> => {
    fetches += 1;
    return { value, weight: 10, ageMs };
  };
const fail = (kind: UpstreamFailure["kind"]) => async (): Promise<never> => {
  fetches += 1;
  throw new UpstreamFailure(kind);
};

const hanging = (): Promise<never> => new Promise(() => {});
const surprise = (): Promise<never> => Promise.reject(new RangeError("surprise"));

beforeEach(() => {
  now = 1000;
  fetches = 0;
  cache = createResponseCache(
    {
      freshMs: 30_000,
      staleMs: 900_000,
      staleWait: createStaleWait(20),
      slots: createCallerSlots({ ...defaultSlotOptions, perCaller: 2 }),
      maxWeight: 10 * (10 + 1 + entryBytes),
    },
    silentMeter,
    () => now,
  );
});

describe("a cached answer", () => {
  test("is served with its age while fresh, and fetched again afterwards", async () => {
    await cache.get("k", give("one"), call);
    now += 29_999;
    expect(await cache.get("k", give("two"), call)).toEqual({ value: "one", ageMs: 29_999, stale: false });
    expect(fetches).toBe(1);
    now += 1;
    expect(await cache.get("k", give("two"), call)).toEqual({ value: "two", ageMs: 0, stale: false });
  });

  test("that was old on arrival stays fresh as long as any other, and is served stale on any error", async () => {
    await cache.get("k", give("one", 100_000_000), call);
    now += 29_999;
    expect(await cache.get("k", give("two"), call)).toMatchObject({ value: "one", ageMs: 100_029_999 });
    now += 1;
    expect(await cache.get("k", surprise, call)).toMatchObject({ value: "one", stale: true });
    await expect(cache.get("other", surprise, call)).rejects.toThrow("surprise");
  });

  test("is served stale while fetching fails, until it is too old", async () => {
    await cache.get("k", give("one"), call);
    now += 899_999;
    expect(await cache.get("k", fail("network"), call)).toEqual({
      value: "one",
      ageMs: 899_999,
      stale: true,
    });
    now += 1;
    await expect(cache.get("k", fail("network"), call)).rejects.toMatchObject({ kind: "network" });
  });

  test("is evicted when there is no room, least recently used first", async () => {
    for (const key of "abcdefghij") await cache.get(key, give(key), call);
    await cache.get("a", give("again"), call);
    await cache.get("k", give("k"), call);
    expect(fetches).toBe(11);
    await cache.get("a", give("again"), call);
    expect(fetches).toBe(11);
    await cache.get("b", give("again"), call);
    expect(fetches).toBe(12);
  });
});

describe("an upstream that hangs", () => {
  test("is not waited for when there is a stale answer, and its late response is cached", async () => {
    await cache.get("k", give("one"), call);
    now += 60_000;
    let arrive: ((fetched: Fetched<string>) => void) | undefined;
    const late = new Promise<Fetched<string>>((settle) => {
      arrive = settle;
    });
    expect(await cache.get("k", () => late, call)).toEqual({
      value: "one",
      ageMs: 60_000,
      stale: true,
    });
    arrive?.({ value: "two", weight: 1, ageMs: 0 });
    await late;
    expect(await cache.get("k", fail("network"), call)).toEqual({ value: "two", ageMs: 0, stale: false });
  });

  test("is waited for when there is no stale answer", async () => {
    const late = new Promise<Fetched<string>>((settle) => {
      setTimeout(() => settle({ value: "one", weight: 1, ageMs: 0 }), 60);
    });
    expect((await cache.get("k", () => late, call)).value).toBe("one");
  });

  test("delays only one caller until it responds again", async () => {
    for (const key of "abc") await cache.get(key, give(key), call);
    now += 60_000;
    vi.useFakeTimers();
    const ask = async (key: string): Promise<number> => {
      const startedAt = Date.now();
      const response = cache.get(key, hanging, { ...call, caller: key });
      await vi.runAllTimersAsync();
      expect((await response).stale).toBe(true);
      return Date.now() - startedAt;
    };
    expect([await ask("a"), await ask("b"), await ask("c")]).toEqual([20, 0, 0]);
    await cache.get("d", give("d"), { ...call, caller: "d" });
    expect(await ask("a")).toBe(20);
    vi.useRealTimers();
  });
});

describe("a caller at its limit of pending fetches", () => {
  test("gets the stale answer and does not block other callers", async () => {
    await cache.get("k", give("one"), call);
    now += 60_000;
    for (const key of "ab") void cache.get(key, hanging, call);
    expect(await cache.get("k", give("two"), call)).toMatchObject({ value: "one", stale: true });
    expect(await cache.get("k", give("two"), { ...call, caller: "else" })).toMatchObject({ value: "two" });
  });

  const arrivals: (() => void)[] = [];
  const held = (): Promise<Fetched<string>> =>
    new Promise((settle) => {
      arrivals.push(() => settle({ value: "held", weight: 1, ageMs: 0 }));
    });

  test("gets what another caller has fetched meanwhile, without its own fetch", async () => {
    for (const key of "ab") void cache.get(key, held, call);
    const waiting = [1, 2].map(async () => cache.get("k", give("mine"), call));
    await cache.get("k", give("brought"), { ...call, caller: "else" });
    for (const arrive of arrivals.splice(0)) arrive();
    expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual(["brought", "brought"]);
    expect(fetches).toBe(1);
    // Nor does it keep a slot.
    expect(await cache.get("next", give("next"), call)).toMatchObject({ value: "next" });
  });

  test("shares a fetch that has begun meanwhile", async () => {
    for (const key of "ab") void cache.get(key, held, call);
    const waiting = [1, 2].map(async () => cache.get("k", held, call));
    for (const arrive of arrivals.splice(0)) arrive();
    await nextTurn();
    expect(arrivals).toHaveLength(1);
    for (const arrive of arrivals.splice(0)) arrive();
    expect((await Promise.all(waiting)).map(({ value }) => value)).toEqual(["held", "held"]);
  });
});

describe("callers with the same request", () => {
  test("share one fetch and its failure, and the next caller fetches again", async () => {
    const responses = await Promise.allSettled([1, 2].map(async () => cache.get("k", fail("timeout"), call)));
    expect([responses.map((response) => response.status), fetches]).toEqual([["rejected", "rejected"], 1]);
    expect((await cache.get("k", give("one"), call)).value).toBe("one");
  });

  test("may abort alone: the others and later callers still get the answer", async () => {
    let arrive: ((fetched: Fetched<string>) => void) | undefined;
    const promise = new Promise<Fetched<string>>((settle) => {
      arrive = settle;
    });
    const leaver = new AbortController();
    const left = cache.get("k", () => promise, { ...call, signal: leaver.signal });
    const staying = cache.get("k", () => promise, call);
    leaver.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    arrive?.({ value: "one", weight: 1, ageMs: 0 });
    expect((await staying).value).toBe("one");
    expect((await cache.get("k", fail("network"), call)).value).toBe("one");
  });

  test("that aborted beforehand cause no fetch", async () => {
    await expect(
      cache.get("k", give("one"), { ...call, signal: AbortSignal.abort(new Error("gone")) }),
    ).rejects.toThrow("gone");
    expect(fetches).toBe(0);
  });
});
