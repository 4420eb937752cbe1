import { offeredActions, type MarketRow } from "../../domain/market/market-row.ts";
import { actionKeys, actionLabel } from "./action-labels.ts";
import { toActionLink, type ActionLink, type ActionLinkOptions } from "./action-link.ts";

export interface MarketAction {
  readonly key: string;
  readonly label: string;
  readonly link: ActionLink;
}

function placeOf(key: string): number {
  const place = actionKeys.indexOf(key);
  return place < 0 ? actionKeys.length : place;
}

/** Omits keys without a readable name, but keeps refused links. */
export function listMarketActions(row: MarketRow, options: ActionLinkOptions): readonly MarketAction[] {
  return offeredActions(row)
    .flatMap(([key, blinkUrl]) => {
      const label = actionLabel(key);
      if (label === undefined) return [];
      let link: ActionLink | undefined;
      return {
        key,
        label,
        // Computed on demand, because a row shows only one of four actions.
        get link(): ActionLink {
          return (link ??= toActionLink(blinkUrl, options));
        },
      };
    })
    .toSorted((a, b) => placeOf(a.key) - placeOf(b.key));
}
