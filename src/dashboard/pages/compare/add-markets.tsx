// Adds markets to the comparison without a way back to the list: searches what is loaded.
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { maxSelected } from "../../data/storage/selected-markets.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { formatCount } from "../../format/number.ts";
import { foldText } from "../../../contract/names/search-words.ts";
import { placeName, typeName } from "../../market/market-text.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import type { ComboboxOption } from "../../ui/fields/option-search.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { quotedRate } from "../../market/loops/leverage.ts";

interface AddMarketsProps {
  /** The markets of the list the page was opened with. */
  readonly rows: readonly MarketRow[];
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** Whether the field was asked for, so that typing goes into it. */
  readonly takesFocus?: boolean;
}

export function AddMarkets({ rows, ids, onChange, takesFocus = false }: AddMarketsProps): ReactNode {
  const box = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector("input")?.focus();
  }, [takesFocus]);
  const announce = useAnnounce();
  const options = useMemo(
    () => rows.toSorted((a, b) => (b.totalDepositUsd ?? 0) - (a.totalDepositUsd ?? 0)).map(toOption),
    [rows],
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
        summary={`${formatCount(ids.length).text} of ${formatCount(maxSelected).text} chosen, type to find more`}
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
    searchText: foldText(`${row.label} ${typeName(row)} ${placeName(row)} ${row.id}`),
  };
}
