import { max } from "d3-array";
import { isDeposit } from "../../../contract/market.ts";
import { groupBy } from "../../../finance/group-by.ts";
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

const lacks: Readonly<Record<GapId, (row: MarketRow) => boolean | undefined>> = {
  averages: (row) => (row.kind === "loop" || isDeposit(row.kind) ? lacksAverage(row) : undefined),
  limit: ({ kind, maxDeposit }) => (isDeposit(kind) ? maxDeposit === undefined : undefined),
  rewards: ({ kind, rewardsGiven }) => (isDeposit(kind) ? !rewardsGiven : undefined),
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
  const checks = rows.flatMap((row) => checksOf(row, prices)).filter(({ verdict }) => verdict !== "unknown");
  const failed = checkIds.map((check) => {
    const own = checks.filter((one) => one.id === check);
    return [check, shareOf(own.map(({ verdict }) => verdict === "fail"))] as const;
  });
  return {
    id,
    name,
    markets: rows.length,
    anyFailed: shareOf(rows.map((row) => failedCheckCount(row, prices))),
    failed: new Map(failed),
    missing: new Map(gapIds.map((gap) => [gap, shareOf(rows.map(lacks[gap]))])),
    changedAt: max(rows, ({ readAt }) => readAt),
  };
}

/** Of the known ones, counts those that are neither false nor 0. */
function shareOf(found: readonly (number | boolean | undefined)[]): Share {
  const known = found.filter((one) => one !== undefined);
  return { count: known.filter(Boolean).length, of: known.length };
}
