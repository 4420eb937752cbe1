import { createContext, use, type RefObject } from "react";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import type { ColumnId } from "../../../domain/market/columns.ts";
import { createPageValue } from "../../data/storage/stored-value.ts";
import type { MarketsResult } from "../../queries/markets/use-markets.ts";
import type { TrendsReading } from "../../queries/trends.ts";
import type { Selection } from "../../select/select.ts";
import type { ViewState } from "../../../domain/view-state/view-state.ts";

export interface ListContextValue {
  /** Without the sort order, so that sorting does not render everything around the list. */
  readonly state: ViewState;
  /** Stays the same object while only the order changes. */
  readonly selection: Selection;
  readonly hasOneToken: boolean;
  readonly history: TrendsReading;
  readonly columns: readonly ColumnId[];
  readonly result: MarketsResult;
  readonly lookingForBenchmark: boolean;
  /** In the order on screen. */
  readonly shownRowsRef: RefObject<readonly MarketRow[]>;
}

export const ListContext = createContext<ListContextValue | undefined>(undefined);

export function useListContext(): ListContextValue {
  const list = use(ListContext);
  if (list === undefined) throw new Error("There is no list around this part.");
  return list;
}

/** The file that the list is compared with. Kept while a market's page is open. */
export const pastExport = createPageValue<File | undefined>(undefined);

export const panelId = "markets-panel";
