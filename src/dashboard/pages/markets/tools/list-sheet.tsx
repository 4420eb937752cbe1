// The tools of a phone's list, which a wider screen has at the end of its toolbar.
import type { ReactNode } from "react";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ListSort } from "./markets-tabs.tsx";
import { BenchmarkTool, CopyLink, ExportTool, SavedViewsTool } from "./view-tools.tsx";

export function ListSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="This list" onClose={onClose}>
      {/* Over the cards where there is room for it. */}
      <div className="mb-3 hidden low:max-[479.98px]:block">
        <ListSort />
      </div>
      <div className="flex flex-wrap gap-2">
        {/* What a comparison says is under the list. */}
        <ExportTool place="sheet" onPastExport={onClose} />
        <SavedViewsTool place="sheet" />
        <CopyLink place="sheet" />
        <BenchmarkTool />
      </div>
    </Dialog>
  );
}
