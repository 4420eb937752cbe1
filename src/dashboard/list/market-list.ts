// The props that the table and the cards share.
import type { ReactNode } from "react";
import type { Ratio } from "../../contract/units.ts";
import type { ColumnId } from "../../domain/market/columns.ts";
import type { Side } from "../../domain/market/assess/assessment.ts";
import type { SelectContext } from "../../domain/market/column.ts";
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { Density, SortKey } from "../../domain/view-state/view-state.ts";
import type { RowActions } from "../market/row-actions.ts";

/** Everything a list of markets needs. Functions should be stable, since rows are drawn again only when a prop changes. */
export interface MarketListProps {
  /** Visible markets in their order: all of them, not a page of them. */
  readonly rows: readonly MarketRow[];
  /** Visible columns in order, `market` first and `actions` last. */
  readonly columns: readonly ColumnId[];
  /** The order in force, also when none was chosen. */
  readonly sort: readonly SortKey[];
  readonly onSort: (keys: readonly SortKey[]) => void;
  readonly context: SelectContext;
  readonly density: Density;
  /** The rate at which the bar of the rate column is full. */
  readonly maxRate: Ratio | undefined;
  /** Markets whose figures changed with the last refresh: their rows flash once. */
  readonly changedIds?: ReadonlySet<string>;
  /** Old data: drawn lighter. */
  readonly stale?: boolean;
  /** Whether pages are still missing, so that the order is not final. */
  readonly provisional?: boolean;
  /** Whether the first rows are still on their way: skeleton rows stand in for them. */
  readonly loading?: boolean;
  readonly hrefOf?: (id: string) => string;
  /** Opens a market's page in this document; not called for a new tab. */
  readonly onOpen?: (id: string) => void;
  /** The action buttons of a card, made by the page, since lists know nothing of links. */
  readonly renderActions?: ((row: MarketRow) => ReactNode) | undefined;
  /** The same for the table, whose buttons are plain data. */
  readonly actions?: RowActions;
  /** "demo source". */
  readonly sourceLabel?: string;
  /** Shows the picked markets side by side. Absent while there are too few of them. */
  readonly onCompare?: (() => void) | undefined;
  readonly onBenchmark?: (id: string | undefined) => void;
  /** Which side of the markets the list is about. */
  readonly side?: Side;
  /** Whether all markets are of one token, which their names then leave out. */
  readonly hasOneToken?: boolean;
  /** Markets that take no deposit, or give no loan: they come last and have no action button. */
  readonly blocked?: ReadonlySet<string>;
  /** Cards are drawn as a new list when this changes. */
  readonly generation?: number;
}

/** Which of a market's two rates. */
export type RateSide = "deposit" | "borrow";
