import { useMemo, type ReactNode } from "react";
import type { MarketChanges } from "../../../../contract/record/market-changes.ts";
import type { Flow } from "../../../../contract/record/record-parts.ts";
import { ratio, tokenAmount, usd } from "../../../../contract/units.ts";
import { capitalize } from "../../../../domain/format/capitalize.ts";
import { formatFlow, formatTokenFlow, formatTokens } from "../../../../domain/format/flow.ts";
import {
  formatCount,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
  type Formatted,
} from "../../../../domain/format/number.ts";
import { formatDay } from "../../../../domain/format/time.ts";
import { fullCoverage } from "../../../../domain/market/column-text.ts";
import type { Side } from "../../../../domain/market/assess/assessment.ts";
import type { MarketRow } from "../../../../domain/market/market-row.ts";
import { StatList, type StatLine } from "../../../ui/panel/stat.tsx";
import { bold, columnsOf } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { EventText } from "../../changes/change-parts.tsx";
import { describeEvent } from "../../../select/changes/event-words.ts";

const { column, figure } = columnsOf<Flow>();

function flowColumns(flows: readonly Flow[], symbol: string) {
  const priced = flows.every(({ netUsd }) => typeof netUsd === "number");
  const format = (value: number | undefined): Formatted | undefined =>
    priced ? formatUsd(usd(value)) : formatTokens(tokenAmount(value), symbol);
  const formatNet = (value: number | undefined): Formatted | undefined =>
    priced ? formatFlow(usd(value)) : formatTokenFlow(tokenAmount(value), symbol);
  const amount = (name: "in" | "out" | "net", help: string, show: typeof format) =>
    figure(
      capitalize(name),
      `${name} (${priced ? "USD" : "tokens"})`,
      help,
      (flow) => flow[priced ? (`${name}Usd` as const) : name] ?? undefined,
      show,
      bold,
    );
  return [
    column("Over the last", {
      isHeaderHidden: true,
      help: "The days before the latest snapshot.",
      value: ({ days }) => days,
      csv: "days",
      csvMore: [["coverage (fraction)", ({ coverage }) => coverage]],
      cell: ({ days, coverage }) => (
        <>
          {formatCount(days).text} days
          {coverage >= fullCoverage ? null : (
            <span className="block text-tiny text-text2">{inWords(formatShare(ratio(coverage)))} known</span>
          )}
        </>
      ),
    }),
    amount("in", "Tokens deposited, at today's price.", format),
    amount("out", "Tokens withdrawn, at today's price.", format),
    amount("net", "In − out. Earned interest is not included.", formatNet),
  ];
}

/** Not sorted: each row covers a longer window. */
export function FlowsTable({
  row,
  flows,
}: {
  readonly row: MarketRow;
  readonly flows: readonly Flow[];
}): ReactNode {
  const symbol = row.tokens[0]?.symbol ?? "";
  const columns = useMemo(() => flowColumns(flows, symbol), [flows, symbol]);
  return (
    <>
      <h3 className="px-4 pt-3 pb-1 font-semibold">
        Flows <span className="ml-2 text-small font-normal text-text2">tokens in and out</span>
      </h3>
      <DataTable
        label="Flows"
        columns={columns}
        enableSorting={false}
        rows={flows}
        rowKey={({ days }) => String(days)}
        cards="never"
        csv={`flows-${row.id}`}
        settings={[
          ["id", row.id],
          ["token", symbol],
        ]}
      />
    </>
  );
}

/** The list ends with the day on which the market was first seen. */
export function changesOf({ events }: MarketChanges): MarketChanges["events"] {
  return events.filter(({ kind }) => kind !== "first-seen");
}

export function TermsList({
  row,
  record,
}: {
  readonly row: MarketRow;
  readonly record: MarketChanges;
}): ReactNode {
  const events = changesOf(record);
  return (
    <div className="border-line @max-2xl:not-first:border-t @2xl:not-first:border-l">
      <h3 className="px-4 pt-3 pb-1 font-semibold">
        Changed{" "}
        <span className="ml-2 text-small font-normal text-text2">{formatCount(events.length).text}</span>
      </h3>
      <ol
        aria-label="Changes"
        className="max-h-80 overflow-y-auto ruled [scrollbar-width:thin]"
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
      >
        {events.map((event, index) => {
          const key = [event.timestamp, event.kind, event.field].join();
          return (
            <li key={key} className="flex items-center gap-3 px-4 py-2">
              <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-item border border-line2 bg-surface text-tiny font-medium">
                {formatCount(events.length - index).text}
              </span>
              <span className="min-w-0 flex-1">
                <EventText {...describeEvent(event, row.tokens)} />
              </span>
              <span className="shrink-0 text-small text-text2">{formatDay(event.timestamp)}</span>
            </li>
          );
        })}
        <li className="px-4 py-2 text-text2">
          First seen here {formatDay(record.firstSeen)}
          {typeof record.before === "string" ? "; the oldest changes are not listed" : ""}
        </li>
      </ol>
    </div>
  );
}

export function RecordedSums({
  side,
  record,
}: {
  readonly side: Side;
  readonly record: MarketChanges;
}): ReactNode {
  const { days, daysOverKink, kinkUtilization, highestBorrowApy, highestBorrowApyAt } = record.recorded;
  const { daysWithRewards, daysWithBorrowRewards } = record.recorded;
  const ofDays = (count: number | null | undefined): string | undefined =>
    typeof count === "number" ? `${formatCount(count).text} of ${formatCount(days).text}` : undefined;
  const month = record.averages.find((average) => average.days === 30);
  const highestOn = typeof highestBorrowApyAt === "string" ? `, ${formatDay(highestBorrowApyAt)}` : "";
  const kink = inWords(formatShare(ratio(kinkUtilization)));
  const lines: readonly StatLine[] = [
    [
      `Days over ${kink} utilization`,
      ofDays(daysOverKink),
      `Recorded days whose average utilization was above ${kink}, where rates may rise steeply.`,
    ],
    [
      `Highest hourly borrow APY${highestOn}`,
      formatRate(ratio(highestBorrowApy)),
      "The highest hourly mean of the borrow APY recorded here.",
    ],
    side === "deposit"
      ? ["Days with rewards", ofDays(daysWithRewards), "Recorded days on which depositors got rewards."]
      : [
          "Days with borrow rewards",
          ofDays(daysWithBorrowRewards),
          "Recorded days on which borrowers got rewards.",
        ],
    [
      "Base APY, mean of 30 days",
      formatRate(ratio(month?.baseDepositApy)),
      "The mean of the base APY recorded here over 30 days in UTC, including today so far.",
    ],
    [
      "Borrow APY, mean of 30 days",
      formatRate(ratio(month?.borrowApy)),
      "The mean of the borrow APY, after rewards, recorded here over 30 days in UTC, including today so far.",
    ],
  ];
  const known = lines.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <div className="border-line @max-[62rem]:border-t @2xl:@max-[62rem]:col-span-2 @min-[62rem]:border-l">
      <h3 className="px-4 pt-3 pb-1 font-semibold">Recorded so far</h3>
      <div className="px-4 pb-3">
        <StatList figures={known} />
      </div>
      {month === undefined || month.coverage >= fullCoverage ? null : (
        <p className="px-4 pb-3 text-small text-text2">
          Means of 30 days: recorded here since {formatDay(month.since)}, coverage{" "}
          {inWords(formatShare(ratio(month.coverage)))}.
        </p>
      )}
    </div>
  );
}
