// The end of the toolbar: columns, export, saved views and the link.
import type { ReactNode } from "react";
import type { ColumnId } from "../../../market/columns.ts";
import type { Selection } from "../../../select/select.ts";
import type { HowToChange } from "../../../view-state/address.ts";
import type { ViewStateChange } from "../../../view-state/use-view-state.ts";
import type { ViewState } from "../../../view-state/view-state.ts";
import { ColumnsTool, CopyLink, ExportTool, SavedViewsTool, type ExportToolProps } from "./view-tools.tsx";

export interface ToolbarToolsProps {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  readonly selection: Selection;
  readonly columns: readonly ColumnId[];
  readonly lookingForBenchmark: boolean;
  readonly exported: Pick<ExportToolProps, "rows" | "walk" | "onCompare">;
}

export function ToolbarTools({
  state,
  onChange,
  selection,
  columns,
  lookingForBenchmark,
  exported,
}: ToolbarToolsProps): ReactNode {
  return (
    <div className="flex items-center gap-2">
      <ColumnsTool
        state={state}
        selection={selection}
        columns={columns}
        onChange={onChange}
        lookingForBenchmark={lookingForBenchmark}
      />
      <ExportTool {...exported} columns={columns} selection={selection} />
      <SavedViewsTool place="toolbar" />
      <CopyLink place="toolbar" />
    </div>
  );
}
