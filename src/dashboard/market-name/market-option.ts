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

/** The largest first. Markets contain only symbols of their tokens; `assets` names them, so that "tether" finds USDT. */
export function marketOptions(
  rows: readonly MarketRow[],
  assets: readonly { readonly mint: string; readonly name: string | undefined }[] = [],
): readonly MarketOption[] {
  const names = new Map(assets.map(({ mint, name }) => [mint, name]));
  return rows.toSorted(compareSize).map((row) => marketOption(row, names));
}

function marketOption(
  row: MarketRow,
  names: ReadonlyMap<string | undefined, string | undefined>,
): MarketOption {
  const words = [typeName(row), ...row.tokens.map(({ address }) => names.get(address))].join("\n");
  const option = {
    row,
    value: row.id,
    label: row.label,
    detail: `${typeName(row)} · ${placeName(row)}`,
    count: quotedRate(row),
    searchText: `${searchText(row)} ${foldText(words)}`,
  };
  if (row.kind !== "prediction") return option;
  // Predictions of an event differ in their outcome, so it comes before the question, which may be cut off.
  const label = joinParts([row.detail, row.label], " · ");
  const chance = formatShare(columns.chance.read(row, {}), "whole");
  return { ...option, label, detail: row.providerName, count: chance?.text };
}

/** What a search says while markets are loading. */
export const noMatchSoFar = "No match so far. Markets are still loading.";
