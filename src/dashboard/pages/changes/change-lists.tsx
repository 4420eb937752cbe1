import { useMemo, type ReactNode } from "react";
import type { Arrival } from "../../../contract/record/record-changes.ts";
import type { RecordEvent } from "../../../contract/record/record-parts.ts";
import type { ChangeWindow } from "../../../contract/record/record-request.ts";
import { dayOf, millis, ratio, tokenAmount, usd } from "../../../contract/units.ts";
import { formatFlow, formatShareChange, formatTokenFlow } from "../../../domain/format/flow.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import {
  formatMultiple,
  formatPoints,
  formatRate,
  formatUsd,
  inWords,
} from "../../../domain/format/number.ts";
import { formatAxisTime, formatMoment, formatTimeOfDay } from "../../../domain/format/time.ts";
import { rateOfBasis, type ApyBasis } from "../../../domain/market/column.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { smallUsd } from "../../../domain/market/filters/filters.ts";
import { arrowDown, arrowUp } from "../../ui/marks/inline-icons.tsx";
import { Note } from "../../ui/marks/note.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import type { ShownChanges } from "../../select/changes/shown-changes.ts";
import { ChangeList, EventText } from "./change-parts.tsx";
import { describeEvent, type EventWords } from "../../select/changes/event-words.ts";
import { pairChange, pairOf, moveReason } from "../../select/changes/move-words.ts";

export const spanNames: Readonly<Record<ChangeWindow, string>> = { "24h": "24 h", "7d": "7 d" };

export interface ListsProps {
  readonly changes: ShownChanges;
  readonly basis: ApyBasis;
  readonly span: ChangeWindow;
  readonly areMarketsLoading: boolean;
}

function moveColumns(basis: ApyBasis) {
  const { column } = columnsOf<ShownChanges["moves"][number]>();
  return [
    column(basis === "base" ? "Base APY now" : "APY now", {
      id: "now",
      help: explainColumn(rateOfBasis[basis]),
      value: (move) => ratio(pairOf(move, basis).now),
      card: "lead",
      cell: (move) => {
        const { now, was } = pairOf(move, basis);
        return (
          <>
            <NumberText value={formatRate(ratio(now))} className="font-semibold" />
            <Note>was {inWords(formatRate(ratio(was)))}</Note>
          </>
        );
      },
    }),
    column("Change", {
      help: "The rate now minus the rate at the start of the period, in percentage points.",
      value: (move) => pairChange(pairOf(move, basis)),
      cell: (move) => {
        const difference = pairChange(pairOf(move, basis));
        return (
          <>
            {difference === undefined ? null : difference > 0 ? arrowUp : arrowDown}
            <NumberText value={formatPoints(difference)} className="ml-1 font-semibold" />
          </>
        );
      },
    }),
    column("Why", {
      align: "start",
      value: (move) => moveReason(move, basis) || undefined,
      className: "min-w-36 whitespace-normal md:pt-2 text-small/4 text-text2",
      cell: (move) => {
        const why = moveReason(move, basis);
        return why === "" ? <NumberText value={undefined} /> : <NonBreakingFigures text={why} />;
      },
    }),
  ];
}

const { column: flowColumn } = columnsOf<ShownChanges["flows"][number]>();
const flowColumns = [
  flowColumn("Deposits", {
    help: explainColumn("totalDepositUsd"),
    value: ({ totalDepositUsd }) => usd(totalDepositUsd),
    cell: ({ totalDepositUsd }) => <NumberText value={formatUsd(usd(totalDepositUsd))} />,
  }),
  flowColumn("Flow", {
    help: "Deposits minus withdrawals in tokens, at today's price. Earned interest is not included.",
    value: ({ netUsd }) => usd(netUsd),
    card: "lead",
    cell: ({ netUsd, net, row, since }) => (
      <>
        <NumberText value={formatFlow(usd(netUsd))} className="font-semibold" />
        <Note>{formatTokenFlow(tokenAmount(net), row?.tokens[0]?.symbol ?? "")?.text}</Note>
        {typeof since === "string" ? (
          <span className="block text-tiny text-text3">since {formatMoment(Date.parse(since))}</span>
        ) : null}
      </>
    ),
  }),
  flowColumn("Share", {
    help: "The flow as a share of deposits.",
    value: ({ share }) => ratio(share),
    cell: ({ share }) => <NumberText value={formatShareChange(ratio(share))} />,
  }),
];

type ListedEvent = RecordEvent &
  Pick<ShownChanges["caps"][number], "row"> &
  Partial<Pick<Arrival, "type" | "name" | "depositApy" | "totalDepositUsd" | "maxLeverage">>;

const lists = [
  ["caps", "Caps", "No cap was reached or changed, and no capacity became available."],
  ["rewards", "Rewards", "No rewards began or ended."],
  ["arrivals", "New and gone", "No market was added or removed."],
  ["parameters", "Parameters", "No caps or loan terms changed."],
] as const;

export function ChangeLists({ changes, basis, span, areMarketsLoading }: ListsProps): ReactNode {
  const { moves, flows, counts, until } = changes;
  const rateColumns = useMemo(() => moveColumns(basis), [basis]);
  const columns = useMemo(() => eventColumns(Date.parse(until)), [until]);
  // Rates of nearly empty markets jump, so they are at first shown only if no others moved.
  const large = moves.filter(({ totalDepositUsd }) => (totalDepositUsd ?? smallUsd) >= smallUsd);
  const leading = large.length === 0 ? moves : large;
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <ChangeList
          heading="Biggest rate moves"
          items={moves}
          leading={leading}
          first={8}
          total={counts.moves}
          note={leading.length === moves.length ? "" : "without markets under $100k"}
          none="No rate moved by a basis point."
          columns={rateColumns}
          areMarketsLoading={areMarketsLoading}
          // No sparkline on the basis "base", because it includes rewards.
          past={basis === "base" ? undefined : spanNames[span]}
        />
        <ChangeList
          heading="Deposits in and out"
          items={flows}
          first={8}
          total={counts.flows}
          note="by tokens, not by price"
          none="No deposits or withdrawals."
          columns={flowColumns}
          areMarketsLoading={areMarketsLoading}
          past={spanNames[span]}
        />
      </div>
      <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-2">
        {lists.map(([list, heading, none]) => (
          <ChangeList<ListedEvent>
            key={list}
            heading={heading}
            items={changes[list]}
            first={4}
            total={counts[list]}
            none={none}
            columns={columns}
            areMarketsLoading={areMarketsLoading}
            marketWidth="md:max-w-60 xl:max-w-80"
            rowKey={({ timestamp, marketId, kind, field }) => [timestamp, marketId, kind, field].join()}
          />
        ))}
      </div>
    </>
  );
}

/** Shows the day of events that did not happen on the day `last`. */
function eventColumns(last: number) {
  const { column } = columnsOf<ListedEvent>();
  const words = (event: ListedEvent): EventWords =>
    arrivalKinds.has(event.kind) ? describeArrival(event) : describeEvent(event, event.row?.tokens ?? []);
  return [
    column("Time", {
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
    column("What changed", {
      value: (event) => words(event).title,
      className: "md:min-w-40 whitespace-normal",
      cell: (event) => <EventText {...words(event)} />,
    }),
  ];
}

const arrivalKinds: ReadonlySet<string> = new Set(["first-seen", "gone", "back"]);

function describeArrival(arrival: ListedEvent): EventWords {
  const { kind, depositApy, totalDepositUsd, maxLeverage } = arrival;
  const { title, worse } = describeEvent(arrival, []);
  const rate = formatRate(ratio(depositApy))?.text;
  const deposits = formatUsd(usd(totalDepositUsd), "short")?.text;
  const leverage = formatMultiple(maxLeverage ?? undefined)?.text;
  const first = rate === undefined ? undefined : kind === "gone" ? `last ${rate}` : title;
  // Predictions leave the list when they end.
  if (kind === "gone" && arrival.type === "prediction")
    return { title: "no longer listed", note: "", worse: false };
  return {
    title: kind === "gone" ? title : (rate ?? title),
    note: joinParts([first, deposits && `${deposits} in`, leverage && `up to ${leverage}`]),
    worse,
  };
}
