// Searches every market, not only the list the page was opened from.
import { useMemo, type ReactNode } from "react";
import { maxSelected } from "../../data/storage/selected-markets.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { allMarketsRequest } from "../../data/markets/shared-requests.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { marketOptions } from "../../market-name/market-option.ts";
import { Combobox } from "../../ui/fields/combobox.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";

export function AddMarkets({
  rows,
  ids,
  onChange,
  takesFocus,
}: {
  /** Offered while all others are loading. */
  readonly rows: readonly MarketRow[];
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly takesFocus?: boolean;
}): ReactNode {
  const announce = useAnnounce();
  const { rows: everything } = useMarkets(allMarketsRequest);
  const known = everything.length > rows.length ? everything : rows;
  const options = useMemo(() => marketOptions(known), [known]);
  return (
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
      takesFocus={takesFocus}
    />
  );
}
