// Where a depositor begins: what they hold and how much of it, or one of a few views that many start from.
import { useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import { readyViews, takeReadyView } from "../../select/ready-views.ts";
import { heldTokens } from "../../select/whole-list/loan-tokens.ts";
import { viewStateHref, type ViewStateChange } from "../../view-state/use-view-state.ts";
import type { HowToChange } from "../../view-state/address.ts";
import type { ViewState } from "../../view-state/view-state.ts";
import { focusFirstMarket, holdingId } from "./tools/focus-search.ts";
import { TokenSearch } from "./token-search.tsx";

/** The views in front, by the short word of their chip. */
const starts = readyViews.flatMap((view) => (view.chip === undefined ? [] : [{ ...view, chip: view.chip }]));

interface QuestionProps {
  readonly state: ViewState;
  /** The markets loaded, which say what can be held. */
  readonly rows: readonly MarketRow[];
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
}

/** @param inside whether the label stands in the field, as on a phone */
export function HeldToken({
  state: { assets },
  rows,
  onChange,
  inside = false,
}: QuestionProps & { readonly inside?: boolean }): ReactNode {
  const loaded = useMemo(() => heldTokens(rows), [rows]);
  // A list of one token names no other: those of a longer list stay to be chosen.
  const [tokens, setTokens] = useState(loaded);
  if (loaded.length > tokens.length) setTokens(loaded);
  return (
    <TokenSearch
      label="I hold"
      none="any token"
      inside={inside}
      tokens={tokens}
      families
      values={assets}
      onValue={(chosen) => onChange({ assets: chosen === undefined ? [] : [chosen] })}
    />
  );
}

export function Question({ state, rows, onChange }: QuestionProps): ReactNode {
  const { size } = state;
  const here = viewStateHref("/", state);
  return (
    <section
      id={holdingId}
      aria-label="What I hold"
      className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-4 print:hidden"
    >
      <HeldToken state={state} rows={rows} onChange={onChange} />
      <SizeField
        place="sentence"
        size={size}
        onSize={(next) => onChange({ size: next }, "replace")}
        onEnter={focusFirstMarket}
      />
      <nav aria-label="Start from" className="flex flex-wrap items-center gap-1.5 lg:ml-auto max-lg:hidden">
        <span className="text-small text-text3 max-xl:hidden">or start from</span>
        {starts.map((view) => {
          const href = viewStateHref("/", takeReadyView(view, state));
          return (
            <Link
              key={view.chip}
              href={href}
              title={view.name}
              aria-current={href === here ? "true" : undefined}
              className="inline-flex h-7 items-center rounded-full border border-line2 px-3 text-small font-medium whitespace-nowrap text-text2 hover:bg-hover hover:text-text aria-[current]:border-accent aria-[current]:bg-selected aria-[current]:text-text pointer-coarse:h-11"
            >
              {view.chip}
            </Link>
          );
        })}
      </nav>
    </section>
  );
}
