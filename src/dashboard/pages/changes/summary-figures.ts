import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import { ratio, usd } from "../../../contract/units.ts";
import { formatFlow, formatPointsShort } from "../../../domain/format/flow.ts";
import { formatCount, formatPoints, formatRate, formatUsd, inWords } from "../../../domain/format/number.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import type { StatFigure } from "../../ui/panel/stat.tsx";
import { countsByField } from "./event-words.ts";
import { differenceOf } from "./move-words.ts";

const count = (value: number): string => formatCount(value).text;

export function summaryFigures(
  { summary, parameters }: Pick<RecordChanges, "summary" | "parameters">,
  basis: ApyBasis,
): readonly StatFigure[] {
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
          ? "unknown in tokens"
          : `${inWords(formatUsd(usd(inUsd), "short"))} in, ${inWords(formatUsd(usd(outUsd), "short"))} out; some vault deposits are re-lent and counted twice`,
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
