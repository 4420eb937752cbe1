import { expect, test } from "vitest";
import { sourceAnswer } from "../../../tests/fixtures/sources.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import type { SourceAnswer } from "../sources/source-answer.ts";
import { Listing } from "./listing.ts";
import { pollSource } from "./poll-source.ts";

const noSignal = new AbortController().signal;

interface Page {
  readonly ids: readonly string[];
  readonly cursor: string | null;
  readonly stale?: boolean;
}

function answerOf({ ids, cursor, stale = false }: Page): SourceAnswer {
  const markets = ids.map((id) => ({ id, type: "lending", provider: { id: "kamino" }, depositApy: 0.05 }));
  return sourceAnswer({ markets, cursor }, { stale });
}

/** A source with a page or an error per cursor; any other cursor fails. */
function sourceOf(pages: Readonly<Record<string, Page | Error>>): Pick<MarketSource, "listMarkets"> {
  return {
    async listMarkets({ cursor = "" }) {
      const page = pages[cursor];
      if (page === undefined || page instanceof Error)
        throw page ?? new SourceError("bad-request", "no such cursor");
      return answerOf(page);
    },
  };
}

test("reads every page and lists each market once", async () => {
  const source = sourceOf({ "": { ids: ["a", "b"], cursor: "1" }, "1": { ids: ["b", "c"], cursor: null } });
  const { poll, repeated, fault } = await pollSource(source, noSignal, () => 5);
  expect(poll).toMatchObject({ time: 5, complete: true, pages: 2, setAside: 0 });
  expect(poll.markets.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect([repeated, fault]).toEqual([1, undefined]);
});

test("ends an incomplete poll when a cursor repeats", async () => {
  const source = sourceOf({ "": { ids: ["a"], cursor: "1" }, "1": { ids: ["b"], cursor: "1" } });
  const { poll, fault } = await pollSource(source, noSignal);
  expect(fault).toBe("loop");
  expect(poll).toMatchObject({ complete: false, pages: 2 });
});

const roomy = { pages: 5000, bodyBytes: 1e9, bytes: 1e9 };

/** A source whose list never ends. */
function endless(idLetters = 10): Pick<MarketSource, "listMarkets"> {
  return {
    async listMarkets({ cursor = "0" }) {
      const ids = Array.from({ length: 10 }, (_, index) => `${cursor}-${index}`.padStart(idLetters, "x"));
      return answerOf({ ids, cursor: String(Number(cursor) + 1) });
    },
  };
}

test.each([
  ["many markets", 10, 100],
  ["long ids", 9000, 10],
])("ends an endless list of %s at the memory bound, as incomplete", async (_, letters, most) => {
  const { poll, fault } = await pollSource(endless(letters), noSignal, () => 5, {
    ...roomy,
    bytes: 95_000,
  });
  expect(fault).toBe("too-large");
  expect(poll.complete).toBe(false);
  expect(poll.markets.length).toBeLessThanOrEqual(most);
  expect(poll.markets).not.toHaveLength(0);
});

test("keeps a poll below 130 MiB of text, for a heap of 384 MiB", async () => {
  const ids = Array.from({ length: 200 }, (_, index) => String(index).padStart(9000, "x"));
  const source = {
    listMarkets: async ({ cursor = "0" }) =>
      answerOf({ ids: ids.map((id) => cursor + id), cursor: String(Number(cursor) + 1) }),
  };
  const { poll, fault } = await pollSource(source, noSignal);
  expect(fault).toBe("too-large");
  const texts = poll.markets.reduce((sum, { id, body = "" }) => sum + id.length + body.length, 0);
  expect(texts).toBeLessThan(130 * 1024 * 1024);
});

test("reads a list too long to serve to the end, without JSON beyond the bound", async () => {
  const source = sourceOf({ "": { ids: ["a", "b"], cursor: "1" }, "1": { ids: ["é–", "d"], cursor: null } });
  const whole = await pollSource(source, noSignal, () => 5, roomy);
  const [a, b] = whole.poll.markets.map(({ body = "" }) => body.length);
  const bodyBytes = (a ?? 0) + (b ?? 0);
  const { poll } = await pollSource(source, noSignal, () => 5, { ...roomy, bodyBytes });
  expect(poll).toMatchObject({ complete: true, pages: 2 });
  expect(poll.markets.map(({ body, figures }) => [body !== undefined, figures.depositApy])).toEqual([
    [true, 0.05],
    [true, 0.05],
    [false, 0.05],
    [false, 0.05],
  ]);
  expect([whole, { poll }].map((one) => Listing.canServe(one.poll.markets))).toEqual([true, false]);
});

test("keeps what was read before a page fails, as an incomplete poll", async () => {
  const source = sourceOf({ "": { ids: ["a"], cursor: "1" } });
  const { poll, fault } = await pollSource(source, noSignal);
  expect(fault).toBe("source");
  expect(poll).toMatchObject({ complete: false, pages: 1 });
  expect(poll.markets).toHaveLength(1);
});

test("does not record stale data served in place of a failing source", async () => {
  const { poll, fault } = await pollSource(
    sourceOf({ "": { ids: ["a"], cursor: null, stale: true } }),
    noSignal,
  );
  expect([poll.markets.length, poll.complete, fault]).toEqual([0, false, "source"]);
});

test("retries a failing page once, unless the source asks for a long wait", async () => {
  let asked = 0;
  const busy = (retryAfterSeconds: number): Pick<MarketSource, "listMarkets"> => ({
    async listMarkets() {
      asked += 1;
      if (asked === 1) throw new SourceError("rate-limited", "busy", { retryAfterSeconds });
      return answerOf({ ids: ["a"], cursor: null });
    },
  });
  expect((await pollSource(busy(0), noSignal)).poll.complete).toBe(true);
  asked = 0;
  expect((await pollSource(busy(90), noSignal)).fault).toBe("source");
  expect(asked).toBe(1);
});

test("stops when its signal aborts", async () => {
  const stop = new AbortController();
  stop.abort(new Error("stopped"));
  await expect(pollSource(sourceOf({}), stop.signal)).rejects.toThrow("stopped");
});
