import { sum } from "d3-array";
import { useMemo, type ReactNode } from "react";
import type { Ratio } from "../../../contract/units.ts";
import { earnings } from "../../../finance/rates.ts";
import { OneAction } from "../../actions/action-buttons.tsx";
import { assess, isFlag } from "../../../domain/market/assess/assess.ts";
import type { AssessContext, AssessmentId } from "../../../domain/market/assess/assessment.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import { blockedBy } from "../../../domain/market/assess/capacity.ts";
import { chip } from "../../../domain/market/assess/words.ts";
import { loansAgainst } from "../../../domain/market/loan-terms.ts";
import { loopCapacities } from "../../../domain/market/loops/loop-capacity.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  formatCount,
  formatMultiple,
  formatRate,
  formatShare,
  formatUsd,
  inWords,
} from "../../../domain/format/number.ts";
import { joinParts } from "../../../domain/format/join-parts.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { borrowRateOfBasis, rateOfBasis } from "../../../domain/market/column.ts";
import { explainColumn } from "../../../domain/market/column-help.ts";
import { leftToBorrowText, loanRateText } from "../../../domain/market/column-text.ts";
import { leverageText, namedLeverage, marketName, typeName } from "../../../domain/market/market-text.ts";
import { leftToBorrow, loanCapacity } from "../../../domain/market/row-values.ts";
import {
  judgedCost,
  judgedRate,
  loansWithCollateral,
  type SizeAndBasis,
  type AssetFacts,
  type CollateralLoan,
} from "../../select/assets/asset-facts.ts";
import { exportName, leverageField, marketFields, sizeSettings } from "../../select/export-rows.ts";
import { FactLine, factText } from "../../ui/marks/fact-chips.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { columnsOf, type ColumnOptions, type TableColumn } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import type { RowGroup } from "../../ui/table/table-props.ts";
import { hrefTo, marketHref, useSearch } from "../../view-state/address.ts";
import { useViewState } from "../../view-state/use-view-state.ts";
import { earnedText, holdingText } from "../assets/asset-text.ts";
import { withoutAssetSearch } from "../assets/assets-address.ts";

interface Line {
  readonly row: MarketRow;
  readonly name: string;
  readonly word: string;
  readonly context: AssessContext;
  readonly maxLtv?: Ratio | undefined;
}

const { column, figure } = columnsOf<Line>();

const cautions: ReadonlySet<AssessmentId> = new Set<AssessmentId>([
  "contradictoryFigures",
  "closed",
  "capReached",
  "doesNotFit",
  "nothingToBorrow",
  "notEnoughToBorrow",
]);

/** Contradictory figures, or why the market does not take or lend the size, or else its first flag in the lists. */
function cautionOf({ row, context }: Line) {
  const all = assess(row, context);
  const caution = all.find(({ id }) => cautions.has(id)) ?? all.find(isFlag);
  return caution && chip(caution);
}

export function AssetMarkets({
  facts,
  rows,
  incomplete,
}: {
  readonly facts: AssetFacts;
  readonly rows: readonly MarketRow[];
  /** Why markets may be missing. Undefined once all are loaded. */
  readonly incomplete: string | undefined;
}): ReactNode {
  const { mint, symbol, earn, borrow, loops } = facts;
  const held = holdingText(facts);
  const { size, basis } = useViewState();
  const anyLoans = useMemo(() => loansAgainst(undefined, rows), [rows]);
  const ownLoans = useMemo(() => loansAgainst(mint, rows), [mint, rows]);
  const loans = useMemo(() => loansWithCollateral(ownLoans, rows), [ownLoans, rows]);
  const earnColumns = useMemo(() => earnColumnsFor({ size, basis }), [size, basis]);
  const borrowColumns = useMemo(() => borrowColumnsFor({ size, basis }), [size, basis]);
  const judged = useMemo(() => ({ prices: peerPrices(rows), loops: loopCapacities(rows, rows) }), [rows]);
  const deposit = { ...judged, size, basis, record: undefined, side: "deposit" } as const;
  const loan = { ...deposit, side: "borrow", loans: anyLoans } as const;
  const loanOfAnySize = { ...loan, loans: ownLoans, size: undefined };
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:max-[1599.98px]:grid-cols-2 lg:max-[1599.98px]:*:last:col-span-2 min-[1600px]:grid-cols-[1.06fr_1fr_1fr]">
      <LinesPanel
        heading="Earn"
        mint={mint}
        note={
          held === undefined ? undefined : `plus ${held}${facts.hasUnknownYield ? "" : ", implied by loops"}`
        }
        columns={earnColumns}
        groups={[{ key: "earn", rows: earn.map((row) => lineOf(row, typeName(row), deposit)) }]}
        empty={incomplete ?? `No lending or yield market takes ${symbol}.`}
      />
      <LinesPanel
        heading="Borrow"
        mint={mint}
        columns={borrowColumns}
        groups={[{ key: "borrow", rows: borrow.map((row) => lineOf(row, "", loan)) }]}
        empty={incomplete ?? `${symbol} cannot be borrowed anywhere now.`}
      />
      <LinesPanel
        heading="Loops and collateral use"
        mint={mint}
        note={
          loans.length > 1 &&
          (loops.length > 0 ? "loops first, then the most borrowed loans" : "most borrowed first")
        }
        columns={loopColumns}
        groups={[
          {
            key: "loops",
            name: "Loops",
            items: "loops",
            rows: loops.map((row) => lineOf(row, "Loop", deposit)),
          },
          {
            key: "loans",
            name: "Loans",
            items: "loans",
            rows: loans.map((one) => loanLine(one, loanOfAnySize)),
          },
        ]}
        empty={incomplete ?? `No loop is built on ${symbol}, and nothing is lent against it.`}
      />
    </div>
  );
}

function lineOf(row: MarketRow, word: string, context: AssessContext): Line {
  return { row, name: row.label, word, context };
}

function loanLine({ debt: row, collateral }: CollateralLoan, context: AssessContext): Line {
  const name = row.tokens.at(-1)?.symbol ?? row.label;
  return { row, name, word: "Loan", context, maxLtv: collateral.maxLtv };
}

function rateColumn(
  header: string,
  help: string,
  read: (row: MarketRow) => Ratio | undefined,
  more: Pick<ColumnOptions<Line>, "csv" | "csvMore" | "sortDescFirst">,
) {
  return column(header, {
    id: "apy",
    help,
    sortDescFirst: true,
    ...more,
    value: ({ row }) => read(row),
    cell: ({ row }) => (
      <>
        <NumberText value={formatRate(read(row))} className="font-semibold" />
        <span className="block text-small text-text2">{leverageText(row)}</span>
      </>
    ),
  });
}

const nameColumn = column("Market", {
  card: "lead",
  className: "md:w-full md:max-w-0 md:min-w-24",
  value: ({ name }) => name,
  csv: ["market", ({ row, word }) => joinParts([marketName(row), word])],
  csvMore: [
    ["id", ({ row }) => row.id],
    ["caution", (line) => factText(cautionOf(line))],
  ],
  cell: (line) => <LineName line={line} />,
});

function actionColumn(keysOf: (row: MarketRow) => readonly string[]) {
  return column("Action", {
    isHeaderHidden: true,
    card: "lead",
    cell: ({ row, context }) =>
      blockedBy(row, context) === undefined ? <OneAction row={row} keys={keysOf(row)} /> : null,
  });
}

function earnColumnsFor(inputs: SizeAndBasis): readonly TableColumn<Line>[] {
  const { size, basis } = inputs;
  return [
    nameColumn,
    rateColumn(
      basis === "base" ? "Base APY" : "APY",
      explainColumn(rateOfBasis[basis]),
      (row) => row[rateOfBasis[basis]],
      { csv: exportName(rateOfBasis[basis]) },
    ),
    size !== undefined &&
      column(`On ${inWords(formatUsd(size, "short"))}`, {
        help: explainColumn("usdPerYear"),
        csv: false,
        csvMore: marketFields(["effectiveApy", "usdPerYear"], inputs, ({ row }: Line) => row),
        value: ({ row }) => earnings({ size, apy: judgedRate(row, inputs) }),
        cell: ({ row }) => <NumberText value={earnedText(row, inputs)} />,
      }),
    figure(
      "Deposits",
      exportName("totalDepositUsd"),
      explainColumn("totalDepositUsd"),
      ({ row }) => row.totalDepositUsd,
      formatUsd,
    ),
    actionColumn(() => ["deposit"]),
  ].filter((shown) => shown !== false);
}

function borrowColumnsFor(inputs: SizeAndBasis): readonly TableColumn<Line>[] {
  const { size, basis } = inputs;
  return [
    nameColumn,
    rateColumn(
      basis === "base" ? "Base APY" : "APY",
      explainColumn(borrowRateOfBasis[basis]),
      (row) => row[borrowRateOfBasis[basis]],
      { csv: exportName(borrowRateOfBasis[basis]), sortDescFirst: false },
    ),
    size !== undefined &&
      column(`With ${inWords(formatUsd(size, "short"))}`, {
        id: "size",
        help: explainColumn("loanApy"),
        csv: false,
        csvMore: marketFields(["loanApy"], inputs, ({ row }: Line) => row),
        sortDescFirst: false,
        value: ({ row }) => judgedCost(row, inputs),
        cell: ({ row }) => <NumberText value={loanRateText(row, size, basis)} />,
      }),
    column("Left to borrow", {
      help: explainColumn("leftToBorrow"),
      csv: exportName("leftToBorrow"),
      value: ({ row }) => loanCapacity(row).left,
      isIdle: ({ row }) => leftToBorrow(row) === undefined,
      cell: ({ row }) => <NumberText value={leftToBorrowText(row)} />,
    }),
    actionColumn(() => ["borrow"]),
  ].filter((shown) => shown !== false);
}

const loopColumns = [
  nameColumn,
  rateColumn(
    "APY",
    "For a loop, the net APY. For a loan against the token, the borrow APY.",
    ({ kind, depositApy, borrowApy }) => (kind === "loop" ? depositApy : borrowApy),
    {
      // Exported as separate columns, because what a loop earns is not comparable with what a loan costs.
      csv: false,
      csvMore: [
        [exportName("depositApy"), ({ row }) => (row.kind === "loop" ? row.depositApy : undefined)],
        [leverageField, ({ row }) => namedLeverage(row)],
        [exportName("borrowApy"), ({ row }) => (row.kind === "loop" ? undefined : row.borrowApy)],
      ],
    },
  ),
  column("Limit", {
    help: "For a loop, the maximum leverage. For a loan, the max LTV.",
    // Exported as separate columns and not sorted, because leverages and LTVs are not comparable.
    csv: false,
    csvMore: [
      [exportName("maxLeverage"), ({ row }) => row.maxLeverage],
      [exportName("maxLtv"), ({ maxLtv }) => maxLtv],
    ],
    cell: ({ row, maxLtv }) => <NumberText value={formatMultiple(row.maxLeverage) ?? formatShare(maxLtv)} />,
  }),
  // In the order of buttons in the list of loops.
  actionColumn(({ kind }) => (kind === "loop" ? ["deposit", "openPosition", "setup"] : ["borrow"])),
];

function LineName({ line }: { readonly line: Line }): ReactNode {
  const { row, name, word } = line;
  const search = withoutAssetSearch(useSearch());
  const caution = cautionOf(line);
  return (
    <MarketName
      row={row}
      name={name}
      word={word}
      href={hrefTo(marketHref(row.id), search)}
      below={caution === undefined ? null : <FactLine {...caution} />}
    />
  );
}

interface LinesPanelProps {
  readonly heading: string;
  readonly mint: string;
  readonly note?: string | false | undefined;
  readonly columns: readonly TableColumn<Line>[];
  readonly groups: readonly RowGroup<Line>[];
  readonly empty: string;
}

function LinesPanel({ heading, mint, note, columns, groups, empty }: LinesPanelProps): ReactNode {
  const state = useViewState();
  const count = sum(groups, ({ rows }) => rows.length);
  return (
    <Panel
      heading={heading}
      description={joinParts([count > 0 && formatCount(count).text, note])}
      empty={count === 0 ? empty : undefined}
    >
      <DataTable
        label={heading}
        columns={columns}
        groups={groups}
        rowKey={({ row }) => row.id}
        first={6}
        hasRowLink
        csv={`${mint}-${heading.toLowerCase().replaceAll(" ", "-")}`}
        settings={[["mint", mint], ...sizeSettings(state)]}
      />
    </Panel>
  );
}
