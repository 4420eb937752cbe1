import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { MarketChanges } from "../../../contract/record/market-changes.ts";
import { ratio, type Ratio, type Usd } from "../../../contract/units.ts";
import { dropToLiquidation } from "../../../finance/debt/drop-to-liquidation.ts";
import { ltvOfLeverage } from "../../../finance/debt/leverage.ts";
import { breakEvenBorrow, loopNetApy } from "../../../finance/debt/loop.ts";
import { earnings } from "../../../finance/rates.ts";
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
import { NonBreakingFigures } from "../../ui/marks/truncated-line.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { columnsOf, type TableColumn } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { narrowDrop, stresses } from "./loop-figures.ts";
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
    [legs.quotedNear, "implied"],
    [leverage, "selected"],
    ...[2, 3, 5, 8].map((multiple) => [multiple, ""] as const),
  ];
  const steps: Step[] = [];
  for (const [multiple, note] of named) {
    if (multiple === undefined || multiple > limit || multiple < 1) continue;
    if (steps.some((known) => formatMultiple(known.leverage).text === formatMultiple(multiple).text))
      continue;
    steps.push({ leverage: multiple, note });
  }
  return steps.toSorted((one, other) => one.leverage - other.leverage);
}

interface LeverageTableProps {
  readonly size: Usd | undefined;
  readonly inputs: LoopInputs;
  /** Whether the service keeps a record. Its column is shown from the start, because the record may arrive later. */
  readonly hasRecord: boolean;
  /** What is recorded of the debt's market. */
  readonly recorded?: Pick<MarketChanges["recorded"], "days" | "highestBorrowApy"> | undefined;
}

const { column, figure } = columnsOf<Step>();
const perYear = "fraction per year";

/** The most important columns come first, because a phone shows three. */
function leverageColumns(
  { size, inputs, hasRecord }: LeverageTableProps,
  highest: Ratio | undefined,
): readonly TableColumn<Step>[] {
  const { row, supplyApy, borrowApy } = inputs;
  const net = ({ leverage }: Step) => loopNetApy({ supplyApy, borrowApy, leverage });
  const drop = (step: Step) =>
    dropToLiquidation({ ltv: ltvOfLeverage(step), liquidationLtv: row.liquidationLtv });
  const breakEven = ({ leverage }: Step) => breakEvenBorrow({ supplyApy, leverage });
  const stressed = (header: string, help: string, dearer: Ratio | undefined): TableColumn<Step> =>
    figure(
      header,
      `Net APY, ${header.toLowerCase()} (${perYear})`,
      help,
      ({ leverage }) => loopNetApy({ supplyApy, borrowApy: dearer, leverage }),
      formatRate,
      { head: <NonBreakingFigures text={header} /> },
    );
  return [
    column("Leverage", {
      help: "Assets divided by equity. “Quoted” is the leverage of the published net APY; “implied” is worked out from it.",
      value: ({ leverage }) => leverage,
      csv: "leverage (times)",
      csvMore: [["leverage note", ({ note }) => note]],
      cell: ({ leverage, note }) => (
        <span
          data-selected={formatMultiple(leverage).text === formatMultiple(inputs.leverage)?.text || undefined}
          className="data-selected:font-semibold"
        >
          <NumberText value={formatMultiple(leverage)} />
          {note === "" ? null : <span className="font-normal text-text2 max-[479.98px]:block"> {note}</span>}
        </span>
      ),
    }),
    figure(
      "Net APY",
      `Net APY (${perYear})`,
      "What the equity earns a year: L · supply yield − (L − 1) · borrow cost.",
      net,
      formatRate,
    ),
    figure(
      "Drop to liquidation",
      "dropToLiquidation (fraction)",
      "How far the collateral may fall against the debt: 1 − LTV / liquidation LTV.",
      drop,
      formatShare,
      { cell: (step) => <Drop drop={drop(step)} /> },
    ),
    figure(
      "Break-even",
      `Break-even borrow (${perYear})`,
      "The borrow cost at which the loop earns nothing: supply yield · L / (L − 1).",
      breakEven,
      formatRate,
      {
        cell: (step) =>
          step.leverage === 1 ? (
            <span className="text-text3">no debt</span>
          ) : (
            <NumberText value={formatRate(breakEven(step))} />
          ),
      },
    ),
    size !== undefined &&
      figure(
        `A year on ${formatUsd(size, "short").text}`,
        "usdPerYear (USD)",
        "Your size · net APY, at today's rates.",
        (step) => earnings({ size, apy: net(step) }),
        formatUsdExact,
      ),
    figure("LTV", "ltv (fraction)", "Debt divided by collateral: (L − 1) / L.", ltvOfLeverage, formatShare),
    ...stresses.map((stress) =>
      stressed(
        `Borrow ${inWords(formatPoints(ratio(stress)))}`,
        "Net APY if the borrow cost rises by this much.",
        borrowApy === undefined ? undefined : ratio(borrowApy + stress),
      ),
    ),
    hasRecord &&
      stressed(
        "Borrow at peak",
        "Net APY at the highest hourly borrow rate recorded here, or at today's if that is higher.",
        highest,
      ),
  ].filter((shown) => shown !== false);
}

export function LeverageTable(props: LeverageTableProps): ReactNode {
  const { inputs, recorded } = props;
  const days = recorded?.days ?? 0;
  const today = inputs.ownLegs[1]?.borrowApy;
  const peak = days < 1 ? undefined : ratio(recorded?.highestBorrowApy);
  const isTodayHigher = peak !== undefined && today !== undefined && today > peak;
  const highest = isTodayHigher ? today : peak;
  const recordedDays = countOf(days, "recorded day");
  const source = isTodayHigher ? `today, above all hours of ${recordedDays}` : `hourly, ${recordedDays}`;
  const { row, borrowed, supplyApy, borrowApy } = inputs;
  const steps = leverageSteps(inputs);
  if (steps.length === 0 || supplyApy === undefined || borrowApy === undefined) return null;
  return (
    <Panel
      heading="Leverage compared"
      // Narrow paddings and wrapped headers, so that all columns fit beside the calculator.
      className="[&_td]:px-1.5 [&_th]:px-1.5 [&_thead_th]:whitespace-normal [&_tr:has([data-selected])]:font-semibold"
      description={inputs.bound === undefined ? "at today's rates" : `${inputs.bound}, at today's rates`}
    >
      <DataTable
        label="Leverage compared"
        columns={leverageColumns(props, highest)}
        enableSorting={false}
        rows={steps}
        rowKey={({ leverage }) => String(leverage)}
        cards="never"
        csv={`leverages-${row.id}`}
        settings={[
          ["id", row.id],
          ["size (USD)", props.size],
          [`supply yield (${perYear})`, supplyApy],
          [`borrow cost (${perYear})`, borrowApy],
          ["bound of the net APY", inputs.bound],
          [`peak borrow cost (${perYear})`, highest],
        ]}
      />
      <p className="px-4 pb-3 text-small text-text3">
        {highest === undefined
          ? `Peak ${borrowed} borrow rate: unknown`
          : `Peak ${borrowed} borrow rate: ${formatRate(highest).text} (${source})`}
      </p>
    </Panel>
  );
}

function Drop({ drop }: { readonly drop: Ratio | undefined }): ReactNode {
  if (drop === undefined || drop >= narrowDrop) return <NumberText value={formatShare(drop)} />;
  return (
    <span className="text-danger">
      <TriangleAlert className="mr-1 inline size-3.5 align-[-2px]" />
      <span className="sr-only">narrow: </span>
      <NumberText value={formatShare(drop)} />
    </span>
  );
}
