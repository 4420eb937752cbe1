import { csvText, type CsvConstant } from "../../../domain/format/csv.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { exportedName, exportUnit, exportValue } from "../export-rows.ts";
import type { CompareGroup } from "./compare-facts.ts";

/** One line per fact and one column per market, in the units of the list's export. Missing values are empty. */
export function compareCsv(
  rows: readonly MarketRow[],
  groups: readonly Pick<CompareGroup, "label" | "facts">[],
  context: SelectContext,
  origin: readonly CsvConstant[],
): string {
  const { size, basis } = context;
  return csvText([
    ["group", "fact", "unit", ...rows.map((row) => row.id)],
    ["", "market", "", ...rows.map(exportedName)],
    ["", "provider", "", ...rows.map(({ providerName }) => providerName)],
    ["", "APY basis", "", ...rows.map(() => basis)],
    ["", "my size", "USD", ...rows.map(() => size)],
    ...origin.map(([name, value]) => ["", name, "", ...rows.map(() => value)]),
    ...groups.flatMap((group) =>
      group.facts.map(({ column, label }) => [
        group.label,
        label,
        exportUnit(column),
        ...rows.map((row) => exportValue(column, row, context)),
      ]),
    ),
  ]);
}
