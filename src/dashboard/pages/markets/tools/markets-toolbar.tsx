// The line over the table: views, my size, the leading rate, columns, export, saved views and the link.
import type { ReactNode } from "react";
import { ApyBasisSwitch, SizeField } from "../../../list/toolbar/toolbar.tsx";
import { ViewTabs } from "../../../list/toolbar/view-tabs.tsx";
import type { ToolbarToolsProps } from "./view-tools.tsx";
import { buttonClass } from "../../../ui/fields/button.tsx";
import { lazyPart } from "../../../ui/page/lazy-part.tsx";
import type { Selection } from "../../../select/select.ts";
import type { ViewId, ViewState } from "../../../view-state/view-state.ts";
import { views } from "../../../view-state/views.ts";

// Until they can be pressed the tools are drawn, so that nothing beside them moves when they come.
const toolbarTools = lazyPart(
  async () => (await import("./view-tools.tsx")).ToolbarTools,
  <span aria-hidden="true" className="flex items-center gap-2">
    {[["Columns"], ["Export"], ["Saved views", "max-2xl:sr-only"], ["Copy link", "max-lg:sr-only"]].map(
      ([label, narrow]) => (
        <span key={label} className={buttonClass()}>
          <span className="size-3.5" />
          <span className={narrow}>{label}</span>
        </span>
      ),
    )}
  </span>,
);

export const toolsFetched = toolbarTools.fetched;

export interface MarketsToolbarProps extends ToolbarToolsProps {
  readonly panelId: string;
}

export function MarketsTabs(props: Omit<MarketsToolbarProps, "columns" | "exported">): ReactNode {
  const { state, onChange, selection, panelId } = props;
  return (
    <ViewTabs
      view={state.view}
      onView={(view) => onChange({ view })}
      countOf={(view) => viewCount(view, selection, state)}
      panelId={panelId}
    />
  );
}

export function MarketsToolbar({ panelId, ...tools }: MarketsToolbarProps): ReactNode {
  const { state, onChange } = tools;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 border-b border-line2 px-4 print:hidden">
      {/* Room for the counts before they are known: a line that breaks when they come would move the list. */}
      <div className="-mb-px h-11 min-w-0 grow basis-[460px]">
        <MarketsTabs {...tools} panelId={panelId} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1.5 py-1 lg:gap-x-4">
        <SizeField place="bar" size={state.size} onSize={(size) => onChange({ size }, "replace")} />
        <div className="flex items-center gap-2">
          <span aria-hidden="true" className="text-small text-text3 max-lg:hidden">
            APY basis
          </span>
          <ApyBasisSwitch basis={state.basis} onBasis={(basis) => onChange({ basis })} />
        </div>
        <span aria-hidden="true" className="h-4 w-px bg-line2 max-lg:hidden" />
        <toolbarTools.Part {...tools} />
      </div>
    </div>
  );
}

/**
 * The number beside a tab, for the chosen one that of the types asked for; undefined where it would mislead: nothing is loaded yet, or the tab's types are not asked for, so
 * that what is loaded of them says nothing.
 */
export function viewCount(
  view: ViewId,
  { facets, total }: Pick<Selection, "facets" | "total">,
  state: Pick<ViewState, "types" | "view">,
): number | undefined {
  if (facets.loaded === 0) return undefined;
  if (view === state.view) return total;
  if (!views[view].types.every((type) => state.types.includes(type))) return undefined;
  if (view === "all") return facets.loaded;
  return facets.types
    .filter((facet) => views[view].types.includes(facet.type))
    .reduce((sum, facet) => sum + facet.count, 0);
}
