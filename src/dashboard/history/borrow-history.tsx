import { useMemo, type ReactNode } from "react";
import { dayMs } from "../../contract/units.ts";
import { averageWindows } from "../../finance/fade.ts";
import type { RangeChoice } from "../charts/chart-range.ts";
import { noEnd, type ChartPane, type ChartSeries } from "../charts/chart-series.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { formatRate, inWords } from "../../domain/format/number.ts";
import { marketName } from "../../domain/market/market-text.ts";
import { aboutMarket, HistoryChart } from "./history-chart.tsx";
import { rateText, rateTick } from "./history-lines.ts";
import { rateDomain, type Series } from "./history-series.ts";
import { useHistoryEntries } from "./use-history-entries.ts";

export function BorrowHistory({ row, ...choice }: RangeChoice & { readonly row: MarketRow }): ReactNode {
  const { range } = choice;
  const rows = useMemo(() => [row], [row]);
  const past = useHistoryEntries(rows, range);
  const series = past.entries[0]?.series;
  const panes = useMemo(() => [borrowPane(row, series)], [row, series]);
  const isRecorded = series?.points.some(({ borrow, live }) => borrow !== undefined && !live) === true;
  return (
    <HistoryChart
      {...choice}
      past={past}
      {...aboutMarket(row)}
      subject={`${row.id}-borrow`}
      title={`Borrow APY of ${marketName(row)}`}
      panes={panes}
      description={`Borrow APY over the last ${range}, now ${inWords(formatRate(row.borrowApy))}. The chart's menu has the points as a table.`}
      empty={{
        heading: `No borrow history in the last ${range}`,
        text: "This server records no borrow rates, and the market publishes no averages.",
      }}
      heading="Borrow APY"
      note={isRecorded ? "recorded; earlier: base averages" : "base averages; daily rates need recording"}
    />
  );
}

/** Averages cover nested spans, so each step shows the average of the days that no shorter span covers. */
export function borrowPane(row: MarketRow, series: Series | undefined): ChartPane {
  const points = series?.points ?? [];
  const now = points.at(-1)?.time ?? 0;
  const windows = averageWindows({
    d30: row.baseBorrowApy30d,
    d90: row.baseBorrowApy90d,
    d180: row.baseBorrowApy180d,
  }).map(({ fromDay, toDay, value }) => ({
    from: now - toDay * dayMs,
    to: now - (fromDay - 1) * dayMs,
    value,
  }));
  const averages: ChartSeries = {
    label: "Base borrow, period average",
    fileName: "baseBorrowApy period average (fraction per year)",
    shape: "area",
    colour: "var(--control)",
    fill: "var(--net-area)",
    points: points.map(({ time, live }) => ({
      at: time,
      value: live ? undefined : windows.find(({ from, to }) => time >= from && time < to)?.value,
    })),
    format: rateText,
    end: noEnd,
  };
  const rates: ChartSeries = {
    label: "Borrow APY",
    fileName: "borrowApy (fraction per year)",
    colour: "var(--text)",
    points: points.map(({ time, borrow }) => ({ at: time, value: borrow })),
    format: rateText,
    end: row.borrowApy === undefined ? noEnd : { text: rateText(row.borrowApy), detail: "now" },
  };
  const live = points.findLast(({ live: isLive }) => isLive);
  return {
    series: windows.length === 0 ? [rates] : [rates, averages],
    height: 300,
    domain: rateDomain([rates, averages]),
    tick: rateTick,
    dots: live?.borrow === undefined ? [] : [{ at: live.time, value: live.borrow }],
    periods: windows
      .filter(({ to }) => to > (points[0]?.time ?? 0))
      .map(({ from, value }) => ({
        from: Math.max(from, points[0]?.time ?? 0),
        text: "base average",
        value: rateText(value),
      }))
      .toReversed(),
  };
}
