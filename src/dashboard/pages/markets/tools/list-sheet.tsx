import type { ReactNode } from "react";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { ListSort } from "./markets-tabs.tsx";
import { ViewTools } from "./view-tools.tsx";

export function ListSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Dialog title="This list" onClose={onClose}>
      {/* Elsewhere it is above the cards. */}
      <div className="mb-3 hidden low:max-[479.98px]:block">
        <ListSort />
      </div>
      {/* The result of a comparison is below the list. */}
      <ViewTools place="sheet" onChosen={onClose} />
    </Dialog>
  );
}
