import type { Ratio } from "../../contract/units.ts";
import type { ColumnId } from "../../domain/market/columns.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { Density, SortKey } from "../../domain/view-state/view-state.ts";
import type { EventGroups } from "../select/group-events.ts";

/** Pass stable functions, because rows render again when a prop changes. */
export interface MarketListProps {
  /** All rows, not a page of them. */
  readonly rows: readonly MarketRow[];
  readonly columns: readonly ColumnId[];
  readonly sort: readonly SortKey[];
  readonly onSort: (keys: readonly SortKey[]) => void;
  readonly context: SelectContext;
  readonly density: Density;
  /** The rate at which the bar is full. */
  readonly maxRate: Ratio | undefined;
  readonly changedIds: ReadonlySet<string>;
  readonly stale: boolean;
  /** The history of the last 90 days is being read. */
  readonly awaitsTrends: boolean;
  /** The markets that limit the capacity of loops are being read. */
  readonly awaitsLoops: boolean;
  /** Pages are still missing, so the order is not final. */
  readonly provisional: boolean;
  readonly loading: boolean;
  /** Opens the market in this tab; not called if the user opens a new tab. */
  readonly onOpen: (id: string) => void;
  readonly onCompare?: (() => void) | undefined;
  readonly side: Side;
  readonly hasOneToken: boolean;
  readonly blocked: ReadonlySet<string>;
  /** Outcomes of an event, by the id of the row that represents it. */
  readonly outcomes?: EventGroups["outcomes"] | undefined;
  /** When this changes, cards are recreated. */
  readonly generation: number;
}
