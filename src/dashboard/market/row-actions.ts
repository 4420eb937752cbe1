// What the row of a list offers to do with a market, as plain data: such a row is no component.
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { MenuItem } from "../ui/overlay/menu.tsx";

/** What a button of a row does: a link, or without an address the reason why it is none. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  /** What is written where the label is too long for a row. */
  readonly text?: string;
  readonly href: string | undefined;
  /** Where it leads, or why it does not. */
  readonly title: string;
  /** Whether it leads to the provider's page instead of the action. */
  readonly leaves: boolean;
  /** Whether it is what the list is about, and stands out. */
  readonly main: boolean;
}

/** What can be done with a market: its buttons, most wanted first, and what its menu holds. */
export interface RowActions {
  /** Their addresses know nothing of the list. */
  readonly buttonsOf: (row: MarketRow) => readonly RowAction[];
  /** The address that a button opens from this list. */
  readonly placed: (href: string | undefined, row: MarketRow) => string | undefined;
  readonly menuOf: (row: MarketRow) => readonly MenuItem[];
}
