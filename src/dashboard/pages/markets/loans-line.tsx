// The line under a list of loans: what is left out of it, and how to see it.
import type { ReactNode } from "react";
import { formatCount } from "../../format/number.ts";
import { liftFilters, type FilterId } from "../../market/filters/filters.ts";
import type { Selection } from "../../select/select.ts";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";

export function LoansLine({
  selection: { hiding, context },
  onChange,
}: {
  readonly selection: Pick<Selection, "hiding" | "context">;
  readonly onChange: (change: ViewStateChange) => void;
}): ReactNode {
  const hidden = (filter: FilterId): number => hiding.find((entry) => entry.filter === filter)?.alone ?? 0;
  const collateral = context.loans?.symbol;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center justify-end gap-x-4 text-small max-md:px-4 text-text2 print:hidden">
      {collateral === undefined ? null : (
        <Left
          count={hidden("collateral")}
          text={`more do not take ${collateral}`}
          onShow={() => onChange(liftFilters(["collateral"]))}
        />
      )}
      <Left
        count={hidden("unborrowable")}
        text="never borrowed or used up, or without a link"
        onShow={() => onChange(liftFilters(["unborrowable"]))}
      />
    </div>
  );
}

function Left({
  count,
  text,
  onShow,
}: {
  readonly count: number;
  readonly text: string;
  readonly onShow: () => void;
}): ReactNode {
  if (count === 0) return null;
  const said = `${formatCount(count).text} ${text}`;
  return (
    <span>
      {said}:{" "}
      <button
        type="button"
        aria-label={`Show ${said}`}
        onClick={onShow}
        className="inline-flex min-h-6 items-center rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:px-2"
      >
        show
      </button>
    </span>
  );
}
