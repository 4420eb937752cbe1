// The line under a list of plain deposits: leveraged loops are left out of it unless somebody asks for them. Their list is read
// once all else is in, to be counted; opening their tab is instant then.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { maximumLimit } from "../../../contract/markets-request.ts";
import { useMarketsWalk } from "../../data/markets/markets-walk.ts";
import { formatCount, formatRate } from "../../format/number.ts";
import { takeReadyView } from "../../select/ready-views.ts";
import { viewStateHref } from "../../view-state/use-view-state.ts";
import type { ViewState } from "../../view-state/view-state.ts";

const everyLoop = { types: ["loop"], limit: maximumLimit } as const;

export function LoopsLine({ state }: { readonly state: ViewState }): ReactNode {
  const { phase, rows } = useMarketsWalk(everyLoop);
  const [best] = rows.flatMap(({ depositApy }) => depositApy ?? []).toSorted((a, b) => b - a);
  const text =
    phase === "complete" && best !== undefined
      ? `${formatCount(rows.length).text} leveraged ${rows.length === 1 ? "loop" : "loops"}, up to ${formatRate(best).text}`
      : "Leveraged loops are in their own tab";
  return (
    <p className="flex h-9 shrink-0 items-center justify-end gap-1 text-small text-text2 max-md:px-4 pointer-coarse:h-11 print:hidden">
      {text}:
      <Link
        href={viewStateHref("/", takeReadyView({ change: { view: "loop" } }, state))}
        aria-label="Show leveraged loops"
        className="inline-flex min-h-6 items-center rounded-item font-medium text-accent hover:underline pointer-coarse:min-h-11 pointer-coarse:px-2"
      >
        show
      </Link>
    </p>
  );
}
