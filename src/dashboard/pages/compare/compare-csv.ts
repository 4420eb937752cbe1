// The comparison as a file: one line per fact, one column per market.
import type { MarketRow } from "../../data/markets/market-row.ts";
import type { SelectContext } from "../../market/column.ts";
import { csvText } from "../../select/csv.ts";
import { exportUnit, exportValue } from "../../select/export-rows.ts";
import type { CompareGroup } from "./compare-facts.ts";

/** Raw values in the units of an exported list; empty where nothing is known. */
export function compareCsv(
  rows: readonly MarketRow[],
  groups: readonly CompareGroup[],
  context: SelectContext,
): string {
  const facts = groups.flatMap((group) =>
    group.facts.map((fact) => [
      group.label,
      fact.label,
      exportUnit(fact.column),
      ...rows.map((row) => exportValue(fact.column, row, context)),
    ]),
  );
  return csvText([
    ["group", "fact", "unit", ...rows.map((row) => row.id)],
    ["", "market", undefined, ...rows.map((row) => row.label)],
    ...facts,
  ]);
}
