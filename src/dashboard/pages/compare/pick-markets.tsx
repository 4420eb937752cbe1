import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { isDeposit } from "../../../contract/market.ts";
import { formatCount } from "../../../domain/format/number.ts";
import { compareSize, type MarketRow } from "../../../domain/market/market-row.ts";
import { allMarketsRequest } from "../../data/markets/shared-requests.ts";
import { maxSelected, minToCompare, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { marketOptions, noMatchSoFar } from "../../market-name/market-option.ts";
import { useCatalogue } from "../../queries/catalogue/catalogue.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { Button, linkButtonClass } from "../../ui/fields/button.tsx";
import { Combobox } from "../../ui/fields/search/combobox.tsx";
import { useAnnounce } from "../../ui/page/live-region.tsx";
import { Panel } from "../../ui/panel/panel.tsx";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { compareHref } from "../frame/nav-links.ts";

interface PickProps {
  /** Offered while the other markets are loading. */
  readonly rows: readonly MarketRow[];
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** Shown instead of a comparison with fewer than two markets. */
export function PickMarkets({ rows, ids, onChange }: PickProps): ReactNode {
  const search = useSearch();
  const { picks } = useSelectedMarkets();
  const hasOwn = ids.length === 0 && picks.length >= minToCompare;
  const largest = useMemo(() => largestOf(rows), [rows]);
  return (
    <Panel
      heading={ids.length === 0 ? "Select two or more markets" : "Add one more market to compare it with"}
      padded
    >
      <p className="max-w-[72ch] text-text2">
        Compare two to eight markets side by side: what your size earns in each, its caveats, and its past
        rates. Search for them here, or select them in the list.
      </p>
      <div className="mt-3 max-w-xl">
        <AddMarkets rows={rows} ids={ids} onChange={onChange} />
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        {hasOwn ? (
          <Link href={compareHref(picks, search)} className={linkButtonClass("primary")}>
            Compare the {formatCount(picks.length).text} selected
          </Link>
        ) : null}
        <Link href={hrefTo("/", search)} className={linkButtonClass(hasOwn ? "outline" : "primary")}>
          Browse markets
        </Link>
        {largest.length < 3 ? null : (
          <Button onClick={() => onChange(largest)}>Compare the three largest</Button>
        )}
      </div>
    </Panel>
  );
}

function largestOf(rows: readonly MarketRow[]): readonly string[] {
  return rows
    .filter(({ kind, depositApy }) => isDeposit(kind) && (depositApy ?? 0) > 0)
    .toSorted(compareSize)
    .slice(0, 3)
    .map(({ id }) => id);
}

/** Searches every market, not only the list that the page was opened from. */
export function AddMarkets({
  rows,
  ids,
  onChange,
  takesFocus,
}: PickProps & { readonly takesFocus?: boolean }): ReactNode {
  const announce = useAnnounce();
  const result = useMarkets(allMarketsRequest);
  const everything = result.rows;
  const known = everything.length > rows.length ? everything : rows;
  const { assets } = useCatalogue(false);
  const options = useMemo(() => marketOptions(known, assets), [known, assets]);
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
      awaited={result.loading ? noMatchSoFar : undefined}
    />
  );
}
