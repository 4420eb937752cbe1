// Plain data, because rows render hundreds of actions.
import type { MarketRow } from "../../domain/market/market-row.ts";
import type { MenuItem } from "../ui/overlay/menu.tsx";

/** A link, or the reason it is missing. */
export interface RowAction {
  readonly key: string;
  readonly label: string;
  /** Shorter than the label. */
  readonly text?: string;
  readonly href: string | undefined;
  /** Where it leads, or why it does not. */
  readonly title: string;
  /** Leads to the provider's page instead of the action. */
  readonly leaves: boolean;
  /** The list's own action, emphasized. */
  readonly main: boolean;
}

/** The most wanted first. */
export interface RowActions {
  /** Without the list's parameters. */
  readonly buttonsOf: (row: MarketRow) => readonly RowAction[];
  /** Adds the list's parameters. */
  readonly placed: (href: string | undefined, row: MarketRow) => string | undefined;
  readonly menuOf: (row: MarketRow) => readonly MenuItem[];
}
