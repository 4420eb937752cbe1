import { expect, test } from "vitest";
import { SourceError, type MarketSource } from "../sources/market-source.ts";
import { nothingSetAside, type SourceAnswer } from "../sources/source-answer.ts";
import { walkSource } from "./walk-source.ts";

const noSignal = new AbortController().signal;

interface Page {
  readonly ids: readonly string[];
  readonly cursor: string | null;
  readonly stale?: boolean;
}

function answerOf({ ids, cursor, stale = false }: Page): SourceAnswer {
  const markets = ids.map((id) => ({ id, type: "lending", provider: { id: "kamino" }, depositApy: 0.05 }));
  const text = JSON.stringify({ markets, cursor });
  return { tag: text, bytes: () => Buffer.from(text), ageSeconds: 0, stale, setAside: nothingSetAside };
}

/** A source that answers by the cursor; what is no page is a failure. */
function sourceOf(pages: Readonly<Record<string, Page | Error>>): Pick<MarketSource, "listMarkets"> {
  return {
    async listMarkets({ cursor = "" }) {
      const page = pages[cursor];
      if (page === undefined || page instanceof Error) throw page ?? new SourceError(400, "no such cursor");
      return answerOf(page);
    },
  };
}

test("reads every page, and each market once", async () => {
  const source = sourceOf({ "": { ids: ["a", "b"], cursor: "1" }, "1": { ids: ["b", "c"], cursor: null } });
  const { walk, repeated, fault } = await walkSource(source, noSignal, () => 5);
  expect(walk).toMatchObject({ time: 5, complete: true, pages: 2, setAside: 0 });
  expect(walk.markets.map(({ id }) => id)).toEqual(["a", "b", "c"]);
  expect([repeated, fault]).toEqual([1, undefined]);
});

test("a cursor that leads back ends the walk, which is then not complete", async () => {
  const source = sourceOf({ "": { ids: ["a"], cursor: "1" }, "1": { ids: ["b"], cursor: "1" } });
  const { walk, fault } = await walkSource(source, noSignal);
  expect(fault).toBe("loop");
  expect(walk).toMatchObject({ complete: false, pages: 2 });
});

test("what was read before a page fails is kept, and the walk is not complete", async () => {
  const source = sourceOf({ "": { ids: ["a"], cursor: "1" } });
  const { walk, fault } = await walkSource(source, noSignal);
  expect(fault).toBe("source");
  expect(walk).toMatchObject({ complete: false, pages: 1 });
  expect(walk.markets).toHaveLength(1);
});

test("kept data that stands in for a source that fails is not recorded again", async () => {
  const { walk, fault } = await walkSource(
    sourceOf({ "": { ids: ["a"], cursor: null, stale: true } }),
    noSignal,
  );
  expect([walk.markets.length, walk.complete, fault]).toEqual([0, false, "source"]);
});

test("a page that fails is asked for once more, unless the source wants a long wait", async () => {
  let asked = 0;
  const busy = (retryAfterSeconds: number): Pick<MarketSource, "listMarkets"> => ({
    async listMarkets() {
      asked += 1;
      if (asked === 1) throw new SourceError(429, "busy", { retryAfterSeconds });
      return answerOf({ ids: ["a"], cursor: null });
    },
  });
  expect((await walkSource(busy(0), noSignal)).walk.complete).toBe(true);
  asked = 0;
  expect((await walkSource(busy(90), noSignal)).fault).toBe("source");
  expect(asked).toBe(1);
});

test("the signal ends it", async () => {
  const stop = new AbortController();
  stop.abort(new Error("stopped"));
  await expect(walkSource(sourceOf({}), stop.signal)).rejects.toThrow("stopped");
});
