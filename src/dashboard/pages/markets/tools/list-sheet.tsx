// What can be done with the list of a phone as a whole: what a wider screen has at the end of its toolbar.
import type { ReactNode } from "react";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
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
  onClose,
  ...shown
}: ToolbarToolsProps & { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="This list" onClose={onClose}>
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
