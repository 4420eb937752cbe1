// What can be done with a market: its actions in the order offered, each with its link or the reason why it has none.
import { offeredActions, type MarketRow } from "../data/markets/market-row.ts";
import { actionKeys, actionLabel } from "./action-labels.ts";
import { toActionLink, type ActionLink, type ActionLinkOptions } from "./action-link.ts";
import { toWebsiteLink, type WebsiteLink } from "./website-link.ts";

export interface MarketAction {
  readonly key: string;
  readonly label: string;
  readonly link: ActionLink;
}

export interface MarketActionList {
  readonly actions: readonly MarketAction[];
  /** The provider's page; undefined when the market names none. */
  readonly website: WebsiteLink | undefined;
}

function placeOf(key: string): number {
  const place = actionKeys.indexOf(key);
  return place < 0 ? actionKeys.length : place;
}

// A row is drawn each time it scrolls into the window, and its links are the same every time.
const known = new WeakMap<
  MarketRow,
  { readonly options: ActionLinkOptions; readonly list: MarketActionList }
>();

/**
 * Everything a market offers. Actions whose key says nothing to a person are left out; all others stay, refused or not. A link is
 * judged when it is first asked for: a row shows one or two of them.
 */
export function listMarketActions(row: MarketRow, options: ActionLinkOptions): MarketActionList {
  const kept = known.get(row);
  if (kept?.options === options) return kept.list;
  const list: MarketActionList = {
    actions: offeredActions(row)
      .flatMap(([key, blinkUrl]): readonly MarketAction[] => {
        const label = actionLabel(key);
        if (label === undefined) return [];
        let judged: ActionLink | undefined;
        return [
          {
            key,
            label,
            get link() {
              return (judged ??= toActionLink(blinkUrl, options));
            },
          },
        ];
      })
      .toSorted((a, b) => placeOf(a.key) - placeOf(b.key)),
    get website() {
      return toWebsiteLink(row.websiteUrl);
    },
  };
  known.set(row, { options, list });
  return list;
}
