import type { ReactNode } from "react";
import { SmallMarketsChip } from "../../../list/chips/chip-row.tsx";
import { ApyBasisSwitch } from "../../../list/toolbar/toolbar.tsx";
import { haveBaseRate } from "../../../../domain/view-state/views.ts";
import { useListContext } from "../list-context.ts";
import { MarketsTabs } from "./markets-tabs.tsx";
import { ViewTools } from "./view-tools.tsx";

export function MarketsToolbar(): ReactNode {
  const { state, columns, selection } = useListContext();
  const { types } = state;
  // Loops have only a net rate.
  const hasParts = haveBaseRate(types);
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-4 border-b border-line2 px-4 print:hidden">
      {/* Reserves space for the counts. Otherwise the line would wrap when they arrive, and move the list. */}
      <div className="-mb-px h-10 min-w-0 grow basis-[430px] pointer-coarse:h-11">
        <MarketsTabs />
      </div>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1.5 py-1">
        {hasParts &&
        state.view !== "borrow" &&
        (columns.includes("depositApy") || columns.includes("baseDepositApy")) ? (
          <span className="hidden items-center gap-3 text-small text-text3 min-[1400px]:flex">
            <span className="flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2 rounded-[2px] bg-base forced-color-adjust-none" />
              Base
            </span>
            <span className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className="h-[3px] w-2 rounded-full bg-reward forced-color-adjust-none"
              />
              Rewards
            </span>
          </span>
        ) : null}
        <SmallMarketsChip state={state} isIgnored={selection.ignoredOptional} />
        {hasParts ? <ApyBasisSwitch /> : null}
        <ViewTools place="toolbar" />
      </div>
    </div>
  );
}
