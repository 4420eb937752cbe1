import { memo, useMemo, type ReactNode } from "react";
import type { Ratio, Usd } from "../../../contract/units.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  formatGapBounds,
  formatPoints,
  formatRate,
  formatRateBounds,
  formatShare,
  formatUsd,
  inWords,
  type Formatted,
} from "../../../domain/format/number.ts";
import type { PeerPrices } from "../../../domain/market/assess/checks.ts";
import { toRateGaps, type RateGap } from "../../select/whole-list/rate-gaps.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { placeParts, placeText } from "../../../domain/market/market-text.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { bold, columnsOf, figuresOf, type TableColumn } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { tokenColumn } from "./token-column.tsx";

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
  const columns = useMemo(() => columnsFor(sized ? size : undefined), [sized, size]);
  return (
    <Panel heading="Rate gaps">
      <div className="px-4 py-3">
        <p className="text-text2">
          Carry trades: borrow low, lend high. Needs other collateral; both rates move.
          {provisional ? " Provisional until every page is loaded." : ""}
        </p>
        <details className="mt-1 text-small text-text2">
          <summary className="w-fit rounded-item font-medium pointer-coarse:min-h-11 pointer-coarse:content-center">
            How gaps are computed
          </summary>
          <p className="mt-1 max-w-[90ch]">
            The lowest base borrow APY against the highest base APY{sized ? " at my size" : ""} in another
            market, without rewards on either side. Full markets and markets with nothing left to borrow are
            left out{sized ? "" : ", and so are those with deposits under $1M or under $10k left to borrow"}.
            Max LTV is of the collateral that allows the most: each dollar of collateral carries only that
            share of the gap. Markets with failed checks come last.
          </p>
          {sized ? (
            <p className="mt-1 max-w-[90ch]">
              &quot;Then&quot; is after my size is lent, at the lower edge, and my own loan is taken. A borrow
              APY has no upper bound (≥) above 80 % utilization, or where my loan multiplies utilization by
              more than 5. Gaps that remain at my size come first.
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
        cards="never"
        csv={{ fileName: "rate-gaps" }}
      />
    </Panel>
  );
});

const column = columnsOf<RateGap>();
const figure = figuresOf<RateGap>();

/** Deciding columns first: a phone shows three. No columns at a size without one. */
function columnsFor(size: Usd | undefined): readonly TableColumn<RateGap>[] {
  const gapNow = figure(
    "Gap",
    "fraction per year",
    "Base APY − base borrow APY, in percentage points.",
    ({ gap }) => gap,
    formatDistance,
    bold,
  );
  const now = [
    marketColumn("lend", "Lend at"),
    figure(
      "Base APY",
      "fraction per year",
      explainColumn("baseDepositApy"),
      ({ lend }) => lend.rate,
      formatRate,
    ),
    marketColumn("borrow", "Borrow at"),
    column("cost", {
      header: "Base borrow APY",
      help: explainColumn("baseBorrowApy"),
      csv: "Base borrow APY (fraction per year)",
      value: ({ borrow }) => borrow.rate,
      cell: ({ borrow: { rate, rewards } }) => (
        <>
          <NumberText value={formatRate(rate)} />
          {rewards !== undefined && rewards > 0 ? below(`${inWords(formatRate(rewards))} paid back`) : null}
        </>
      ),
    }),
    column("limit", {
      header: "Max LTV",
      help: "Of the collateral that allows the most. Each dollar of collateral carries only that share of the gap.",
      csv: "Max LTV (fraction)",
      value: ({ borrow }) => borrow.collateral?.maxLtv,
      cell: ({ borrow: { collateral }, onCollateral }) => (
        <>
          <NumberText value={formatShare(collateral?.maxLtv)} />
          {collateral === undefined ? null : <span className={quiet}> of {collateral.symbol}</span>}
          {onCollateral === undefined
            ? null
            : below(`at most ${inWords(formatRate(onCollateral))} a year on it`)}
        </>
      ),
    }),
    column("available", {
      header: "Left to borrow",
      help: explainColumn("leftToBorrow"),
      csv: "Left to borrow (USD)",
      value: ({ borrow }) => borrow.room.left,
      cell: ({ borrow: { room } }) => (
        <>
          {room.sure || room.left === undefined ? null : <span className={quiet}>at most </span>}
          <NumberText value={formatUsd(room.left)} />
        </>
      ),
    }),
    figure(
      "Capacity left",
      "USD",
      explainColumn("capacityLeft"),
      ({ lend }) => lend.capacity?.left,
      formatUsd,
    ),
  ];
  if (size === undefined) return [tokenColumn(column), gapNow, ...now];
  const amount = formatUsd(size, "short").text;
  return [
    tokenColumn(column),
    gapNow,
    column("then", {
      header: "Gap then",
      help: "The gap once my size is lent, at the lower edge, and my loan is taken.",
      csv: "Gap then, at least (fraction per year)",
      value: ({ mine }) => mine?.gapLow,
      cell: ({ mine }) => (
        <NumberText value={formatGapBounds(mine?.gapLow, mine?.gapHigh)} className="font-semibold" />
      ),
    }),
    ...now,
    column("borrowable", {
      header: `Borrow ${amount}`,
      help: "Whether a loan of my size can be taken where borrowing is cheapest.",
      csv: `Borrow ${amount}, short by (USD)`,
      value: ({ mine }) => mine?.borrowShortBy,
      cell: ({ mine }) => fits(mine?.borrowable, mine?.borrowShortBy, "available"),
    }),
    column("fits", {
      header: `Deposit ${amount}`,
      help: "Whether my size fits under the cap where lending pays most.",
      csv: `Deposit ${amount}, short by (USD)`,
      value: ({ mine }) => mine?.depositShortBy,
      cell: ({ mine }) => fits(mine?.fits, mine?.depositShortBy, "fits"),
    }),
    figure(
      "Base APY then",
      "fraction per year",
      "The lower edge of the base APY once my size is lent.",
      ({ mine }) => mine?.lendRate,
      formatRate,
    ),
    figure(
      "Utilization then",
      "fraction",
      "Utilization of the lending market once my loan is taken.",
      ({ mine }) => mine?.utilization,
      formatShare,
    ),
    column("costThen", {
      header: "Base borrow then",
      help: "The base borrow APY once my loan is taken. ≥ means that the upper end is unknown.",
      csv: "Base borrow then, at least (fraction per year)",
      value: ({ mine }) => mine?.borrowRate?.low,
      cell: ({ mine }) => (
        <NumberText value={formatRateBounds(mine?.borrowRate?.low, mine?.borrowRate?.high)} />
      ),
    }),
  ];
}

const quiet = "text-small text-text3";

function formatDistance(gap: Ratio | undefined): Formatted | undefined {
  return formatPoints(gap, "distance");
}

function below(text: string): ReactNode {
  return <span className={`block ${quiet}`}>{text}</span>;
}

function fits(does: boolean | undefined, shortBy: Usd | undefined, yes: string): ReactNode {
  if (does !== false) return <NumberText value={does && yes} />;
  return (
    <span className="text-danger">
      {shortBy === undefined ? "too much" : `${formatUsd(shortBy, "short").text} short`}
    </span>
  );
}

function marketColumn(side: "lend" | "borrow", header: string): TableColumn<RateGap> {
  return column(side, {
    header,
    align: "start",
    value: (gap) => placeText(placeParts(gap[side].row)),
    csv: [header, (gap) => gap[side].row.id],
    cell: (gap) => {
      const { row, standing } = gap[side];
      return (
        <>
          <MarketName row={row} word="" size={18} inline className="md:max-w-64 max-w-40" />
          {standing === "doubtful" ? (
            <span className="block text-small text-danger">figures contradict</span>
          ) : null}
        </>
      );
    },
  });
}
