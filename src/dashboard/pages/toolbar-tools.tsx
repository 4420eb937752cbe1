// The end of the toolbar: columns, export and the link.
import type { ReactNode } from "react";
import type { MarketsToolbarProps } from "./markets-toolbar.tsx";
import { ColumnsTool, CopyLink, ExportTool } from "./view-tools.tsx";

export type ToolbarToolsProps = Omit<MarketsToolbarProps, "panelId">;

export function ToolbarTools({
  state,
  onChange,
  selection,
  columns,
  exported,
}: ToolbarToolsProps): ReactNode {
  return (
    <div className="flex items-center gap-2">
      <ColumnsTool state={state} selection={selection} columns={columns} onChange={onChange} />
      <ExportTool {...exported} columns={columns} selection={selection} />
      <CopyLink place="toolbar" />
    </div>
  );
}
