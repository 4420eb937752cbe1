import { firstLetter } from "../../../contract/names/characters.ts";
import type { Ratio } from "../../../contract/units.ts";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { allRatesRequest } from "../../data/markets/shared-requests.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { formatCount, formatPoints, formatRate } from "../../format/number.ts";
import {
  matrixMeasures,
  toMatrix,
  type Matrix,
  type MatrixCell,
  type MatrixMeasure,
  type MatrixRow,
} from "../../select/whole-list/matrix.ts";
import { peerPrices } from "../../market/assess/checks.ts";
import { assetFamilies, type AssetFamily } from "../../market/asset-families.ts";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import { ProviderBadge } from "../../ui/marks/market-icon.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { triangle } from "../../ui/marks/inline-icons.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { changeSearch, useSearch, withParameters } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { isLoading } from "../status/load-progress.tsx";
import { PageHeading, usePageTitle } from "../frame/page-heading.tsx";
import { cellHref, readMeasure } from "./matrix-address.ts";
import { figuresOf } from "../overview/parts.tsx";
import { RateGaps } from "./rate-gaps-table.tsx";
import { tokenColumn } from "./token-column.tsx";

const labels: Readonly<Record<MatrixMeasure, string>> = {
  total: "Deposit APY",
  base: "Base APY",
  borrow: "Borrow APY",
};

const families = [
  { value: "all", label: "All" },
  ...assetFamilies.map(({ id, shortLabel }) => ({ value: id, label: shortLabel })),
] as const;

export function MatrixPage(): ReactNode {
  usePageTitle("Matrix");
  const [state, change] = useViewState();
  const measure = readMeasure(useSearch());
  const result = useMarkets(allRatesRequest);
  // Inputs respond first; the tables, with hundreds of cells, follow.
  const shown = useDeferredValue(state);
  const shownMeasure = useDeferredValue(measure);
  const rows = useDeferredValue(result.rows);
  const { size } = shown;
  const family = familyOf(shown);
  const prices = useMemo(() => peerPrices(rows), [rows]);
  const matrix = useMemo(
    () => toMatrix(rows, shownMeasure, { size, family, prices }),
    [rows, shownMeasure, size, family, prices],
  );

  const columns = useMemo(() => columnsFor(matrix, shownMeasure, shown), [matrix, shownMeasure, shown]);
  const failed = result.phase === "failed";
  const isWaiting = result.phase === "loading" || rows !== result.rows;
  // Rerenders with what is loaded.
  const generation = isLoading(result) || rows !== result.rows ? rows.length : "complete";
  // Memoized: the table has hundreds of cells.
  const table = useMemo(
    () => (
      <DataTable
        label="Matrix"
        columns={columns}
        rows={matrix.rows}
        rowKey={({ address }) => address}
        empty={
          <output className="rounded-panel border border-line2 bg-surface p-4 text-text2">
            {isWaiting ? "Loading the rates…" : `No market has a ${labels[shownMeasure]}.`}
          </output>
        }
        cards="never"
        csv={{ fileName: `matrix-${shownMeasure}` }}
        generation={generation}
        // Low enough to show that more follows.
        region={{
          what: "matrix",
          className: "max-h-[min(62dvh,40rem)] rounded-panel border border-line2 bg-surface",
        }}
      />
    ),
    [columns, matrix, isWaiting, shownMeasure, generation],
  );
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex flex-col gap-3 p-4 md:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <PageHeading page="matrix">Matrix</PageHeading>
          {failed ? null : (
            <p className="text-text2">
              {result.phase === "complete"
                ? `${formatCount(matrix.rows.length).text} tokens at ${formatCount(matrix.providers.length).text} providers`
                : `${formatCount(result.rows.length).text} markets so far`}
            </p>
          )}
          <div className="flex flex-wrap items-center gap-3 md:ml-auto">
            <SizeField size={state.size} onSize={(next) => change({ size: next }, "replace")} place="bar" />
            <Segmented
              label="Tokens shown"
              options={families}
              value={familyOf(state)?.id ?? "all"}
              onChange={(id) => change({ assets: id === "all" ? [] : [id] })}
            />
            <Segmented
              label="Rate shown"
              options={matrixMeasures.map((value) => ({ value, label: labels[value] }))}
              value={measure}
              onChange={(value) =>
                changeSearch((now) => withParameters(now, [["rate", value === "total" ? undefined : value]]))
              }
            />
          </div>
        </div>
        <p className="text-small text-text3">
          Each cell is the provider&apos;s {shownMeasure === "borrow" ? "lowest" : "highest"}{" "}
          {labels[shownMeasure]} for the token, {ofWhich(shownMeasure, size !== undefined)}. Choose one to see
          its markets. The best of a row is marked ✓, and the spread is best against worst.
        </p>
        {failed ? (
          <Problem size="page" {...result} />
        ) : (
          <>
            {table}
            {rows.length === 0 ? null : (
              <RateGaps
                rows={rows}
                size={size}
                provisional={isLoading(result) || result.failedPage !== undefined}
              />
            )}
          </>
        )}
      </div>
      <ListProblem result={result} />
    </div>
  );
}

function ofWhich(measure: MatrixMeasure, sized: boolean): string {
  if (measure === "borrow")
    return `${sized ? "at the lower end with my loan, " : ""}of the markets that lend${sized ? " my whole size" : ""}`;
  return sized ? "at my size, of the markets that take my whole size" : "of the markets that are not full";
}

function familyOf({ assets }: ViewState): AssetFamily | undefined {
  return assetFamilies.find(({ id }) => assets.length === 1 && assets[0] === id);
}

function columnsFor({ providers }: Matrix, measure: MatrixMeasure, state: ViewState) {
  const column = columnsOf<MatrixRow>();
  return [
    tokenColumn(column),
    ...providers.map(({ id, name, icon }) =>
      column(`at ${id}`, {
        header: name,
        head: (
          <>
            <ProviderBadge letter={firstLetter(name)} image={icon} />
            {name}
          </>
        ),
        csv: `${name} (fraction per year)`,
        sortDescFirst: measure !== "borrow",
        value: ({ cells }) => cells.get(id)?.value,
        cell: ({ address, symbol, cells }) =>
          rateCell(cells.get(id), cellHref(state, measure, id, address), `${symbol} at ${name}`),
      }),
    ),
    figuresOf<MatrixRow>()(
      "Spread",
      "fraction per year",
      ({ spread }) => spread,
      (spread: Ratio | undefined) => formatPoints(spread, "distance"),
      "text-text2",
    ),
  ];
}

function rateCell(cell: MatrixCell | undefined, href: string, name: string): ReactNode {
  if (cell === undefined) return <NumberText value={undefined} />;
  const { value, best, doubtful, markets } = cell;
  return (
    <Link
      href={href}
      aria-label={`${name}: ${formatRate(value).text}${best ? ", best" : ""}${doubtful ? ", figures contradict" : ""}, show ${countMarkets(markets)}`}
      className={`-mx-2 -my-1 inline-flex min-h-7 items-center rounded-item px-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 hover:bg-selected hover:underline ${best ? "font-semibold" : "text-text2"}`}
    >
      {best ? <span className="mr-1 text-small font-normal text-text2">✓</span> : null}
      {doubtful ? triangle : null}
      <NumberText value={formatRate(value)} />
    </Link>
  );
}
