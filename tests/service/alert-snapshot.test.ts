// The data that alert rules are checked against, from a poll of the demo; unknown if the poll is partial.
import { beforeAll, expect, test } from "vitest";
import type { ViewTarget } from "../../src/domain/alerts/view-watch.ts";
import { parsePositions } from "../../src/contract/positions/position.ts";
import { millis } from "../../src/contract/units.ts";
import { toPositionRow } from "../../src/dashboard/data/positions/position-row.ts";
import { loansOf } from "../../src/dashboard/portfolio/loans.ts";
import { createAlertSnapshot } from "../../src/service/alerts/alert-snapshot.ts";
import { createLoanReader } from "../../src/service/alerts/read-loans.ts";
import { createTurns } from "../../src/service/alerts/fair-queue.ts";
import { pollSource, type FinishedPoll } from "../../src/service/recorder/poll-source.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";

const source = createDemoSource({ markets: 529, seed: 3, time: Date.UTC(2026, 9, 1) });
const signal = new AbortController().signal;
const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const view: ViewTarget = { kind: "view", search: "?asset=stables", name: "Stablecoins" };
const asset = { kind: "asset", mint: usdc, name: "USDC" } as const;

let finished: FinishedPoll;
beforeAll(async () => {
  finished = await pollSource(source, signal);
});

test("a complete poll has the markets of a view and the best rate of a token", async () => {
  const look = createAlertSnapshot(finished.poll, createTurns());
  expect((await look(view))?.markets?.length).toBeGreaterThan(5);
  expect((await look(asset))?.facts?.depositApy?.value).toBeGreaterThan(0);
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
  const part = createAlertSnapshot(pollOf(), createTurns());
  expect((await part(view))?.markets).toBeUndefined();
  expect(await part(asset)).toBeUndefined();
  const market = finished.poll.markets.find(({ body = "" }) => body.includes(usdc));
  const watched = await part({ kind: "market", id: market?.id ?? "", name: "USDC", marketType: "lending" });
  expect(watched?.facts).toMatchObject({ offPeg: undefined });
});

test("every loan has the same health as in the portfolio", async () => {
  const readAt = millis(0);
  let loans = 0;
  for (const { address } of source.demoWallets ?? []) {
    const answer = await source.companions.positions({ wallet: address }, { signal, caller: "a" });
    const { positions } = parsePositions(JSON.parse((await answer.bytes()).toString()));
    const held = positions.flatMap((read) =>
      readAt === undefined ? [] : toPositionRow(read, address, readAt),
    );
    const shown = new Map(loansOf(held).map(({ key, health }) => [key, health]));
    const reader = createLoanReader(source.companions, 10, signal);
    reader.begin();
    const served = await reader.read(new Set([address]));
    expect(new Map([...served].map(([id, { facts }]) => [id, facts?.health?.value]))).toEqual(shown);
    loans += shown.size;
  }
  expect(loans).toBeGreaterThan(5);
});
