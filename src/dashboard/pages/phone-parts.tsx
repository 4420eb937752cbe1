// What a phone draws while the first page of markets is on its way, fetched as one file: the cards with the actions in them and
// the bars over them.
import type { ReactNode } from "react";
import { MarketCards } from "../table/market-cards.tsx";
import type { MarketListProps } from "../table/market-list.ts";
import { renderActions } from "./render-actions.tsx";

export { PhoneToolbar } from "./phone-toolbar.tsx";
export { PhoneTools } from "./phone-tools.tsx";

export function CardsWithActions(props: MarketListProps): ReactNode {
  return <MarketCards {...props} renderActions={renderActions} />;
}
