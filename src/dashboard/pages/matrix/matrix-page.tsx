import type { Ratio, Usd } from "../../../contract/units.ts";
import { useDeferredValue, useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { allRatesRequest } from "../../data/markets/shared-requests.ts";
import { rateOfBasis } from "../../../domain/market/column.ts";
import { columnOf } from "../../../domain/market/columns.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { countOf, formatPoints, formatRate, countMarkets } from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import {
  matrixMeasures,
  toMatrix,
  type Matrix,
  type MatrixCell,
  type MatrixMeasure,
  type MatrixRow,
} from "../../select/whole-list/matrix.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { smallText, smallUsd } from "../../../domain/market/filters/filters.ts";
import { scaleEnd } from "../../select/select.ts";
import { assetFamilies, type AssetFamily } from "../../../domain/market/asset-families.ts";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import { exportName, sizeSettings } from "../../select/export-rows.ts";
import { ProviderBadge } from "../../ui/marks/market-icon.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { triangle } from "../../ui/marks/inline-icons.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { useChoice } from "../../view-state/use-choice.ts";
import { freshListHref, setViewState, useViewState } from "../../view-state/use-view-state.ts";
import { chooseView } from "../../../domain/view-state/views.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { PageHead } from "../frame/page-heading.tsx";
import { RateGaps, tokenColumn } from "./rate-gaps-table.tsx";

const columnOfMeasure = { ...rateOfBasis, borrow: "borrowApy" } as const;

const families = [
  { value: "all", label: "All" },
  ...assetFamilies.map(({ id, shortLabel }) => ({ value: id, label: shortLabel })),
] as const;

export function MatrixPage(): ReactNode {
  const state = useViewState();
  const [measure, setMeasure] = useChoice("rate", matrixMeasures, "total");
  const result = useMarkets(allRatesRequest);
  // Deferred, so that inputs respond before hundreds of cells do.
  const shown = useDeferredValue(state);
  const shownMeasure = useDeferredValue(measure);
  const rows = useDeferredValue(result.rows);
  const { size } = shown;
  const family = familyOf(shown);
  const prices = useMemo(() => peerPrices(rows), [rows]);
  const matrix = useMemo(
    () => toMatrix(rows, shownMeasure, { size, family, prices, minDeposits: smallUsd }),
    [rows, shownMeasure, size, family, prices],
  );

  const columns = useMemo(() => matrixColumns(matrix, shownMeasure, shown), [matrix, shownMeasure, shown]);
  const failed = result.phase === "failed";
  const isWaiting = result.phase === "loading" || rows !== result.rows;
  const generation = result.loading || rows !== result.rows ? rows.length : "complete";
  const table = useMemo(
    () => (
      <DataTable
        label="Matrix"
        columns={columns}
        rows={matrix.rows}
        rowKey={({ address }) => address}
        loading={isWaiting}
        empty={<output className="block p-4 text-text2">No market qualifies.</output>}
        cards="never"
        csv={`matrix-${shownMeasure}`}
        settings={[
          ...sizeSettings({ size, basis: shownMeasure === "base" ? "base" : "total" }),
          ["minDeposits (USD)", smallUsd],
        ]}
        generation={generation}
        first={20}
      />
    ),
    [columns, matrix, isWaiting, shownMeasure, size, generation],
  );
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex flex-col gap-3 p-4 md:p-6">
        <PageHead
          title="Matrix"
          about={
            failed ? undefined : (
              <output className="text-text2" aria-busy={generation !== "complete"}>
                {result.phase === "complete" && rows === result.rows
                  ? `${countOf(matrix.rows.length, "token")} at ${countOf(matrix.providers.length, "provider")}`
                  : rows.length === 0
                    ? "Loading markets…"
                    : `${countMarkets(result.rows.length)} so far`}
              </output>
            )
          }
        >
          <SizeField />
          <Segmented
            label="Tokens shown"
            options={families}
            value={familyOf(state)?.id ?? "all"}
            onChange={(id) => setViewState({ assets: id === "all" ? [] : [id] })}
          />
          <Segmented
            label="Rate shown"
            options={matrixMeasures.map((value) => ({ value, label: nameOf(value) }))}
            value={measure}
            onChange={setMeasure}
          />
        </PageHead>
        <p className="text-small text-text3">
          The provider&apos;s {shownMeasure === "borrow" ? "lowest" : "highest"} {nameOf(shownMeasure)} for
          each token, {scopeText(shownMeasure, size !== undefined)} and hold at least {smallText}. A stronger
          color is higher; ✓ is the best of its row.
          {shownMeasure === "borrow" ? " * means no collateral is known that is still accepted." : ""}
        </p>
        {failed ? (
          <Problem size="page" {...result} className="px-0" />
        ) : (
          <>
            <div className="overflow-clip rounded-panel border border-line2 bg-surface [&_tbody]:align-middle">
              {table}
            </div>
            {rows.length === 0 ? null : (
              <RateGaps
                rows={rows}
                prices={prices}
                size={size}
                provisional={result.loading || result.failedPage !== undefined}
              />
            )}
          </>
        )}
      </div>
      <ListProblem result={result} />
    </div>
  );
}

function nameOf(measure: MatrixMeasure): string {
  return columnOf(columnOfMeasure[measure]).name;
}

function scopeText(measure: MatrixMeasure, sized: boolean): string {
  if (measure === "borrow")
    return sized
      ? "at the lower end for your size, from markets that lend the whole size"
      : "from markets that lend";
  return sized
    ? "at the lower end for your size, from markets that take the whole size"
    : "from markets that are open";
}

/** With a size, cells show another figure than the column of the measure explains. */
export function cellHelp(measure: MatrixMeasure, provider: string, size: Usd | undefined): string {
  const best = `The ${measure === "borrow" ? "lowest" : "highest"} ${nameOf(measure)} of the token at ${provider}`;
  if (size === undefined) return `${best}. ${explainColumn(columnOfMeasure[measure])}`;
  return measure === "borrow"
    ? `${best} for a loan of your size: the lower end of its range.`
    : `${best} at your size: the lower end of its range, after dilution by your deposit.`;
}

function familyOf({ assets }: ViewState): AssetFamily | undefined {
  return assetFamilies.find(({ id }) => assets.length === 1 && assets[0] === id);
}

function matrixColumns({ providers, rows }: Matrix, measure: MatrixMeasure, state: ViewState) {
  const { column, figure } = columnsOf<MatrixRow>();
  const { size } = state;
  const atSize = measure === "borrow" ? "loanApy" : "effectiveApy";
  const exported = size === undefined ? columnOfMeasure[measure] : atSize;
  const highest = scaleEnd(rows.flatMap(({ cells }) => [...cells.values()].map(({ value }) => value)));
  return [
    tokenColumn<MatrixRow>(),
    ...providers.map(({ id, name, icon }) =>
      column(name, {
        id: `at ${id}`,
        head: (
          <>
            <ProviderBadge name={name} image={icon} />
            {name}
          </>
        ),
        help: cellHelp(measure, name, size),
        csv: exportName(exported, ` at ${name}`),
        sortDescFirst: measure !== "borrow",
        value: ({ cells }) => cells.get(id)?.value,
        cell: ({ address, symbol, cells }) =>
          rateCell(cells.get(id), {
            href: cellHref(state, measure, id, address),
            name: `${symbol} at ${name}`,
            heat: heatOf(cells.get(id), highest, measure),
          }),
      }),
    ),
    figure(
      "Spread",
      "Spread (fraction per year)",
      "The highest rate of the row minus the lowest.",
      ({ spread }) => spread,
      (spread: Ratio | undefined) => formatPoints(spread, "distance"),
      {
        className: "text-text2",
        csvMore: [
          [
            "Figures contradict at",
            ({ cells }) =>
              joinParts(providers.map(({ id, name }) => cells.get(id)?.contradictory === true && name)),
          ],
          [
            "Collateral full or unknown at",
            ({ cells }) =>
              joinParts(providers.map(({ id, name }) => cells.get(id)?.securable === false && name)),
          ],
        ],
      },
    ),
  ];
}

/** At this tint, text still has a contrast of 4.5 : 1 in both themes. */
const strongestTint = 0.34;

/** Undefined for rates up to 0, for figures that fail a check, and for loans that cannot be secured. */
function heatOf(
  cell: MatrixCell | undefined,
  highest: Ratio | undefined,
  measure: MatrixMeasure,
): string | undefined {
  if (cell === undefined || highest === undefined || cell.value <= 0) return undefined;
  if (cell.contradictory || !cell.securable) return undefined;
  const percent = Math.round(100 * strongestTint * Math.min(1, cell.value / highest));
  const color = measure === "borrow" ? "--control" : "--base";
  return `color-mix(in srgb, var(${color}) ${String(percent)}%, transparent)`;
}

function rateCell(
  cell: MatrixCell | undefined,
  { href, name, heat }: { readonly href: string; readonly name: string; readonly heat: string | undefined },
): ReactNode {
  if (cell === undefined) return <NumberText value={undefined} />;
  const { value, best, contradictory, securable, markets } = cell;
  return (
    <Link
      href={href}
      aria-label={`${name}: ${formatRate(value).text}${best ? ", best" : ""}${contradictory ? ", figures contradict" : ""}${securable ? "" : ", collateral full or unknown"}, show ${countMarkets(markets)}`}
      style={{ backgroundColor: heat }}
      className={`-mx-1.5 -my-1 flex min-h-7 items-center justify-end rounded-item px-1.5 pointer-coarse:min-h-11 hover:underline [&_.text-text3]:text-text2 ${best ? "font-semibold" : ""}`}
    >
      {best ? <span className="mr-1 text-small font-normal">✓</span> : null}
      {securable ? null : <span className="mr-1">*</span>}
      {contradictory ? triangle : null}
      <NumberText value={formatRate(value)} />
    </Link>
  );
}

/** Links to the list that a cell summarizes. Loops earn their rate on a pair, so no cell includes them. */
export function cellHref(state: ViewState, measure: MatrixMeasure, provider: string, asset: string): string {
  return freshListHref(state, {
    ...chooseView(measure === "borrow" ? "borrow" : "earn"),
    basis: measure === "base" ? "base" : "total",
    providers: [provider],
    assets: [asset],
    // A cell also counts pairs that lend the token.
    assetMatch: "any",
    // A cell also counts small markets.
    hideSmall: false,
  });
}
