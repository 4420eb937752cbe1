// The comparison as a file: one line per fact, one column per market.
import type { MarketRow } from "../../data/markets/market-row.ts";
import { columnOf, columnValue } from "../../market/columns.ts";
import type { SelectContext } from "../../market/column.ts";
import { csvText } from "../../select/csv.ts";
import type { CompareGroup } from "./compare-facts.ts";

/** Raw values: fractions for rates and shares, US dollars, milliseconds since the epoch; empty where nothing is known. */
export function compareCsv(
  rows: readonly MarketRow[],
  groups: readonly CompareGroup[],
  context: SelectContext,
): string {
  const facts = groups.flatMap((group) =>
    group.facts.map((fact) => [
      group.label,
      fact.label,
      columnOf(fact.column).unit,
      ...rows.map((row) => columnValue(fact.column, row, context)),
    ]),
  );
  return csvText([
    ["group", "fact", "unit", ...rows.map((row) => row.id)],
    ["", "market", "text", ...rows.map((row) => row.label)],
    ...facts,
  ]);
}
