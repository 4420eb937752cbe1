// AG Grid Community as in its quick start. Plain JavaScript, because AG Grid's types are missing until the
// benchmark has installed it.
import { AllCommunityModule, ModuleRegistry, createGrid } from "ag-grid-community";
import "./peers.css";
import { columns, firstSort, hasRewards, pages, rowHeight } from "./markets.ts";

ModuleRegistry.registerModules([AllCommunityModule]);

const tools = document.createElement("div");
tools.className = "tools";
tools.innerHTML =
  '<input type="search" aria-label="Search markets"><label><input type="checkbox">Only with rewards</label>';
const place = document.createElement("div");
place.className = "grid";
document.body.append(tools, place);
const [search, rewards] = tools.querySelectorAll("input");

const grid = createGrid(place, {
  rowHeight,
  rowData: [],
  getRowId: ({ data }) => data.id,
  columnDefs: columns.map(({ id, name, isNumber, read, write }) => ({
    colId: id,
    headerName: name,
    width: 110,
    valueGetter: ({ data }) => read(data),
    valueFormatter: ({ data }) => write(data),
    type: isNumber ? "numericColumn" : undefined,
    sortingOrder: isNumber ? ["desc", "asc"] : ["asc", "desc"],
    initialSort: id === firstSort.column.id ? "desc" : undefined,
    getQuickFilterText: isNumber ? () => "" : ({ value }) => value,
  })),
  cacheQuickFilter: true,
  isExternalFilterPresent: () => rewards.checked,
  doesExternalFilterPass: ({ data }) => hasRewards(data),
});
search.addEventListener("input", () => grid.setGridOption("quickFilterText", search.value));
rewards.addEventListener("change", () => grid.onFilterChanged());

for await (const add of pages()) grid.applyTransaction({ add });
