// The outcomes of an event, such as "Above $90" and "Above $120", each with its own market.
import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { formatCount } from "../../../domain/format/number.ts";
import { trades } from "../../../domain/market/assess/checks.ts";
import { columnText } from "../../../domain/market/column-text.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { columnNumber, columnOf, type ColumnId } from "../../../domain/market/columns.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { Outcome } from "../../select/group-events.ts";
import { numberText } from "../../ui/marks/number-text.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { hrefTo, marketHref, useSharedParameters } from "../../view-state/address.ts";

interface Line extends Outcome {
  readonly isOwn: boolean;
}

const { column } = columnsOf<Line>();
const noInputs = { size: undefined, basis: "total", benchmark: undefined } as const;

const figure = (id: ColumnId) =>
  column(columnOf(id).name, {
    help: explainColumn(id),
    value: ({ row }) => columnNumber(id, row, noInputs),
    cell: ({ row }) => numberText(columnText(id === "chance" && !trades(row) ? "status" : id, row, noInputs)),
  });

const columns = [
  column("Outcome", {
    card: "lead",
    value: ({ name }) => name,
    cell: (line) => <OutcomeLink {...line} />,
  }),
  ...(["chance", "yesAsk", "noAsk", "volume"] as const).map(figure),
];

function OutcomeLink({ row, name, isOwn }: Line): ReactNode {
  return (
    <Link
      href={hrefTo(marketHref(row.id), useSharedParameters())}
      aria-current={isOwn ? "page" : undefined}
      className="rounded-item text-accent hover:underline pointer-coarse:flex pointer-coarse:min-h-8 pointer-coarse:items-center aria-[current]:font-semibold aria-[current]:text-text"
    >
      {name}
    </Link>
  );
}

export function Outcomes({
  row: { id },
  outcomes,
}: {
  readonly row: MarketRow;
  readonly outcomes: readonly Outcome[];
}): ReactNode {
  const lines = useMemo(
    () => outcomes.map((outcome): Line => ({ ...outcome, isOwn: outcome.row.id === id })),
    [outcomes, id],
  );
  return (
    <Panel
      heading="Outcomes"
      description={formatCount(lines.length).text}
      className="overflow-clip [&_tbody]:align-middle"
    >
      <DataTable
        label="Outcomes"
        columns={columns}
        rows={lines}
        rowKey={({ row }) => row.id}
        hasRowLink
        cards="never"
      />
    </Panel>
  );
}
