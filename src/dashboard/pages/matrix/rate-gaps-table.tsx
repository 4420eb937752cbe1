import { memo, useMemo, type ReactNode } from "react";
import type { Ratio, Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  formatGapRange,
  formatPoints,
  formatRate,
  formatRateRange,
  formatShare,
  formatUsd,
  inWords,
  type Formatted,
} from "../../../domain/format/number.ts";
import type { PeerPrices } from "../../../domain/market/assess/checks.ts";
import { toRateGaps, type RateGap } from "../../select/whole-list/rate-gaps.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { marketName, placeParts, placeText, toTokenIcon } from "../../../domain/market/market-text.ts";
import { leftToBorrow } from "../../../domain/market/row-values.ts";
import { borrowShortBy, depositShortBy, exportName, sizeSettings } from "../../select/export-rows.ts";
import type { CsvField } from "../../../domain/format/csv.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { MarketIcon } from "../../ui/marks/market-icon.tsx";
import { numberText } from "../../ui/marks/number-text.tsx";
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { leftToBorrowText } from "../../../domain/market/column-text.ts";
import { useMediaQuery } from "../../ui/page/media-query.ts";
import { bold, columnsOf, type TableColumn } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Summary } from "../../ui/panel/summary.tsx";

export const RateGaps = memo(function RateGaps({
  rows,
  prices,
  size,
  provisional,
}: {
  readonly rows: readonly MarketRow[];
  readonly prices: PeerPrices;
  readonly size: Usd | undefined;
  readonly provisional: boolean;
}): ReactNode {
  const gaps = useMemo(() => toRateGaps(rows, size, prices), [rows, size, prices]);
  const sized = gaps[0]?.mine !== undefined;
  const columns = useMemo(() => gapColumns(sized ? size : undefined), [sized, size]);
  // Without a size, the table has fewer columns, which fit from here.
  const isTablet = useMediaQuery("(max-width: 1023.98px)");
  return (
    <Panel heading="Rate gaps">
      <div className="px-4 py-3">
        <p className="text-text2">
          Carry trades: borrow low, lend high. Needs other collateral; both rates move.
          {provisional ? " Provisional until every page is loaded." : ""}
        </p>
        <details className="mt-1 text-small text-text2">
          <Summary className="font-medium">How gaps are computed</Summary>
          <p className="mt-1 max-w-[90ch]">
            The lowest base borrow APY compared with the highest base APY{sized ? " at your size" : ""} in
            another market, without rewards on either side. Full markets and markets with nothing left to
            borrow are left out
            {sized
              ? ""
              : ". So are markets to lend in with under $1M of deposits and markets to borrow from with under $10k left, or where this is unknown"}
            . Max LTV is the highest that any collateral allows: each dollar of collateral carries only that
            share of the gap. Markets with failed checks come last.
          </p>
          {sized ? (
            <p className="mt-1 max-w-[90ch]">
              A borrow APY after the loan has no upper bound (≥) above 80 % utilization, or where your loan
              multiplies utilization by more than 5. Gaps that remain at your size come first.
            </p>
          ) : null}
        </details>
      </div>
      <DataTable
        label="Rate gaps"
        columns={columns}
        rows={gaps}
        rowKey={({ address }) => address}
        generation={provisional ? rows.length : "complete"}
        empty={
          <p className="px-4 pb-3 text-text2">
            {provisional
              ? "No gap among the markets so far."
              : "No token costs less to borrow in one market than it earns in another."}
          </p>
        }
        cards={sized || isTablet ? "narrow" : "phone"}
        csv="rate-gaps"
        settings={sizeSettings({ size, basis: "base" })}
      />
    </Panel>
  );
});

const { column, figure } = columnsOf<RateGap>();

const gapNow = figure(
  "Gap",
  "Gap (fraction per year)",
  "Base APY − base borrow APY, in percentage points.",
  ({ gap }) => gap,
  pointsOf,
  { ...bold, card: "lead" },
);

const gapAfter = column("Gap after loan", {
  help: "The gap after you lend your size, at the lower edge, and take the loan. Below: the gap now.",
  csv: "Gap after loan (at least, fraction per year)",
  csvMore: [
    ["Gap after loan (at most, fraction per year)", ({ mine }) => mine?.gapHigh],
    ["Gap (fraction per year)", ({ gap }) => gap],
  ],
  value: ({ mine }) => mine?.gapLow,
  cell: ({ gap, mine }) => {
    const now = below(`${inWords(pointsOf(gap))} now`);
    return twoLines(formatGapRange(mine?.gapLow, mine?.gapHigh), now, "font-semibold");
  },
  card: "lead",
});

const utilizationAfter = figure(
  "Utilization after loan",
  exportName("utilization", " after loan"),
  "Utilization of the market you borrow from, after your loan.",
  ({ mine }) => mine?.utilization,
  formatShare,
  // Wraps onto a second line where the table would otherwise scroll sideways.
  { head: <span className="text-right leading-3.5 whitespace-normal">Utilization after loan</span> },
);

/** With a size, second lines show what it changes. */
function gapColumns(size: Usd | undefined): readonly TableColumn<RateGap>[] {
  /** The help of a column and, with a size, what it adds to help and export. */
  const atSize = (help: string, more: string, ...csvMore: readonly CsvField<RateGap>[]) =>
    size === undefined ? { help } : { help: `${help} ${more}`, csvMore };
  return [
    tokenColumn<RateGap>(),
    size === undefined ? gapNow : gapAfter,
    marketColumn("lend", "Lend at", size !== undefined),
    column("Base APY", {
      ...atSize(explainColumn("baseDepositApy"), "Below: the lower edge after you lend your size.", [
        exportName("baseDepositApy", " after deposit", "at least"),
        ({ mine }) => mine?.lendRate,
      ]),
      csv: exportName("baseDepositApy"),
      value: ({ lend }) => lend.rate,
      cell: ({ lend: { rate }, mine }) => twoLines(formatRate(rate), after(formatRate(mine?.lendRate))),
    }),
    marketColumn("borrow", "Borrow at", size !== undefined),
    column("Base borrow APY", {
      ...atSize(
        explainColumn("baseBorrowApy"),
        "Below: after your loan; ≥ means the upper end is unknown.",
        [exportName("baseBorrowApy", " after loan", "at least"), ({ mine }) => mine?.borrowRate?.low],
        [exportName("baseBorrowApy", " after loan", "at most"), ({ mine }) => mine?.borrowRate?.high],
      ),
      csv: exportName("baseBorrowApy"),
      value: ({ borrow }) => borrow.rate,
      cell: ({ borrow: { rate, rewards }, mine }) => (
        <>
          {numberText(formatRate(rate))}
          {after(formatRateRange(mine?.borrowRate?.low, mine?.borrowRate?.high))}
          {rewards !== undefined && rewards > 0 ? below(`${inWords(formatRate(rewards))} paid back`) : null}
        </>
      ),
    }),
    ...(size === undefined ? [] : [utilizationAfter]),
    column("Max LTV", {
      help: "The highest that any collateral allows. Below: the most that the gap can earn per year on that collateral, because a dollar of collateral backs only that share of a loan.",
      csv: exportName("maxLtv"),
      csvMore: [["Max LTV of", ({ borrow }) => borrow.collateral?.symbol]],
      value: ({ borrow }) => borrow.collateral?.maxLtv,
      cell: ({ borrow: { collateral }, onCollateral }) => (
        <>
          {numberText(formatShare(collateral?.maxLtv))}
          {collateral === undefined ? null : <span className={quiet}> of {collateral.symbol}</span>}
          {onCollateral === undefined ? null : below(`≤ ${inWords(formatRate(onCollateral))} a year`)}
        </>
      ),
    }),
    column("Left to borrow", {
      ...atSize(explainColumn("leftToBorrow"), "Below: whether a loan of your size is available.", [
        borrowShortBy,
        ({ mine }) => mine?.borrowShortBy,
      ]),
      csv: exportName("leftToBorrow"),
      value: ({ borrow }) => borrow.capacity.left,
      isIdle: ({ borrow }) => leftToBorrow(borrow.row) === undefined,
      cell: ({ borrow: { row }, mine }) =>
        twoLines(leftToBorrowText(row), fits(mine?.borrowable, mine?.borrowShortBy, "enough")),
    }),
    column("Capacity left", {
      ...atSize(explainColumn("capacityLeft"), "Below: whether your size fits under the cap.", [
        depositShortBy,
        ({ mine }) => mine?.depositShortBy,
      ]),
      csv: exportName("capacityLeft"),
      value: ({ lend }) => lend.capacityLeft,
      cell: ({ lend, mine }) =>
        twoLines(formatUsd(lend.capacityLeft), fits(mine?.fits, mine?.depositShortBy, "fits")),
    }),
  ];
}

function pointsOf(gap: Ratio | undefined): Formatted | undefined {
  return formatPoints(gap, "distance");
}

function twoLines(value: Formatted | string | undefined, second: ReactNode, className = ""): ReactNode {
  return (
    <>
      {numberText(value, className)}
      {second}
    </>
  );
}

const quiet = "text-small text-text3";

function below(text: string): ReactNode {
  return (
    <span className={`block ${quiet}`}>
      <NonBreakingFigures text={text} />
    </span>
  );
}

function after(rate: Formatted | undefined): ReactNode {
  return rate === undefined ? null : below(`${rate.text} after`);
}

function fits(does: boolean | undefined, shortBy: Usd | undefined, yes: string): ReactNode {
  if (does === undefined) return null;
  if (does) return below(yes);
  return (
    <span className="block text-small text-danger">
      {shortBy === undefined ? "too much" : `${inWords(formatUsd(shortBy, "short"))} short`}
    </span>
  );
}

function marketColumn(side: "lend" | "borrow", header: string, sized: boolean): TableColumn<RateGap> {
  return column(header, {
    help:
      side === "lend"
        ? "The open market that pays the most for the token, without rewards."
        : "The market that lends the token at the lowest base borrow APY.",
    align: "start",
    value: (gap) => placeText(placeParts(gap[side].row)),
    csv: [header, (gap) => marketName(gap[side].row)],
    csvMore: [
      [`${header}, id`, (gap) => gap[side].row.id],
      [
        `${header}, checks`,
        (gap) => (gap[side].reliability === "contradictory" ? "figures contradict" : undefined),
      ],
    ],
    cell: (gap, isCard) => {
      const { row, reliability } = gap[side];
      return (
        <>
          <MarketName
            row={row}
            word=""
            size={20}
            wraps={isCard}
            className={
              isCard
                ? ""
                : `min-[1400px]:max-w-64 ${sized ? "max-[1399.98px]:max-w-35" : "max-[1399.98px]:max-w-44 max-[1199.98px]:max-w-35"}`
            }
          />
          {reliability === "contradictory" ? (
            <span className="block text-small text-danger">figures contradict</span>
          ) : null}
        </>
      );
    },
  });
}

export function tokenColumn<Data extends Pick<RateGap, "address" | "symbol" | "icon">>(): TableColumn<Data> {
  return columnsOf<Data>().column("Token", {
    card: "lead",
    value: ({ symbol }) => symbol,
    csvMore: [["mint", ({ address }) => address]],
    cell: (token) => (
      <span className="flex items-center gap-2 font-semibold" title={token.address}>
        <MarketIcon icon={toTokenIcon(token)} size={20} />
        <span className="max-w-32 truncate md:max-w-40">{token.symbol}</span>
      </span>
    ),
  });
}
