// Rules of every response parser: a good response is read unchanged, a bad one throws an UnreadableResponseError that names the
// field and what was found, and nothing else is ever thrown.
import { expect, it } from "vitest";
import { sol } from "../../tests/fixtures/mints.ts";
import { readExample } from "../../tests/fixtures/example-files.ts";
import {
  marketChangesResponse,
  recordChangesResponse,
  recordSummaryResponse,
} from "../../tests/fixtures/record-responses.ts";
import { breaker } from "../../tests/fixtures/unreadable-only.ts";
import { assetIdOf, mintOfAssetId, parseAsset, parseAssetHistory, parseAssets } from "./assets/asset.ts";
import { parseHistory } from "./history.ts";
import { parseMarketsByType, parseMarketsPage, UnreadableResponseError } from "./markets-page.ts";
import { parsePositionHistory } from "./positions/position-history.ts";
import { parsePnl, maxPositions, parsePositions } from "./positions/position.ts";
import { parseMarketChanges } from "./record/market-changes.ts";
import { parseRecordChanges } from "./record/record-changes.ts";
import { parseRecordSummary } from "./record/record-summary.ts";

const asset = { id: assetIdOf(sol), address: sol, symbol: "SOL", tags: ["native"], priceUsd: 85, rank: 1 };
const time = "2026-10-01T00:00:00Z";
const record = "an answer from the record";
const whole: unknown = expect.objectContaining({ setAside: { count: 0, examples: [] } });
const past = (id: string, amountUsd: unknown) => ({ id, history: [{ timestamp: time, amountUsd }] });
const historyWith = (point: object) => ({ data: { markets: [{ id: "a", history: [point] }] } });

interface Law {
  readonly parse: (body: unknown) => unknown;
  /** Must be in the error's message. */
  readonly expected: string;
  readonly good: unknown;
  /** Defaults to `good`. */
  readonly read?: unknown;
}

const page = "{markets, cursor}";
const laws: readonly Law[] = [
  { parse: parseMarketsPage, expected: page, good: readExample("markets.mixed-page1"), read: whole },
  {
    parse: parseMarketsByType,
    expected: "{lending, yield, loop, perpetual}",
    good: readExample("marketsByType"),
    read: whole,
  },
  { parse: parseHistory, expected: "{data: {markets}}", good: readExample("markets.history.1d") },
  { parse: parsePositions, expected: "{positions}", good: readExample("positions.owners"), read: whole },
  { parse: parsePnl, expected: "{positions}", good: readExample("positions.pnl"), read: whole },
  {
    parse: parsePositionHistory,
    expected: "{data: {positions}}",
    good: readExample("positions.history"),
    read: whole,
  },
  { parse: parseAssets, expected: "{assets}", good: { assets: [asset], cursor: "c" } },
  { parse: parseAsset, expected: "an asset", good: asset },
  {
    parse: parseAssetHistory,
    expected: "{id, history}",
    good: { id: asset.id, history: [{ timestamp: time, priceUsd: null }] },
  },
  { parse: parseMarketChanges, expected: record, good: marketChangesResponse },
  { parse: parseRecordChanges, expected: record, good: recordChangesResponse },
  { parse: parseRecordSummary, expected: record, good: recordSummaryResponse },
];

it.each(laws)("$expected is read when it is good, and otherwise refused by name", (law) => {
  const { parse, expected, good, read = good } = law;
  expect(parse(good)).toEqual(read);
  const missing = new UnreadableResponseError(`Expected ${expected}: the answer is missing.`);
  expect(() => parse(undefined)).toThrow(missing);
  expect(breaker(parse, good)).toBeUndefined();
});

it.each([
  [parseMarketsPage, "<html>", 'the answer is the text "<html>", not an object.'],
  [parseMarketsPage, { cursor: null }, "markets is missing."],
  [parseMarketsPage, { markets: {}, cursor: null }, "markets is an object, not a list."],
  [parseMarketsPage, { markets: [] }, "cursor is missing."],
  [parseMarketsPage, { markets: [], cursor: 5 }, "cursor is 5, not a text."],
  [parseMarketsByType, { lending: [], yield: [], loop: [] }, "perpetual is missing."],
  [parseHistory, historyWith({ timestamp: 5 }), "data.markets.0.history.0.timestamp is 5, not a text."],
  [
    parseHistory,
    historyWith({ timestamp: time, depositApy: "0.05" }),
    'data.markets.0.history.0.depositApy is the text "0.05", not a number.',
  ],
  [parsePositions, {}, "positions is missing."],
  [parsePnl, { total: 1 }, "positions is missing."],
  [parsePositionHistory, { data: {} }, "data.positions is missing."],
  [parseAsset, { ...asset, priceUsd: "NaN" }, 'priceUsd is the text "NaN", not a number.'],
  [parseMarketChanges, { ...marketChangesResponse, events: 1 }, "events is 1, not a list."],
  [parseRecordChanges, { ...recordChangesResponse, moves: 1 }, "moves is 1, not a list."],
  [parseRecordSummary, { ...recordSummaryResponse, markets: 1 }, "markets is 1, not a list."],
])("%o refuses %j and says: %s", (parse, body, message) => {
  expect(() => parse(body)).toThrow(`: ${message}`);
});

it("sets aside a wallet's unreadable profits and pasts, keeps the others, and leaves out a sum beyond all bounds", () => {
  const profits = [
    { positionId: "a", total: 2e18 },
    { positionId: "b", total: 5 },
    { positionId: "c", capital: 1 },
  ];
  expect(parsePnl({ total: 2e18, realized: 1, positions: profits })).toMatchObject({
    total: undefined,
    realized: 1,
    positions: [{ positionId: "b" }],
    setAside: {
      count: 2,
      examples: [
        { index: 0, id: "a", path: "total" },
        { index: 2, id: "c", path: "capital", reason: "is 1, not an object" },
      ],
    },
  });
  expect(
    parsePositionHistory({ data: { positions: [past("a", 2e18), past("b", 5), past("c", "NaN")] } }),
  ).toMatchObject({
    data: { positions: [{ id: "b" }] },
    setAside: {
      count: 2,
      examples: [
        { index: 0, id: "a", path: "history.0.amountUsd" },
        { index: 2, id: "c", reason: 'is the text "NaN", not a number' },
      ],
    },
  });
});

const untouchable = new Proxy({}, { get: () => expect.fail("was looked at") });
const tooMany = (max: number) => Array.from({ length: max + 1 }, () => untouchable);

it.each([
  ["a page", () => parseMarketsPage({ markets: tooMany(200), cursor: null })],
  ["a listing", () => parseMarketsByType({ lending: tooMany(5000), yield: [], loop: [], perpetual: [] })],
  ["a wallet", () => parsePositions({ positions: tooMany(maxPositions) })],
  ["profits", () => parsePnl({ positions: tooMany(maxPositions) })],
])("%s with too many items is refused before any item is read", (_what, parse) => {
  expect(parse).toThrow(UnreadableResponseError);
});

it("a wallet may have the maximum number of positions", () => {
  const positions = Array.from({ length: maxPositions }, (_, index) => ({ id: `p${index}`, type: "x" }));
  expect(parsePositions({ positions }).positions).toHaveLength(maxPositions);
});

it("an asset id on Solana names its mint, others none", () => {
  expect([asset.id, mintOfAssetId(asset.id)]).toEqual([`solana:${sol}`, sol]);
  const none = ["ethereum:0xA0b8", sol, "solana:", "solana:0x12"];
  expect(none.filter((id) => mintOfAssetId(id) !== undefined)).toEqual([]);
});
