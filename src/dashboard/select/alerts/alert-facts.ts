// What is known of a rule's target before it is a rule, for its form.
import type { AlertTarget } from "../../../contract/alerts/rule.ts";
import type { TargetFacts } from "../../../domain/alerts/judge.ts";
import { marketFigures } from "../../../domain/alerts/market-figures.ts";
import { assetFacts, marketsOfAsset, offPeg } from "../../../domain/alerts/prices.ts";
import { peerPrices, type PeerPrices } from "../../../domain/market/assess/checks.ts";
import type { MarketRow } from "../../../domain/market/market-row.ts";
import { marketName } from "../../../domain/market/market-text.ts";

export function targetFacts(target: AlertTarget, rows: readonly MarketRow[]): TargetFacts | undefined {
  if (target.kind === "asset")
    return assetFacts(marketsOfAsset(target.mint, rows), peerPrices(rows), marketName);
  const own = target.kind === "market" ? rows.find(({ id }) => id === target.id) : undefined;
  return own === undefined ? undefined : marketFacts(own, peerPrices(rows));
}

export function marketFacts(row: MarketRow, prices: PeerPrices): TargetFacts {
  return { ...marketFigures(row), offPeg: offPeg(row, prices) };
}
