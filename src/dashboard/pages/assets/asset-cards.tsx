// The list of assets on a phone: the same facts as the table, a card each.
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Link } from "wouter";
import { assetColumns } from "../../select/assets/asset-list.ts";
import { assetCell, AssetName, columnNames, useDrawn, type AssetListProps } from "./asset-cells.tsx";
import { assetHref } from "./assets-address.ts";

const facts = ["earn", "borrow", "loop", "deposits", "markets", "change"] as const;
/** A third of a phone has no room for the long one. */
const names = { ...columnNames, borrow: "Borrow at" };

export function AssetCards({
  assets,
  asked,
  order,
  search,
  busy,
  onColumn,
  drawing,
}: AssetListProps): ReactNode {
  const id = useId();
  const { shown, more } = useDrawn(assets);
  const { column: leading, descending } = order;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <>
      <div className="relative mx-4 mb-3 flex h-11 rounded-control border border-control bg-inset focus-within:border-accent">
        <label htmlFor={id} className="pointer-events-none absolute top-1 left-2.5 text-tiny text-text3">
          Sort by
        </label>
        <select
          id={id}
          value={leading}
          onChange={(event) => {
            const column = assetColumns.find((known) => known === event.currentTarget.value);
            if (column !== undefined && column !== leading) onColumn(column);
          }}
          className="h-full w-full min-w-0 appearance-none truncate rounded-control bg-transparent pt-4 pr-12 pl-2.5 text-[16px] text-text"
        >
          {assetColumns.map((column) => (
            <option key={column} value={column} className="bg-raised">
              {columnNames[column]}
            </option>
          ))}
        </select>
        <button
          type="button"
          aria-label={`Sort direction: ${descending ? "descending" : "ascending"}`}
          onClick={() => onColumn(leading)}
          className="absolute -inset-y-px right-0 inline-flex w-11 items-center justify-center rounded-control border-l border-line text-text"
        >
          <Arrow aria-hidden="true" className="size-4" />
        </button>
      </div>
      {/* While markets arrive the cards are drawn as a new list each time: nothing slides past the eye. */}
      <ul key={drawing} aria-label="Assets" aria-busy={busy} className="border-t border-line2 bg-surface">
        {shown.map((asset) => (
          <li key={asset.mint} className="relative border-b border-line px-4 py-3">
            <div className="flex items-start gap-3">
              <Link
                href={assetHref(asset.mint, search)}
                className="flex min-w-0 flex-1 items-center gap-2.5 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                <AssetName facts={asset} size={32} />
              </Link>
              <span className="text-right text-[15px] leading-5 font-semibold">
                {assetCell("price", asset, asked)}
              </span>
            </div>
            <dl className="mt-2 grid grid-cols-3 gap-x-3 gap-y-1.5">
              {facts.map((column) => (
                <div key={column} className="min-w-0">
                  <dt className="truncate text-tiny text-text2">{names[column]}</dt>
                  <dd>{assetCell(column, asset, asked)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      {more}
    </>
  );
}
