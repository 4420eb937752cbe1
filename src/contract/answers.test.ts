// Rules of every answer parser: a good answer is read unchanged, a bad one throws an UnreadableAnswerError that names the
// field and what was found, and nothing else is ever thrown.
import { describe, expect, it } from "vitest";
import { sol } from "../../tests/fixtures/mints.ts";
import { readExample } from "../../tests/fixtures/example-files.ts";
import {
  marketChangesAnswer,
  recordChangesAnswer,
  recordSummaryAnswer,
} from "../../tests/fixtures/record-answers.ts";
import { breaker } from "../../tests/fixtures/unreadable-only.ts";
import { assetIdOf, mintOfAssetId, parseAsset, parseAssetHistory, parseAssets } from "./assets/asset.ts";
import { parseHistory } from "./history.ts";
import { parseMarketsByType, parseMarketsPage, UnreadableAnswerError } from "./markets-page.ts";
import { parsePnl } from "./positions/pnl.ts";
import { parsePositionHistory } from "./positions/position-history.ts";
import { mostPositions, parsePositions } from "./positions/position.ts";
import { parseMarketChanges } from "./record/market-changes.ts";
import { parseRecordChanges } from "./record/record-changes.ts";
import { parseRecordSummary } from "./record/record-summary.ts";

const asset = { id: assetIdOf(sol), address: sol, symbol: "SOL", tags: ["native"], priceUsd: 85, rank: 1 };
const unpriced = { id: asset.id, history: [{ timestamp: "2026-10-01T00:00:00Z", priceUsd: null }] };
const exampleOf = (name: string) => readExample(name).body;
const record = "an answer from the record";
const historyWith = (point: object) => ({ data: { markets: [{ id: "a", history: [point] }] } });
const pastWith = (point: object) => ({ data: { positions: [{ id: "a", history: [point] }] } });
const time = "2026-10-01T00:00:00Z";

interface Law {
  readonly parse: (body: unknown) => unknown;
  /** The start of the error's message. */
  readonly expected: string;
  readonly good: unknown;
  /** Defaults to `good`. */
  readonly read?: unknown;
  readonly bad: readonly (readonly [body: unknown, message: string])[];
}

const whole: unknown = expect.objectContaining({ rejectedCount: 0 });
const laws: readonly Law[] = [
  {
    parse: parseMarketsPage,
    expected: "{markets, cursor}",
    good: exampleOf("markets.mixed-page1"),
    read: whole,
    bad: [
      [undefined, "the answer is missing."],
      ["<html>", 'the answer is the text "<html>", not an object.'],
      [{ cursor: null }, "markets is missing."],
      [{ markets: {}, cursor: null }, "markets is an object, not a list."],
      [{ markets: [] }, "cursor is missing."],
      [{ markets: [], cursor: 5 }, "cursor is 5, not a text."],
    ],
  },
  {
    parse: parseMarketsByType,
    expected: "{lending, yield, loop, perpetual}",
    good: exampleOf("marketsByType"),
    read: whole,
    bad: [[{ lending: [], yield: [], loop: [] }, "perpetual is missing."]],
  },
  {
    parse: parseHistory,
    expected: "{data: {markets}}",
    good: exampleOf("markets.history.1d"),
    bad: [
      [historyWith({ timestamp: 5 }), "data.markets.0.history.0.timestamp is 5, not a text."],
      [
        historyWith({ timestamp: time, depositApy: "0.05" }),
        'data.markets.0.history.0.depositApy is the text "0.05", not a number.',
      ],
    ],
  },
  {
    parse: parsePositions,
    expected: "{positions}",
    good: exampleOf("positions.owners"),
    read: whole,
    bad: [[{}, "positions is missing."]],
  },
  {
    parse: parsePnl,
    expected: "{positions}",
    good: exampleOf("positions.pnl"),
    bad: [
      [
        { positions: [{ positionId: "a", capital: { invested: "much" } }] },
        'positions.0.capital.invested is the text "much", not a number.',
      ],
    ],
  },
  {
    parse: parsePositionHistory,
    expected: "{data: {positions}}",
    good: exampleOf("positions.history"),
    bad: [
      [
        pastWith({ timestamp: time, amountUsd: "NaN" }),
        'data.positions.0.history.0.amountUsd is the text "NaN", not a number.',
      ],
    ],
  },
  { parse: parseAssets, expected: "{assets}", good: { assets: [asset], cursor: "c" }, bad: [] },
  {
    parse: parseAsset,
    expected: "an asset",
    good: asset,
    bad: [[{ ...asset, priceUsd: "NaN" }, 'priceUsd is the text "NaN", not a number.']],
  },
  { parse: parseAssetHistory, expected: "{id, history}", good: unpriced, bad: [] },
  {
    parse: parseMarketChanges,
    expected: record,
    good: marketChangesAnswer,
    bad: [[{ ...marketChangesAnswer, events: "all" }, 'events is the text "all", not a list.']],
  },
  {
    parse: parseRecordChanges,
    expected: record,
    good: recordChangesAnswer,
    bad: [[{ ...recordChangesAnswer, moves: "all" }, 'moves is the text "all", not a list.']],
  },
  {
    parse: parseRecordSummary,
    expected: record,
    good: recordSummaryAnswer,
    bad: [[{ ...recordSummaryAnswer, markets: "all" }, 'markets is the text "all", not a list.']],
  },
];

describe.each(laws)("an answer like $expected", ({ parse, expected, good, read = good, bad }) => {
  it("reads a good answer", () => {
    expect(parse(good)).toEqual(read);
  });

  it.for(bad.map(([body, message]) => [message, body] as const))("says: %s", ([message, body]) => {
    expect(() => parse(body)).toThrow(new UnreadableAnswerError(`Expected ${expected}: ${message}`));
  });

  it("throws nothing else for any input", () => {
    expect(breaker(parse, good)).toBeUndefined();
  });
});

const untouchable = new Proxy({}, { get: () => expect.fail("was looked at") });
const tooMany = (most: number) => Array.from({ length: most + 1 }, () => untouchable);

it.each([
  ["a page", () => parseMarketsPage({ markets: tooMany(200), cursor: null })],
  ["a listing", () => parseMarketsByType({ lending: tooMany(5000), yield: [], loop: [], perpetual: [] })],
  ["a wallet", () => parsePositions({ positions: tooMany(mostPositions) })],
  ["profits", () => parsePnl({ positions: tooMany(mostPositions) })],
])("%s with too many items is refused before any item is read", (_what, parse) => {
  expect(parse).toThrow(UnreadableAnswerError);
});

describe("an asset id", () => {
  it("converts between token address and id", () => {
    expect(asset.id).toBe(`solana:${sol}`);
    expect(mintOfAssetId(asset.id)).toBe(sol);
  });

  it.for(["ethereum:0xA0b8", sol, "solana:", "solana:0x12"])("%s has no Solana mint", (id) => {
    expect(mintOfAssetId(id)).toBeUndefined();
  });
});
