import { expect, test } from "vitest";
import { sourceResponse } from "../../../tests/fixtures/sources.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import type { SourceResponse } from "../sources/source-response.ts";
import { Listing } from "./listing.ts";
import { pollSource } from "./poll-source.ts";

const noSignal = new AbortController().signal;

interface Page {
  readonly ids: readonly string[];
  readonly cursor: string | null;
  readonly stale?: boolean;
}

function responseOf({ ids, cursor, stale = false }: Page): SourceResponse {
  const markets = ids.map((id) => ({ id, type: "lending", provider: { id: "kamino" }, depositApy: 0.05 }));
  return sourceResponse({ markets, cursor }, { stale });
}

/** A source with a page per cursor; any other cursor fails. */
function sourceOf(pages: Readonly<Record<string, Page>>): Pick<MarketSource, "listMarkets"> {
  return {
    async listMarkets({ cursor = "" }) {
      const page = pages[cursor];
      if (page === undefined) throw new SourceError("bad-request", "no such cursor");
      return responseOf(page);
    },
  };
}

const [first, last] = [
  { ids: ["a", "b"], cursor: "1" },
  { ids: ["b", "c"], cursor: null },
];
test.each([
  ["has each market once", { "": first, "1": last }, { ids: "abc", complete: true, pages: 2, repeated: 1 }],
  [
    "ends when a cursor repeats",
    { "": first, "1": first },
    { ids: "ab", complete: false, pages: 2, fault: "loop" },
  ],
  [
    "keeps what was read before a page fails",
    { "": first },
    { ids: "ab", complete: false, pages: 1, fault: "source" },
  ],
  [
    "has no stale data, which would hide a failing source",
    { "": { ...last, stale: true } },
    { ids: "", complete: false, fault: "source" },
  ],
])("a poll %s", async (_, pages, expected) => {
  const { poll, repeated, fault } = await pollSource(sourceOf(pages), noSignal, () => 5);
  const ids = poll.markets.map(({ id }) => id).join("");
  expect({ ...poll, ids, repeated, fault }).toMatchObject({
    time: 5,
    setAside: 0,
    fault: undefined,
    ...expected,
  });
});

const roomy = { pages: 5000, bodyBytes: 1e9, bytes: 1e9 };
function endlessSource(perPage: number, letters: number): Pick<MarketSource, "listMarkets"> {
  return {
    async listMarkets({ cursor = "0" }) {
      const ids = Array.from({ length: perPage }, (_, index) => `${cursor}-${index}`.padStart(letters, "x"));
      return responseOf({ ids, cursor: String(Number(cursor) + 1) });
    },
  };
}

test.each([
  ["many markets", 10, 100],
  ["long ids", 9000, 10],
])("ends an endless list of %s at the memory bound, as incomplete", async (_, letters, max) => {
  const bounds = { ...roomy, bytes: 95_000 };
  const { poll, fault } = await pollSource(endlessSource(10, letters), noSignal, () => 5, bounds);
  expect([fault, poll.complete]).toEqual(["too-large", false]);
  expect(poll.markets.length).toBeLessThanOrEqual(max);
  expect(poll.markets).not.toHaveLength(0);
});

test("keeps a poll below 130 MiB of text, for a heap of 384 MiB", async () => {
  const { poll, fault } = await pollSource(endlessSource(200, 9000), noSignal);
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

test("retries a failing page once, unless the source asks for a long wait", async () => {
  let asked = 0;
  const busy = (retryAfterSeconds: number): Pick<MarketSource, "listMarkets"> => ({
    async listMarkets() {
      asked += 1;
      if (asked === 1) throw new SourceError("rate-limited", "busy", { retryAfterSeconds });
      return responseOf({ ids: ["a"], cursor: null });
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
