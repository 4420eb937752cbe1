import { useMemo } from "react";
import { extent } from "d3-array";
import { millis, resolutionMs } from "../../contract/units.ts";
import { realized } from "../../finance/realized.ts";
import { endOfPaid, historyWindow, type HistoryRangeId } from "../charts/chart-range.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { usePriceHistories } from "../queries/assets.ts";
import { useOpenedAt } from "../queries/configuration.ts";
import { useHistory } from "../queries/history.ts";
import { changeOver, paidRates, priceChange, toSeries } from "./history-series.ts";

export function hasRateHistory(row: MarketRow): boolean {
  return row.kind !== "perpetual" && row.kind !== "prediction";
}

export type HistoryEntry = ReturnType<typeof useHistoryEntries>["entries"][number];

export function useHistoryEntries(
  markets: readonly { readonly row: MarketRow; readonly seriesIndex?: number }[],
  range: HistoryRangeId,
) {
  const openedAt = useOpenedAt();
  const readAt = markets[0]?.row.readAt ?? openedAt;
  const now = Math.max(openedAt, readAt);
  const span = historyWindow(range, now);
  const { startTime, resolution } = span;
  const { histories, ...status } = useHistory(
    markets.map(({ row }) => row.id),
    span,
  );
  const { prices } = usePriceHistories(
    markets.flatMap(({ row }) => depositMint(row) ?? []),
    span,
  );
  const entries = useMemo(() => {
    const from = millis(startTime);
    const to = endOfPaid(now, resolution);
    return markets.map(({ row, seriesIndex }) => {
      const points = histories.get(row.id) ?? [];
      const series = toSeries(points, resolution, {
        time: readAt,
        apy: row.depositApy,
        base: row.baseDepositApy,
        borrow: row.borrowApy,
        deposits: row.totalDepositUsd,
      });
      const paid =
        from === undefined || to === undefined
          ? undefined
          : realized({ points: paidRates(series, to), from, to, stepMs: resolutionMs[resolution] });
      const held = prices.get(depositMint(row) ?? "");
      const [start, end] = extent(points, ({ timestamp }) => Date.parse(timestamp));
      const ofToken =
        held === undefined || start === undefined ? undefined : changeOver(held, start, end, resolution);
      return {
        row,
        seriesIndex,
        series,
        paid,
        price: ofToken ?? priceChange(points),
        /** "totals": implied by the market's totals, if the token has no price history. */
        priceFrom: ofToken === undefined ? ("totals" as const) : ("token" as const),
      };
    });
  }, [markets, histories, prices, resolution, startTime, now, readAt]);
  const liveAt = entries.flatMap(({ series }) => series.points).find(({ live }) => live)?.time;
  return { ...status, entries, resolution, liveAt, readAt, now };
}

/** Undefined for a loop, whose value in dollars is unknown. */
function depositMint({ kind, tokens: [token] }: MarketRow): string | undefined {
  return kind === "loop" ? undefined : token?.address;
}
