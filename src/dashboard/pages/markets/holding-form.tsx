// Asks a depositor what they hold and how much, or offers preset views.
import { useMemo, useState, type ReactNode } from "react";
import { Link } from "wouter";
import { SizeField } from "../../list/toolbar/toolbar.tsx";
import { presetViews, applyPresetView } from "../../select/preset-views.ts";
import { depositTokens } from "../../select/whole-list/loan-tokens.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import { useListContext } from "./list-context.ts";
import { focusFirstMarket, holdingId } from "../../list/toolbar/focus-search.ts";
import { TokenSearch } from "./token-search.tsx";

const starts = presetViews.flatMap((view) => (view.chip === undefined ? [] : [{ ...view, chip: view.chip }]));

export function HeldToken({ inside = false }: { readonly inside?: boolean }): ReactNode {
  const { state, onChange, result } = useListContext();
  const loaded = useMemo(() => depositTokens(result.rows), [result.rows]);
  // A list of one token names no other: keeps the tokens of a longer list.
  const [tokens, setTokens] = useState(loaded);
  if (loaded.length > tokens.length) setTokens(loaded);
  return (
    <TokenSearch
      label="I hold"
      none="any token"
      inside={inside}
      tokens={tokens}
      families
      values={state.assets}
      onValue={(chosen) => onChange({ assets: chosen === undefined ? [] : [chosen] })}
    />
  );
}

export function HoldingForm(): ReactNode {
  const { state, onChange } = useListContext();
  const here = viewStateHref("/", state);
  return (
    <section
      id={holdingId}
      aria-label="What I hold"
      className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line px-4 print:hidden"
    >
      <HeldToken />
      <SizeField
        place="sentence"
        size={state.size}
        onSize={(size) => onChange({ size }, "replace")}
        onEnter={focusFirstMarket}
      />
      <nav aria-label="Start from" className="flex flex-wrap items-center gap-1.5 lg:ml-auto max-lg:hidden">
        <span className="text-small text-text3 max-xl:hidden">or start from</span>
        {starts.map((view) => {
          const href = viewStateHref("/", applyPresetView(view, state));
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
