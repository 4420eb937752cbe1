// What is known of a rule's target before it is a rule, for its form.
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import type { TargetFacts } from "../../../domain/alerts/judge.ts";
import { assetFacts, marketFacts, marketsOfAsset } from "../../../domain/alerts/market-figures.ts";
import { peerPrices } from "../../../domain/market/assess/checks.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";

export function targetFacts(target: AlertTarget, rows: readonly MarketRow[]): TargetFacts | undefined {
  const prices = peerPrices(rows);
  if (target.kind === "asset") return assetFacts(marketsOfAsset(target.mint, rows), prices);
  const own = rows.find(({ id }) => target.kind === "market" && id === target.id);
  return own === undefined ? undefined : marketFacts(own, prices);
}
