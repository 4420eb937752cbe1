// One market: all that is known of it, its past, and what it does to somebody's money.
import { useState, type ReactNode, useMemo } from "react";
import { usePathname } from "wouter/use-browser-location";
import { usePageTitle } from "../frame/page-heading.tsx";
import { PageProblem, WayOut } from "../frame/page-problem.tsx";
import { LookingFor } from "../status/looking-for.tsx";
import { useStars } from "../../data/kept/stars.ts";
import { filterChips } from "../../select/chips.ts";
import { createSelector } from "../../select/select.ts";
import { loopRooms } from "../../market/loops/loop-rooms.ts";
import { marketName } from "../../market/market-text.ts";
import { toMarketsRequest } from "../../view-state/request-of-state.ts";
import { hrefTo, useSearch } from "../../view-state/address.ts";
import { countMarkets } from "../../format/count-markets.ts";
import { CopyButton } from "../../ui/fields/copy-button.tsx";
import { useViewState } from "../../view-state/use-view-state.ts";
import { Problem } from "../../ui/marks/problem.tsx";
import { idOfPath } from "./market-address.ts";
import { placeInList } from "./list-place.ts";
import { MarketView } from "./market-view.tsx";
import type { MarketsRequest } from "../../../contract/markets-request.ts";
import { useLendingMarkets } from "../../queries/markets/use-lending-markets.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { useFindMarkets, type FoundMarkets } from "../../queries/markets/find-markets.ts";

export function MarketPage(): ReactNode {
  const id = idOfPath(usePathname());
  const search = useSearch();
  const [state] = useViewState();
  const { phase, row, result, isList } = useMarketLookup(id, toMarketsRequest(state));
  const { starred } = useStars();
  const [select] = useState(createSelector);
  // A list of one token holds one leg of its loops, and one end of its loans.
  const needsLegs =
    row?.kind === "loop" && (state.assets.length > 0 || !result.rows.some(({ kind }) => kind === "lending"));
  const needsPlace = row?.kind === "lending" && state.assets.length > 0;
  const legs = useLendingMarkets((needsLegs || needsPlace) && result.phase === "complete");
  const loops = useMemo(
    () => loopRooms(result.rows, legs.rows.length > 0 ? legs.rows : result.rows),
    [result.rows, legs.rows],
  );
  const list = isList ? select(result.rows, state, { starred, peers: result.peers, loops }) : undefined;
  usePageTitle(row === undefined ? titles[phase] : marketName(row));

  if (row !== undefined)
    return (
      <MarketView
        key={row.id}
        row={row}
        result={result}
        legs={legs}
        needsLegs={needsLegs}
        needsPlace={needsPlace}
        place={list === undefined ? undefined : placeInList(list.visible, id)}
        chips={list === undefined ? [] : filterChips(state, list)}
      />
    );
  switch (phase) {
    case "found":
    case "loading":
      return (
        <LookingFor what="market" list="Markets" href={hrefTo("/", search)}>
          {result.rows.length === 0
            ? "The first page of markets is on its way."
            : `${countMarkets(result.rows.length)} so far.`}
        </LookingFor>
      );
    case "absent":
      return (
        <PageProblem
          error={{ kind: "no-market" }}
          about={id}
          retry={result.refresh}
          retryLabel="Read again"
          actions={
            <>
              <WayOut href={hrefTo("/", search)} label="Show all markets" />
              <CopyButton size="large" label="Copy id" what="Market id" text={() => id} />
            </>
          }
        >
          <span className="mt-2 block font-mono text-tiny break-all">{id}</span>
        </PageProblem>
      );
    case "failed":
      return <Problem size="page" {...result} />;
    default:
      return phase satisfies never;
  }
}

const titles = {
  found: "Market",
  loading: "Market",
  absent: "Market not found",
  failed: "Market not loaded",
} as const;

interface MarketLookup extends Pick<FoundMarkets, "result" | "isList"> {
  /** `absent`: every list there is has been read, and the market is in none. */
  readonly phase: "found" | "loading" | "absent" | "failed";
  readonly row: MarketRow | undefined;
}

/** @param listRequest what the list of the address asks for */
function useMarketLookup(id: string, listRequest: MarketsRequest): MarketLookup {
  const ids = useMemo(() => [id], [id]);
  const { rows, phase, result, isList } = useFindMarkets(ids, listRequest);
  return { phase: phase === "partly" ? "absent" : phase, row: rows.get(id), result, isList };
}
