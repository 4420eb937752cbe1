// The actions of a row, for the lists: they may not know each other, so the page introduces them.
import { MarketActions } from "../../actions/action-buttons.tsx";
import type { MarketListProps } from "../../list/market-list.ts";

export const renderActions: NonNullable<MarketListProps["renderActions"]> = (row, variant) => (
  <MarketActions row={row} variant={variant} />
);
