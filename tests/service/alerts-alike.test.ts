// The page and the service judge rules alike: from the same answers of a source both take the same figures, views and loans.
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { targetKey, type TargetFacts } from "../../src/domain/alerts/judge.ts";
import type { AlertRule, AlertTarget } from "../../src/contract/alerts/rule.ts";
import { parseMarketsPage } from "../../src/contract/markets-page.ts";
import { parsePositions } from "../../src/contract/positions/position.ts";
import { millis } from "../../src/contract/units.ts";
import { toMarketRow, type MarketRow } from "../../src/domain/market/market-row.ts";
import { toPositionRow } from "../../src/dashboard/data/positions/position-row.ts";
import { loansOf } from "../../src/dashboard/portfolio/loans.ts";
import { alertFacts } from "../../src/dashboard/select/alerts/alert-facts.ts";
import { viewFilterOf } from "../../src/dashboard/select/alerts/view-filter.ts";
import { createAlertSnapshot, type AlertSnapshot } from "../../src/service/alerts/alert-snapshot.ts";
import { createLoanReader } from "../../src/service/alerts/read-loans.ts";
import { createTurns } from "../../src/service/alerts/fair-queue.ts";
import { pollSource, type FinishedPoll } from "../../src/service/recorder/poll-source.ts";
import { createDemoSource } from "../../src/service/sources/demo/demo-source.ts";

const source = createDemoSource({ markets: 529, seed: 3, time: Date.UTC(2026, 9, 1) });
const signal = new AbortController().signal;
const readAt = millis(0) ?? fail();
function fail(): never {
  throw new Error("0 is a moment");
}

let rows: readonly MarketRow[];
let finished: FinishedPoll;
let look: AlertSnapshot;
beforeAll(async () => {
  finished = await pollSource(source, signal);
  look = createAlertSnapshot(finished.poll, createTurns());
  rows = finished.poll.markets.flatMap(({ body = "" }) =>
    parseMarketsPage({ markets: [JSON.parse(body)], cursor: null }).markets.map((read) =>
      toMarketRow(read, { readAt, page: 1 }),
    ),
  );
  starred = new Set(rows.filter((_, index) => index % 5 === 0).map(({ id }) => id));
});

function rule(target: AlertTarget): AlertRule {
  return { id: "rule1", target, condition: { kind: "cap" }, browser: false, paused: false, madeAt: 0 };
}

/** A fifth of the list. */
let starred: ReadonlySet<string>;
const pageFacts = (target: AlertTarget) => alertFacts([rule(target)], rows, { readAt: 0, starred });

/** Names are each side's own. */
function unnamed(facts: TargetFacts | undefined): unknown {
  return JSON.parse(JSON.stringify(facts ?? null, (key, value: unknown) => (key === "name" ? "" : value)));
}

test("every figure of every market and every token is the same", async () => {
  const mints = new Set<string>();
  for (const { id, type, tokens } of rows) {
    const target = { kind: "market", id, name: id, marketType: type } as const;
    const own = pageFacts(target).targets.get(targetKey({ target }));
    expect(unnamed((await look.market(id, true))?.facts)).toEqual(unnamed(own));
    if (tokens[0]?.address !== undefined) mints.add(tokens[0].address);
  }
  expect(mints.size).toBeGreaterThan(20);
  for (const mint of mints) {
    const target = { kind: "asset", mint, name: mint } as const;
    const own = pageFacts(target).targets.get(targetKey({ target }));
    expect(unnamed((await look.asset(mint))?.facts ?? {})).toEqual(unnamed(own));
  }
});

/** What an address may ask for, piece by piece; the values are such that most leave some markets and hide others. */
const pieces: readonly (readonly string[])[] = [
  ["type=lending", "type=lending,yield,loop,perpetual,prediction", "type=loop", "type=prediction,yield"],
  ["provider=kamino", "provider=lulo,jupiter", "notProvider=kamino"],
  ["asset=stables", "asset=sol", "asset=EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v,sol"],
  ["match=any", "match=all", "match=only"],
  ["without=stables", "without=So11111111111111111111111111111111111111112"],
  ["minDeposits=1000000", "maxDeposits=5000000", "small=1"],
  ["minApy=6", "maxApy=4", "minApy=3&basis=base"],
  ["minAvailable=250000", "minLtv=60", "maxLtv=80", "maxUtilization=70"],
  ["maxRewards=25", "rewards=1", "baseOnly=1", "steady=1"],
  ["size=1000", "size=5000000&fits=1", "size=250000&exit=1", "fits=1"],
  ["q=kam", "q=USDC", "q=stablecoins", "q=solana+main", "q=EPjFWd", "q=jito%20sol"],
  ["starred=1"],
];
const someSearch = fc
  .subarray([...pieces], { minLength: 1, maxLength: 4 })
  .chain((asked) => fc.tuple(...asked.map((texts) => fc.constantFrom(...texts))))
  .map((texts) => `?${texts.join("&")}`);

describe("a view", () => {
  test("holds the same markets", async () => {
    const held = { markets: 0, some: 0 };
    await fc.assert(
      fc.asyncProperty(someSearch, async (search) => {
        const said = viewFilterOf(search, starred);
        // Loops have the room of their legs.
        if (!("filter" in said) && said.why.startsWith("the room of loops")) return;
        if (!("filter" in said)) throw new Error(said.why);
        const target = { kind: "view", search, name: search } as const;
        const own = pageFacts(target).views.get(targetKey({ target })) ?? [];
        const served = (await look.view(said.filter)) ?? [];
        held.some += own.length > 0 && own.length < rows.length ? 1 : 0;
        expect(served.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
      }),
    );
    expect(held.some).toBeGreaterThan(40);
  });

  test.for([
    ["?type=loop&size=1000&fits=1", "loop capacity, which depends on other markets"],
    ["?minFlow=1000", "recorded flows or ages"],
    ["?view=borrow", "what can be borrowed"],
    ["?clean=1", "doubts"],
    ["?type=prediction&status=settled", "prediction markets that are over"],
  ] as const)("that asks %s has no filter, which is said", ([search, why]) => {
    expect(viewFilterOf(search, starred)).toEqual({ why });
  });

  test("holds the markets of a named list, and the starred ones among them", async () => {
    const named = rows.slice(0, 8).map(({ id }) => id);
    for (const search of [`?list=${named.join(",")}`, `?list=${named.join(",")}&starred=1`]) {
      const said = viewFilterOf(search, starred);
      const target = { kind: "view", search, name: search } as const;
      const own = pageFacts(target).views.get(targetKey({ target })) ?? [];
      const served = "filter" in said ? await look.view(said.filter) : undefined;
      expect(served?.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
      expect(own.length).toBeGreaterThan(0);
    }
    const many = new Set(Array.from({ length: 201 }, (_, index) => `m${String(index)}`));
    expect(viewFilterOf("?starred=1", many)).toEqual({ why: "more than 200 listed markets" });
  });

  test.each([
    ["a part of the list", () => ({ ...finished.poll, complete: false })],
    [
      "a list too long for all of its JSON to be kept",
      () => ({
        ...finished.poll,
        markets: finished.poll.markets.map((market, index, { length }) => {
          const { body: _, ...bare } = market;
          return index === length - 1 ? bare : market;
        }),
      }),
    ],
  ])("is not known by %s, nor are prices and the best rate of a token", async (_, pollOf) => {
    const part = createAlertSnapshot(pollOf(), createTurns());
    const usdc = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
    expect(await part.view({})).toBeUndefined();
    expect(await part.asset(usdc)).toBeUndefined();
    const row = rows.find(({ tokens }) => tokens[0]?.address === usdc);
    expect((await part.market(row?.id ?? "", true))?.facts).toMatchObject({ offPeg: undefined });
  });
});

test("every loan of every wallet has the same health, which the portfolio shows as well", async () => {
  let loans = 0;
  for (const { address } of source.demoWallets ?? []) {
    const answer = await source.companions.positions({ wallet: address }, { signal, caller: "a" });
    const { positions } = parsePositions(JSON.parse((await answer.bytes()).toString()));
    const held = positions.map((read) => toPositionRow(read, address, readAt));
    const shown = new Map(loansOf(held).map(({ key, health }) => [key, health]));
    const reader = createLoanReader(source.companions, 10, signal);
    reader.begin();
    const served = await reader.read(new Set([address]));
    expect(new Map([...served].map(([id, { health }]) => [id, health]))).toEqual(shown);
    loans += shown.size;
  }
  expect(loans).toBeGreaterThan(5);
});
