// Tokens by provider at a glance: where each token earns or costs what, and how far the providers are apart.
import { firstLetter } from "../../../contract/names/characters.ts";
import { memo, useDeferredValue, useMemo, type ReactNode } from "react";
import { stickyHeadClass } from "../../ui/page/class-names.ts";
import { Link } from "wouter";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { everyRate } from "../../data/markets/whole-lists.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { formatCount, formatPoints, formatRate } from "../../format/number.ts";
import {
  matrixMeasures,
  toMatrix,
  type Matrix,
  type MatrixCell,
  type MatrixMeasure,
} from "../../select/whole-list/matrix.ts";
import { peerPrices } from "../../market/doubts.ts";
import { discLetter } from "../../market/market-text.ts";
import { assetFamilies, type AssetFamily } from "../../market/asset-families.ts";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import { Disc, Square } from "../../ui/marks/disc.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { triangle } from "../../ui/marks/signs.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { SkippableRegion } from "../../ui/page/skippable-region.tsx";
import { changeSearch, useSearch, withParameters } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { ListProblem } from "../status/list-problem.tsx";
import { isLoading } from "../status/load-progress.tsx";
import { PageHeading, usePageTitle } from "../frame/page-heading.tsx";
import { cellHref, readMeasure } from "./matrix-address.ts";
import { RateGaps } from "./rate-gaps-table.tsx";

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
  const search = useSearch();
  const [state, change] = useViewState();
  const measure = readMeasure(search);
  const result = useMarkets(everyRate);
  // What was pressed or typed answers first; the tables, which are hundreds of cells, follow as soon as there is time.
  const shown = useDeferredValue(state);
  const shownSearch = useDeferredValue(search);
  const shownMeasure = readMeasure(shownSearch);
  const rows = useDeferredValue(result.rows);
  const { size } = shown;
  const family = familyOf(shown);
  const prices = useMemo(() => peerPrices(rows), [rows]);
  const matrix = useMemo(
    () => toMatrix(rows, shownMeasure, { size, family, prices }),
    [rows, shownMeasure, size, family, prices],
  );

  const failed = result.phase === "failed";
  // Complete is what is drawn, which follows what is loaded.
  const drawing = isLoading(result) || rows !== result.rows ? rows.length : "complete";
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
            <MatrixTable
              matrix={matrix}
              measure={shownMeasure}
              state={shown}
              loading={result.phase === "loading" || (rows.length === 0 && result.rows.length > 0)}
              drawing={drawing}
            />
            {rows.length === 0 ? null : (
              <RateGaps
                key={drawing}
                rows={rows}
                size={size}
                search={shownSearch}
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

/** Which markets a cell is of. */
function ofWhich(measure: MatrixMeasure, sized: boolean): string {
  if (measure !== "borrow")
    return sized ? "at my size, of the markets that take all of it" : "of the markets that are not full";
  return sized
    ? "at the lower end with my loan, of the markets that lend all of it"
    : "of the markets that lend";
}

/** The family that alone is chosen. */
function familyOf({ assets }: ViewState): AssetFamily | undefined {
  return assetFamilies.find(({ id }) => assets.length === 1 && assets[0] === id);
}

/** The token's column and the head stay in sight; everything else scrolls inside. */
const MatrixTable = memo(function MatrixTable({
  matrix,
  measure,
  state,
  loading,
  drawing,
}: {
  readonly matrix: Matrix;
  readonly measure: MatrixMeasure;
  readonly state: ViewState;
  readonly loading: boolean;
  /** Another one with each page that comes. */
  readonly drawing: number | "complete";
}): ReactNode {
  if (matrix.rows.length === 0)
    return (
      <output className="rounded-panel border border-line2 bg-surface p-4 text-text2">
        {loading ? "Loading the rates…" : `No market has a ${labels[measure]}.`}
      </output>
    );
  return (
    // No higher than this, so that what stands under it is seen to be there.
    <SkippableRegion
      label="Rates by token and provider"
      what="matrix"
      className="scroll-edge max-h-[min(62dvh,40rem)] scroll-pt-8 scroll-pl-40 overflow-auto overscroll-x-contain rounded-panel border border-line2 bg-surface [scrollbar-width:thin]"
    >
      <table aria-label="Matrix" aria-busy={loading} className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            <th
              scope="col"
              className={`${stickyHeadClass} left-0 z-20 border-r border-r-line pl-4 text-left!`}
            >
              Token
            </th>
            {matrix.providers.map((provider) => (
              <th key={provider.id} scope="col" className={stickyHeadClass}>
                <span className="flex items-center justify-end gap-1.5">
                  <Square letter={firstLetter(provider.name)} image={provider.icon} />
                  {provider.name}
                </span>
              </th>
            ))}
            <th scope="col" className={`${stickyHeadClass} pr-4`}>
              Spread
            </th>
          </tr>
        </thead>
        {/* While pages come the rows are drawn as a new list each time: nothing slides past the eye. */}
        <tbody key={drawing}>
          {matrix.rows.map((line) => (
            <tr key={line.address} className="group hover:bg-hover">
              <th
                scope="row"
                className="sticky left-0 z-10 border-r border-b border-line bg-surface py-1 pr-3 pl-4 text-left font-semibold group-hover:bg-hover"
              >
                <span className="flex items-center gap-2" title={line.address}>
                  <Disc
                    face={{ letter: discLetter(line.symbol), seed: line.address, image: line.icon }}
                    size={20}
                  />
                  <span className="max-w-28 truncate md:max-w-48">{line.symbol}</span>
                </span>
              </th>
              {matrix.providers.map((provider) => (
                <td key={provider.id} className="border-b border-line p-1 text-right whitespace-nowrap">
                  <RateCell
                    cell={line.cells.get(provider.id)}
                    href={cellHref(state, measure, provider.id, line.address)}
                    name={`${line.symbol} at ${provider.name}`}
                  />
                </td>
              ))}
              <td className="border-b border-line py-1 pr-4 pl-3 text-right whitespace-nowrap text-text2">
                {/* A distance has no direction, so it takes no plus. */}
                <NumberText value={formatPoints(line.spread, "distance")} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </SkippableRegion>
  );
});

function RateCell({
  cell,
  href,
  name,
}: {
  readonly cell: MatrixCell | undefined;
  readonly href: string;
  readonly name: string;
}): ReactNode {
  if (cell === undefined) return <NumberText value={undefined} className="px-2" />;
  return (
    <Link
      href={href}
      aria-label={`${name}: ${formatRate(cell.value).text}${cell.best ? ", best" : ""}${cell.doubtful ? ", figures in doubt" : ""}, show ${countMarkets(cell.markets)}`}
      className={`inline-flex min-h-7 items-center rounded-item px-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11 hover:bg-selected hover:underline ${cell.best ? "font-semibold" : "text-text2"}`}
    >
      {cell.best ? <span className="mr-1 text-small font-normal text-text2">✓</span> : null}
      {cell.doubtful ? triangle : null}
      <NumberText value={formatRate(cell.value)} />
    </Link>
  );
}
