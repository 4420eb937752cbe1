import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { breakEvenBorrow, loopNetApy } from "../../../finance/debt/loop.ts";
import { earnings } from "../../../finance/rates.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import {
  countOf,
  formatMultiple,
  formatPoints,
  formatRate,
  formatShare,
  formatUsd,
  formatUsdExact,
  inWords,
} from "../../../domain/format/number.ts";
import { Panel } from "../../ui/panel/panel.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { columnsOf, type ColumnOptions, type TableColumn } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { stresses } from "./loop-curve.tsx";
import { narrowDrop } from "./loop-figures.ts";
import type { LoopInputs } from "./loop-inputs.ts";

interface Step {
  readonly leverage: number;
  readonly note: string;
}

export function leverageSteps(
  inputs: Pick<LoopInputs, "limit" | "halfway" | "leverage" | "legs">,
): readonly Step[] {
  const { limit, halfway, leverage, legs } = inputs;
  if (limit === undefined || limit <= 1) return [];
  const named: readonly (readonly [leverage: number | undefined, note: string])[] = [
    [legs.assumedFrom === "market" ? legs.assumedLeverage : undefined, "quoted"],
    [limit, "maximum"],
    [halfway, "halfway"],
    [legs.quotedNear, "quoted"],
    [leverage, "mine"],
    [2, ""],
    [3, ""],
    [5, ""],
    [8, ""],
  ];
  const steps: Step[] = [];
  for (const [place, note] of named) {
    if (place === undefined || place > limit || place < 1) continue;
    if (steps.some((known) => formatMultiple(known.leverage).text === formatMultiple(place).text)) continue;
    steps.push({ leverage: place, note });
  }
  return steps.toSorted((one, other) => one.leverage - other.leverage);
}

interface Outcome extends Step {
  readonly isMine: boolean;
  readonly ltv: Ratio | undefined;
  readonly net: Ratio | undefined;
}

export interface HighestDebt {
  /** Per year: the highest hourly mean. */
  readonly apy: Ratio;
  readonly days: number;
}

interface LeverageTableProps {
  readonly row: MarketRow;
  readonly size: Usd | undefined;
  readonly inputs: LoopInputs;
  readonly highest?: HighestDebt | undefined;
}

const column = columnsOf<Outcome>();

/** My leverage is bold. */
function ladderColumn(header: string, { cell, ...options }: ColumnOptions<Outcome>): TableColumn<Outcome> {
  return column(header, {
    ...options,
    cell: (outcome, isCard) => {
      const content = cell(outcome, isCard);
      return outcome.isMine ? <b className="font-semibold">{content}</b> : content;
    },
  });
}

function rateColumn(
  header: string,
  help: string,
  value: (outcome: Outcome) => Ratio | undefined,
  csv = header,
): TableColumn<Outcome> {
  return ladderColumn(header, {
    help,
    value,
    csv: `${csv} (fraction per year)`,
    cell: (outcome) => <NumberText value={formatRate(value(outcome))} />,
  });
}

/** Deciding columns first: a phone shows three. */
function columnsFor({ row, size, inputs, highest }: LeverageTableProps): readonly TableColumn<Outcome>[] {
  const { supplyApy, borrowApy } = inputs;
  const drop = ({ ltv }: Outcome): Ratio | undefined =>
    dropToLiquidation({ ltv, liquidationLtv: row.liquidationLtv });
  const earned = ({ net }: Outcome): Usd | undefined => earnings({ size, apy: net });
  const breakEven = ({ leverage }: Outcome): Ratio | undefined => breakEvenBorrow({ supplyApy, leverage });
  const stressed = (header: string, help: string, dearer: Ratio | undefined): TableColumn<Outcome> =>
    rateColumn(
      header,
      help,
      ({ leverage }) => loopNetApy({ supplyApy, borrowApy: dearer, leverage }),
      `Net APY, ${header.toLowerCase()}`,
    );
  return [
    ladderColumn("Leverage", {
      help: "Assets divided by equity. “Quoted” is the leverage of the published net APY.",
      value: ({ leverage }) => leverage,
      csv: "Leverage (times)",
      csvMore: [["Which", ({ note }) => note]],
      cell: ({ leverage, note }) => (
        <>
          <NumberText value={formatMultiple(leverage)} />
          {note === "" ? null : <span className="font-normal text-text2 max-[479.98px]:block"> {note}</span>}
        </>
      ),
    }),
    rateColumn(
      "Net APY",
      "What the equity earns a year: L · supply yield − (L − 1) · borrow cost.",
      ({ net }) => net,
    ),
    ladderColumn("Drop to liquidation", {
      help: "How far the collateral may fall against the debt: 1 − LTV / liquidation LTV.",
      value: drop,
      csv: "Drop to liquidation (fraction)",
      cell: (outcome) => <Drop drop={drop(outcome)} />,
    }),
    ladderColumn("Break-even borrow", {
      help: "The borrow cost at which the loop earns nothing: supply yield · L / (L − 1).",
      value: breakEven,
      csv: "Break-even borrow (fraction per year)",
      cell: (outcome) =>
        outcome.leverage === 1 ? (
          <span className="text-text3">no debt</span>
        ) : (
          <NumberText value={formatRate(breakEven(outcome))} />
        ),
    }),
    size !== undefined &&
      ladderColumn(`A year on ${formatUsd(size, "short").text}`, {
        help: "My size · net APY, at today's rates.",
        value: earned,
        csv: `A year on ${String(size)} USD (USD)`,
        cell: (outcome) => <NumberText value={formatUsdExact(earned(outcome))} />,
      }),
    ladderColumn("LTV", {
      help: "Debt divided by collateral: (L − 1) / L.",
      value: ({ ltv }) => ltv,
      csv: "LTV (fraction)",
      cell: ({ ltv }) => <NumberText value={formatShare(ltv)} />,
    }),
    ...stresses.map((stress) =>
      stressed(
        `Borrow ${inWords(formatPoints(ratio(stress)))}`,
        "Net APY if the borrow cost rises by this much.",
        borrowApy === undefined ? undefined : ratio(borrowApy + stress),
      ),
    ),
    highest !== undefined &&
      stressed(
        `Borrow at ${formatRate(highest.apy).text}`,
        "Net APY at the highest hourly borrow rate recorded here.",
        highest.apy,
      ),
  ].filter((shown) => shown !== false);
}

export function LeverageTable(props: LeverageTableProps): ReactNode {
  const { row, inputs, highest } = props;
  const { supplyApy, borrowApy } = inputs;
  const outcomes = leverageSteps(inputs).map(({ leverage, note }): Outcome => ({
    leverage,
    note,
    isMine: leverage === inputs.leverage,
    ltv: ltvOfLeverage({ leverage }),
    net: loopNetApy({ supplyApy, borrowApy, leverage }),
  }));
  if (outcomes.length === 0 || supplyApy === undefined || borrowApy === undefined) return null;
  const debt = row.tokens[1]?.symbol ?? "the debt";
  return (
    <Panel
      heading="Leverage compared"
      description={inputs.bound === undefined ? "at today's rates" : `${inputs.bound}, at today's rates`}
    >
      <DataTable
        label="Leverage compared"
        columns={columnsFor(props)}
        enableSorting={false}
        rows={outcomes}
        rowKey={({ leverage }) => String(leverage)}
        cards="never"
        csv={{ fileName: `leverages-${row.id}` }}
      />
      <p className="px-4 pb-3 text-small text-text3">
        {highest === undefined
          ? `Peak ${debt} borrow rate: unknown`
          : `Peak ${debt} borrow rate: ${formatRate(highest.apy).text} (hourly, ${countOf(highest.days, "recorded day")})`}
      </p>
    </Panel>
  );
}

function Drop({ drop }: { readonly drop: Ratio | undefined }): ReactNode {
  if (drop === undefined) return <span className="text-text3">—</span>;
  if (drop >= narrowDrop) return <NumberText value={formatShare(drop)} />;
  return (
    <span className="text-danger">
      <TriangleAlert className="mr-1 inline size-3.5 align-[-2px]" />
      <span className="sr-only">narrow: </span>
      <NumberText value={formatShare(drop)} />
    </span>
  );
}
