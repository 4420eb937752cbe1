import type { ReactNode } from "react";
import { Link } from "wouter";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { formatCount, formatRate, countMarkets } from "../../../domain/format/number.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { rateOfBasis, type ApyBasis } from "../../../domain/market/column.ts";
import type { Ratio } from "../../../contract/units.ts";
import type { Reliability } from "../../select/reliability.ts";
import type { MarketGroup } from "../../select/whole-list/market-groups.ts";
import { exportName } from "../../select/export-rows.ts";
import { bold, columnsOf, type TableColumn } from "../../ui/table/columns.ts";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { DataTableProps } from "../../ui/table/table-props.ts";
import { changeViewState } from "../../../domain/view-state/codec.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { marketHref } from "../../view-state/address.ts";
import { useViewState, viewStateHref } from "../../view-state/use-view-state.ts";
import { Summary } from "../../ui/panel/summary.tsx";

export interface Shown {
  readonly rows: readonly MarketRow[];
  readonly state: ViewState;
}

export interface ShownRates extends Shown {
  readonly basis: ApyBasis;
  readonly reliabilityOf: (row: MarketRow) => Reliability;
}

export function listHref(state: ViewState, change: Partial<ViewState> = {}): string {
  return viewStateHref("/", changeViewState(state, change));
}

export function marketInListHref(state: ViewState, id: string): string {
  return viewStateHref(marketHref(id), state);
}

export function Caption({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <p className="mt-1 text-small text-text3">
      {typeof children === "string" ? <NonBreakingFigures text={children} /> : children}
    </p>
  );
}

export function Figures<Data extends object>({
  label,
  ...table
}: Pick<DataTableProps<Data>, "label" | "columns" | "rows" | "rowKey">): ReactNode {
  const words = label.toLowerCase();
  return (
    <details className="mt-3">
      <Summary className="text-small font-medium text-text2">
        <span>
          Show figures<span className="sr-only"> of {words}</span>
        </span>
      </Summary>
      <div className="-mx-4 mt-2">
        <DataTable {...table} label={label} empty={null} cards="never" csv={words.replaceAll(" ", "-")} />
      </div>
    </details>
  );
}

/** Links a group to its list, if a URL can express it. */
export function groupColumn<Data extends { readonly group: MarketGroup }>(
  header: string,
  more: {
    readonly value?: (row: Data) => number;
    readonly help?: string;
    readonly title?: (row: Data) => string;
  } = {},
): TableColumn<Data> {
  return columnsOf<Data>().column(header, {
    id: "group",
    help: more.help ?? "Opens its markets in the list.",
    sortDescFirst: false,
    value: more.value ?? (({ group }) => group.label),
    csv: [header, ({ group }) => group.label],
    cell: (row) => (
      <span className="flex items-center gap-2 font-semibold" title={more.title?.(row)}>
        <GroupName group={row.group} />
      </span>
    ),
  });
}

/** On touch screens, a link of 44 px would be lower than the figures next to it. */
export const besideFigures = "pointer-coarse:-mt-3";

function GroupName({ group: { label, narrow, rows } }: { readonly group: MarketGroup }): ReactNode {
  const state = useViewState();
  const name = <span className="max-w-36 truncate sm:max-w-48">{label}</span>;
  return narrow === undefined ? (
    name
  ) : (
    <Link
      href={listHref(state, narrow)}
      aria-label={`${label}: show ${countMarkets(rows.length)} in the list`}
      className={`-my-0.5 inline-flex min-h-6 items-center rounded-item hover:underline pointer-coarse:mb-0 pointer-coarse:min-h-11 ${besideFigures}`}
    >
      {name}
    </Link>
  );
}

export function rateColumns<
  Data extends { readonly weighted: Ratio | undefined; readonly median: Ratio | undefined },
>(basis: ApyBasis): readonly TableColumn<Data>[] {
  const { figure } = columnsOf<Data>();
  const csv = (name: string): string => exportName(rateOfBasis[basis], `, ${name}`);
  return [
    figure(
      "Weighted",
      csv("weighted by deposits"),
      weightedHelp,
      ({ weighted }) => weighted,
      formatRate,
      bold,
    ),
    figure(
      "Median",
      csv("median"),
      "The APY in the middle: half of the markets pay less.",
      ({ median }) => median,
      formatRate,
      bold,
    ),
  ];
}

export const weightedHelp =
  "The mean APY, each market weighted by its deposits: Σ APY · deposits / Σ deposits. Markets with contradictory figures are excluded.";
export const depositsHelp = "Total published deposits of these markets, lent out or not.";
export const marketsHelp = "Number of shown markets in the group.";

export function counts(all: readonly (readonly [count: number, words: string])[]): string {
  return joinParts(all.map(([count, words]) => count > 0 && `${formatCount(count).text} ${words}`));
}
