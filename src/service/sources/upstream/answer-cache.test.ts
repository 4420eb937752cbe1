import { beforeEach, describe, expect, test } from "vitest";
import { AnswerCache, type Fetched } from "./answer-cache.ts";
import { UpstreamFailure } from "./upstream-failure.ts";
import { silentMeter } from "./upstream-meter.ts";

const patient = new AbortController().signal;
let now: number;
let fetches: number;
let cache: AnswerCache<string>;

const give =
  (value: string, ageMs = 0) =>
  async (): Promise<Fetched<string>> => {
    fetches += 1;
    return { value, bytes: 10, ageMs };
  };
const fail = (kind: UpstreamFailure["kind"]) => async (): Promise<never> => {
  fetches += 1;
  throw new UpstreamFailure(kind);
};

beforeEach(() => {
  now = 1000;
  fetches = 0;
  cache = new AnswerCache(
    { freshMs: 30_000, staleMs: 900_000, patienceMs: 20, maximumBytes: 100 },
    silentMeter,
    () => now,
  );
});

describe("an answer", () => {
  test("is given without asking while it is fresh, with its age", async () => {
    await cache.get("k", give("one"), patient);
    now += 29_999;
    expect(await cache.get("k", give("two"), patient)).toEqual({ value: "one", ageMs: 29_999, stale: false });
    expect(fetches).toBe(1);
  });

  test("is asked for again afterwards", async () => {
    await cache.get("k", give("one"), patient);
    now += 30_000;
    expect(await cache.get("k", give("two"), patient)).toEqual({ value: "two", ageMs: 0, stale: false });
  });

  test("that was old on arrival is that much less fresh", async () => {
    await cache.get("k", give("one", 20_000), patient);
    now += 10_000;
    expect((await cache.get("k", give("two"), patient)).value).toBe("two");
  });

  test("stands in while asking fails, until it is too old", async () => {
    await cache.get("k", give("one"), patient);
    now += 899_999;
    expect(await cache.get("k", fail("network"), patient)).toEqual({
      value: "one",
      ageMs: 899_999,
      stale: true,
    });
    now += 1;
    await expect(cache.get("k", fail("network"), patient)).rejects.toMatchObject({ kind: "network" });
  });

  test("does not stand in where the request is at fault", async () => {
    await cache.get("k", give("one"), patient);
    now += 60_000;
    await expect(cache.get("k", fail("refused"), patient)).rejects.toMatchObject({ kind: "refused" });
  });

  test("leaves when there is no room, the least recently used first", async () => {
    for (const key of "abcdefghij") await cache.get(key, give(key), patient);
    await cache.get("a", give("again"), patient);
    await cache.get("k", give("k"), patient);
    expect(fetches).toBe(11);
    await cache.get("a", give("again"), patient);
    expect(fetches).toBe(11);
    await cache.get("b", give("again"), patient);
    expect(fetches).toBe(12);
  });
});

describe("an upstream that hangs", () => {
  test("makes nobody wait for long where a kept answer may stand in, and its answer is kept when it comes", async () => {
    await cache.get("k", give("one"), patient);
    now += 60_000;
    let arrive: ((fetched: Fetched<string>) => void) | undefined;
    const hanging = new Promise<Fetched<string>>((settle) => {
      arrive = settle;
    });
    expect(await cache.get("k", () => hanging, patient)).toEqual({
      value: "one",
      ageMs: 60_000,
      stale: true,
    });
    arrive?.({ value: "two", bytes: 1, ageMs: 0 });
    await hanging;
    expect(await cache.get("k", fail("network"), patient)).toEqual({ value: "two", ageMs: 0, stale: false });
  });

  test("is waited for where nothing kept may stand in", async () => {
    const late = new Promise<Fetched<string>>((settle) => {
      setTimeout(() => settle({ value: "one", bytes: 1, ageMs: 0 }), 60);
    });
    expect((await cache.get("k", () => late, patient)).value).toBe("one");
  });
});

describe("callers with the same question", () => {
  test("share one fetch", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => cache.get("k", give("one"), patient)));
    expect(fetches).toBe(1);
    expect(answers.map((answer) => answer.value)).toEqual(["one", "one", "one"]);
  });

  test("share its failure, and the next asks anew", async () => {
    const answers = await Promise.allSettled([1, 2].map(() => cache.get("k", fail("timeout"), patient)));
    expect(answers.map((answer) => answer.status)).toEqual(["rejected", "rejected"]);
    expect(fetches).toBe(1);
    expect((await cache.get("k", give("one"), patient)).value).toBe("one");
  });

  test("may leave alone: the others are answered, and so is whoever comes later", async () => {
    let arrive: ((fetched: Fetched<string>) => void) | undefined;
    const promise = new Promise<Fetched<string>>((settle) => {
      arrive = settle;
    });
    const leaver = new AbortController();
    const left = cache.get("k", () => promise, leaver.signal);
    const staying = cache.get("k", () => promise, patient);
    leaver.abort(new Error("gone"));
    await expect(left).rejects.toThrow("gone");
    arrive?.({ value: "one", bytes: 1, ageMs: 0 });
    expect((await staying).value).toBe("one");
    expect((await cache.get("k", fail("network"), patient)).value).toBe("one");
  });

  test("who have left before asking cost nothing", async () => {
    await expect(cache.get("k", give("one"), AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
    expect(fetches).toBe(0);
  });
});
