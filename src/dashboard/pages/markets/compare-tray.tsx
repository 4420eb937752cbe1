import { X } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { Link } from "wouter";
import { borrowRateOfBasis } from "../../../domain/market/column.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { leadingRate } from "../../../domain/market/row-values.ts";
import { maxSelected, minToCompare, useSelectedMarkets } from "../../data/storage/selected-markets.ts";
import { formatCount, formatRate } from "../../../domain/format/number.ts";
import { MarketName } from "../../market-name/market-name.tsx";
import { marketName, leverageText } from "../../../domain/market/market-text.ts";
import { Button, IconButton, linkButtonClass } from "../../ui/fields/button.tsx";
import { NumberText } from "../../ui/marks/number-text.tsx";
import { useSearch } from "../../view-state/address.ts";
import { compareHref } from "../frame/nav-links.ts";
import { useListContext } from "./list-context.ts";

/** Remembers the names of markets that were selected in other lists. */
const seen = new Map<string, MarketRow>();

export function CompareTray(): ReactNode {
  const { result } = useListContext();
  const { picks, toggle, clear } = useSelectedMarkets();
  const search = useSearch();
  useEffect(() => {
    for (const row of result.rows) if (picks.includes(row.id)) seen.set(row.id, row);
  }, [picks, result.rows]);
  const count = formatCount(picks.length).text;
  const label = `Compare ${count}`;
  return (
    <section
      aria-label="Compare"
      className="flex min-h-12 shrink-0 items-center gap-2 border-t border-line2 bg-raised px-4 py-1.5 print:hidden"
    >
      <h2 className="hidden font-semibold md:block">Compare</h2>
      <p className="mr-1 shrink-0 text-text2">
        <b className="font-semibold text-text">{count}</b>
        <span className="hidden md:inline"> of {formatCount(maxSelected).text}</span>
        <span className="md:hidden"> selected</span>
      </p>
      <ul className="flex min-w-0 flex-1 gap-2 overflow-x-auto [scrollbar-width:thin]">
        {picks.map((id) => (
          <Pick
            key={id}
            id={id}
            row={result.rows.find((row) => row.id === id) ?? seen.get(id)}
            onRemove={() => toggle(id)}
          />
        ))}
        {picks.length >= minToCompare ? null : (
          <li className="hidden items-center gap-1 text-small whitespace-nowrap text-text3 xl:flex">
            Press
            <kbd className="rounded-item border border-line2 px-1 font-sans text-tiny leading-4">x</kbd>
            on a market to add it
          </li>
        )}
      </ul>
      <Button
        variant="quiet"
        onClick={() => {
          // Return the focus to the last selected market, or to the list.
          const last = picks.at(-1);
          const rows = [...document.querySelectorAll<HTMLElement>("#main a.market-link")];
          const held = rows.find((row) => row.closest<HTMLElement>("[data-row]")?.dataset["id"] === last);
          (held ?? rows[0])?.focus({ preventScroll: true });
          clear();
        }}
        className="pointer-coarse:h-11"
      >
        Clear
      </Button>
      {picks.length < minToCompare ? (
        <Button
          size="large"
          disabled
          title="Select one more market to compare"
          aria-description="Select one more market to compare"
          className="pointer-coarse:h-11"
        >
          {label}
        </Button>
      ) : (
        <Link
          href={compareHref(picks, search)}
          className={linkButtonClass("primary", "large", "pointer-coarse:h-11 pointer-coarse:px-5")}
        >
          {label}
        </Link>
      )}
    </section>
  );
}

interface PickProps {
  readonly id: string;
  readonly row: MarketRow | undefined;
  readonly onRemove: () => void;
}

function Pick({ id, row, onRemove }: PickProps): ReactNode {
  const { view, basis } = useListContext().state;
  const borrows = view === "borrow" && row?.borrowApy !== undefined;
  const rate = row && (borrows ? row[borrowRateOfBasis[basis]] : leadingRate(row, basis));
  return (
    <li className="flex h-8 min-w-0 shrink-0 items-center gap-2 rounded-control border-line2 md:border md:pl-2">
      {row === undefined ? (
        <span className="hidden text-text2 md:inline" title={id}>
          not in this list
        </span>
      ) : (
        <>
          <MarketName
            row={row}
            size={18}
            word=""
            isLink={false}
            inline
            className="md:max-w-44 2xl:max-w-56 max-md:[&>:not(:first-child)]:hidden"
          />
          {rate === undefined ? null : (
            <span className="hidden shrink-0 font-semibold md:inline">
              <NumberText value={formatRate(rate)} />
              <span className="ml-1 font-normal text-text2">
                {borrows ? "to borrow" : (leverageText(row) ?? "quoted")}
              </span>
            </span>
          )}
        </>
      )}
      <span className="hidden md:inline-flex">
        <IconButton
          label={`Remove ${row === undefined ? id : marketName(row)} from compare`}
          onClick={onRemove}
          icon={<X />}
        />
      </span>
    </li>
  );
}
