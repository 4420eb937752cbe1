// Chooses between the table and the cards, at the end of the line over them.
import { LayoutGrid, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { useAnnounce } from "../../../ui/page/live-region.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import type { Layout } from "../../../view-state/view-state.ts";

const layouts = [
  { value: "table", label: "Table", icon: <Rows3 aria-hidden="true" className="size-3.5" /> },
  { value: "cards", label: "Cards", icon: <LayoutGrid aria-hidden="true" className="size-3.5" /> },
] as const;

export function LayoutSwitch({
  layout,
  onLayout,
}: {
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
}): ReactNode {
  const announce = useAnnounce();
  return (
    <Segmented
      label="Layout"
      options={layouts}
      value={layout}
      onChange={(chosen) => {
        onLayout(chosen);
        announce(chosen === "cards" ? "Markets are shown as cards" : "Markets are shown as a table");
      }}
    />
  );
}
