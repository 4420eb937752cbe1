// The figures of all markets together over the time.
import type { ReactNode } from "react";
import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import { ratio, usd } from "../../../contract/units.ts";
import { formatFlow, formatPointsShort } from "../../format/flow.ts";
import {
  formatCount,
  formatPoints,
  formatRate,
  formatUsd,
  inWords,
  type Formatted,
} from "../../format/number.ts";
import type { ApyBasis } from "../../market/column.ts";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { countsByField } from "./event-words.ts";
import { differenceOf } from "./move-words.ts";

interface Cell {
  readonly label: string;
  readonly value: Formatted | string | undefined;
  readonly note: string;
}

export function ChangesStrip({
  changes: { summary, parameters },
  basis,
}: {
  readonly changes: Pick<RecordChanges, "summary" | "parameters">;
  readonly basis: ApyBasis;
}): ReactNode {
  return (
    <dl
      aria-label="In all markets"
      className="grid grid-cols-2 overflow-hidden rounded-panel border border-line2 bg-surface md:grid-cols-3 xl:grid-cols-6"
    >
      {cellsOf(summary, parameters, basis).map(({ label, value, note }) => (
        <div key={label} className="-mt-px -ml-px min-w-0 border-t border-l border-line px-3 py-2.5 md:px-4">
          <dt className="text-small text-text2">{label}</dt>
          <dd className="text-strip font-semibold">
            <NumberText value={value} />
          </dd>
          <dd className="text-small text-text2">{note}</dd>
        </div>
      ))}
    </dl>
  );
}

const count = (value: number): string => formatCount(value).text;

function cellsOf(
  summary: RecordChanges["summary"],
  parameters: RecordChanges["parameters"],
  basis: ApyBasis,
): readonly Cell[] {
  const base = basis === "base";
  const moved = base ? summary.movedBase : summary.moved;
  const median = base ? summary.medianBaseDepositApy : summary.medianDepositApy;
  const { inUsd, outUsd, of } = summary.deposits;
  const back = summary.back === 0 ? "" : `, ${count(summary.back)} back`;
  return [
    {
      label: `${base ? "Base rates" : "Rates"} moved by ${inWords(formatPointsShort(ratio(summary.movedBy)))}`,
      value: formatCount(moved.up + moved.down),
      note: `${count(moved.up)} up, ${count(moved.down)} down, of ${count(moved.of)}`,
    },
    {
      label: base ? "Median base rate" : "Median rate",
      value: formatRate(ratio(median.now)),
      note: `${inWords(formatPoints(differenceOf(median)))}, was ${inWords(formatRate(ratio(median.was)))}, without loops`,
    },
    {
      label: "Deposits",
      value: of === 0 ? undefined : formatFlow(usd(inUsd - outUsd), "short"),
      note:
        of === 0
          ? "told in tokens by none"
          : `${inWords(formatUsd(usd(inUsd), "short"))} in, ${inWords(formatUsd(usd(outUsd), "short"))} out; some counted twice: vaults lend on`,
    },
    {
      label: "Caps",
      value: `${count(summary.capsReached)} reached`,
      note: `${count(summary.capsLifted)} lifted`,
    },
    { label: "Markets", value: `${count(summary.added)} new`, note: `${count(summary.gone)} gone${back}` },
    {
      label: "Parameters",
      value: `${count(summary.parameters)} changed`,
      note:
        parameters.length < summary.parameters || parameters.length === 0
          ? "limits and terms of loans"
          : countsByField(parameters),
    },
  ];
}
