// The data that alert rules are checked against, from a poll of the demo; unknown if the poll is partial.
import { beforeAll, expect, test } from "vitest";
import type { ViewTarget } from "../../src/domain/alerts/view-watch.ts";
import { createAlertSnapshot } from "../../src/service/alerts/alert-snapshot.ts";
import { createRotation } from "../../src/service/alerts/rotation.ts";
import { pollSource, type FinishedPoll } from "../../src/service/recorder/poll-source.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";

const source = createDemoSource({ markets: 529, seed: 3, time: Date.UTC(2026, 9, 1) });
const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const view: ViewTarget = { kind: "view", search: "?asset=stables", name: "Stablecoins" };
const asset = { kind: "asset", mint: usdc, name: "USDC" } as const;

let finished: FinishedPoll;
beforeAll(async () => {
  finished = await pollSource(source, new AbortController().signal);
});

test("a complete poll has the markets of a view and the best rate of a token", async () => {
  const snapshotOf = createAlertSnapshot(finished.poll, createRotation());
  expect((await snapshotOf(view))?.markets?.length).toBeGreaterThan(5);
  const market = { id: expect.any(String), name: expect.stringContaining("USDC, ") };
  expect(await snapshotOf(asset)).toMatchObject({
    title: "USDC",
    facts: { depositApy: { value: expect.any(Number), market }, offPeg: { market, price: { expected: 1 } } },
  });
});

test.each([
  ["a partial list", () => ({ ...finished.poll, complete: false })],
  [
    "a list too long to keep all of its JSON",
    () => ({
      ...finished.poll,
      markets: finished.poll.markets.map((market, index, { length }) => {
        const { body: _, ...bare } = market;
        return index === length - 1 ? bare : market;
      }),
    }),
  ],
])("views, prices and a token's best rate are unknown for %s", async (_, pollOf) => {
  const part = createAlertSnapshot(pollOf(), createRotation());
  expect((await part(view))?.markets).toBeUndefined();
  expect(await part(asset)).toBeUndefined();
  const market = finished.poll.markets.find(({ body = "" }) => body.includes(usdc));
  const watched = await part({ kind: "market", id: market?.id ?? "", name: "USDC", marketType: "lending" });
  expect(watched?.facts).toMatchObject({ offPeg: undefined });
});
