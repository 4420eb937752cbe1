import type { ReactNode } from "react";
import { PanelRows } from "../../ui/marks/skeleton.tsx";

export function ChangesLoading(): ReactNode {
  return (
    <>
      <output className="sr-only">Loading what changed…</output>
      <div aria-hidden="true" className="flex flex-col gap-4">
        <div className="h-[88px] rounded-panel border border-line2 bg-surface max-md:h-[260px]" />
        <div className="grid gap-4 xl:grid-cols-2">
          <PanelRows headed count={8} />
          <PanelRows headed count={8} />
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <PanelRows headed count={4} />
          <PanelRows headed count={4} />
          <PanelRows headed count={4} />
          <PanelRows headed count={4} />
        </div>
      </div>
    </>
  );
}
