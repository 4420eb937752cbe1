// The positions as a table: a body for each type, loans with all that belongs to them together.
import { memo, useState, type ReactNode } from "react";
import { usd } from "../../../../contract/units.ts";
import type { PositionRow } from "../../../data/positions/position-row.ts";
import { formatMoney } from "../../../format/money.ts";
import { countOf, formatAmount, formatCount, formatUsd, inWords } from "../../../format/number.ts";
import type { Loan } from "../../../portfolio/loans.ts";
import { dustWorth, type Entry, type Section } from "../../../portfolio/sections.ts";
import { earnsPerYear } from "../../../portfolio/totals.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { useFold } from "../../../ui/fields/fold.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { classNames } from "../../../ui/page/class-names.ts";
import {
  cellClass,
  headClass,
  LoanFall,
  LoanStanding,
  PositionActions,
  PositionName,
  PositionRate,
  PositionRateBar,
  unknownText,
  type ListContext,
} from "./position-parts.tsx";

const columns = [
  "Position",
  "Amount",
  "Value",
  "APY",
  "Per year",
  "LTV",
  "Price move to liquidation",
] as const;
/** Loans and positions of one type that are drawn at first. */
const mostEntries = 20;

/** Drawn again only when what it shows is another: there may be hundreds of rows. */
export const PositionsTable = memo(function PositionsTable({
  sections,
  context,
}: {
  readonly sections: readonly Section[];
  readonly context: ListContext;
}): ReactNode {
  return (
    // What scrolls must be reachable, or no key could scroll it.
    <section
      aria-label="Positions, table"
      tabIndex={0}
      className="scroll-edge overflow-x-auto [scrollbar-width:thin]"
    >
      <table aria-label="Positions" className="w-full border-separate border-spacing-0 text-right">
        <thead>
          <tr>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className={classNames(headClass, (name === "Position" || name === "LTV") && "text-left")}
              >
                {name}
              </th>
            ))}
            <th scope="col" className={headClass}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        {sections.map((section) => (
          <SectionBody key={section.kind} section={section} context={context} />
        ))}
      </table>
    </section>
  );
});

function SectionBody({
  section: { label, count, entries, dust, value, perYear },
  context,
}: {
  readonly section: Section;
  readonly context: ListContext;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const { shown, more } = useFold(entries, mostEntries, `of ${label}`);
  return (
    <tbody>
      <tr className="bg-canvas">
        <th scope="rowgroup" colSpan={2} className={`${cellClass} text-left font-semibold`}>
          {label} <span className="font-normal text-text2">{formatCount(count).text}</span>
          <span className="ml-2 text-small font-normal text-text2">{unknownText(value.unknown)}</span>
        </th>
        <td className={`${cellClass} font-medium`}>
          <NumberText value={formatMoney(value.sum)} />
        </td>
        <td className={cellClass} />
        <td className={`${cellClass} font-medium`}>
          <NumberText value={formatMoney(perYear.sum)} />
        </td>
        <td colSpan={3} className={cellClass} />
      </tr>
      {shown.map((entry) => (
        <EntryRows key={entry.key} entry={entry} context={context} />
      ))}
      {more === null ? null : (
        <tr>
          <td colSpan={columns.length + 1} className={`${cellClass} text-left`}>
            {more}
          </td>
        </tr>
      )}
      {(open ? dust : []).map((entry) => (
        <EntryRows key={entry.key} entry={entry} context={context} />
      ))}
      {dust.length === 0 ? null : (
        <tr>
          <td colSpan={columns.length + 1} className={`${cellClass} text-left text-text2`}>
            <DustLine dust={dust} open={open} onOpen={setOpen} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

/** What is too little to be looked at: how many, and a button that shows them. */
export function DustLine({
  dust,
  open,
  onOpen,
}: {
  readonly dust: readonly Entry[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}): ReactNode {
  const count = dust.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {countOf(count, "position")} under $1, together {inWords(formatMoney(dustWorth(dust)))}
      <Button size="small" aria-expanded={open} className="pointer-coarse:h-11" onClick={() => onOpen(!open)}>
        {open ? "Hide" : "Show"}
      </Button>
    </span>
  );
}

function EntryRows({
  entry: { loan, rows },
  context,
}: {
  readonly entry: Entry;
  readonly context: ListContext;
}): ReactNode {
  return rows.map((row, index) => (
    <tr key={row.key} className="hover:bg-hover">
      <th
        scope="row"
        className={classNames(
          cellClass,
          "relative max-w-72 min-w-52 text-left font-normal",
          // What belongs together is held by a line at the edge.
          rows.length > 1 &&
            "before:absolute before:inset-y-0 before:left-1.5 before:border-l-2 before:border-control",
          rows.length > 1 && index === 0 && "before:top-3",
          rows.length > 1 && index === rows.length - 1 && "before:bottom-3",
        )}
      >
        <PositionName row={row} context={context} />
      </th>
      <td className={cellClass}>
        <Amount row={row} />
      </td>
      <td className={cellClass}>
        <Value row={row} />
      </td>
      <td className={cellClass}>
        <span className="flex items-center justify-end gap-2">
          <PositionRate row={row} narrow={context.wallets.length > 1} />
          <span className="w-[66px] max-[1439.98px]:hidden">
            <PositionRateBar row={row} greatest={context.greatest} />
          </span>
        </span>
      </td>
      <td className={cellClass}>
        <NumberText value={formatMoney(earnsPerYear(row))} />
      </td>
      {index === 0 ? <LoanCells loan={loan} row={row} span={rows.length} /> : null}
      <td className={cellClass}>
        <PositionActions row={row} variant="row" />
      </td>
    </tr>
  ));
}

function LoanCells({
  loan,
  row,
  span,
}: {
  readonly loan: Loan | undefined;
  readonly row: PositionRow;
  readonly span: number;
}): ReactNode {
  if (loan === undefined)
    return (
      <>
        <td className={`${cellClass} text-left text-text3`}>{row.kind === "lending" ? "no loan" : ""}</td>
        <td className={`${cellClass} text-text3`}>{row.kind === "lending" ? "—" : ""}</td>
      </>
    );
  return (
    <>
      <td rowSpan={span} className={`${cellClass} text-left`}>
        <LoanStanding loan={loan} />
      </td>
      <td rowSpan={span} className={cellClass}>
        <LoanFall loan={loan} />
      </td>
    </>
  );
}

/** Whole tokens; of a loop what it holds over what it owes. */
function Amount({ row }: { readonly row: PositionRow }): ReactNode {
  const { supplied, borrowed } = row;
  if (supplied?.amount === undefined || borrowed?.amount === undefined)
    return (
      <span title={row.token?.symbol}>
        <NumberText value={formatAmount(row.amount)} />
      </span>
    );
  return (
    <>
      <NumberText value={formatAmount(supplied.amount, supplied.token?.symbol ?? "")} />
      <span className="block text-tiny text-text2">
        −{inWords(formatAmount(borrowed.amount, borrowed.token?.symbol ?? ""))}
      </span>
    </>
  );
}

/** What it is worth, under 0 for a debt; of a loop also what that is the difference of. */
function Value({ row }: { readonly row: PositionRow }): ReactNode {
  const { supplied, borrowed, netUsd } = row;
  if (netUsd === undefined) return <span className="text-small text-text3">no USD value</span>;
  return (
    <>
      <NumberText value={formatMoney(netUsd)} className="font-semibold" />
      {supplied?.usd === undefined || borrowed?.usd === undefined ? null : (
        <span className="block text-tiny text-text2">
          {inWords(formatUsd(supplied.usd, "short"))} −{" "}
          {inWords(formatUsd(usd(Math.abs(borrowed.usd)), "short"))}
        </span>
      )}
    </>
  );
}
