import { foldText } from "../../domain/search-words.ts";
import { searchText } from "../../domain/market/filters/search.ts";
import { compareSize, type MarketRow } from "../../domain/market/market-row.ts";
import { quotedRate, placeName, typeName } from "../../domain/market/market-text.ts";
import type { ComboboxOption } from "../ui/fields/option-search.tsx";

/** The largest first. */
export function marketOptions(
  rows: readonly MarketRow[],
): readonly (ComboboxOption & { readonly row: MarketRow })[] {
  return rows.toSorted(compareSize).map((row) => ({
    row,
    value: row.id,
    label: row.label,
    detail: `${typeName(row)} · ${placeName(row)}`,
    count: quotedRate(row),
    searchText: `${searchText(row)} ${foldText(typeName(row))}`,
  }));
}

/** What a search says while markets are loading. */
export const noMatchSoFar = "No match so far. Markets are still loading.";
