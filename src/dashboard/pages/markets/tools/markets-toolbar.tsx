// The line over the table: views, my size, the leading rate, columns, export, saved views and the link.
import type { ReactNode } from "react";
import { ApyBasisSwitch, SizeField } from "../../../list/toolbar/toolbar.tsx";
import { MarketsTabs } from "./markets-tabs.tsx";
import { ToolbarTools, type ToolbarToolsProps } from "./view-tools.tsx";

export interface MarketsToolbarProps extends ToolbarToolsProps {
  readonly panelId: string;
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
        <ToolbarTools {...tools} />
      </div>
    </div>
  );
}
