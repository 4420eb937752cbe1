// TanStack Table and TanStack Virtual, combined as in their guide.
import {
  columnFilteringFeature,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_text,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import "./peers.css";
import { columns as shared, firstSort, hasRewards, pages, rowHeight, type SentMarket } from "./markets.ts";

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: { includesString: filterFn_includesString },
  sortFns: { text: sortFn_text },
});
const helper = createColumnHelper<typeof features, SentMarket>();
const columns = helper.columns(
  shared.map(({ id, name, isNumber, read, write }) =>
    helper.accessor(read, {
      id,
      header: name,
      cell: ({ row }) => write(row.original),
      sortUndefined: "last",
      sortDescFirst: isNumber,
      enableGlobalFilter: !isNumber,
      filterFn: (row) => hasRewards(row.original),
    }),
  ),
);

function Page(): ReactNode {
  const [data, setData] = useState<SentMarket[]>([]);
  useEffect(() => {
    void (async () => {
      for await (const page of pages()) setData((known) => [...known, ...page]);
    })();
  }, []);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (market) => market.id,
    globalFilterFn: "includesString",
    enableSortingRemoval: false,
    initialState: { sorting: [{ id: firstSort.column.id, desc: firstSort.descending }] },
  });
  const { rows } = table.getRowModel();
  const region = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 5,
  });
  const width = shared.length * 110;
  return (
    <>
      <div className="tools">
        <input
          type="search"
          aria-label="Search markets"
          onChange={(event) => table.setGlobalFilter(event.currentTarget.value)}
        />
        <label>
          <input
            type="checkbox"
            onChange={(event) =>
              table.getColumn("name")?.setFilterValue(event.currentTarget.checked || undefined)
            }
          />
          Only with rewards
        </label>
      </div>
      <div ref={region} className="region">
        <div role="table" aria-rowcount={rows.length + 1}>
          {table.getHeaderGroups().map((group) => (
            <div key={group.id} role="row" className="head" style={{ width }}>
              {group.headers.map((header) => (
                <div key={header.id} role="columnheader" className="cell">
                  <button type="button" onClick={header.column.getToggleSortingHandler()}>
                    <table.FlexRender header={header} />
                  </button>
                </div>
              ))}
            </div>
          ))}
          <div role="rowgroup" style={{ position: "relative", width, height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const row = rows[index];
              return row === undefined ? null : (
                <div
                  key={row.id}
                  role="row"
                  className="row"
                  aria-rowindex={index + 2}
                  data-index={index}
                  ref={virtualizer.measureElement}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {row.getAllCells().map((cell) => (
                    <div key={cell.id} role="cell" className="cell">
                      <table.FlexRender cell={cell} />
                    </div>
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </>
  );
}

createRoot(document.body.appendChild(document.createElement("div"))).render(<Page />);
