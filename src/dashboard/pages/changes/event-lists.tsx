// What happened at a moment: caps reached and lifted, markets that came and went, terms of loans that were changed, rewards that began
// and ended.
import type { ReactNode } from "react";
import type { Arrival, RecordChanges } from "../../../contract/record/record-changes.ts";
import type { RecordEvent } from "../../../contract/record/record-parts.ts";
import { dayOf, millis, ratio, usd } from "../../../contract/units.ts";
import { formatMultiple, formatRate, formatUsd, inWords } from "../../format/number.ts";
import { formatAxisTime, formatTimeOfDay } from "../../format/time.ts";
import { triangle } from "../../ui/marks/signs.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { ChangeList, MarketLink, symbolOf, type KnownMarkets } from "./change-parts.tsx";
import { wordsOfEvent, type EventWords } from "./event-words.ts";

interface EventsProps {
  readonly markets: KnownMarkets;
  /** The last walk: events of another day say which. */
  readonly until: number;
}

export function EventLists({
  changes: { caps, arrivals, parameters, rewards, counts },
  ...props
}: EventsProps & {
  readonly changes: Pick<RecordChanges, "caps" | "arrivals" | "parameters" | "rewards" | "counts">;
}): ReactNode {
  return (
    <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-2">
      <Events
        heading="Caps"
        events={caps}
        total={counts.caps}
        none="No cap was reached, lifted or set."
        {...props}
      />
      <Events
        heading="Rewards"
        events={rewards}
        total={counts.rewards}
        none="No rewards began or ended."
        {...props}
      />
      <Events
        heading="New and gone"
        events={arrivals}
        total={counts.arrivals}
        none="No market came or went."
        wordsOf={wordsOfArrival}
        {...props}
      />
      <Events
        heading="Parameters"
        events={parameters}
        total={counts.parameters}
        none="No limit and no term of loans was changed."
        {...props}
      />
    </div>
  );
}

function Events<Event extends RecordEvent>({
  heading,
  events,
  total,
  none,
  wordsOf = wordsOfEvent,
  markets,
  until,
}: EventsProps & {
  readonly heading: string;
  readonly events: readonly Event[];
  readonly total: number;
  readonly none: string;
  readonly wordsOf?: (event: Event, symbol: string) => EventWords;
}): ReactNode {
  return (
    <ChangeList heading={heading} items={events} first={4} total={total} none={none}>
      {(shown) => (
        <ul aria-label={heading} className="divide-y divide-line">
          {shown.map((event) => {
            const { marketId, timestamp, kind, field } = event;
            const words = wordsOf(event, symbolOf(markets, marketId));
            return (
              <li
                key={[timestamp, marketId, kind, field].join()}
                className="flex min-h-[46px] items-center gap-x-3 px-4 py-1.5 hover:bg-hover max-sm:flex-wrap max-sm:py-2.5"
              >
                <Time at={millis(Date.parse(timestamp))} until={until} />
                <span className="min-w-0 flex-1 max-sm:basis-1/2">
                  <MarketLink of={event} markets={markets} />
                </span>
                <span className="max-w-[55%] shrink-0 text-right max-sm:flex max-sm:max-w-full max-sm:basis-full max-sm:items-baseline max-sm:justify-between max-sm:gap-3 max-sm:pt-1 max-sm:pl-[92px]">
                  <span
                    className={classNames(
                      "block font-medium max-sm:max-w-[65%] max-sm:shrink-0 max-sm:text-left",
                      words.worse && "text-danger",
                    )}
                  >
                    {words.worse ? <>{triangle} </> : null}
                    {words.title}
                  </span>
                  <span className="block text-tiny text-text2">{words.note}</span>
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </ChangeList>
  );
}

/** The figures of a market when it came or was seen last. */
function wordsOfArrival(arrival: Arrival): EventWords {
  const { kind, depositApy, totalDepositUsd, maxLeverage } = arrival;
  const rate = formatRate(ratio(depositApy))?.text;
  const deposits = formatUsd(usd(totalDepositUsd), "short")?.text;
  const inIt = [
    deposits === undefined ? "" : `${deposits} in`,
    typeof maxLeverage === "number" ? `up to ${inWords(formatMultiple(maxLeverage))}` : "",
  ];
  const { title, worse } = wordsOfEvent(arrival, "");
  const parts =
    kind === "gone"
      ? [rate === undefined ? "" : `last ${rate}`, ...inIt]
      : // Where there is no rate to lead with, the word leads itself.
        [rate === undefined ? "" : title, ...inIt];
  return {
    title: kind === "gone" ? title : (rate ?? title),
    note: parts.filter((part) => part !== "").join(", "),
    worse,
  };
}

function Time({ at, until }: { readonly at: number | undefined; readonly until: number }): ReactNode {
  const today = at !== undefined && dayOf(at) === dayOf(until);
  return (
    <span className="w-11 shrink-0 text-text2">
      {formatTimeOfDay(at)}
      {today ? null : <span className="block text-tiny">{formatAxisTime(at, "day")}</span>}
    </span>
  );
}
