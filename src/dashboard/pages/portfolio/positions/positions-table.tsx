import { memo, useMemo, useState, type ReactNode } from "react";
import type { Ratio } from "../../../../contract/units.ts";
import type { PositionRow } from "../../../../domain/position/position-row.ts";
import {
  countOf,
  formatAmount,
  formatCount,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../../../domain/format/number.ts";
import { unknownCount, unknownText } from "../../../portfolio/position-words.ts";
import { perpetualDrop } from "../../../portfolio/loans.ts";
import type { Entry, Section } from "../../../portfolio/sections.ts";
import { earnsPerYear } from "../../../portfolio/totals.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { Note } from "../../../ui/marks/note.tsx";
import { NumberText } from "../../../ui/marks/number-text.tsx";
import { columnsOf } from "../../../ui/table/columns.ts";
import { DataTable } from "../../../ui/table/data-table.tsx";
import type { RowGroup } from "../../../ui/table/table-props.ts";
import { LoanDrop, LoanHealth, PositionActions, PositionName, PositionRate } from "./position-parts.tsx";

type Line = ReturnType<typeof linesOf>[number];

const { column } = columnsOf<Line>();

function positionColumns(maxRate: Ratio | undefined) {
  return [
    column("Position", {
      card: "lead",
      className: "md:max-w-72 md:min-w-44",
      cell: ({ row }, isCard) => <PositionName row={row} hasFlag {...(isCard ? { size: 30 } : {})} />,
    }),
    column("Amount", {
      className: "xl:pl-0",
      help: "Tokens deposited or owed. For a loop, what it supplies and owes.",
      cell: ({ row }) => <Amount row={row} />,
    }),
    column("Value", {
      help: "In US dollars at today's price. Debts are negative; a loop is its assets minus its debt.",
      card: "lead",
      cell: ({ row }) => <Value row={row} />,
    }),
    column("APY", {
      // Above the figures, not the bars beside them.
      head: <span className="min-[1440px]:pr-[74px]">APY</span>,
      className: "xl:pl-0",
      help: "What the position earns or costs per year at today's rates. For a loop, the net APY at its own leverage. The bar is base in teal and rewards in amber; a cost or a net APY is gray.",
      cell: ({ row }, isCard) => <PositionRate row={row} maxRate={maxRate} hasBar={!isCard} />,
    }),
    column("Per year", {
      help: "Value × APY, at today's rates and prices. Interest is negative.",
      cell: ({ row }) => <NumberText value={formatUsdExact(earnsPerYear(row))} />,
    }),
    column("LTV", {
      help: "Debt / collateral, of the liquidation LTV. Health is liquidation LTV / LTV: at 1 the loan is liquidated.",
      align: "start",
      isJoined: true,
      cell: ({ row, entry: { loan } }, isCard) =>
        loan !== undefined ? (
          <LoanHealth loan={loan} />
        ) : row.kind === "lending" && !isCard ? (
          <span className="text-text3">no loan</span>
        ) : null,
    }),
    column("Price move to liquidation", {
      className: "xl:pl-0",
      help: "How far the collateral may fall, or the debt may rise, before liquidation: 1 − LTV / liquidation LTV.",
      isJoined: true,
      cell: ({ row, entry: { loan } }, isCard) => {
        const drop = loan ?? perpetualDrop(row);
        return drop !== undefined ? (
          <LoanDrop drop={drop} />
        ) : row.kind === "lending" && !isCard ? (
          <NumberText value={undefined} />
        ) : null;
      },
    }),
    column("Actions", {
      isHeaderHidden: true,
      cell: ({ row, entry: { rows } }, isCard) => (
        <PositionActions
          row={row}
          variant={isCard ? "card" : "row"}
          amongOthers={isCard && rows.length > 1}
        />
      ),
    }),
  ];
}

/** Memoized, because there may be hundreds of rows. */
export const PositionsTable = memo(function PositionsTable({
  label,
  sections,
  maxRate,
  first,
}: {
  readonly label: string;
  readonly sections: readonly Section[];
  readonly maxRate: Ratio | undefined;
  readonly first: number;
}): ReactNode {
  const [unfolded, setUnfolded] = useState<string | undefined>(undefined);
  const columns = useMemo(() => positionColumns(maxRate), [maxRate]);
  const groups = useMemo(
    () =>
      sections.flatMap((section): readonly RowGroup<Line>[] => {
        const { kind, label: name, dust, dustUsd } = section;
        const isOpen = unfolded === kind;
        const items = kind === "lending" ? "loans and deposits" : undefined;
        const group = { ...headOf(section), key: kind, name, items, rows: linesOf(section.entries) };
        if (dust.length === 0) return [group];
        const small = linesOf(dust);
        const after = (
          <span className="inline-flex flex-wrap items-center gap-2">
            {countOf(small.length, "position")} under $1, together {inWords(formatUsdExact(dustUsd))}
            <Button
              size="small"
              aria-expanded={isOpen}
              className="pointer-coarse:h-11"
              onClick={() => setUnfolded(isOpen ? undefined : kind)}
            >
              {isOpen ? "Hide" : "Show"}
            </Button>
          </span>
        );
        return [group, { key: `${kind}, dust`, name: `${name} under $1`, rows: isOpen ? small : [], after }];
      }),
    [sections, unfolded],
  );
  return (
    <DataTable
      label={label}
      columns={columns}
      groups={groups}
      rowKey={({ row }) => row.key}
      joinBy={keyOfEntry}
      first={first}
      cards="narrow"
    />
  );
});

const keyOfEntry = ({ entry }: Line): string => entry.key;
const linesOf = (entries: readonly Entry[]) =>
  entries.flatMap((entry) => entry.rows.map((row) => ({ row, entry })));

function headOf({ label, count, value, perYear }: Section): Pick<RowGroup<Line>, "heading" | "sums"> {
  return {
    heading: (
      <>
        {label} <span className="font-normal text-text2">{formatCount(count).text}</span>
        <span className="ml-2 text-small font-normal text-text2">{unknownText(value.unknown)}</span>
      </>
    ),
    sums: {
      Value: <NumberText value={formatUsdExact(value.sum)} />,
      "Per year": (
        <>
          <NumberText value={formatUsdExact(perYear.sum)} />
          <Note className="block font-normal">{unknownCount(perYear.unknown)}</Note>
        </>
      ),
    },
  };
}

function Amount({
  row: { kind, supplied, borrowed, token, amount },
}: {
  readonly row: PositionRow;
}): ReactNode {
  // A perpetual's amount is its equity, in an unknown token.
  if (kind === "perpetual") return <NumberText value={undefined} />;
  if (supplied?.amount === undefined || borrowed?.amount === undefined)
    return (
      <span title={token?.symbol}>
        <NumberText value={formatAmount(amount)} />
      </span>
    );
  return (
    <>
      <NumberText value={formatAmount(supplied.amount, supplied.token?.symbol ?? "")} />
      <Note>−{inWords(formatAmount(borrowed.amount, borrowed.token?.symbol ?? ""))}</Note>
    </>
  );
}

/** Negative for a debt. For a loop it also shows assets and debts. */
function Value({ row: { supplied, borrowed, netUsd } }: { readonly row: PositionRow }): ReactNode {
  if (netUsd === undefined) return <span className="text-small text-text3">no USD value</span>;
  return (
    <>
      <NumberText value={formatUsdExact(netUsd)} className="font-semibold" />
      <Note>
        {supplied?.usd === undefined || borrowed?.usd === undefined
          ? undefined
          : `${formatUsd(supplied.usd, "short").text} − ${formatUsd(borrowed.usd, "short").text}`}
      </Note>
    </>
  );
}
