import { joinParts } from "../../domain/format/join-parts.ts";
import { formatShare } from "../../domain/format/number.ts";
import { columns } from "../../domain/market/columns.ts";
import { foldText } from "../../domain/search-words.ts";
import { searchText } from "../../domain/market/filters/search.ts";
import { compareSize, type MarketRow } from "../../domain/market/market-row.ts";
import { placeName, quotedRate, typeName } from "../../domain/market/market-text.ts";
import type { ComboboxOption } from "../ui/fields/search/option-search.ts";

interface MarketOption extends ComboboxOption {
  readonly row: MarketRow;
}

/** The largest first. */
export function marketOptions(rows: readonly MarketRow[]): readonly MarketOption[] {
  return rows.toSorted(compareSize).map(marketOption);
}

function marketOption(row: MarketRow): MarketOption {
  const option = {
    row,
    value: row.id,
    label: row.label,
    detail: `${typeName(row)} · ${placeName(row)}`,
    count: quotedRate(row),
    searchText: `${searchText(row)} ${foldText(typeName(row))}`,
  };
  if (row.kind !== "prediction") return option;
  // Predictions of an event differ in their outcome, so it comes before the question, which may be cut off.
  const label = joinParts([row.detail, row.label], " · ");
  const chance = formatShare(columns.chance.read(row, {}), "whole");
  return { ...option, label, detail: row.providerName, count: chance?.text };
}

/** What a search says while markets are loading. */
export const noMatchSoFar = "No match so far. Markets are still loading.";
