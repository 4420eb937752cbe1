import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import type { Asked, AssetFacts } from "../../select/assets/asset-facts.ts";
import {
  assetColumns,
  assetValue,
  startsHigh,
  type AssetColumn,
  type AssetOrder,
} from "../../select/assets/asset-list.ts";
import { columnsOf } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { assetCell, AssetName, columnNames } from "./asset-cells.tsx";
import { assetHref } from "./assets-address.ts";

const csvNames: Readonly<Record<AssetColumn, string>> = {
  asset: "symbol",
  price: "price (USD)",
  change: "change over 24 h (fraction)",
  markets: "markets",
  earn: "best to earn (fraction per year)",
  borrow: "cheapest to borrow (fraction per year)",
  loop: "best loop (fraction per year)",
  deposits: "deposits (USD)",
};

const column = columnsOf<AssetFacts>();

function columnsFor(asked: Asked, search: string) {
  return assetColumns.map((id) => {
    const csv = csvNames[id];
    const shared = {
      header: columnNames[id],
      sortDescFirst: startsHigh(id),
      value: (facts: AssetFacts) => assetValue(id, facts, asked),
    };
    if (id !== "asset")
      return column(id, {
        ...shared,
        csv,
        card: id === "price" ? "lead" : "secondary",
        cell: (facts) => assetCell(id, facts, asked),
      });
    return column(id, {
      ...shared,
      csv: [csv, ({ symbol }) => symbol],
      card: "lead",
      cell: (facts, isCard) => (
        <Link
          href={assetHref(facts.mint, search)}
          className="flex items-center gap-2.5 rounded-item pointer-coarse:min-h-11"
        >
          <AssetName facts={facts} size={isCard ? 32 : 26} />
        </Link>
      ),
    });
  });
}

export function AssetTable({
  assets,
  asked,
  search,
  isLoading,
  order,
  onOrder,
  generation,
}: {
  readonly assets: readonly AssetFacts[];
  readonly asked: Asked;
  readonly search: string;
  readonly isLoading: boolean;
  /** Undefined: in the order given. */
  readonly order: AssetOrder | undefined;
  readonly onOrder: (order: AssetOrder) => void;
  readonly generation: string;
}): ReactNode {
  const columns = useMemo(() => columnsFor(asked, search), [asked, search]);
  return (
    <DataTable
      label="Assets"
      columns={columns}
      rows={assets}
      rowKey={({ mint }) => mint}
      sort={order && { id: order.column, desc: order.descending }}
      onSortChange={({ id, desc }) => {
        const known = assetColumns.find((name) => name === id);
        if (known !== undefined) onOrder({ column: known, descending: desc });
      }}
      loading={isLoading}
      hasRowLink
      csv={{ fileName: "assets" }}
      region={{ what: "assets", className: "min-h-64 border-t border-line2 bg-surface [--edge:1.5rem]" }}
      generation={generation}
      rowHeight={48}
    />
  );
}
