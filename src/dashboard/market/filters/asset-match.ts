// Whether a market's tokens are those wanted: by mint and never by symbol, which anyone may use. A token without a mint
// cannot be judged.
import type { MarketType } from "../../../contract/market.ts";
import type { MarketRow } from "../../data/markets/market-row.ts";
import { splitFamilies } from "../asset-families.ts";
import type { Judge, Verdict } from "./filter-kinds.ts";

/** How a market's tokens must meet the assets chosen: one of them is enough, one of each, or no other token beside them. */
export const assetMatches = ["any", "all", "only"] as const;
export type AssetMatch = (typeof assetMatches)[number];

/** Prediction markets have no asset. When nothing else is asked for, the asset is not asked for either. */
export function assetsApply(types: readonly MarketType[]): boolean {
  return types.some((type) => type !== "prediction");
}

/** Whether a market has one of the tokens wanted. */
export function judgeAsset(row: MarketRow, wanted: ReadonlySet<string>): Verdict {
  let unknown = row.tokens.length === 0 && row.kind !== "prediction";
  for (const { address } of row.tokens) {
    if (address === undefined) unknown = true;
    else if (wanted.has(address)) return "pass";
  }
  return unknown ? "unknown" : "fail";
}

/** How rows are judged by the way their tokens must meet those chosen, besides having one of them. */
export function judgeMatch(match: AssetMatch, assets: readonly string[]): Judge | undefined {
  switch (match) {
    case "any":
      return undefined;
    case "all": {
      // A family that was chosen whole is one wish; every other token is one of its own.
      const { families, single } = splitFamilies(assets);
      const wishes = [...families.map(({ mints }) => mints), ...single.map((mint) => [mint])].map(
        (mints) => new Set(mints),
      );
      return (row) => worst(wishes.map((wish) => judgeAsset(row, wish)));
    }
    case "only": {
      const wanted = new Set(assets);
      return (row) => judgeOnlyAssets(row, wanted);
    }
    default:
      return match satisfies never;
  }
}

/** Whether a market has no token but those wanted. */
function judgeOnlyAssets(row: MarketRow, wanted: ReadonlySet<string>): Verdict {
  if (row.tokens.some(({ address }) => address !== undefined && !wanted.has(address))) return "fail";
  return row.tokens.length === 0 || row.tokens.some(({ address }) => address === undefined)
    ? "unknown"
    : "pass";
}

function worst(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("fail")) return "fail";
  return verdicts.includes("unknown") ? "unknown" : "pass";
}
