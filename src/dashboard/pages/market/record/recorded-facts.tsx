// What the record of one market says in figures: deposits in and out, terms that were changed, and how often what was the case.
import type { ReactNode } from "react";
import type { MarketChanges } from "../../../../contract/record/market-changes.ts";
import type { Flow, RecordEvent } from "../../../../contract/record/record-parts.ts";
import { ratio, tokenAmount, usd } from "../../../../contract/units.ts";
import { formatFlow, formatTokenFlow, formatTokens } from "../../../format/flow.ts";
import {
  formatCount,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
  type Formatted,
} from "../../../format/number.ts";
import { formatDay } from "../../../format/time.ts";
import { wholly } from "../../../market/column-text.ts";
import { StatList } from "../../../ui/panel/stat.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { triangle } from "../../../ui/marks/signs.tsx";
import { wordsOfEvent } from "../../changes/event-words.ts";

const headClass = "px-2 py-1.5 text-right font-medium last:pr-4";
const cellClass = "border-t border-line px-2 py-1.5 text-right font-semibold last:pr-4";

export function FlowsTable({
  flows,
  symbol,
}: {
  readonly flows: readonly Flow[];
  readonly symbol: string;
}): ReactNode {
  return (
    <table aria-label="Flows" className="w-full border-separate border-spacing-0">
      <caption className="px-4 pt-3 pb-1 text-left font-semibold">
        Flows <span className="ml-2 text-small font-normal text-text2">tokens in and out</span>
      </caption>
      <thead className="text-small text-text2">
        <tr>
          <th scope="col" className="py-1.5 pl-4 text-left font-medium">
            <span className="sr-only">Over the last</span>
          </th>
          <th scope="col" className={headClass}>
            In
          </th>
          <th scope="col" className={headClass}>
            Out
          </th>
          <th scope="col" className={headClass}>
            Net
          </th>
        </tr>
      </thead>
      <tbody>
        {flows.map((flow) => (
          <tr key={flow.days}>
            <th
              scope="row"
              className="border-t border-line py-1.5 pl-4 text-left font-normal whitespace-nowrap"
            >
              {formatCount(flow.days).text} days
              {flow.coverage >= wholly ? null : (
                <span className="block text-tiny text-text2">
                  {inWords(formatShare(ratio(flow.coverage)))} known
                </span>
              )}
            </th>
            <td className={cellClass}>
              <NumberText value={amountOf(flow.in, flow.inUsd, symbol)} />
            </td>
            <td className={cellClass}>
              <NumberText value={amountOf(flow.out, flow.outUsd, symbol)} />
            </td>
            <td className={cellClass}>
              <NumberText
                value={
                  typeof flow.netUsd === "number"
                    ? formatFlow(usd(flow.netUsd))
                    : formatTokenFlow(tokenAmount(flow.net), symbol)
                }
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function amountOf(tokens: number, dollars: number | null | undefined, symbol: string): Formatted | undefined {
  return typeof dollars === "number" ? formatUsd(usd(dollars)) : formatTokens(tokenAmount(tokens), symbol);
}

/** Newest first, numbered from the oldest; the first line of all is when the market was first seen. */
export function TermsList({
  events,
  firstSeen,
  older,
  symbol,
}: {
  readonly events: readonly RecordEvent[];
  readonly firstSeen: string;
  readonly older: boolean;
  readonly symbol: string;
}): ReactNode {
  return (
    <div className="border-line max-md:border-t md:border-l">
      <h3 className="px-4 pt-3 pb-1 font-semibold">
        Changed{" "}
        <span className="ml-2 text-small font-normal text-text2">{formatCount(events.length).text}</span>
      </h3>
      <ol
        aria-label="What was changed"
        className="max-h-80 divide-y divide-line overflow-y-auto [scrollbar-width:thin]"
        // What scrolls must be reachable, or no key could scroll it.
        tabIndex={0}
      >
        {events.map((event, index) => {
          const { title, note, worse } = wordsOfEvent(event, symbol);
          return (
            <li
              key={[event.timestamp, event.kind, event.field].join()}
              className="flex items-center gap-3 px-4 py-2"
            >
              <Ordinal>{formatCount(events.length - index).text}</Ordinal>
              <span className="min-w-0 flex-1">
                <span className="block font-medium">
                  {worse ? <>{triangle} </> : null}
                  {title}
                </span>
                <span className="block text-tiny text-text2">{note}</span>
              </span>
              <span className="shrink-0 text-small text-text2">{formatDay(event.timestamp)}</span>
            </li>
          );
        })}
        <li className="flex items-center gap-3 px-4 py-2 text-text2">
          <Ordinal>0</Ordinal>
          <span>
            First seen here {formatDay(firstSeen)}
            {older ? "; the oldest changes are not in this list" : ""}
          </span>
        </li>
      </ol>
    </div>
  );
}

export function Ordinal({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <span className="inline-flex size-5 shrink-0 items-center justify-center rounded-item border border-line2 bg-surface text-tiny font-medium">
      {children}
    </span>
  );
}

export function RecordedSums({ record }: { readonly record: MarketChanges }): ReactNode {
  const { days, daysOverKink, kinkUtilization, daysWithRewards, highestBorrowApy, highestBorrowApyAt } =
    record.recorded;
  const ofDays = (count: number | null | undefined): string | undefined =>
    typeof count === "number" ? `${formatCount(count).text} of ${formatCount(days).text}` : undefined;
  const month = record.averages.find((average) => average.days === 30);
  const highestOn = typeof highestBorrowApyAt === "string" ? `, ${formatDay(highestBorrowApyAt)}` : "";
  const lines = [
    [`Days over ${inWords(formatShare(ratio(kinkUtilization)))} lent out`, ofDays(daysOverKink)],
    [`Highest borrow APY of an hour${highestOn}`, formatRate(ratio(highestBorrowApy))],
    ["Days with rewards", ofDays(daysWithRewards)],
    ["Base APY, mean of 30 days", formatRate(ratio(month?.baseDepositApy))],
    ["Borrow APY, mean of 30 days", formatRate(ratio(month?.borrowApy))],
  ] as const;
  const told = lines.filter(([, value]) => value !== undefined);
  if (told.length === 0) return null;
  return (
    <div className="border-line max-xl:border-t xl:border-l">
      <h3 className="px-4 pt-3 pb-1 font-semibold">What the record says</h3>
      <div className="px-4 pb-3">
        <StatList figures={told} />
      </div>
      {month === undefined || month.coverage >= wholly ? null : (
        <p className="px-4 pb-3 text-small text-text2">
          Means of 30 days: recorded here since {formatDay(month.since)}, coverage{" "}
          {inWords(formatShare(ratio(month.coverage)))}.
        </p>
      )}
    </div>
  );
}
