import { range } from "d3-array";
import { sparkPoints, type RecordChanges } from "../../contract/record/record-changes.ts";
import { maxRecordItems } from "../../contract/record/record-parts.ts";
import { dayMs, isoText } from "../../contract/units.ts";
import { changesBetween, type ComparedMarket } from "../../domain/record/changes.ts";
import { limitFields, toArrival } from "../../domain/record/events.ts";
import { roundFigure, type FigureName } from "../../domain/record/figures.ts";
import type { KnownMarket } from "../../domain/record/market-record.ts";
import { keptFrom, type MarketStore } from "../store/market-store.ts";
import { inPortions } from "../waiting.ts";
import { marketsAtOnce, pollCoverage, type RecordTiming } from "./reading.ts";

/** Number of items that get a sparkline. */
const drawn = 20;
const maxRawMs = 2 * dayMs;

interface Span {
  readonly since: number;
  readonly until: number;
  /** "1h" for more than two days, or if single readings of the time have been deleted. */
  readonly resolution: "raw" | "1h";
  readonly rawFrom: number;
}

export async function describeChanges(
  store: MarketStore,
  { since, until }: { readonly since: number; readonly until: number },
  recordedSince: number,
  pace: RecordTiming,
): Promise<RecordChanges> {
  const rawFrom = keptFrom(pace.retention, Date.now()).raw + pace.holdMs;
  const isRaw = since >= rawFrom && until - since <= maxRawMs;
  const span: Span = { since, until, resolution: isRaw ? "raw" : "1h", rawFrom };
  const within = { since: since + 1, until: until + 1 };
  const newest = { ...within, limit: maxRecordItems };
  const events = {
    caps: await store.events({ ...newest, fields: limitFields }),
    parameters: await store.events({ ...newest, kinds: ["parameter"] }),
    rewards: await store.events({ ...newest, kinds: ["reward-began", "reward-ended"] }),
    counted: await store.eventCounts(within),
  };
  const arrivals = await store.analysis.arrivals(since + 1000, until + 1000, maxRecordItems);
  const listed = (await store.markets(until)).filter(({ firstSeen }) => firstSeen <= until);
  const compared: ComparedMarket[] = [];
  for await (const portion of inPortions(listed, marketsAtOnce))
    compared.push(...(await compare(store, portion, span)));
  const { moves, flows, ...others } = changesBetween(compared, events, since);
  return {
    since: isoText(since),
    until: isoText(until),
    recordedSince: isoText(recordedSince),
    everyMs: pace.everyMs,
    coverage: await pollCoverage(store, since, until),
    ...others,
    moves: await addLines(store, moves, "depositApy", span),
    flows: await addLines(store, flows, "totalDeposit", span),
    arrivals: arrivals.map(toArrival),
  };
}

async function compare(
  { analysis }: MarketStore,
  markets: readonly KnownMarket[],
  { since, until, resolution, rawFrom }: Span,
): Promise<ComparedMarket[]> {
  const marketIds = markets.map(({ id }) => id);
  const readingsAt = (time: number) => analysis.readingsAt(time, marketIds, time >= rawFrom ? "raw" : "1h");
  const was = await readingsAt(since);
  const now = await readingsAt(until);
  const missing = markets.filter(({ id, firstSeen }) => !was.has(id) && firstSeen <= since);
  const firstHalf = { from: since, to: since + (until - since) / 2 };
  const lateIds = missing.map(({ id }) => id);
  const late = await analysis.firstReadings({ marketIds: lateIds, ...firstHalf }, resolution);
  const windows = { windows: [since], from: since, until, resolution, withStart: true };
  const flows = await analysis.flows({ marketIds, ...windows });
  return markets.map((market) => {
    const { id } = market;
    return { market, was: was.get(id) ?? late.get(id), now: now.get(id), flow: flows.get(id)?.[0] };
  });
}

/** Adds a sparkline of the figure to the first items. */
async function addLines<Item extends { readonly marketId: string }>(
  { analysis }: MarketStore,
  items: readonly Item[],
  name: FigureName,
  { since, until, resolution }: Span,
): Promise<(Item & { spark?: (number | null)[] })[]> {
  const marketIds = items.slice(0, drawn).map(({ marketId }) => marketId);
  const stepMs = Math.max(1, Math.ceil((until - since) / 1000 / sparkPoints)) * 1000;
  const from = Math.floor(until / 1000) * 1000 + 1000 - stepMs * sparkPoints;
  const steps = range(from, from + sparkPoints * stepMs, stepMs);
  const lines = await analysis.lines({ marketIds, name, steps, stepMs, until, resolution });
  return items.map((item) => {
    const line = lines.get(item.marketId);
    const spark = line?.map((value) => roundFigure(name, value) ?? null);
    return Object.assign({}, item, spark && { spark });
  });
}
