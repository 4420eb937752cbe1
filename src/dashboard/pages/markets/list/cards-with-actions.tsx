// Joins `list` and `actions`, which may not import each other.
import type { ReactNode } from "react";
import { renderActions } from "../../../actions/action-buttons.tsx";
import type { MarketListProps } from "../../../list/market-list.ts";
import { MarketCards } from "../../../list/cards/market-cards.tsx";

export function CardsWithActions(props: MarketListProps): ReactNode {
  return <MarketCards {...props} renderActions={renderActions} />;
}
