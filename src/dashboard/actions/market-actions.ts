import { splitCamelCase } from "../../domain/format/capitalize.ts";
import { offeredActions, type MarketRow } from "../../domain/market/market-row.ts";
import { memoize } from "../../domain/memoize.ts";
import { toActionLink, type ActionLink, type ActionLinkOptions } from "./links.ts";

export type MarketAction = ReturnType<typeof listMarketActions>[number];

/** In display order. Other actions follow in the order sent. */
const labels: ReadonlyMap<string, string> = new Map([
  ["deposit", "Deposit"],
  ["borrow", "Borrow"],
  ["openPosition", "Open position"],
  ["setup", "Set up"],
  ["withdraw", "Withdraw"],
  ["withdrawComplete", "Complete withdrawal"],
  ["closePosition", "Close position"],
  ["repay", "Repay"],
  ["repayWithCollateral", "Repay with collateral"],
  ["claimRewards", "Claim rewards"],
]);
const order = [...labels.keys()];

/** A known label, or the key as words: "stakeAndLock" becomes "Stake and lock". Only camel case has words. */
export function actionLabel(key: string): string | undefined {
  const known = labels.get(key);
  if (known !== undefined) return known;
  if (!/^[a-z][A-Za-z0-9]{0,30}$/.test(key)) return undefined;
  return splitCamelCase(key);
}

function rankOf(key: string): number {
  const index = order.indexOf(key);
  return index < 0 ? order.length : index;
}

/** Omits keys without a readable name, but keeps refused links. */
export function listMarketActions(row: MarketRow, options: ActionLinkOptions) {
  return actionsOf(options)(row);
}

// Kept, because lists show the same rows again with every change, and reading a link takes 50 µs.
const actionsOf = memoize((options: ActionLinkOptions) =>
  memoize((row: MarketRow) =>
    offeredActions(row)
      .flatMap(([key, blinkUrl]) => {
        const label = actionLabel(key);
        if (label === undefined) return [];
        let link: ActionLink | undefined;
        return {
          key,
          label,
          // Read on demand, because a row shows only one of four actions.
          get link(): ActionLink {
            return (link ??= toActionLink(blinkUrl, options));
          },
        };
      })
      .toSorted((a, b) => rankOf(a.key) - rankOf(b.key)),
  ),
);
