import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { useCatalogue } from "../../queries/catalogue/catalogue.ts";
import { useFoundAssets, withFound } from "../../queries/assets.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { countMarkets } from "../../../domain/format/number.ts";
import { createSearch } from "../../../domain/market/filters/search.ts";
import { foldText } from "../../../domain/search-words.ts";
import { findAssets, type Findable } from "../../select/assets/find-assets.ts";
import { depositTokens } from "../../select/whole-list/loan-tokens.ts";
import { inlineLinkClass } from "../../ui/fields/button.tsx";
import { useSearch } from "../../view-state/address.ts";
import { assetHref, withoutAssetSearch } from "./assets-address.ts";

export interface AssetSuggestionProps {
  readonly query: string;
  readonly rows: readonly MarketRow[];
}

export function AssetSuggestion({ query, rows }: AssetSuggestionProps): ReactNode {
  const catalogue = useCatalogue(false);
  const found = useFoundAssets(query, catalogue);
  const search = useSearch();
  const tokens = useMemo((): readonly Findable[] => {
    const assets = withFound(catalogue.assets, found);
    const listed = new Set(assets.map(({ mint }) => mint));
    const others = depositTokens(rows).filter(({ mint }) => !listed.has(mint));
    return [
      ...assets,
      ...others.map(({ mint, token: { symbol } }) => ({ mint, symbol, name: undefined, tags: [] })),
    ];
  }, [catalogue.assets, found, rows]);
  const suggestion = useMemo(
    () => suggestedAsset(query, tokens, rows.some(createSearch(query) ?? (() => false))),
    [query, tokens, rows],
  );
  if (suggestion === undefined) return null;
  const { mint, symbol } = suggestion;
  const count = rows.filter(({ tokens: [first] }) => first?.address === mint).length;
  return (
    <p className="shrink-0 text-small whitespace-nowrap text-text2">
      {symbol}
      {count === 0 ? "" : `: ${countMarkets(count)}`},{" "}
      <Link href={assetHref(mint, withoutAssetSearch(search))} className={inlineLinkClass}>
        open asset<span className="sr-only"> {symbol}</span>
      </Link>
    </p>
  );
}

/** A query that finds markets is no misspelled token. */
export function suggestedAsset<Item extends Findable>(
  query: string,
  tokens: readonly Item[],
  findsMarkets = false,
): Item | undefined {
  const { items, suggestion } = findAssets(query, tokens);
  if (findsMarkets && suggestion !== undefined) return undefined;
  const [first] = items;
  return query.trim() !== "" &&
    (items.length === 1 || foldText(first?.symbol ?? "") === foldText(query.trim()))
    ? first
    : undefined;
}
