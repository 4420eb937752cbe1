import { least } from "d3-array";
import { useMemo, type ReactNode } from "react";
import { ratio, type Ratio, dayMs } from "../../contract/units.ts";
import { stability, targetRecord } from "../../finance/stability.ts";
import {
  endOfPaid,
  historyRanges,
  historyWindow,
  type HistoryRangeId,
  type RangeChoice,
} from "../charts/chart-range.ts";
import { type ChartPane, noEndLabel, type ChartSeries } from "../charts/chart-series.ts";
import { capitalize } from "../../domain/format/capitalize.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import { countOf, formatRate, formatShare, inWords, type Formatted } from "../../domain/format/number.ts";
import { joinParts } from "../../domain/format/join-parts.ts";
import { formatDay } from "../../domain/format/time.ts";
import { depositRateName, quotedRate } from "../../domain/market/market-text.ts";
import { averagesOf } from "../../domain/market/row-values.ts";
import { aboutMarket, HistoryChart } from "./history-chart.tsx";
import { useHistory } from "../queries/history.ts";
import { NumberText } from "../ui/marks/number-text.tsx";
import { Swatch } from "../ui/marks/shares.tsx";
import { Explained } from "../ui/overlay/tooltip.tsx";
import { depositsLine, rateTick, usdTick, rateText } from "./history-lines.ts";
import { extremes, paidRates, type Series, type SeriesPoint, rateDomain } from "./history-series.ts";
import { realizedFact } from "./realized-yields.tsx";
import { isEstimated, rewardLevels, stackedPane, type RewardLevel } from "./stacked-rates.ts";
import { useHistoryEntries, type HistoryEntry } from "./use-history-entries.ts";
import { averageWindows } from "../../finance/fade.ts";

interface BenchmarkLine {
  readonly name: string;
  readonly rate: Ratio;
}

const estimated =
  "The source publishes daily totals and period averages of the base. Rewards are estimated per period: mean total − base average. Recorded days are exact.";

interface MarketHistoryProps extends RangeChoice {
  readonly row: MarketRow;
  readonly benchmark: BenchmarkLine | undefined;
}

export function MarketHistory({ row, benchmark, ...choice }: MarketHistoryProps): ReactNode {
  const { range } = choice;
  const markets = useMemo(() => [{ row }], [row]);
  const past = useHistoryEntries(markets, range);
  const { loading, error, resolution, now } = past;
  const year = useHistory([row.id], historyWindow("1y", now));
  const [entry] = past.entries;
  if (entry === undefined) return null;
  const { series } = entry;
  const levels = rewardLevels(row, year.histories.get(row.id) ?? [], now);
  const panes = marketPanes(row, series, levels, benchmark);
  const gaps = series.expected - series.observed;
  const isDaily = resolution === "1d";
  return (
    <HistoryChart
      {...choice}
      past={past}
      {...aboutMarket(row)}
      subject={row.id}
      panes={panes}
      description={describe(series, row, range, benchmark)}
      missing="No history"
      whyMissing="The service has no rates for this market in this range. A longer range may have some."
      heading={depositRateName(row)}
      legend={
        <Legend
          pane={panes[0]}
          isNet={row.kind === "loop"}
          isEstimated={isEstimated(series, levels)}
          benchmark={benchmark}
        />
      }
      note={`${isDaily ? "daily" : "hourly"}${gaps > 0 ? `, ${countOf(gaps, isDaily ? "day" : "hour")} without data` : ""}`}
    >
      {error === undefined && series.observed > 0 ? (
        <Facts facts={historyFacts(entry, range, now)} />
      ) : loading ? (
        // Reserves the height, so that nothing below moves.
        <div className="h-[37px] border-t border-line max-md:h-[88px]" />
      ) : null}
    </HistoryChart>
  );
}

/** Today's rate alone counts as no history: the pane then has no series. */
export function marketPanes(
  row: MarketRow,
  series: Series | undefined,
  levels: readonly RewardLevel[],
  benchmark: BenchmarkLine | undefined,
): readonly ChartPane[] {
  // As high as the history of such a market usually is, so that nothing below moves.
  if (series === undefined || series.observed === 0)
    return [{ series: [], tick: rateTick, height: row.totalDepositUsd === undefined ? 300 : 392 }];
  const rates = stackedPane(row, series, levels, benchmark?.rate);
  if (series.points.every(({ deposits }) => deposits === undefined)) return [rates];
  return [rates, { series: [depositsLine(series)], height: 92, include: [0], tick: usdTick }];
}

interface LegendProps {
  readonly pane: ChartPane | undefined;
  readonly isNet: boolean;
  readonly isEstimated: boolean;
  readonly benchmark: BenchmarkLine | undefined;
}

function Legend({ pane, isNet, isEstimated: hasEstimates, benchmark }: LegendProps): ReactNode {
  if (pane === undefined || pane.series.length === 0) return null;
  const parts = pane.series.filter(({ shape }) => shape === "stacked");
  const total = isNet ? "Net of interest" : "Total, split unknown";
  return (
    <ul className="flex flex-wrap gap-x-4">
      {(parts.length === 0 ? [{ label: total, color: "var(--control)" }] : parts).map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <Swatch color={color} />
          {label}
        </li>
      ))}
      {parts.length > 0 && hasEstimates ? (
        <li>
          <Explained help={estimated} className="cursor-help rounded-item">
            estimated split
          </Explained>
        </li>
      ) : null}
      {benchmark === undefined ? null : (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="w-3.5 border-t border-dashed border-text2" />
          benchmark now, {benchmark.name}
        </li>
      )}
    </ul>
  );
}

interface Fact {
  readonly label: string;
  readonly value: Formatted | undefined;
  readonly after?: string;
  readonly help: string;
}

/** Of complete days or hours, like the figures of the list. */
export function historyFacts(entry: HistoryEntry, range: HistoryRangeId, now: number): readonly Fact[] {
  const { row, series } = entry;
  const { resolution } = historyRanges[range];
  const isDaily = resolution === "1d";
  const past = paidRates(series, endOfPaid(now, resolution));
  const rates = past.map(({ apy }) => apy);
  const steps = isDaily ? "days" : "hours";
  const low = least(past, ({ apy }) => apy);
  const worstWeek = isDaily ? stability(rates)?.worstWeek : undefined;
  const base = row.kind === "loop" ? row.depositApy : row.baseDepositApy;
  const reached = entry.paid?.enough === true ? targetRecord({ rates, target: base }) : undefined;
  const earned = realizedFact(entry);
  return [
    {
      label: `Earned over ${range === "1y" ? "1 year" : countOf(historyRanges[range].days, "day")}`,
      ...earned,
      ...(earned.value !== undefined && { after: "APY" }),
    },
    worstWeek === undefined
      ? low && {
          label: "Lowest",
          value: formatRate(low.apy),
          after: `on ${formatDay(low.time)}`,
          help: `The lowest rate of a complete ${isDaily ? "day" : "hour"}, rewards included.`,
        }
      : {
          label: "Lowest week",
          value: formatRate(worstWeek),
          help: "The lowest mean of seven days in a row, rewards included.",
        },
    reached && {
      label: `${capitalize(steps)} at or above today's ${row.kind === "loop" ? "net" : "base"} APY`,
      value: formatShare(ratio(reached.reached / reached.observed)),
      help: `The share of ${steps} that paid at least ${inWords(formatRate(base))}, rewards included.`,
    },
  ].filter((fact) => fact !== undefined);
}

function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-4 py-2.5 text-small">
      {facts.map(({ label, value, after, help }) => (
        <Explained
          key={label}
          as="div"
          help={help}
          className="flex cursor-help items-baseline gap-1.5 rounded-item"
        >
          <dt className="text-text2">{label}</dt>
          <dd className="font-semibold">
            <NumberText value={value} />
            {after === undefined ? null : ` ${after}`}
          </dd>
        </Explained>
      ))}
    </dl>
  );
}

function whenOf(point: SeriesPoint): string {
  return point.live ? "now" : `on ${formatDay(point.time)}`;
}

function describe(series: Series, row: MarketRow, range: HistoryRangeId, benchmark?: BenchmarkLine): string {
  const found = extremes(series);
  if (found === undefined) return "No rate is known in this range.";
  const { low, high } = found;
  return joinParts(
    [
      `Over the last ${range} between ${inWords(formatRate(ratio(low.apy)))} (${whenOf(low)}) and ${inWords(formatRate(ratio(high.apy)))} (${whenOf(high)}), now ${quotedRate(row) ?? "unknown"}.`,
      row.baseDepositApy !== undefined && `The base APY is ${formatRate(row.baseDepositApy).text} now.`,
      benchmark !== undefined &&
        `The benchmark, ${benchmark.name}, pays ${formatRate(benchmark.rate).text} now.`,
      "The chart's menu shows the points as a table.",
    ],
    " ",
  );
}

export function BorrowHistory({ row, ...choice }: RangeChoice & { readonly row: MarketRow }): ReactNode {
  const { range } = choice;
  const markets = useMemo(() => [{ row }], [row]);
  const past = useHistoryEntries(markets, range);
  const series = past.entries[0]?.series;
  const isRecorded = series?.points.some(({ borrow, live }) => borrow !== undefined && !live) === true;
  return (
    <HistoryChart
      {...choice}
      past={past}
      {...aboutMarket(row)}
      subject={`${row.id}-borrow`}
      panes={[borrowPane(row, series)]}
      description={`Borrow APY over the last ${range}, now ${inWords(formatRate(row.borrowApy))}. The chart's menu shows the points as a table.`}
      missing="No borrow history"
      whyMissing="This service records no borrow rates, and the market publishes no averages."
      heading="Borrow APY"
      note={isRecorded ? "recorded; earlier: base averages" : "base averages; daily rates need recording"}
    />
  );
}

/** Averages cover nested spans, so each step shows the average of the days that no shorter span covers. */
export function borrowPane(row: MarketRow, series: Series | undefined): ChartPane {
  const points = series?.points ?? [];
  const now = points.at(-1)?.time ?? 0;
  const windows = averageWindows(averagesOf(row, "baseBorrowApy")).map(({ fromDay, toDay, value }) => ({
    from: now - toDay * dayMs,
    to: now - (fromDay - 1) * dayMs,
    value,
  }));
  const averages: ChartSeries = {
    label: "Base borrow, period average",
    fileName: "baseBorrowApy period average (fraction per year)",
    shape: "area",
    color: "var(--control)",
    fill: "var(--net-area)",
    points: points.map(({ time, live }) => ({
      at: time,
      value: live ? undefined : windows.find(({ from, to }) => time >= from && time < to)?.value,
    })),
    format: rateText,
    end: noEndLabel,
  };
  const rates: ChartSeries = {
    label: "Borrow APY",
    fileName: "borrowApy (fraction per year)",
    color: "var(--text)",
    points: points.map(({ time, borrow }) => ({ at: time, value: borrow })),
    format: rateText,
    end: row.borrowApy === undefined ? noEndLabel : { text: rateText(row.borrowApy), detail: "now" },
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
