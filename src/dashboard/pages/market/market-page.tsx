import type { ReactNode } from "react";
import { usePathname } from "wouter/use-browser-location";
import { usePageTitle } from "../frame/page-heading.tsx";
import { PageProblem, ProblemLink } from "../frame/page-problem.tsx";
import { LoadingItem } from "../frame/item-head.tsx";
import { marketTitle } from "../../../domain/market/market-text.ts";
import { toMarketsRequest } from "../../../domain/view-state/markets-request-of-view.ts";
import { hrefTo, idOfPath, useSearch } from "../../view-state/address.ts";
import { countMarkets } from "../../../domain/format/number.ts";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { useViewState } from "../../view-state/use-view-state.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { useListSelection } from "../markets/list/use-list-selection.ts";
import { MarketView } from "./market-view.tsx";
import { useFindMarkets, type FoundMarkets } from "../../queries/markets/find-markets.ts";

export function MarketPage(): ReactNode {
  const id = idOfPath(usePathname());
  const search = useSearch();
  const state = useViewState();
  const { rows, phase, result, isList } = useFindMarkets([id], toMarketsRequest(state));
  const row = rows.get(id);
  const { selection } = useListSelection(state, false);
  usePageTitle(row === undefined ? titles[phase] : marketTitle(row));
  if (row !== undefined)
    return (
      <MarketView
        key={row.id}
        row={row}
        result={result}
        list={isList ? selection : undefined}
        listContext={selection.context}
      />
    );
  if (phase === "failed") return <Problem size="page" {...result} />;
  if (phase === "partly")
    return (
      <PageProblem
        error={{ kind: "no-market" }}
        about={id}
        retry={result.refresh}
        retryLabel="Refresh"
        actions={
          <>
            <ProblemLink href={hrefTo("/", search)} label="Show all markets" />
            <CopyButton size="large" label="Copy id" what="Market id" text={() => id} />
          </>
        }
      >
        <span className="mt-2 block font-mono text-tiny break-all">{id}</span>
      </PageProblem>
    );
  return (
    <LoadingItem what="market" href={hrefTo("/", search)}>
      {result.rows.length === 0
        ? "Loading the list of markets…"
        : `${countMarkets(result.rows.length)} so far.`}
    </LoadingItem>
  );
}

const titles = {
  found: "Market",
  loading: "Market",
  partly: "Market not found",
  failed: "Market not loaded",
} as const satisfies Record<FoundMarkets["phase"], string>;
