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

interface Kept {
  readonly options: ActionLinkOptions;
  readonly actions: readonly MarketAction[];
}

/** Bounds memory when the user flings through a long list. */
const mostKept = 300;
let known = new WeakMap<MarketRow, Kept>();
let count = 0;

/** Omits keys without a readable name, but keeps refused links. */
export function listMarketActions(row: MarketRow, options: ActionLinkOptions): readonly MarketAction[] {
  const kept = known.get(row);
  if (kept?.options === options) return kept.actions;
  const actions = offeredActions(row)
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
  if (count >= mostKept) {
    known = new WeakMap();
    count = 0;
  }
  count += 1;
  known.set(row, { options, actions });
  return actions;
}
