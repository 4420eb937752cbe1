import { isDeposit } from "../../../contract/market.ts";
import { groupBy } from "../../../finance/group-by.ts";
import type { Millis } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  checkIds,
  checksOf,
  failedCheckCount,
  peerPrices,
  type PeerPrices,
} from "../../../domain/market/assess/checks.ts";
import { lacksAverage } from "../../../domain/market/row-values.ts";

export const gapIds = ["averages", "limit", "rewards"] as const;
export type GapId = (typeof gapIds)[number];

export interface Share {
  readonly count: number;
  readonly of: number;
}

export type ProviderQuality = ReturnType<typeof qualityOf>;

const gives: Readonly<Record<GapId, (row: MarketRow) => boolean | undefined>> = {
  averages: (row) => (row.kind === "loop" || isDeposit(row.kind) ? !lacksAverage(row) : undefined),
  limit: ({ kind, maxDeposit }) => (isDeposit(kind) ? maxDeposit !== undefined : undefined),
  rewards: ({ kind, rewardsGiven }) => (isDeposit(kind) ? rewardsGiven : undefined),
};

/** Providers with the most markets first, then a total. */
export function toQuality(rows: readonly MarketRow[]) {
  const prices = peerPrices(rows);
  return {
    providers: Array.from(
      groupBy(rows, ({ providerId }) => providerId),
      ([id, own]) => qualityOf(id, own[0].providerName, own, prices),
    ).toSorted((a, b) => b.markets - a.markets || (a.name < b.name ? -1 : 1)),
    all: qualityOf(undefined, "All", rows, prices),
  };
}

function qualityOf(id: string | undefined, name: string, rows: readonly MarketRow[], prices: PeerPrices) {
  const failed = new Map(checkIds.map((check) => [check, { count: 0, of: 0 }]));
  const missing = new Map(gapIds.map((gap) => [gap, { count: 0, of: 0 }]));
  const anyFailed = { count: 0, of: 0 };
  let changedAt: Millis | undefined;
  for (const row of rows) {
    if (changedAt === undefined || row.readAt > changedAt) changedAt = row.readAt;
    count(anyFailed, failedCheckCount(row, prices));
    for (const check of checksOf(row, prices))
      if (check.verdict !== "unknown") count(failed.get(check.id), check.verdict === "fail");
    for (const gap of gapIds) {
      const given = gives[gap](row);
      count(missing.get(gap), given === undefined ? undefined : !given);
    }
  }
  return { id, name, markets: rows.length, anyFailed, failed, missing, changedAt };
}

function count(
  counter: { count: number; of: number } | undefined,
  found: number | boolean | undefined,
): void {
  if (counter === undefined || found === undefined) return;
  counter.of += 1;
  if (Number(found) > 0) counter.count += 1;
}
