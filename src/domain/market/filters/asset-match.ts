// Whether a market's tokens are those wanted: by mint and never by symbol, which anyone may use. A token without a mint
// cannot be judged.
import type { MarketType } from "../../../contract/market.ts";
import type { MarketRow, RowToken } from "../market-row.ts";
import { familyOf, mintsOfAssets } from "../asset-families.ts";
import type { AssetMatch, AssetSide, Judge, Verdict } from "./filter-kinds.ts";

/** Prediction markets have no asset. When nothing else is asked for, the asset is not asked for either. */
export function assetsApply(types: readonly MarketType[]): boolean {
  return types.some((type) => type !== "prediction");
}

/** The token of one side. What is deposited comes first, what is borrowed last; a pool lends what it takes. */
export function sideToken({ tokens }: MarketRow, side: AssetSide): RowToken | undefined {
  return side === "deposit" ? tokens[0] : tokens.at(-1);
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

/** How rows are judged by the way their tokens must meet those chosen. */
export function assetJudge(assets: readonly string[], match: AssetMatch, side: AssetSide): Judge {
  const wanted = new Set(mintsOfAssets(assets));
  switch (match) {
    case "side":
      return judgeSide(assets, side);
    case "any":
      return (row) => judgeAsset(row, wanted);
    case "all": {
      // A family is one wish; every other token is one of its own.
      const wishes = assets.map((asset) => new Set(mintsOfAssets([asset])));
      return (row) => worst(wishes.map((wish) => judgeAsset(row, wish)));
    }
    case "only":
      return (row) => judgeOnly(row, wanted);
    default:
      return match satisfies never;
  }
}

/**
 * Whether the token of the visitor's side is one of those chosen. A deposit in a family is in nothing but that family: one whose
 * debt or other leg is another kind of token is not. A loan has other tokens as collateral by its nature, and a perpetual market
 * names what it is quoted in: of both one token counts.
 */
function judgeSide(assets: readonly string[], side: AssetSide): Judge {
  const single = new Set(assets.filter((asset) => familyOf(asset) === undefined));
  const families = assets.flatMap((asset) => familyOf(asset)?.symbols ?? []);
  return (row) => {
    const address = sideToken(row, side)?.address;
    if (address === undefined) return row.kind === "prediction" ? "fail" : "unknown";
    if (single.has(address)) return "pass";
    const family = families.find((symbols) => symbols.has(address));
    if (family === undefined) return "fail";
    return side === "borrow" || row.kind === "perpetual" ? "pass" : judgeOnly(row, family);
  };
}

/** Whether a market has no token but those wanted. */
function judgeOnly({ tokens, kind }: MarketRow, wanted: Pick<ReadonlySet<string>, "has">): Verdict {
  if (kind === "prediction") return "fail";
  if (tokens.some(({ address }) => address !== undefined && !wanted.has(address))) return "fail";
  return tokens.length === 0 || tokens.some(({ address }) => address === undefined) ? "unknown" : "pass";
}

function worst(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("fail")) return "fail";
  return verdicts.includes("unknown") ? "unknown" : "pass";
}
