import { useMemo, type ReactNode } from "react";
import type { Arrival, RecordChanges } from "../../../contract/record/record-changes.ts";
import type { RecordEvent } from "../../../contract/record/record-parts.ts";
import { dayOf, millis, ratio, usd } from "../../../contract/units.ts";
import { formatMultiple, formatRate, formatUsd } from "../../../domain/format/number.ts";
import { formatAxisTime, formatTimeOfDay } from "../../../domain/format/time.ts";
import { triangle } from "../../ui/marks/inline-icons.tsx";
import { classNames } from "../../ui/page/class-names.ts";
import { columnsOf } from "../../ui/table/columns.ts";
import { ChangeList, symbolOf, type KnownMarkets } from "./change-parts.tsx";
import { wordsOfEvent, type EventWords } from "./event-words.ts";

type ListedEvent = RecordEvent &
  Partial<Pick<Arrival, "name" | "depositApy" | "totalDepositUsd" | "maxLeverage">>;

const lists = [
  ["caps", "Caps", "No cap was reached, lifted or set."],
  ["rewards", "Rewards", "No rewards began or ended."],
  ["arrivals", "New and gone", "No market was added or removed."],
  ["parameters", "Parameters", "No limits or loan terms changed."],
] as const;

export function EventLists({
  changes,
  markets,
}: {
  readonly changes: RecordChanges;
  readonly markets: KnownMarkets;
}): ReactNode {
  const { until } = changes;
  const columns = useMemo(() => columnsFor(markets, Date.parse(until)), [markets, until]);
  return (
    <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-2">
      {lists.map(([list, heading, none]) => (
        <ChangeList<ListedEvent>
          key={list}
          heading={heading}
          items={changes[list]}
          first={4}
          total={changes.counts[list]}
          none={none}
          columns={columns}
          markets={markets}
          rowKey={eventKey}
        />
      ))}
    </div>
  );
}

function eventKey({ timestamp, marketId, kind, field }: RecordEvent): string {
  return [timestamp, marketId, kind, field].join();
}

/** Events of a day other than `last` show their day. */
function columnsFor(markets: KnownMarkets, last: number) {
  const column = columnsOf<ListedEvent>();
  const words = (event: ListedEvent): EventWords =>
    arrivalKinds.has(event.kind)
      ? wordsOfArrival(event)
      : wordsOfEvent(event, symbolOf(markets, event.marketId));
  return [
    column("time", {
      header: "Time",
      align: "start",
      value: ({ timestamp }) => timestamp,
      sortDescFirst: true,
      className: "text-text2",
      cell: ({ timestamp }) => {
        const at = millis(Date.parse(timestamp));
        const isToday = at !== undefined && dayOf(at) === dayOf(last);
        return (
          <>
            {formatTimeOfDay(at)}
            {isToday ? null : <span className="block text-tiny">{formatAxisTime(at, "day")}</span>}
          </>
        );
      },
    }),
    column("what", {
      header: "What changed",
      value: (event) => words(event).title,
      className: "md:min-w-40 whitespace-normal",
      cell: (event) => {
        const { title, note, worse } = words(event);
        return (
          <>
            <span className={classNames("block font-medium", worse && "text-danger")}>
              {worse ? <>{triangle} </> : null}
              {title}
            </span>
            <span className="block text-tiny text-text2">{note}</span>
          </>
        );
      },
    }),
  ];
}

const arrivalKinds: ReadonlySet<string> = new Set(["first-seen", "gone", "back"]);

function wordsOfArrival(arrival: ListedEvent): EventWords {
  const { kind, depositApy, totalDepositUsd, maxLeverage } = arrival;
  const { title, worse } = wordsOfEvent(arrival, "");
  const rate = formatRate(ratio(depositApy))?.text;
  const deposits = formatUsd(usd(totalDepositUsd), "short")?.text;
  const leverage = formatMultiple(maxLeverage ?? undefined)?.text;
  const first = rate === undefined ? undefined : kind === "gone" ? `last ${rate}` : title;
  const parts = [first, deposits && `${deposits} in`, leverage && `up to ${leverage}`];
  return {
    title: kind === "gone" ? title : (rate ?? title),
    note: parts.filter(Boolean).join(", "),
    worse,
  };
}
