// Matches tokens by mint, never by symbol. A token without a mint is unknown.
import type { MarketType } from "../../../contract/market.ts";
import type { MarketRow, RowToken } from "../market-row.ts";
import { familyOf, mintsOfAssets } from "../asset-families.ts";
import type { Side } from "../assess/assessment.ts";
import type { Verdict } from "../assess/checks.ts";
import type { AssetMatch, Judge } from "./filter-kinds.ts";

/** Prediction markets have no asset. */
export function assetsApply(types: readonly MarketType[]): boolean {
  return types.some((type) => type !== "prediction");
}

/** The token of the user's side. Deposited tokens come first, borrowed ones last; a pool lends what it takes. */
export function sideToken({ tokens }: MarketRow, side: Side): RowToken | undefined {
  return side === "deposit" ? tokens[0] : tokens.at(-1);
}

export function judgeAsset({ tokens, kind }: MarketRow, wanted: ReadonlySet<string>): Verdict {
  if (tokens.some(({ address }) => address !== undefined && wanted.has(address))) return "pass";
  if (tokens.length === 0) return kind === "prediction" ? "fail" : "unknown";
  return tokens.some(({ address }) => address === undefined) ? "unknown" : "fail";
}

export function assetJudge(assets: readonly string[], match: AssetMatch, side: Side): Judge {
  const wanted = new Set(mintsOfAssets(assets));
  switch (match) {
    case "side":
      return judgeSide(assets, side);
    case "any":
      return (row) => judgeAsset(row, wanted);
    case "all": {
      // A family counts as one choice.
      const choices = assets.map((asset) => new Set(mintsOfAssets([asset])));
      return (row) => worst(choices.map((choice) => judgeAsset(row, choice)));
    }
    case "only":
      return (row) => judgeOnly(row, wanted);
  }
}

/**
 * A deposit must stay within the chosen family, so its other tokens count too. A loan's collateral and a perpetual's
 * quote token do not count.
 */
function judgeSide(assets: readonly string[], side: Side): Judge {
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

function judgeOnly({ tokens, kind }: MarketRow, wanted: Pick<ReadonlySet<string>, "has">): Verdict {
  if (kind === "prediction") return "fail";
  if (tokens.some(({ address }) => address !== undefined && !wanted.has(address))) return "fail";
  return tokens.length === 0 || tokens.some(({ address }) => address === undefined) ? "unknown" : "pass";
}

function worst(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes("fail")) return "fail";
  return verdicts.includes("unknown") ? "unknown" : "pass";
}
