import type { RecordChanges } from "../../../contract/record/record-changes.ts";
import { ratio, usd } from "../../../contract/units.ts";
import { formatFlow, formatPointsShort } from "../../../domain/format/flow.ts";
import { formatCount, formatRate, formatUsd, inWords } from "../../../domain/format/number.ts";
import type { ApyBasis } from "../../../domain/market/column.ts";
import type { StatFigure } from "../../ui/panel/stat.tsx";
import { countsByField } from "../../select/changes/event-words.ts";

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
      help: "Markets whose rate moved by at least this much since the start of the period.",
      value: formatCount(moved.up + moved.down),
      note: `${count(moved.up)} up, ${count(moved.down)} down, of ${count(moved.of)}`,
    },
    {
      label: base ? "Median base APY" : "Median APY",
      help: "Half of all lending and yield markets pay less. Small and collateral-only markets count too, unlike in the overview.",
      value: formatRate(ratio(median.now)),
      note: `was ${inWords(formatRate(ratio(median.was)))}, without loops`,
    },
    {
      label: "Deposits",
      help: "Deposits minus withdrawals in tokens, at today's price. Earned interest is not included.",
      value: of === 0 ? undefined : formatFlow(usd(inUsd - outUsd), "short"),
      note:
        of === 0
          ? "unknown in tokens"
          : `${inWords(formatUsd(usd(inUsd), "short"))} in, ${inWords(formatUsd(usd(outUsd), "short"))} out; some vault deposits count twice`,
    },
    {
      label: "Caps",
      help: "Deposit and borrow caps that were reached, or that have capacity available again.",
      value: `${count(summary.capsReached)} reached`,
      note: `${count(summary.capsLifted)} with capacity available`,
    },
    {
      label: "Markets",
      help: "Markets seen for the first time, and markets the source no longer lists.",
      value: `${count(summary.added)} new`,
      note: `${count(summary.gone)} gone${back}`,
    },
    {
      label: "Parameters",
      help: "Changes to max LTV, liquidation LTV, penalty, max leverage and caps.",
      value: `${count(summary.parameters)} changed`,
      note:
        parameters.length < summary.parameters || parameters.length === 0
          ? "caps and loan terms"
          : countsByField(parameters),
    },
  ];
}
