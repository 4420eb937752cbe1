import type { ReactNode } from "react";
import type { Ratio } from "../../contract/units.ts";
import type { ColumnId } from "../../domain/market/columns.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { Density, SortKey } from "../../domain/view-state/view-state.ts";
import type { EventGroups } from "../select/group-events.ts";
import type { RowActions } from "../market/row-actions.ts";

/** Functions should be stable, since rows rerender when a prop changes. */
export interface MarketListProps {
  /** All of them, not a page. */
  readonly rows: readonly MarketRow[];
  readonly columns: readonly ColumnId[];
  readonly sort: readonly SortKey[];
  readonly onSort: (keys: readonly SortKey[]) => void;
  readonly context: SelectContext;
  readonly density: Density;
  /** The bar is full at this rate. */
  readonly maxRate: Ratio | undefined;
  readonly changedIds: ReadonlySet<string>;
  readonly stale: boolean;
  /** Pages are missing, so the order is not final. */
  readonly provisional: boolean;
  readonly loading: boolean;
  readonly hrefOf: (id: string) => string;
  /** In this document; not called for a new tab. */
  readonly onOpen: (id: string) => void;
  /** `list` may not import `actions`. */
  readonly renderActions?: ((row: MarketRow) => ReactNode) | undefined;
  readonly actions?: RowActions;
  readonly sourceLabel: string;
  readonly onCompare?: (() => void) | undefined;
  readonly onBenchmark: (id: string | undefined) => void;
  readonly side: Side;
  readonly hasOneToken: boolean;
  readonly blocked?: ReadonlySet<string>;
  /** By the id of their event's row. */
  readonly strikes?: EventGroups["strikes"] | undefined;
  /** Cards are recreated when this changes. */
  readonly generation: number;
}
