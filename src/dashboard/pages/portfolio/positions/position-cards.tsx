// The positions as cards, one type at a time, where a table has no room.
import { useState, type ReactNode } from "react";
import type { PositionRow } from "../../../data/positions/position-row.ts";
import { formatMoney } from "../../../format/money.ts";
import { formatAmount, formatRate, inWords } from "../../../format/number.ts";
import { positionPlace } from "../../../portfolio/position-words.ts";
import type { Entry, Section } from "../../../portfolio/sections.ts";
import { earnsPerYear, positionApy } from "../../../portfolio/totals.ts";
import { useFold } from "../../../ui/fields/fold.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { DustLine } from "./positions-table.tsx";
import {
  LoanFall,
  LoanStanding,
  PositionActions,
  PositionName,
  quotedText,
  unknownText,
  type ListContext,
} from "./position-parts.tsx";

/** A card is a third of a phone's screen. */
const mostCards = 10;

export function PositionCards({
  section: { label, entries, dust, value, perYear },
  context,
}: {
  readonly section: Section;
  readonly context: ListContext;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const { shown, more } = useFold(entries, mostCards, `of ${label}`);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-text2">
        {inWords(formatMoney(value.sum))} in {label}, {inWords(formatMoney(perYear.sum), "nothing known")} a
        year {unknownText(value.unknown)}
      </p>
      <ul aria-label={label} className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
        {[...shown, ...(open ? dust : [])].map((entry) => (
          <EntryCard key={entry.key} entry={entry} context={context} />
        ))}
      </ul>
      {more}
      {dust.length === 0 ? null : (
        <p className="text-text2">
          <DustLine dust={dust} open={open} onOpen={setOpen} />
        </p>
      )}
    </div>
  );
}

function EntryCard({
  entry: { loan, rows },
  context,
}: {
  readonly entry: Entry;
  readonly context: ListContext;
}): ReactNode {
  const [first] = rows;
  if (first === undefined) return null;
  // A loan is acted on by its debt.
  const acted = rows.find(({ side }) => side === "borrow") ?? first;
  return (
    <li className="rounded-panel border border-line2 bg-surface p-4">
      {rows.length > 1 ? (
        <p className="mb-2 font-semibold">
          {positionPlace(first)} <span className="font-normal text-text2">loan</span>
        </p>
      ) : null}
      <div className="flex flex-col gap-3">
        {rows.map((row) => (
          <CardLine key={row.key} row={row} context={context} />
        ))}
      </div>
      {loan === undefined ? null : (
        <div className="mt-3 flex items-start justify-between gap-3 border-t border-line pt-3">
          <span className="min-w-0 flex-1">
            <LoanStanding loan={loan} wide />
          </span>
          <span className="max-w-[45%] text-right">
            <LoanFall loan={loan} />
          </span>
        </div>
      )}
      <div className="mt-3">
        <PositionActions row={acted} variant="card" amongOthers={rows.length > 1} />
      </div>
      {rows
        .filter((row) => row !== acted)
        .map((row) => (
          <div key={row.key} className="mt-3">
            <PositionActions row={row} variant="card" amongOthers />
          </div>
        ))}
    </li>
  );
}

function CardLine({ row, context }: { readonly row: PositionRow; readonly context: ListContext }): ReactNode {
  const apy = positionApy(row);
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <PositionName row={row} context={context} size={30} />
        <p className="mt-0.5 pl-10 text-small text-text2">
          {row.supplied?.amount === undefined
            ? inWords(formatAmount(row.amount, row.token?.symbol ?? ""), "amount not told")
            : `${inWords(formatAmount(row.supplied.amount, row.supplied.token?.symbol ?? ""))} − ${inWords(formatAmount(row.borrowed?.amount, row.borrowed?.token?.symbol ?? ""))}`}
        </p>
      </div>
      <div className="shrink-0 text-right">
        <p className="font-semibold">
          {row.netUsd === undefined ? (
            <span className="text-small font-normal text-text3">no USD value</span>
          ) : (
            <NumberText value={formatMoney(row.netUsd)} />
          )}
        </p>
        <p className="text-small text-text2">
          {apy === undefined && row.kind !== "loop"
            ? "no rate told"
            : [inWords(formatRate(apy), "rate unknown"), quotedText(row)]
                .filter((part) => part !== undefined)
                .join(", ")}
        </p>
        <p className="text-small text-text2">{inWords(formatMoney(earnsPerYear(row)), "not known")} a year</p>
      </div>
    </div>
  );
}
