import type { ReactNode } from "react";
import { Link } from "wouter";
import { allLoopsRequest } from "../../data/markets/shared-requests.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { liftFilters } from "../../../domain/market/filters/filters.ts";
import { useMarkets } from "../../queries/markets/use-markets.ts";
import { applyPresetView } from "../../select/preset-views.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import { useListContext } from "./list-context.ts";

const showClass =
  "inline-flex min-h-6 items-center rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:px-2";

export function LoansLine(): ReactNode {
  const { onChange, selection } = useListContext();
  const collateral = selection.context.loans?.symbol;
  const texts = [
    ["collateral", `more don’t accept ${collateral ?? ""}`],
    ["unborrowable", "unavailable to borrow"],
  ] as const;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center justify-end gap-x-4 text-small max-md:px-4 text-text2 print:hidden">
      {texts.map(([filter, text]) => {
        const count = selection.hiding.find((entry) => entry.filter === filter)?.alone ?? 0;
        if (count === 0 || (filter === "collateral" && collateral === undefined)) return null;
        const said = `${formatCount(count).text} ${text}`;
        return (
          <span key={filter}>
            {said} <span aria-hidden="true">·</span>{" "}
            <button
              type="button"
              aria-label={`Show ${said}`}
              onClick={() => onChange(liftFilters([filter]))}
              className={showClass}
            >
              Show
            </button>
          </span>
        );
      })}
    </div>
  );
}

/** Counts loops after everything else has loaded, which also makes their tab instant. */
export function LoopsLine(): ReactNode {
  const { state } = useListContext();
  const { phase, rows } = useMarkets(allLoopsRequest);
  return (
    <p className="flex h-9 shrink-0 items-center justify-end gap-1 text-small text-text2 max-md:px-4 pointer-coarse:h-11 print:hidden">
      {phase === "complete" && rows.length > 0
        ? `${countOf(rows.length, "leveraged loop")} not shown`
        : "Leveraged loops are in their own tab"}
      <span aria-hidden="true">·</span>
      <Link
        href={viewStateHref("/", applyPresetView({ change: { view: "loop" } }, state))}
        aria-label="Show leveraged loops"
        className={showClass}
      >
        Show
      </Link>
    </p>
  );
}
