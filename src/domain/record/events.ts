import { readMarket } from "../../contract/markets-page.ts";
import { marketNames } from "../../contract/names/market-names.ts";
import type { Arrival } from "../../contract/record/record-changes.ts";
import type { recordEventKinds, RecordEvent } from "../../contract/record/record-parts.ts";
import { isoText } from "../../contract/units.ts";
import { joinParts } from "../format/join-parts.ts";
import { marketTokens } from "../market/market-row.ts";
import { parameterNames, roundAmount, roundRate, type FigureName, type Figures } from "./figures.ts";
import type { KnownMarket } from "./market-record.ts";

/** `before` and `after` have the unit of `field`. */
export interface MarketEvent {
  readonly kind: (typeof recordEventKinds)[number];
  readonly field?: FigureName | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** Milliseconds since the epoch. */
export interface RecordedEvent extends MarketEvent {
  readonly time: number;
  readonly marketId: string;
}

const caps = [
  ["maxDeposit", "totalDeposit"],
  ["maxBorrow", "totalBorrow"],
] as const;
export const limitFields = caps.map(([limit]) => limit);
const rewards = ["rewardApy", "borrowRewardApy"] as const;
const fullFrom = 0.999;
/** Relative. Limits that are set in dollars change in tokens with every price, so small changes are ignored. */
const minChange = 1e-4;
const minReward = 1e-7;

export function eventsBetween(before: Figures, after: Figures): MarketEvent[] {
  const events: MarketEvent[] = [];
  for (const field of parameterNames) {
    const was = before[field];
    const is = after[field];
    // A figure that is missing once is a gap, not a change.
    if (was !== undefined && is !== undefined && differs(was, is))
      events.push({ kind: "parameter", field, before: was, after: is });
  }
  for (const field of rewards) {
    const was = before[field];
    const is = after[field];
    if (was === undefined || is === undefined) continue;
    const has = Math.abs(is) >= minReward;
    if (has !== Math.abs(was) >= minReward)
      events.push({ kind: has ? "reward-began" : "reward-ended", field, before: was, after: is });
  }
  for (const [limit, total] of caps) {
    const was = fillOf(before[total], before[limit]);
    const is = fillOf(after[total], after[limit]);
    if (was === undefined || is === undefined) continue;
    const isFull = is >= fullFrom;
    if (isFull === was >= fullFrom) continue;
    const kind = isFull ? "cap-reached" : "cap-lifted";
    events.push({ kind, field: limit, before: before[limit], after: after[limit] });
  }
  return events;
}

function fillOf(total: number | undefined, limit: number | undefined): number | undefined {
  return total === undefined || limit === undefined || limit <= 0 ? undefined : total / limit;
}

function differs(left: number, right: number): boolean {
  return Math.abs(left - right) > minChange * Math.max(Math.abs(left), Math.abs(right));
}

export function toWireEvent({ time, marketId, kind, field, before, after }: RecordedEvent): RecordEvent {
  return { timestamp: isoText(time), marketId, kind, field, before, after };
}

/** A market that was first seen, left or returned, with the figures of its last reading. */
export interface RecordedArrival extends Pick<KnownMarket, "type" | "provider"> {
  readonly event: RecordedEvent;
  readonly figures: Figures;
  readonly body: string;
}

export function toArrival({ event, type, provider, figures, body }: RecordedArrival): Arrival {
  return {
    ...toWireEvent(event),
    type,
    provider,
    name: nameIn(body),
    depositApy: roundRate(figures.depositApy),
    totalDepositUsd: roundAmount(figures.totalDepositUsd),
    maxLeverage: roundRate(figures.maxLeverage),
  };
}

/** For a market whose JSON was not kept. */
export const emptyBody = "";

export function nameIn(body: string): string | undefined {
  const reading = body === emptyBody ? undefined : readMarket(JSON.parse(body));
  if (reading?.success !== true) return undefined;
  const { label, detail } = marketNames(reading.data, marketTokens(reading.data));
  // Outcomes of one event share its question.
  return reading.data.market.type === "prediction" ? joinParts([label, detail], " ") : label;
}
