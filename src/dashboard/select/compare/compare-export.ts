import { csvText, type CsvCell, type CsvConstant, type CsvField } from "../../../domain/format/csv.ts";
import type { SelectContext } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { exportedName, exportFields, sizeSettings } from "../export-rows.ts";
import type { CompareGroup } from "./compare-facts.ts";

/** One line per fact, named as in the list's export, and one column per market. Missing values are empty. */
export function compareCsv(
  rows: readonly MarketRow[],
  groups: readonly Pick<CompareGroup, "label" | "facts">[],
  context: SelectContext,
  origin: readonly CsvConstant[],
): string {
  const line = (group: string, [name, read]: CsvField<MarketRow>): readonly CsvCell[] => [
    group,
    name,
    ...rows.map(read),
  ];
  return csvText([
    ["group", "fact", ...rows.map((row) => row.id)],
    line("", ["market", exportedName]),
    line("", ["provider", ({ providerName }) => providerName]),
    ...[...sizeSettings(context), ...origin].map(([name, value]) => line("", [name, () => value])),
    ...groups.flatMap(({ label, facts }) => {
      const columns = facts.map(({ column }) => column);
      return exportFields({ rows, columns, context }).map((field) => line(label, field));
    }),
  ]);
}
