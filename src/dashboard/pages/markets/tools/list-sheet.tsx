// The tools of a phone's list, which a wider screen has at the end of its toolbar.
import type { ReactNode } from "react";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ListSort } from "./markets-tabs.tsx";
import { ViewTools } from "./view-tools.tsx";

export function ListSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="This list" onClose={onClose}>
      {/* Over the cards where there is room for it. */}
      <div className="mb-3 hidden low:max-[479.98px]:block">
        <ListSort />
      </div>
      {/* What a comparison says is under the list. */}
      <ViewTools place="sheet" onChosen={onClose} />
    </Dialog>
  );
}
