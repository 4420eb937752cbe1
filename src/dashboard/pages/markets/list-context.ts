import { createContext, use, type RefObject } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import { createPageValue } from "../../data/storage/stored-value.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import type { TrendsReading } from "../../queries/trends.ts";
import type { Selection } from "../../select/select.ts";
import type { HowToChange } from "../../view-state/address.ts";
import type { ViewStateChange } from "../../view-state/use-view-state.ts";
import type { ViewId, ViewState } from "../../../domain/view-state/view-state.ts";

export interface ListContextValue {
  /** Without the order, so that sorting does not render everything around the list. */
  readonly state: ViewState;
  readonly onChange: (change: ViewStateChange, how?: HowToChange) => void;
  /** Stable while only the order changes. */
  readonly selection: Selection;
  readonly hasOneToken: boolean;
  readonly history: Pick<TrendsReading, "loading" | "error" | "retry">;
  readonly columns: readonly ColumnId[];
  readonly result: MarketsResult;
  readonly lookingForBenchmark: boolean;
  /** In their current order. */
  readonly shownRows: RefObject<readonly MarketRow[]>;
  /** Opens the only match. */
  readonly onSearchEnter: () => void;
}

export const ListContext = createContext<ListContextValue | undefined>(undefined);

export function useListContext(): ListContextValue {
  const list = use(ListContext);
  if (list === undefined) throw new Error("There is no list around this part.");
  return list;
}

/** The file to compare the list with. Survives a visit to a market's page. */
export const pastExport = createPageValue<File | undefined>(undefined);

export const panelId = "markets-panel";

export function startsWithHolding(view: ViewId): boolean {
  return view === "earn" || view === "loop" || view === "all";
}
