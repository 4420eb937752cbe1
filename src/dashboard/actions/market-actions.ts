import { offeredActions, type MarketRow } from "../../domain/market/market-row.ts";
import { createRecentRows } from "../data/markets/recent-rows.ts";
import { actionKeys, actionLabel } from "./action-labels.ts";
import { toActionLink, type ActionLink, type ActionLinkOptions } from "./action-link.ts";

export interface MarketAction {
  readonly key: string;
  readonly label: string;
  readonly link: ActionLink;
}

/** Lazy: a row shows one of four actions. */
class OfferedAction implements MarketAction {
  readonly key: string;
  readonly label: string;
  readonly #blinkUrl: unknown;
  readonly #options: ActionLinkOptions;
  #link: ActionLink | undefined;

  constructor(key: string, label: string, blinkUrl: unknown, options: ActionLinkOptions) {
    this.key = key;
    this.label = label;
    this.#blinkUrl = blinkUrl;
    this.#options = options;
  }

  get link(): ActionLink {
    return (this.#link ??= toActionLink(this.#blinkUrl, this.#options));
  }
}

function placeOf(key: string): number {
  const place = actionKeys.indexOf(key);
  return place < 0 ? actionKeys.length : place;
}

interface Kept {
  readonly options: ActionLinkOptions;
  readonly actions: readonly MarketAction[];
}

const known = createRecentRows<Kept>();

/** Keys without a readable name are left out; refused links stay. */
export function listMarketActions(row: MarketRow, options: ActionLinkOptions): readonly MarketAction[] {
  const kept = known.get(row);
  if (kept?.options === options) return kept.actions;
  const actions = offeredActions(row)
    .flatMap(([key, blinkUrl]) => {
      const label = actionLabel(key);
      return label === undefined ? [] : new OfferedAction(key, label, blinkUrl, options);
    })
    .toSorted((a, b) => placeOf(a.key) - placeOf(b.key));
  known.set(row, { options, actions });
  return actions;
}
