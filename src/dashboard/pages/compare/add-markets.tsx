// Searches every market, not only the list the page was opened from.
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { maxSelected } from "../../data/storage/selected-markets.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { allMarketsRequest } from "../../data/markets/shared-requests.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { searchText } from "../../../domain/market/filters/search.ts";
import { foldText } from "../../../contract/names/search-words.ts";
import { placeName, typeName } from "../../../domain/market/market-text.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import type { ComboboxOption } from "../../ui/fields/option-search.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { quotedRate } from "../../../domain/market/loops/leverage.ts";

interface AddMarketsProps {
  /** Offered while all others are loading. */
  readonly rows: readonly MarketRow[];
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly takesFocus?: boolean;
}

export function AddMarkets({ rows, ids, onChange, takesFocus = false }: AddMarketsProps): ReactNode {
  const box = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const announce = useAnnounce();
  const { rows: everything } = useMarkets(allMarketsRequest);
  const known = everything.length > rows.length ? everything : rows;
  const options = useMemo(
    () => known.toSorted((a, b) => (b.totalDepositUsd ?? 0) - (a.totalDepositUsd ?? 0)).map(toOption),
    [known],
  );
  return (
    <div ref={box}>
      <Combobox
        label="Markets to compare"
        options={options}
        selected={ids}
        onChange={(chosen) => {
          if (chosen.length > maxSelected)
            announce(`No more than ${formatCount(maxSelected).text} markets can be compared at once.`);
          else onChange(chosen);
        }}
        summary={`${formatCount(ids.length).text} of ${formatCount(maxSelected).text} selected, type to find more`}
        placeholder="Token, provider or type"
      />
    </div>
  );
}

function toOption(row: MarketRow): ComboboxOption {
  return {
    value: row.id,
    label: row.label,
    detail: `${typeName(row)} · ${placeName(row)}`,
    count: quotedRate(row),
    searchText: `${searchText(row)} ${foldText(typeName(row))}`,
  };
}
