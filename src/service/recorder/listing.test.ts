import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { sourceResponse, sourceOf } from "../../../tests/fixtures/sources.ts";
import { SeenTurns } from "../../../tests/fixtures/seen-turns.ts";
import type { MarketsRequest } from "../../contract/markets-request.ts";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { createDemoSource } from "../sources/demo/demo-source.ts";
import { nothingSetAside, type SourceResponse } from "../sources/source-response.ts";
import { silentMeter } from "../../../tests/fixtures/silent-meter.ts";
import { withListing } from "./listed-source.ts";
import { mintsOf } from "../../domain/record/poll.ts";
import { Listing, listingQueryOf } from "./listing.ts";
import { pollSource } from "./poll-source.ts";

const pageSchema = z.object({
  markets: z.array(z.object({ id: z.string() })),
  cursor: z.string().nullable(),
});
type Page = z.infer<typeof pageSchema>;

const types = ["lending", "yield"] as const;

/** Markets of two types and two providers, by their ids. */
function listingOf(ids: readonly string[], time = Date.now()): Listing {
  const markets = ids.map((id) => {
    const [type, provider] = [types[id.length % 2] ?? "lending", id.startsWith("a") ? "kamino" : "lulo"];
    return { id, type, provider, body: JSON.stringify({ id, type, provider: { id: provider } }) };
  });
  return new Listing({ time, ageMs: 0, markets, setAside: nothingSetAside });
}

async function pageOf(response: SourceResponse | Promise<SourceResponse>): Promise<Page> {
  return pageSchema.parse(JSON.parse((await (await response).bytes()).toString()));
}

function responseOf(listing: Listing, request: MarketsRequest): SourceResponse | Promise<SourceResponse> {
  const query = listingQueryOf(request);
  if (query === undefined) throw new Error("A listing has no answer to this.");
  return listing.respond(query, false);
}

function ask(listing: Listing, request: MarketsRequest): Promise<Page> {
  return pageOf(responseOf(listing, request));
}

async function loadAll(listings: readonly Listing[], request: MarketsRequest): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  for (let turn = 0; turn === 0 || cursor !== null; turn += 1) {
    const listing: Listing | undefined = listings[turn % listings.length];
    if (listing === undefined) throw new Error("There is no list.");
    const page: Page = await ask(listing, { ...request, ...(cursor === null ? {} : { cursor }) });
    expect(page.markets.length).toBeLessThanOrEqual(request.limit ?? 50);
    ids.push(...page.markets.map(({ id }) => id));
    ({ cursor } = page);
  }
  return ids;
}

const someIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 30 });

describe("Listing", () => {
  test("returns every market that matches the filters once, whatever the page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        someIds,
        fc.integer({ min: 1, max: 9 }),
        fc.subarray([...types]),
        async (ids, limit, chosen) => {
          const listing = listingOf(ids);
          expect((await loadAll([listing], { limit })).toSorted()).toEqual(ids.toSorted());
          const wanted = ids.filter(
            (id) => id.startsWith("a") && chosen.some((type) => type === types[id.length % 2]),
          );
          const filtered = await loadAll([listing], { limit, types: chosen, providers: ["kamino"] });
          expect(filtered.toSorted()).toEqual(wanted.toSorted());
        },
      ),
    );
  });

  test("continues paging in another listing, repeating nothing and missing no common market", async () => {
    await fc.assert(
      fc.asyncProperty(someIds, someIds, someIds, async (both, before, after) => {
        const seen = await loadAll(
          [listingOf([...new Set([...both, ...before])]), listingOf([...new Set([...both, ...after])])],
          { limit: 3 },
        );
        expect(new Set(seen).size).toBe(seen.length);
        for (const id of both) expect(seen).toContain(id);
      }),
    );
  });

  test("round-trips through its stored form and rejects anything else", async () => {
    const listing = listingOf(["b", "a", "ähnlich\n"], 5);
    const read = await Listing.read(await listing.write(), 5);
    expect((await responseOf(read, {})).tag).toBe((await responseOf(listing, {})).tag);
    await expect(Listing.read(Buffer.from("no list"), 5)).rejects.toThrow("incorrect header");
  });

  test("answers every filter it supports, and open predictions, like its source", async () => {
    const source = createDemoSource({ markets: 200, seed: 1 });
    const call = { signal: new AbortController().signal, caller: "test" };
    const { poll: polled } = await pollSource(source, call.signal);
    if (!Listing.canServe(polled.markets)) throw new Error("The poll has dropped bodies.");
    const listing = new Listing({ ...polled, markets: polled.markets, ageMs: 0, setAside: nothingSetAside });
    const mints = [...new Set(polled.markets.flatMap(({ body }) => mintsOf(Object(JSON.parse(body)))))];
    const idsFrom = async (from: Pick<MarketSource, "listMarkets">, request: MarketsRequest) => {
      const { markets } = await pageOf(from.listMarkets({ ...request, limit: 200 }, call));
      return markets.map(({ id }) => id).toSorted();
    };
    const list: Pick<MarketSource, "listMarkets"> = {
      listMarkets: (request) => responseOf(listing, request),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            types: fc.subarray(["lending", "yield", "loop", "perpetual"] as const, { minLength: 1 }),
            providers: fc.subarray(["kamino", "jupiter", "marginfi"], { minLength: 1 }),
            assets: fc.subarray(mints, { minLength: 1, maxLength: 4 }),
            statuses: fc.subarray(["open", "closed"] as const),
          },
          { requiredKeys: ["types"] },
        ),
        async (request) => {
          expect(await idsFrom(list, request)).toEqual(await idsFrom(source, request));
        },
      ),
    );
    const open = { types: ["prediction"], statuses: ["open"] } as const;
    expect(await idsFrom(list, open)).toEqual(await idsFrom(source, open));
    expect(await idsFrom(list, { types: ["loop"], assets: mints })).not.toEqual([]);
  });

  test("builds its token index once, yielding to other work", async () => {
    const listing = listingOf(Array.from({ length: 2000 }, (_, index) => `id-${index}`));
    const turnsOf = async (request: MarketsRequest): Promise<number> => {
      let turns = 0;
      let isDone = false;
      const asked = Promise.all([responseOf(listing, request), responseOf(listing, request)]).finally(() => {
        isDone = true;
      });
      for (;;) {
        await Promise.resolve();
        if (isDone) break;
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
      const [one, other] = await asked;
      expect(one.tag).toBe(other.tag);
      return turns;
    };
    expect(await turnsOf({ assets: ["none"] })).toBeGreaterThanOrEqual(9);
    expect(await turnsOf({ assets: ["another"] })).toBeLessThanOrEqual(1);
  });

  test("yields to other work while it is written, and reads back unchanged", async () => {
    const turns = new SeenTurns();
    const markets = Array.from({ length: 2000 }, (_, index) => ({
      id: `id-${index + 1000}`,
      type: "lending",
      provider: "kamino",
      get body() {
        turns.note();
        return `{"id":"id-${index + 1000}","about":"${"x".repeat(500)}"}`;
      },
    }));
    const parts = { time: 1000, ageMs: 0, markets, setAside: nothingSetAside };
    const read = await Listing.read(await new Listing(parts).write(), 1000);
    expect(turns.count).toBeGreaterThanOrEqual(9);
    const ids = await loadAll([read], { limit: 200 });
    expect(ids).toEqual(markets.map(({ id }) => id));
  });

  test("reports the age of its data: time since the poll plus its age then", async () => {
    const listing = new Listing({
      time: Date.now() - 10_000,
      ageMs: 5000,
      markets: [],
      setAside: nothingSetAside,
    });
    expect((await responseOf(listing, {})).ageSeconds).toBe(15);
  });
});
function recordingSource(fail?: SourceError): { source: MarketSource; requests: MarketsRequest[] } {
  const requests: MarketsRequest[] = [];
  const source = sourceOf({
    ready: async () => false,
    listMarkets: async (request) => {
      requests.push(request);
      if (fail !== undefined) throw fail;
      return sourceResponse({ markets: [], cursor: "next" });
    },
  });
  return { source, requests };
}
const options = { everyMs: 30_000, staleMs: 900_000, meter: silentMeter };

/** A source whose listing, if any, is `seconds` old. */
const listed = (source: MarketSource, ids: readonly string[] | undefined, seconds: number) => {
  const listing = ids === undefined ? undefined : listingOf(ids, Date.now() - seconds * 1000);
  return withListing(source, { listing }, options);
};

describe("a source with a listing", () => {
  const call = { signal: new AbortController().signal, caller: "test" };

  test("requests from the source only what the listing cannot answer", async () => {
    const { source, requests } = recordingSource();
    const both = listed(source, ["b", "a"], 50);
    const { markets, cursor } = await pageOf(both.listMarkets({ limit: 1 }, call));
    expect(markets).toEqual([{ id: "a" }]);
    const { markets: others } = await pageOf(both.listMarkets({ cursor: cursor ?? "" }, call));
    expect(others).toEqual([{ id: "b" }]);
    expect(await both.ready(call.signal)).toBe(true);
    expect(requests).toEqual([]);

    const unlisted: MarketsRequest[] = [
      { types: ["prediction"], statuses: ["settled"] },
      { statuses: ["open", "closed"] },
      { statuses: [] },
      { cursor: "next" },
      { cursor: "~no id of ours" },
    ];
    for (const request of unlisted) await both.listMarkets(request, call);
    expect(requests).toEqual(unlisted);

    // A source that is such a service, too, has cursors of its own.
    const marked = withListing(source, { listing: listingOf(["b", "a"]) }, { ...options, cursorMark: "~1" });
    const own = await pageOf(marked.listMarkets({ limit: 1 }, call));
    expect((await pageOf(marked.listMarkets({ cursor: own.cursor ?? "" }, call))).markets).toEqual(others);
    expect((await pageOf(marked.listMarkets({ cursor: cursor ?? "" }, call))).cursor).toBe("next");
  });

  test("requests from the source when the last poll is old, and serves the listing as stale if that fails", async () => {
    const { source, requests } = recordingSource();
    expect(await pageOf(listed(source, ["a"], 70).listMarkets({}, call))).toMatchObject({ markets: [] });
    expect(requests).toEqual([{}]);

    const failing = recordingSource(new SourceError("upstream-unavailable", "It does not answer.")).source;
    const old = await listed(failing, ["a"], 70).listMarkets({}, call);
    expect([old.stale, await pageOf(old)]).toEqual([true, { markets: [{ id: "a" }], cursor: null }]);
    const refusing = recordingSource(new SourceError("bad-request", "Not allowed.")).source;
    for (const [fails, seconds, message] of [
      [refusing, 70, "Not allowed"],
      [failing, 1000, "not answer"],
    ] as const)
      await expect(listed(fails, ["a"], seconds).listMarkets({}, call)).rejects.toThrow(message);
  });

  test("continues a listing's cursor from an old listing, or answers 503 without one", async () => {
    const { source, requests } = recordingSource();
    const { cursor } = await ask(listingOf(["a", "b"]), { limit: 1 });
    const request = { cursor: cursor ?? "" };
    const old = await listed(source, ["b"], 70).listMarkets(request, call);
    expect([old.stale, await pageOf(old)]).toEqual([true, { markets: [{ id: "b" }], cursor: null }]);
    const none = listed(source, undefined, 0).listMarkets(request, call);
    await expect(none).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 5 });
    expect(requests).toEqual([]);
  });
});
