// Plain data, because rows render hundreds of actions.
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { MenuItem } from "../ui/overlay/menu.tsx";

export interface RowAction {
  readonly key: string;
  readonly label: string;
  readonly text?: string;
  readonly href: string | undefined;
  readonly host?: string;
  readonly title: string;
  /** Opens the provider's page instead of the action. */
  readonly leaves: boolean;
  readonly main: boolean;
}

export interface RowActions {
  /** Links do not contain the list's parameters yet. */
  readonly buttonsOf: (row: MarketRow) => readonly RowAction[];
  /** Adds the list's parameters to a link. */
  readonly placed: (href: string | undefined, row: MarketRow) => string | undefined;
  readonly menuOf: (row: MarketRow) => readonly MenuItem[];
}
