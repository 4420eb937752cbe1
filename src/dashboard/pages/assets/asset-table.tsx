// oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a press on a row is
// a press on the link in its first cell, which the keyboard reaches by itself.
// The list of assets where there is room for a table. A row opens its token.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { ArrowDown, ArrowUp } from "lucide-react";
import { assetColumns } from "../../select/assets/asset-list.ts";
import { classNames, stickyHeadClass } from "../../ui/page/class-names.ts";
import { SkippableRegion } from "../../ui/page/skippable-region.tsx";
import { assetCell, AssetName, columnNames, useDrawn, type AssetListProps } from "./asset-cells.tsx";
import { assetHref } from "./assets-address.ts";
import { followRowLink } from "./row-link.ts";

export function AssetTable({
  assets,
  asked,
  order,
  search,
  busy,
  onColumn,
  drawing,
}: AssetListProps): ReactNode {
  const { shown, more } = useDrawn(assets);
  const { column: leading, descending } = order;
  const figures = assetColumns.filter((column) => column !== "asset");
  return (
    <SkippableRegion
      label="Assets, figures"
      what="assets"
      className="scroll-edge min-h-64 scroll-pt-8 overflow-auto overscroll-x-contain border-t border-line2 bg-surface [scrollbar-width:thin]"
    >
      <table
        aria-label="Assets"
        aria-busy={busy}
        aria-rowcount={assets.length + 1}
        className="w-full border-separate border-spacing-0"
      >
        <thead>
          <tr>
            {assetColumns.map((column) => (
              <th
                key={column}
                scope="col"
                aria-sort={column !== leading ? "none" : descending ? "descending" : "ascending"}
                className={classNames(
                  stickyHeadClass,
                  column === "asset" && "left-0 z-20 pl-6! text-left!",
                  "last:pr-6",
                )}
              >
                <button
                  type="button"
                  onClick={() => onColumn(column)}
                  className="inline-flex h-7 items-center gap-1 rounded-item hover:text-text"
                >
                  {columnNames[column]}
                  {column !== leading ? null : descending ? (
                    <ArrowDown aria-hidden="true" className="size-3" />
                  ) : (
                    <ArrowUp aria-hidden="true" className="size-3" />
                  )}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        {/* While markets arrive the rows are drawn as a new list each time: nothing slides past the eye. */}
        <tbody key={drawing} onClick={followRowLink}>
          {shown.map((facts, at) => (
            <tr key={facts.mint} aria-rowindex={at + 2} className="group cursor-pointer hover:bg-hover">
              <th
                scope="row"
                className="sticky left-0 border-b border-line bg-surface py-1.5 pr-3 pl-6 text-left font-normal group-hover:bg-hover"
              >
                <Link
                  href={assetHref(facts.mint, search)}
                  className="flex items-center gap-2.5 rounded-item pointer-coarse:min-h-11"
                >
                  <AssetName facts={facts} size={26} />
                </Link>
              </th>
              {figures.map((column) => (
                <td
                  key={column}
                  className="border-b border-line px-3 py-1.5 text-right align-top whitespace-nowrap last:pr-6"
                >
                  {assetCell(column, facts, asked)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </SkippableRegion>
  );
}
