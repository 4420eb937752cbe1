// The cards of a phone and the actions in them, fetched as one.
import type { ReactNode } from "react";
import { MarketCards } from "../table/market-cards.tsx";
import type { MarketListProps } from "../table/market-list.ts";
import { renderActions } from "./render-actions.tsx";

export function CardsWithActions(props: MarketListProps): ReactNode {
  return <MarketCards {...props} renderActions={renderActions} />;
}
