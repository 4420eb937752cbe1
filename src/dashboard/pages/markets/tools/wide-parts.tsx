// What a wide screen draws around the list while the first page of markets is on its way, fetched as one file: the filters
// beside it and the tools over it.
export { SidebarFilters } from "./sidebar-filters.tsx";
export { ToolbarTools } from "./toolbar-tools.tsx";
