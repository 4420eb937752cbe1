// The filters of a phone, with the same controls as the sidebar.
import type { ReactNode } from "react";
import { clearedFilters } from "../../../list/chips/clear-filters.ts";
import { FilterPanel } from "../../../list/panel/filter-panel.tsx";
import { ApyBasisSwitch } from "../../../list/toolbar/toolbar.tsx";
import { formatCount } from "../../../format/number.ts";
import { filterChips } from "../../../select/chips.ts";
import type { Selection } from "../../../select/select.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import type { HowToChange } from "../../../view-state/address.ts";
import type { ViewStateChange } from "../../../view-state/use-view-state.ts";
import type { ViewState } from "../../../view-state/view-state.ts";
import { countMarkets } from "../../../format/count-markets.ts";
import { CopyLink, SavedViewsTool } from "./view-tools.tsx";

export function FilterSheet({
  state,
  onChange,
  selection,
  tools,
  onClose,
}: {
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  readonly selection: Selection;
  /** What the toolbar holds on a wider screen. */
  readonly tools: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const active = filterChips(state, selection).length;
  return (
    <Dialog
      shape="sheet"
      title="Filters"
      aside={
        active === 0 ? null : (
          <>
            <span className="text-text3">{formatCount(active).text} active</span>
            <Button
              variant="quiet"
              size="large"
              className="ml-auto"
              onClick={() => onChange(clearedFilters(state))}
            >
              Clear filters
            </Button>
          </>
        )
      }
      footer={
        <Button variant="primary" size="touch" className="w-full" onClick={onClose}>
          Show {countMarkets(selection.visible.length)}
        </Button>
      }
      onClose={onClose}
    >
      <form aria-label="Filters" className="-mx-4 -my-3" onSubmit={(event) => event.preventDefault()}>
        <FilterPanel
          state={state}
          onChange={onChange}
          facets={selection.facets}
          extra={
            <div className="mt-3 flex items-center justify-between gap-3">
              <span aria-hidden="true" className="text-small font-semibold">
                APY basis
              </span>
              <ApyBasisSwitch basis={state.basis} onBasis={(basis) => onChange({ basis })} />
            </div>
          }
        />
        <div className="flex flex-wrap gap-2 px-4 py-3">
          {tools}
          <SavedViewsTool place="sheet" />
          <CopyLink place="sheet" />
        </div>
      </form>
    </Dialog>
  );
}
