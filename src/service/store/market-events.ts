import { recordEventKinds } from "../../contract/record/record-parts.ts";
import { StoreFault } from "./engine/database.ts";
import type { Tables } from "./sql/schema.ts";
import { figureNames, parameterNames, type FigureName, type Figures } from "./figures.ts";

type EventKind = (typeof recordEventKinds)[number];

/** `before` and `after` have the unit of `field`. */
export interface MarketEvent {
  readonly kind: EventKind;
  readonly field?: FigureName;
  readonly before?: number;
  readonly after?: number;
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
const rewards = ["rewardApy", "borrowRewardApy"] as const;
const fullFrom = 0.999;
/** Relative. Limits set in dollars change in tokens with every price. */
const leastChange = 1e-4;
const leastReward = 1e-7;

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
    const has = Math.abs(is) >= leastReward;
    if (has !== Math.abs(was) >= leastReward)
      events.push({ kind: has ? "reward-began" : "reward-ended", field, before: was, after: is });
  }
  for (const [limit, total] of caps) {
    const was = fillOf(before[total], before[limit]);
    const is = fillOf(after[total], after[limit]);
    if (was === undefined || is === undefined) continue;
    const limits = { field: limit, before: before[limit] ?? 0, after: after[limit] ?? 0 } as const;
    if (was < fullFrom && is >= fullFrom) events.push({ kind: "cap-reached", ...limits });
    else if (was >= fullFrom && is < fullFrom) events.push({ kind: "cap-lifted", ...limits });
  }
  return events;
}

function fillOf(total: number | undefined, limit: number | undefined): number | undefined {
  return total === undefined || limit === undefined || limit <= 0 ? undefined : total / limit;
}

function differs(left: number, right: number): boolean {
  return Math.abs(left - right) > leastChange * Math.max(Math.abs(left), Math.abs(right));
}

type EventRow = Omit<Tables["event"], "market"> & Pick<Tables["market"], "id">;

/** @throws StoreFault damaged */
export function recordedEvent({ time, id, before, after, ...row }: EventRow): RecordedEvent {
  const kind = recordEventKinds.find((known) => known === row.kind);
  if (kind === undefined) throw new StoreFault("damaged", "kind");
  const field = figureNames.find((known) => known === row.field);
  return {
    time: time * 1000,
    marketId: id,
    kind,
    ...(field === undefined ? {} : { field }),
    ...(before === null ? {} : { before }),
    ...(after === null ? {} : { after }),
  };
}
