import { useMemo, type ReactNode } from "react";
import { Link } from "wouter";
import { allLoopsRequest } from "../../data/markets/shared-requests.ts";
import { countOf, formatCount } from "../../../domain/format/number.ts";
import { solMint } from "../../../domain/market/asset-families.ts";
import { createSearch } from "../../../domain/market/filters/search.ts";
import { clearFilters } from "../../../domain/market/filters/filters.ts";
import { countInView } from "../../../domain/view-state/filter.ts";
import { useLendingMarkets, useMarkets } from "../../queries/markets/use-markets.ts";
import { applyPresetView } from "../../select/preset-views.ts";
import { stakedSolFor } from "../../select/whole-list/loan-tokens.ts";
import { inlineLinkClass } from "../../ui/fields/button.tsx";
import { setViewState, viewStateHref } from "../../view-state/use-view-state.ts";
import { useListContext } from "./list-context.ts";

const showClass = `${inlineLinkClass} pointer-coarse:px-2`;

/** Says what the list leaves out: loans, or the loops that have a tab of their own. */
export function ExcludedLine(): ReactNode {
  return useListContext().state.view === "borrow" ? <LoansLine /> : <LoopsLine />;
}

function LoansLine(): ReactNode {
  const { selection } = useListContext();
  const { loans } = selection.context;
  const texts = [
    ["collateral", `more that don't accept ${loans?.symbol ?? "this collateral"}`],
    ["unborrowable", "unavailable to borrow"],
  ] as const;
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center justify-end gap-x-4 text-small max-md:px-4 text-text2 print:hidden">
      <StakedSol />
      {texts.map(([filter, text]) => {
        const count = selection.hiding.find((entry) => entry.filter === filter)?.alone ?? 0;
        if (count === 0 || (filter === "collateral" && loans?.mint === undefined)) return null;
        const label = `${formatCount(count).text} ${text}`;
        return (
          <span key={filter}>
            {label} <span aria-hidden="true">·</span>{" "}
            <button
              type="button"
              aria-label={`Show ${label}`}
              onClick={() => setViewState(clearFilters([filter]))}
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

/** Suggests staking SOL and borrowing against that. */
function StakedSol(): ReactNode {
  const { state, result } = useListContext();
  const { rows } = useLendingMarkets(true);
  const hasSol = state.collateral === solMint;
  const staked = useMemo(() => (hasSol ? stakedSolFor(result.rows, rows) : []), [hasSol, result.rows, rows]);
  if (staked.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      Staked SOL keeps earning, but can trade below SOL:
      {staked.map(({ mint, name }) => (
        <button
          key={mint}
          type="button"
          aria-label={`Borrow against ${name}`}
          onClick={() => setViewState({ collateral: mint, collateralAmount: undefined })}
          className={showClass}
        >
          {name}
        </button>
      ))}
    </span>
  );
}

/** Counts loops once everything else has loaded. That also makes their tab open instantly. */
function LoopsLine(): ReactNode {
  const { state } = useListContext();
  const { phase, rows } = useMarkets(allLoopsRequest);
  const loops = { ...applyPresetView({ change: { view: "loop" } }, state), query: state.query };
  const finds = createSearch(state.query);
  const found = finds === undefined ? rows : rows.filter(finds);
  const count = phase === "complete" ? countInView(found, "loop", loops) : undefined;
  if (count === 0) return null;
  return (
    <p className="flex h-9 shrink-0 items-center justify-end gap-1 text-small text-text2 max-md:px-4 pointer-coarse:h-11 print:hidden">
      {count === undefined
        ? "Leveraged loops are in their own tab"
        : `${countOf(count, "leveraged loop")} not shown`}
      <span aria-hidden="true">·</span>
      <Link href={viewStateHref("/", loops)} aria-label="Show leveraged loops" className={showClass}>
        Show
      </Link>
    </p>
  );
}
