import type { ReactNode } from "react";
import { countOf, formatCount, countMarkets } from "../../../../domain/format/number.ts";
import { haveBaseRate } from "../../../../domain/view-state/views.ts";
import { FilterPanel } from "../../../list/panel/filter-panel.tsx";
import { ApyBasisSwitch } from "../../../list/toolbar/toolbar.tsx";
import { resetFilters, filterChips } from "../../../select/chips.ts";
import { Button } from "../../../ui/fields/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { setViewState, type ViewStateChange } from "../../../view-state/use-view-state.ts";
import { useListContext } from "../list-context.ts";

/** All choices share one history entry. */
const choose = (change: ViewStateChange): void => setViewState(change, "replace");

export function FilterSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { state, selection } = useListContext();
  const { visible } = selection;
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
              onClick={() => choose(resetFilters(state))}
            >
              Clear filters
            </Button>
          </>
        )
      }
      footer={
        <Button variant="primary" size="touch" className="w-full" onClick={onClose}>
          Show{" "}
          {selection.events === undefined ? countMarkets(visible.length) : countOf(visible.length, "event")}
        </Button>
      }
      onClose={onClose}
    >
      <form aria-label="Filters" className="-mx-4 -my-3" onSubmit={(event) => event.preventDefault()}>
        <FilterPanel
          state={state}
          onChange={choose}
          facets={selection.facets}
          extra={
            haveBaseRate(state.types) ? (
              <div className="mt-3 flex items-center justify-between gap-3">
                <span aria-hidden="true" className="text-small font-semibold">
                  APY basis
                </span>
                <ApyBasisSwitch how="replace" />
              </div>
            ) : null
          }
        />
      </form>
    </Dialog>
  );
}
