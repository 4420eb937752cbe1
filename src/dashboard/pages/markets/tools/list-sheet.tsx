// What can be done with the list of a phone as a whole: what a wider screen has at the end of its toolbar.
import type { ReactNode } from "react";
import { SortSelect } from "../../../list/toolbar/sort-select.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { SortKey } from "../../../view-state/view-state.ts";
import {
  BenchmarkTool,
  CopyLink,
  ExportTool,
  SavedViewsTool,
  type ToolbarToolsProps,
} from "./view-tools.tsx";

export function ListSheet({
  exported,
  lookingForBenchmark,
  sort,
  onClose,
  ...shown
}: ToolbarToolsProps & {
  readonly sort: readonly SortKey[];
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Dialog title="This list" onClose={onClose}>
      {/* Over the cards where there is room for it. */}
      <div className="mb-3 hidden low:max-[479.98px]:block">
        <SortSelect
          columns={shown.columns}
          sort={sort}
          context={shown.selection.context}
          onSort={(keys) => shown.onChange({ sort: keys })}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <ExportTool
          {...exported}
          columns={shown.columns}
          selection={shown.selection}
          large
          onPastExport={(file) => {
            // What it says stands under the list.
            onClose();
            exported.onPastExport(file);
          }}
        />
        <SavedViewsTool place="sheet" />
        <CopyLink place="sheet" />
        <BenchmarkTool {...shown} looking={lookingForBenchmark} />
      </div>
    </Dialog>
  );
}
